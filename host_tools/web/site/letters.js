// Enters words tile by tile, on a keyboard of the alphabet's tiles. It completes and compares
// nothing (art. 41): any tile can be typed anywhere.

import { h } from "./static/dom.js";

const LONGEST = 15;
const MOST_WORDS = 8;

export class Letters {
  // tiles: the alphabet's. text(name): the page's text. done(words): receives the words as strings.
  constructor({ tiles, text, done, cancel }) {
    this.tiles = tiles;
    this.words = [[]];
    this.line = h("p", { className: "words", role: "status" });
    this.done = done;
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
    this.element = h("div", { className: "letters" }, this.line,
      h("div", { className: "tiles", role: "group", "aria-label": text("letters") }, ...keys),
      h("div", { className: "row" }, ...own.filter(Boolean)));
    this.typed = (event) => this.type(event);
    this.show();
  }

  get word() { return this.words[this.words.length - 1]; }

  // Two tiles that together spell a third become it: C then H is CH (art. 11).
  put(tile) {
    const last = this.word[this.word.length - 1];
    if (last && this.tiles.includes(last + tile)) this.word[this.word.length - 1] = last + tile;
    else if (this.word.length < LONGEST) this.word.push(tile);
    this.show();
  }

  remove() {
    if (this.word.length) this.word.pop();
    else if (this.words.length > 1) this.words.pop();
    this.show();
  }

  next() {
    if (this.word.length && this.words.length < MOST_WORDS) this.words.push([]);
    this.show();
  }

  finish() {
    const words = this.words.filter((word) => word.length).map((word) => word.join(""));
    if (words.length) this.done(words);
  }

  show() {
    const parted = (word) => word.join(word.some((tile) => tile.length > 1) ? "·" : "");
    this.line.textContent = `${this.words.map(parted).join(" + ")}_`;
  }

  // Handles a key of the physical keyboard; returns whether it was used.
  type(event) {
    const letter = event.key.toLocaleUpperCase("es");
    if (event.key === "Backspace") this.remove();
    else if (event.key === " " || event.key === "+") this.next();
    else if (event.key === "Enter" && event.target.tagName !== "BUTTON") this.finish();
    else if (this.tiles.includes(letter)) this.put(letter);
    else return false;
    event.preventDefault();
    return true;
  }
}
