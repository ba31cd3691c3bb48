// The arbiter's menu behind the PIN: each act asks for what it needs, then the menu closes.

import { exactOf, h, inOne, passed, rounded } from "../static/dom.js";
import { Letters } from "../letters.js";

/** @type {Player[]} */
const PLAYERS = ["A", "B"];
// What a question is called, where its own name is not the text's.
/** @type {Record<string, string>} */
const LABELS = { who3: "who", card: "act.card", why: "reason", limit: "time-left" };

/** Returns the milliseconds of a time as m:ss, which may be negative. @param {string} written */
function msOf(written) {
  const [minutes, seconds] = written.replace("-", "").split(":").map(Number);
  return (minutes * 60 + seconds) * 1000 * (written.startsWith("-") ? -1 : 1);
}

/** Returns what is answered, by the names of the questions. @param {FormData} data @returns {Answers} */
const answersOf = (data) => Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));

export class Arbiter {
  /** @param {Sheet} sheet @param {Part} dialog */
  constructor(sheet, dialog) {
    this.sheet = sheet; this.dialog = dialog;
    dialog.addEventListener("close", () => {
      sheet.link.ask("close_menu").catch(() => {});
      dialog.replaceChildren();
      sheet.letters = null;
    });
  }

  get text() { return this.sheet.text; }

  /** Closes the page's menu when the firmware's is closed: by its own act, or by a restart. @param {View} view */
  follow(view) {
    if (!view.menu && this.dialog.open && this.dialog.dataset.of === "menu") this.dialog.close();
  }

  // Shows a dialog of a kind. head: its heading, or that and buttons beside it; the way out is there too.
  /** @param {string} of @param {Child | Child[]} head @param {...Child} children */
  fill(of, head, ...children) {
    const [label, ...beside] = Array.isArray(head) ? head : [head];
    const heading = h("h2", { tabIndex: -1 }, label);
    this.dialog.dataset.of = of;
    this.dialog.replaceChildren(h("div", { className: "row top" }, heading, ...beside,
      this.sheet.button("✕", () => this.dialog.close(), { "aria-label": this.text("cancel") })),
    .../** @type {Node[]} */ (children.filter(Boolean)));
    if (!this.dialog.open) this.dialog.showModal();
    heading.focus(); // what had the focus may be gone
  }

  /** Asks for the PIN; resolves to it, or to "" if the user cancels. @param {string} label */
  pin(label, wrong = "") {
    return new Promise((resolve) => {
      const input = h("input", { type: "password", inputMode: "numeric", required: true,
        autocomplete: "off", "aria-label": label });
      const form = h("form", { onsubmit: (event) => {
        event.preventDefault();
        resolve(input.value);
      } }, input, h("p", { role: "alert" }, wrong),
      h("div", { className: "row" }, h("button", { className: "main" }, "OK")));
      this.fill("pin", label, form);
      input.focus();
      this.dialog.addEventListener("close", () => resolve(""), { once: true });
    });
  }

  // Unlocks the settings with the PIN; returns whether they are unlocked.
  async unlock() {
    const digits = await this.pin(this.text("pin-ask"));
    if (!digits) return false;
    const right = await this.sheet.link.ask("unlock", digits);
    this.dialog.close();
    return right;
  }

  /** @param {View} view */
  async open(view) {
    if (!view.pin && !view.agree) {
      this.fill("note", this.text("arbiter"), h("p", {}, this.text(["running", "count"].includes(this.sheet.known.status.phase) ? "no-pin-stop" : "no-pin")));
      return;
    }
    const digits = view.pin ? await this.pin(this.text("pin-ask")) : "";
    if (view.pin && !digits) return;
    const answer = await this.sheet.link.ask("open_menu", digits);
    this.sheet.look();
    if (answer === "right") {
      this.offer(await this.sheet.link.ask("acts"));
      return;
    }
    const { locked_ms: locked } = await this.sheet.link.ask("view");
    const why = locked ? `${this.text("locked")} ${Math.ceil(locked / 1000)} s` : this.text("pin-wrong");
    this.fill("note", this.text("arbiter"), h("p", { role: "alert" }, why));
  }

  /** @param {Act[]} acts */
  offer(acts) {
    const buttons = acts.filter(([name]) => name !== "set-both").map(([name, questions]) => this.sheet.button(
      this.text(`act.${name}`), () => this.choose(name, questions)));
    /** A minute more is what is asked for most: one tap. @param {number} at */
    const minute = (/** @type {0 | 1} */ at) => this.sheet.button(`${PLAYERS[at]} +1:00`, async () => {
      const ms = Math.round(msOf(this.sheet.known.status[`clock.${PLAYERS[at]}`])) + 60_000;
      this.end("set", await this.sheet.ask("set_clocks", PLAYERS.map((_, one) => (one === at ? ms : null))));
    });
    const minutes = acts.some(([name]) => name === "set") ? [minute(0), minute(1)] : [];
    this.fill("menu", [this.text(this.sheet.known.view.agree ? "consent" : "arbiter"), ...minutes], h("div", { className: "acts" }, ...buttons));
  }

  /** @param {string} name @param {Act[1]} questions */
  async choose(name, questions) {
    if (name === "lookup") return this.lookUp();
    if (name === "log") return this.showLog();
    if (name === "set") return this.setClocks();
    return this.form(name, questions.map((question) => this.field(...question)), (data) => [answersOf(data)],
      (data) => this.sheet.ask("act", name, answersOf(data)));
  }

  // Shows an act's form, which says what would change. changes(data): the answers of each change; act(data): does it.
  /**
   * @param {string} name @param {Child[]} fields @param {(data: FormData) => Answers[]} changes
   * @param {(data: FormData) => Promise<boolean>} act
   */
  form(name, fields, changes, act) {
    const told = h("p", { role: "status" });
    const tell = async () => {
      const asked = form.checkValidity() ? changes(new FormData(form)) : [];
      const found = asked.map((answers) => this.sheet.link.ask("told", name, answers).catch(() => []));
      told.textContent = inOne((await Promise.all(found)).flat());
    };
    const form = h("form", { oninput: tell, onsubmit: async (event) => {
      event.preventDefault();
      this.end(name, await act(new FormData(form)));
    } }, ...fields, told, h("div", { className: "row" }, h("button", { className: "main" }, this.text(`act.${name}`))));
    this.fill("menu", this.text(`act.${name}`), form);
    tell();
  }

  // Asks for both clocks' times, as they are now; one that is left alone keeps its milliseconds.
  setClocks() {
    const now = PLAYERS.map((name) => rounded(this.sheet.known.status[`clock.${name}`]));
    const inputs = PLAYERS.map((name, at) => h("input", { name: `time-${name}`, required: true, value: now[at],
      pattern: "-?\\d{1,2}:[0-5]\\d", "aria-label": `${this.text("time-left")} ${name}` }));
    /** @param {HTMLInputElement} input @param {number} ms */
    const add = (input, ms) => {
      input.value = rounded(exactOf(msOf(input.value) + ms));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    /** @param {HTMLInputElement} input @param {string} label @param {number} ms */
    const step = (input, label, ms) => this.sheet.button(label, () => add(input, ms));
    const times = () => inputs.map(({ value }, at) => (value === now[at] ? null : msOf(value)));
    const rows = inputs.map((input, at) => h("div", { className: "row" }, h("strong", {}, PLAYERS[at]),
      step(input, "−1:00", -60_000), input, step(input, "+1:00", 60_000)));
    const changed = () => PLAYERS.filter((_, at) => inputs[at].value !== now[at]);
    this.form("set", rows, () => changed().map((who) => ({ who, time: inputs[PLAYERS.indexOf(who)].value })),
      () => this.sheet.ask("set_clocks", times()));
  }

  /** Closes the dialog after an act, or says that it is not possible now. @param {string} name @param {boolean} isDone */
  end(name, isDone) {
    if (isDone) this.dialog.close();
    else this.fill("note", this.text(`act.${name}`), h("p", { role: "alert" }, this.text("not-now")));
  }

  // Returns the field of a question: what the device's own screen would offer, within its range.
  /** @param {string} name @param {Place} place */
  field(name, place) {
    const { text } = this;
    /** @param {Child} input */
    const label = (input, range = "") => h("label", {}, h("span", {}, text(LABELS[name] ?? name) + range), input);
    if (place.choices) return label(h("select", { name }, ...place.choices.map(([choice, told]) => new Option(told, choice))));
    if (place.value === undefined) return h("p", {}, text("sure"));
    const written = { name, required: true };
    if (name === "article") return label(h("input", { ...written, value: place.focus ?? "", pattern: "\\d{1,2}(\\.\\d{1,2})?" }));
    if (place.name === "time") return label(h("input", { ...written, placeholder: "12:34", pattern: "\\d{1,3}:[0-5]\\d" }));
    return label(h("input", { ...written, type: "number", min: place.least, max: place.most, value: place.value }), ` (${place.least}–${place.most})`);
  }

  async lookUp() {
    const letters = new Letters({
      ...await this.sheet.link.ask("letters"), text: this.text,
      done: async (words) => {
        const answer = await this.sheet.ask("lookup", words);
        this.sheet.letters = null;
        this.fill("menu", this.text("lookup"), h("p", { className: "words" }, words.join(" + ")),
          h("p", { className: `verdict ${answer}`, role: "alert" }, this.text(`answer.${answer}`)));
      },
    });
    this.sheet.letters = letters;
    this.fill("menu", this.text("lookup"), letters.element);
  }

  async showLog() {
    const entries = (await this.sheet.link.ask("log", 100)).filter(([, , kinds]) => kinds.length);
    const lines = entries.reverse().map(([game, ms, kinds, who]) => h("li", {},
      `#${game} ${passed(ms)} ${kinds.map((kind) => this.text(`log.${kind}`)).join(", ")} ${who === "none" ? "" : who}`));
    this.fill("menu", this.text("act.log"),
      h("ol", { className: "log", tabIndex: 0, "aria-label": this.text("act.log") }, ...lines));
  }
}
