// The manual's pages, and a search in them: the index of a language is one file of the site, so it works offline.

import { h } from "./static/dom.js";
import { Language } from "./static/language.js";

const SHOWN = 20;
const AROUND = 80; // letters of a section on either side of the word that was found
/** @param {string} id */
const part = (id) => document.getElementById(id);
/** @param {string} text */
const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
/** @type {Record<string, Promise<Section[]>>} */
const indexes = {};
/** @type {Section[]} */
let sections = [];

/** @param {string} code */
async function index(code) {
  /** @type {string[][]} */
  const rows = await (await fetch(`manual-${code}.json`)).json();
  return rows.map(([address, page, title, text]) => (
    { address, page, title, text: text.normalize("NFC"), heads: fold(`${page} ${title}`), all: fold(`${page} ${title} ${text}`) }));
}

/** @param {Section} p0 @param {string} word */
function entry({ address, page, title, text }, word) {
  const at = Math.max(0, fold(text).indexOf(word) - AROUND);
  return h("li", {}, h("a", { href: address }, page === title ? title : `${page}: ${title}`),
    h("p", {}, `${at ? "…" : ""}${text.slice(at, at + 2 * AROUND + word.length)}…`));
}

function look() {
  const words = fold(part("asked").value).split(/\s+/).filter(Boolean);
  const found = words.length ? sections.filter(({ all }) => words.every((word) => all.includes(word))) : [];
  /** @param {Section} parts */
  const hits = ({ heads }) => words.filter((word) => heads.includes(word)).length;
  found.sort((one, other) => hits(other) - hits(one));
  part("found").replaceChildren(...found.slice(0, SHOWN).map((section) => entry(section, words[0])));
  part("said").textContent = words.length && !found.length ? language.text("manual-none") : "";
}

const language = new Language(part("language"), async (name) => {
  const code = ["es", "ca"].includes(name) ? "es" : "en";
  for (const list of document.querySelectorAll("[data-pages]")) list.hidden = list.dataset.pages !== code;
  part("found").lang = code;
  sections = await (indexes[code] ??= index(code));
  look();
});
part("asked").addEventListener("input", look);
language.apply();
