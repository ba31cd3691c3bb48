// The page's own language: the browser's at first, later the last one chosen.

import ca from "./texts/ca.js";
import en from "./texts/en.js";
import es from "./texts/es.js";
import pl from "./texts/pl.js";

const TEXTS = { es, en, pl, ca };
const NAMES = { es: "Español", en: "English", pl: "Polski", ca: "Català" };
const KEPT = "corrido-language";

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // storage is blocked
  }
}

// Returns the first of the browser's languages that the page speaks.
const ofBrowser = () => (navigator.languages ?? []).map((tag) => tag.slice(0, 2)).find((code) => TEXTS[code]) ?? "es";

export class Language {
  // select: filled with the languages. changed(code): called at the start and after every change.
  constructor(select, changed) {
    this.select = select;
    select.replaceChildren(...Object.entries(NAMES).map(
      ([code, name]) => Object.assign(new Option(name, code), { lang: code })));
    this.changed = changed;
    this.name = TEXTS[kept()] ? kept() : ofBrowser();
    select.addEventListener("change", () => this.choose(select.value));
  }

  text(name) { return TEXTS[this.name][name] ?? TEXTS.es[name] ?? name; }

  // Returns a word list under the name that people use; described as by the firmware's lists();
  // what its edition says of a package is a detail.
  list([name, alphabet, words, edition]) {
    if (!words) return name;
    const spoken = new Intl.DisplayNames([this.name], { type: "language" }).of(alphabet);
    const title = spoken.slice(0, 1).toLocaleUpperCase(this.name) + spoken.slice(1);
    return `${name === alphabet ? "" : `${name}: `}${title}, ${this.text("list-words")
      .replace("%", words.toLocaleString(this.name)).replace("&", edition.replace(/\S+-\S+ /, ""))}`;
  }

  choose(name) {
    this.name = name;
    try {
      localStorage.setItem(KEPT, name);
    } catch {
      // Storage is blocked: the next visit starts in the browser's language.
    }
    this.apply();
  }

  apply() {
    document.documentElement.lang = this.name;
    this.select.value = this.name;
    document.querySelector("link[rel=manifest]")?.setAttribute("href", `manifest-${this.name}.webmanifest`);
    this.fill(document);
    this.changed(this.name);
  }

  // Fills a part of the page with its texts.
  fill(part) {
    for (const element of part.querySelectorAll("[data-text]")) {
      element.textContent = this.text(element.dataset.text);
    }
    for (const element of part.querySelectorAll("[data-label]")) {
      element.setAttribute("aria-label", this.text(element.dataset.label));
    }
    for (const list of part.querySelectorAll("[data-list]")) {
      list.replaceChildren(...this.text(list.dataset.list).flatMap((entry) => this.entry(entry)));
    }
  }

  // Builds a list item from a string, or a term and its meaning from a pair.
  entry(entry) {
    if (typeof entry === "string") {
      const item = document.createElement("li");
      item.textContent = entry;
      return [item];
    }
    return ["dt", "dd"].map((tag, at) => {
      const element = document.createElement(tag);
      element.textContent = entry[at];
      return element;
    });
  }
}
