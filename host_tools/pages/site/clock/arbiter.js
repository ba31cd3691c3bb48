// The arbiter's menu behind the PIN: each act asks for what it needs, then the menu closes.

import { exactOf, h, passed, rounded } from "../static/dom.js";
import { Letters } from "../letters.js";

const WHO = ["A", "B", "AB"];
/** @type {Player[]} */
const PLAYERS = ["A", "B"];
const CARDS = ["warning", "yellow", "red"];
const REASONS = ["left", "refuses", "other"];
const ARTICLE_UNIT = 1000;
const ARTICLE = 49;
const PENALTY = 25;

/** Returns the milliseconds of a time as m:ss, which may be negative. @param {string} written */
function msOf(written) {
  const [minutes, seconds] = written.replace("-", "").split(":").map(Number);
  return (minutes * 60 + seconds) * 1000 * (written.startsWith("-") ? -1 : 1);
}

/** Returns the player and the value of an act, from its form. @returns {[who: number, value: number]} @param {string[]} wants @param {FormData} data */
function given(wants, data) {
  let value = 0;
  for (const want of wants) {
    const written = String(data.get(want));
    if (want[0] === "=") value = Number(want.slice(1));
    else if (want === "limit") value = msOf(written);
    else if (["points", "card", "why"].includes(want)) value = Number(written);
    else if (want === "article") value += ARTICLE_UNIT * Number(written);
  }
  return [Number(data.get("who") ?? data.get("who3") ?? 0), value];
}

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
    this.dialog.dataset.of = of;
    this.dialog.replaceChildren(h("div", { className: "row top" }, h("h2", {}, label), ...beside,
      this.sheet.button("✕", () => this.dialog.close(), { "aria-label": this.text("cancel") })),
    .../** @type {Node[]} */ (children.filter(Boolean)));
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Asks for the PIN; resolves to it, or to "" if the user cancels. @param {string} label */
  pin(label, wrong = "") {
    return new Promise((resolve) => {
      const input = h("input", { type: "password", inputMode: "numeric", maxLength: 8, required: true,
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
    if (!view.pin) {
      this.fill("note", this.text("arbiter"), h("p", {}, this.text("no-pin")));
      return;
    }
    const digits = await this.pin(this.text("pin-ask"));
    if (!digits) return;
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
    const buttons = acts.filter(([name]) => name !== "set-both").map(([name, wants]) => this.sheet.button(
      this.text(`act.${name}`), () => this.choose(name, wants)));
    /** A minute more is what is asked for most: one tap. @param {number} at */
    const minute = (/** @type {0 | 1} */ at) => this.sheet.button(`${PLAYERS[at]} +1:00`, async () => {
      const ms = Math.round(msOf(this.sheet.known.status[`clock.${PLAYERS[at]}`])) + 60_000;
      this.end("set", await this.sheet.ask("set_clocks", PLAYERS.map((_, one) => (one === at ? ms : null))));
    });
    const minutes = acts.some(([name]) => name === "set") ? [minute(0), minute(1)] : [];
    this.fill("menu", [this.text("arbiter"), ...minutes], h("div", { className: "acts" }, ...buttons));
  }

  /** @param {string} name @param {string[]} wants */
  async choose(name, wants) {
    if (name === "lookup") return this.lookUp();
    if (name === "log") return this.showLog();
    if (name === "set") return this.setClocks();
    const fields = wants.filter((want) => want[0] !== "=").map((want) => this.field(want));
    return this.form(name, fields, (data) => [given(wants, data)],
      (data) => this.sheet.ask("act", name, ...given(wants, data)));
  }

  // Shows an act's form, which says what would change. changes(data): who and value of each; act(data): does it.
  /**
   * @param {string} name @param {Child[]} fields @param {(data: FormData) => (number | null)[][]} changes
   * @param {(data: FormData) => Promise<boolean>} act
   */
  form(name, fields, changes, act) {
    const told = h("p", { role: "status" });
    const tell = async () => {
      const asked = form.checkValidity() ? changes(new FormData(form)) : [];
      const found = asked.map((change) => this.sheet.link.ask("told", name, .../** @type {[number, number]} */ (change)).catch(() => []));
      told.textContent = (await Promise.all(found)).flat().join("  ");
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
    this.form("set", rows, () => times().map((ms, at) => [at + 1, ms]).filter(([, ms]) => ms !== null),
      () => this.sheet.ask("set_clocks", times()));
  }

  /** Closes the dialog after an act, or says that it is not possible now. @param {string} name @param {boolean} isDone */
  end(name, isDone) {
    if (isDone) this.dialog.close();
    else this.fill("note", this.text(`act.${name}`), h("p", { role: "alert" }, this.text("not-now")));
  }

  /** @param {string} want */
  field(want) {
    const { text } = this;
    /** @param {string} name @param {Child} input */
    const label = (name, input) => h("label", {}, h("span", {}, text(name)), input);
    /** @param {string[]} names @param {string} [kind] */
    const choice = (names, kind) => h("select", { name: want }, ...names.map(
      (name, at) => new Option(kind ? text(`${kind}.${name}`) : name, `${at + 1}`)));
    if (want === "who") return label("who", choice(WHO.slice(0, 2)));
    if (want === "who3") return label("who", choice(WHO));
    if (want === "card") return label("act.card", choice(CARDS, "cardname"));
    if (want === "why") return label("reason", choice(REASONS, "why"));
    if (want === "sure") return h("p", {}, text("sure"));
    if (want === "limit") {
      return label("time-left", h("input", { name: want, required: true, placeholder: "12:34", pattern: "\\d{1,3}:[0-5]\\d" }));
    }
    const [value, most] = want === "points" ? [PENALTY, 999] : [ARTICLE, 99];
    return label(want, h("input", { name: want, type: "number", min: 1, max: most, required: true, value }));
  }

  async lookUp() {
    const letters = new Letters({
      tiles: await this.sheet.link.ask("tiles"), text: this.text,
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
