// The arbiter's side of the judge: the word list, the password, the log of look-ups, and the round's
// table of scanned closing codes.

import { download, h, sentence } from "../static/dom.js";
import { csv, keysIn } from "./lookups.js";
import * as reasons from "./reasons.js";
import { Scanner } from "./scanner.js";

const LONGEST_NAME = 24;

export class Office {
  /**
   * @param {{ link: WorkerLink; lookups: Lookups; text: Say; language: Language; faultOf: (why: string) => string; dialog: Part; pageEnd: Part; changed: () => unknown }} parts
   */
  constructor({ link, lookups, text, language, faultOf, dialog, pageEnd, changed }) {
    this.link = link; this.lookups = lookups; this.text = text; this.language = language; this.faultOf = faultOf;
    this.dialog = dialog; this.pageEnd = pageEnd; this.changed = changed;
    /** @type {Awaited<ReturnType<typeof reasons.open>>} */
    this.reasons = null; // the open file
    /** @type {Scanner | null} */
    this.scanner = null;
    this.open = false;
    /** @type {Record<string, string> | null} */
    this.keys = null; // the devices', once a file was chosen; never stored
    dialog.addEventListener("close", () => {
      this.scanner?.stop();
      this.scanner = null;
      this.open = false;
    });
  }

  guarded() { return this.lookups.hasPassword() && !this.open; }

  /** @param {string} heading @param {...(Node | null)} children */
  show(heading, ...children) {
    const title = h("h2", { tabIndex: -1 }, heading);
    this.dialog.replaceChildren(title, ...children.filter((child) => child !== null),
      h("div", { className: "row" }, this.button("close", () => this.dialog.close())));
    if (!this.dialog.open) this.dialog.showModal();
    title.focus(); // what had the focus may be gone
  }

  /** @param {string} name @param {(event: Aimed<PointerEvent>) => unknown} onclick @param {Given<HTMLButtonElement>} [properties] */
  button(name, onclick, properties = {}) {
    return h("button", { type: "button", onclick, ...properties }, this.text(name));
  }

  leave() {
    if (!this.lookups.hasPassword()) {
      this.settings();
      return;
    }
    const input = h("input", { type: "password", "aria-label": this.text("password"), autocomplete: "off" });
    const wrong = h("p", { role: "alert" });
    const form = h("form", { onsubmit: async (event) => {
      event.preventDefault();
      if (await this.lookups.isPassword(input.value)) this.settings();
      else wrong.textContent = this.text("password-wrong");
    } }, h("label", {}, h("span", {}, this.text("password")), input), wrong,
    h("div", { className: "row" }, h("button", { className: "main" }, "OK")));
    this.show(this.text("judge-leave"), form);
    input.focus();
  }

  async settings() {
    this.open = true;
    const found = await this.link.ask("lists");
    const chosen = await this.link.ask("setting", "lexicon");
    /** @type {HTMLSelectElement} */
    const lists = h("select", { onchange: () => this.choose(lists.value) },
      ...found.map((list) => new Option(this.language.list(list), list[0], false, list[0] === chosen)));
    /** @type {HTMLInputElement} */
    const file = h("input", { type: "file", accept: ".lex", onchange: () => file.files && this.add(file.files[0]) });
    /** @type {HTMLInputElement} */
    const password = h("input", { type: "password", autocomplete: "new-password",
      onchange: () => this.lookups.setPassword(password.value).then(() => this.settings()) });
    const wrong = h("p", { role: "alert", id: "wrong" });
    /** @param {string} name @param {Child} input */
    const label = (name, input) => h("label", {}, h("span", {}, this.text(name)), input);
    const rows = this.lookups.all();
    this.pageEnd.hidden = false;
    this.pageEnd.style.display = "block";
    this.show(this.text("judge-title"),
      label("setup.lexicon", lists), label("lexicon-file", file), wrong, label("password-new", password),
      h("p", { className: "fine" }, found.find(([name]) => name === chosen)?.[4] ?? ""),
      h("h3", {}, `${this.text("lookups")}: ${this.lookups.hasPassword() ? rows.length : this.text("lookups-none")}`),
      h("div", { className: "row" }, this.button("save-csv", () => download("corrido-lookups.csv", csv(rows), "text/csv")),
        this.button("print", () => print())),
      ...this.why(found.find(([name]) => name === chosen)?.[4] ?? ""),
      h("div", { className: "printed" }, this.lookedUp(rows.slice().reverse())),
      this.lookups.hasPassword() ? h("h3", {}, this.text("judge-rounds")) : null,
      this.lookups.hasPassword() ? h("div", { className: "row" }, this.clearing(() => {})) : null,
      this.pageEnd);
  }

  /** The files have every column; the tables, those that fit a phone. @param {string[]} heads @param {Child[][]} rows */
  table(heads, rows) {
    return h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell))))));
  }

  /** @param {Lookup[]} rows */
  lookedUp(rows) {
    const time = /** @type {const} */ ({ day: "numeric", month: "numeric", hour: "numeric", minute: "2-digit" });
    return this.table(["time", "words", "verdict"].map(this.text), rows.map((row) => [
      new Date(row.time).toLocaleString(this.language.name, time),
      row.words.replaceAll(" yes", " ✓").replaceAll(" no", " ✗"),
      row.verdict === "why" ? this.text("why") :
        `${row.verdict === "valid" ? "✓" : "✗"} ${sentence(this.text(`verdict.${row.verdict}`))}`]));
  }

  /** The reasons of the judged words: behind a password, after the game, at the second touch, logged. @param {string} list */
  why(list) {
    const said = h("div", { role: "status", id: "why" });
    /** @type {HTMLInputElement} */
    const file = h("input", { type: "file", accept: ".why", onchange: async () => {
      const [chosen] = file.files ?? [];
      this.reasons = chosen ? await reasons.open(chosen) : null;
      said.textContent = this.reasons || !chosen ? "" : this.text("why-damaged");
    } });
    const button = this.button("why", () => {
      const refused = !this.lookups.hasPassword() ? "why-password" : this.lookups.isGameOpen() ? "why-open" :
        !this.reasons ? "why-file" : "";
      if (refused) said.textContent = this.text(refused);
      else if (button.dataset.sure) said.replaceChildren(this.reasoned(list));
      button.dataset.sure = refused || button.dataset.sure ? "" : "yes";
      button.textContent = this.text(button.dataset.sure ? "why-sure" : "why");
    });
    return [h("label", {}, h("span", {}, this.text("why-file")), file), h("div", { className: "row" }, button), said];
  }

  /** @param {string} list */
  reasoned(list) {
    const judged = this.lookups.judged();
    /** @param {string} word */
    const plain = (word) => word.toLowerCase();
    this.lookups.add({ list, words: [...judged.keys()], verdict: "why" });
    const found = reasons.told(/** @type {Reasons} */ (this.reasons), new Set([...judged.keys()].map(plain)), this.language.name);
    return this.table(["words", "why"].map(this.text), [...judged].map(([word, listed]) => {
      const [has, reason] = found.get(plain(word)) ?? [false, this.text("why-unknown")];
      return [`${word} ${listed ? "✓" : "✗"}`, has === listed ? reason : this.text("why-other")];
    }));
  }

  async games() {
    /** @param {Scanned} row @param {string} name */
    const score = (row, name) => row[`${name}.result`] || (Number(row[`${name}.deducted`]) > 0 ? `−${row[`${name}.deducted`]}` : "");
    /** @type {Texts} */
    const proof = { forged: "✗", unknown: "?" };
    const rows = await this.lookups.rows(this.keys);
    const heads = [this.text("round"), this.text("table"), "A", "", "B", ""];
    return this.table(this.keys ? [...heads, this.text("key")] : heads, rows.map((row) => [
      row.round, row.table, row.A ?? "", score(row, "A"), row.B ?? "", score(row, "B"),
      ...(this.keys ? [proof[row.authenticated] ?? "✓"] : [])]));
  }

  /** @param {string} name */
  async choose(name) {
    await this.link.ask("choose", "lexicon", name);
    this.changed();
  }

  /** Checks all of a list from a file before using it; a damaged one is not stored. @param {File} file */
  async add(file) {
    const wrong = document.getElementById("wrong");
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const name = file.name.replace(/\.lex$/, "").slice(0, LONGEST_NAME);
      await this.link.ask("add_lexicon", name, bytes);
      await this.choose(name);
      this.settings();
    } catch (error) {
      wrong.textContent = error.message.endsWith("lexicon-damaged")
        ? this.text("board-no-list").replace("%", file.name)
        : `${file.name}: ${this.faultOf(error.message)}`;
    }
  }

  // -- the round

  // A button that empties the round's table at the second touch, after the password if one is set.
  /** @param {() => unknown} cleared */
  clearing(cleared) {
    const button = this.button("clear", () => {
      if (button.dataset.sure) {
        this.lookups.clearGames();
        cleared();
      }
      button.dataset.sure = button.dataset.sure ? "" : "yes";
      button.textContent = this.text(button.dataset.sure ? "clear-sure" : "clear");
    });
    return button;
  }

  /** @param {string} [sent] a closing code that came as a link */
  async rounds(sent) {
    const video = h("video", { muted: true, playsInline: true, "aria-label": this.text("scan") });
    const said = h("p", { role: "status" });
    video.hidden = true;
    const code = h("textarea", { rows: 2, "aria-label": this.text("scan-by-hand") });
    const table = h("div", { className: "printed" });
    const proves = h("p", { className: "fine" }, this.text("key-proves"));
    const draw = async () => {
      proves.hidden = !this.keys;
      table.replaceChildren(await this.games());
    };
    /** @param {string} read */
    const take = (read) => {
      said.textContent = this.text(this.lookups.addGame(read) ? "scan-taken" : "scan-no-game");
      draw();
    };
    /** @type {HTMLInputElement} */
    const keys = h("input", { type: "file", onchange: async () => {
      try {
        this.keys = keysIn(await /** @type {FileList} */ (keys.files)[0].text());
        said.textContent = "";
      } catch {
        said.textContent = this.text("key-none");
      }
      draw();
    } });
    await draw();
    this.show(this.text("judge-rounds"), video, said,
      h("div", { className: "row" },
        this.button("scan", async () => {
          this.scanner ??= new Scanner(video, take);
          said.textContent = await this.scanner.start() ? "" : this.text("scan-no-camera");
        }, { className: "main" }),
        this.button("save-csv", async () => download("corrido-round.csv", csv(await this.lookups.rows(this.keys)), "text/csv")),
        this.button("print", () => print()),
        this.lookups.hasPassword() ? null : this.clearing(draw)),
      h("label", {}, h("span", {}, this.text("scan-by-hand")), code),
      h("div", { className: "row" }, this.button("scan-take", () => take(code.value))),
      h("label", {}, h("span", {}, this.text("key-file")), keys), table, proves);
    if (sent) take(sent);
  }
}
