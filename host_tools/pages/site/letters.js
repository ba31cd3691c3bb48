// Enters words tile by tile, on a keyboard of the alphabet's tiles. It completes and compares
// nothing (art. 41): any tile can be typed anywhere.

import { h } from "./static/dom.js";

export class Letters {
  // tiles: the alphabet's; folds: what each written letter is there; longest, most: of a word, of words. text(name): the page's text. done(words): receives the words as strings.
  // spoken(tile): for a player who does not see; he may dictate, too.
  /**
   * @param {ReturnType<Firmware["letters"]> & { text: Say; done: (words: string[]) => unknown; cancel?: () => unknown; spoken?: ((tile: string) => unknown) | null }} parts
   */
  constructor({ tiles, folds, longest, most, text, done, cancel, spoken }) {
    this.tiles = tiles; this.folds = folds; this.longest = longest; this.most = most; this.spoken = spoken; this.text = text; this.done = done;
    /** @type {string[][]} */
    this.words = [[]];
    this.line = h("p", { className: "words", role: "status", tabIndex: -1 });
    this.wrong = h("p", { className: "wrong", role: "alert" });
    const keys = tiles.map((tile) => h("button", {
      className: "tile", type: "button", onclick: () => this.put(tile),
    }, tile));
    const own = [
      h("button", { type: "button", onclick: () => this.remove() }, "⌫ ", text("letters-delete")),
      h("button", { type: "button", onclick: () => this.next() }, text("letters-next")),
      h("button", { type: "button", className: "main", onclick: () => this.finish() },
        text("letters-done")),
      cancel ? h("button", { type: "button", onclick: cancel }, text("cancel")) : null,
    ];
    const dictated = h("input", { "aria-label": text("dictate"), placeholder: text("dictate"), autocomplete: "off",
      autocapitalize: "none", onchange: () => {
        for (const key of dictated.value.trim().normalize("NFC").replace(/[.,;:!?¡¿]/g, "")) this.type({ key, target: /** @type {any} */ (dictated), preventDefault() {} });
        dictated.value = "";
      } });
    this.element = h("div", { className: "letters" }, this.line, this.wrong, spoken ? dictated : null,
      h("div", { className: "tiles", role: "group", "aria-label": text("letters") }, ...keys),
      h("div", { className: "row" }, ...own.filter(Boolean)));
    this.show();
  }

  get word() { return this.words[this.words.length - 1]; }

  /** Tiles that together spell another become it: C, H is CH (art. 11), L, ·, L is L·L. @param {string} tile */
  put(tile) {
    const joined = [2, 1].find((count) => this.tiles.includes(this.word.slice(-count).join("") + tile)
      && this.word.length >= count);
    this.word.push((joined ? this.word.splice(-joined).join("") : "") + tile);
    this.spoken?.(this.word[this.word.length - 1]);
    this.show();
  }

  remove() {
    if (this.word.length) this.word.pop();
    else if (this.words.length > 1) this.words.pop();
    this.spoken?.("deleted");
    this.show();
  }

  next() {
    if (this.word.length) this.words.push([]);
    this.show();
  }

  // A letter that is no tile, or one too many, stays, and no word is asked, until it is taken out.
  finish() {
    if (this.wrong.textContent) return;
    const words = this.words.filter((word) => word.length).map((word) => word.join(""));
    if (words.length) this.done(words);
  }

  show() {
    /** @param {string[]} word */
    const parted = (word) => word.join(word.some((tile) => tile.length > 1) ? "·" : "");
    this.line.textContent = `${this.words.map(parted).join(" + ")}_`;
    const strange = this.words.flat().filter((tile) => !this.tiles.includes(tile));
    const isMore = this.words.some((word, at) => word.length > (at < this.most ? this.longest : 0));
    const said = strange.length ? this.text("letters-strange").replace("%", strange.join(", "))
      : isMore ? this.text("letters-most").replace("%", String(this.longest)).replace("&", String(this.most)) : "";
    this.line.scrollTop = this.line.scrollHeight;
    if (this.wrong.textContent !== said) this.wrong.textContent = said;
  }

  // Handles a key of the physical keyboard; returns whether it was used.
  /** @param {Pick<Aimed<KeyboardEvent>, "key" | "target" | "preventDefault">} event */
  type(event) {
    if (event.key === "Backspace") this.remove();
    else if (event.key === " " || event.key === "+") this.next();
    else if (event.key === "Enter" && event.target.tagName !== "BUTTON") this.finish();
    // What is no tile is put all the same, and said.
    else if ([...event.key].length === 1) for (const letter of this.folds[event.key] ?? event.key) this.put(letter);
    else return false;
    event.preventDefault();
    return true;
  }
}
