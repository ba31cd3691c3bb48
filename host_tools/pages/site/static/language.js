// The page's own language: the browser's at first, later the last one chosen.

import { keep, kept } from "./dom.js";

// Texts are lines of a name, "=" and the text, as in the firmware; those of a list are numbered.
/** @type {Record<string, Texts>} */
const TEXTS = {};
/** @type {Texts} */
const NAMES = { es: "Español", en: "English", pl: "Polski", ca: "Català" };
const KEPT = "corrido-language";

// Returns the first of the browser's languages that the page speaks.
const ofBrowser = () => (navigator.languages ?? []).map((tag) => tag.slice(0, 2)).find((code) => NAMES[code]) ?? "es";

/** @param {string} code */
async function load(code) {
  const lines = (await (await fetch(new URL(`texts/${code}.txt`, import.meta.url))).text()).split("\n");
  TEXTS[code] ??= Object.fromEntries(lines.map((line) => line.split(/=(.*)/)));
}

const first = NAMES[kept(KEPT)] ? kept(KEPT) : ofBrowser();
await Promise.all([load("es"), load(first)]);

export class Language {
  // select: filled with the languages. changed(code): called at the start and after every change.
  /** @param {Part} select @param {(code: string) => void} changed */
  constructor(select, changed) {
    this.select = select;
    select.replaceChildren(...Object.entries(NAMES).map(
      ([code, name]) => Object.assign(new Option(name, code), { lang: code })));
    this.changed = changed;
    this.name = first;
    select.addEventListener("change", () => this.choose(select.value));
  }

  /** @param {string} name */
  text(name) { return TEXTS[this.name][name] ?? TEXTS.es[name] ?? name; }

  // Returns a word list under the name that people use; described as by the firmware's lists();
  // what its edition says of a package is a detail.
  /** @param {WordList} parts */
  list([name, alphabet, words, edition]) {
    if (!words) return name;
    const spoken = new Intl.DisplayNames([this.name], { type: "language" }).of(alphabet) ?? alphabet;
    const title = spoken.slice(0, 1).toLocaleUpperCase(this.name) + spoken.slice(1);
    return `${name === alphabet ? "" : `${name}: `}${title}, ${this.text("list-words")
      .replace("%", words.toLocaleString(this.name)).replace("&", edition.replace(/\S+-\S+ /, ""))}`;
  }

  /** @param {string} name */
  async choose(name) {
    await load(name);
    this.name = name;
    keep(KEPT, name);
    this.apply();
  }

  // Names everything, and lifts the `inert` under which nothing could be pressed and be lost.
  apply() {
    document.body.inert = false;
    document.documentElement.lang = this.name;
    this.select.value = this.name;
    document.querySelector("link[rel=manifest]")?.setAttribute("href", `manifest-${this.name}.webmanifest`);
    this.fill(document);
    this.changed(this.name);
  }

  /** Fills a part of the page with its texts. @param {ParentNode} part */
  fill(part) {
    for (const element of part.querySelectorAll("[data-text]")) {
      element.textContent = this.text(element.dataset.text);
    }
    for (const element of part.querySelectorAll("[data-label]")) {
      element.setAttribute("aria-label", this.text(element.dataset.label));
    }
    for (const list of part.querySelectorAll("[data-list]")) {
      const numbered = Object.keys(TEXTS.es).filter((name) => name.startsWith(`${list.dataset.list}.`));
      list.replaceChildren(...numbered.flatMap((name) => this.entry(this.text(name))));
    }
  }

  /** Returns a list item, or a term and its meaning on either side of a "|". @param {string} text */
  entry(text) {
    const parts = text.split("|");
    return parts.map((part, at) => Object.assign(
      document.createElement(parts.length > 1 ? ["dt", "dd"][at] : "li"), { textContent: part }));
  }
}
