// The word judge: players enter words, both confirm, one verdict covers the whole play, then the
// screen is cleared. The look-ups are logged behind the arbiter's password.

import { h, sentence } from "../static/dom.js";
import { Language } from "../static/language.js";
import { WorkerLink } from "../static/links.js";
import { Letters } from "../letters.js";
import { Lookups } from "./lookups.js";
import { Office } from "./office.js";

const CLEARED_MS = 10_000;
/** @param {string} id */
const byId = (id) => document.getElementById(id);
let isReady = false;
const link = new WorkerLink(onUpdate, onLost);
const lookups = new Lookups();
const language = new Language(byId("language"), onLanguage);
const office = new Office({ link, lookups, text, language, faultOf, dialog: byId("dialog"),
                            pageEnd: byId("page-end"), changed: begin });
/** @type {Letters | null} */
let letters = null;
let timer = 0; // until the screen is cleared

/** @param {string} name */
function text(name) { return language.text(name); }

function onLanguage() {
  document.title = `Corrido: ${text("nav-judge")}`;
  if (isReady) enter();
}

/** @param {Update} update */
function onUpdate(update) {
  if (!update.keys) return;
  isReady = true;
  begin();
}

// Checks the whole list before any word is entered.
async function begin() {
  byId("problem").hidden = true;
  try {
    await link.ask("look_up", ["AA"]);
    const [lists, chosen] = await Promise.all([link.ask("lists"), link.ask("setting", "lexicon")]);
    const list = /** @type {WordList} */ (lists.find(([name]) => name === chosen));
    byId("list").textContent = language.list(list);
    byId("list").dataset.title = list[4];
    await enter();
  } catch (error) {
    onLost(true, error.message);
  }
}

/** @param {...Node} children */
function desk(...children) {
  byId("desk").replaceChildren(...children);
}

async function enter() {
  clearTimeout(timer);
  letters = new Letters({ ...await link.ask("letters"), text, done: confirm });
  desk(letters.element);
  if (!document.activeElement?.closest("select, dialog")) letters.line.focus();
}

/** Has both players confirm the words. @param {string[]} words */
function confirm(words) {
  letters = null;
  const said = new Set();
  const buttons = ["A", "B"].map((name) => {
    const button = h("button", { type: "button", onclick: () => {
      said.add(name);
      button.textContent = `${name} ✓`;
      button.setAttribute("aria-pressed", true);
      if (said.size === 2) judge(words);
      else buttons.find((other) => other !== button)?.focus();
    } }, `${name}: ${text("confirm-here")}`);
    return button;
  });
  desk(h("p", { className: "words", role: "status" }, words.join(" + ")),
    h("div", { className: "confirm" }, ...buttons),
    h("div", { className: "row" }, h("button", { type: "button", onclick: enter }, text("edit"))));
  buttons[0].focus();
}

/** @param {string[]} words */
async function judge(words) {
  let answers;
  try {
    answers = await link.ask("look_up", words);
  } catch (error) {
    onLost(true, error.message);
    return;
  }
  const verdict = answers.every(Boolean) ? "valid" : "invalid";
  lookups.add({ list: byId("list").dataset.title, words, answers, verdict });
  const left = h("p", { className: "left", "aria-hidden": "true" });
  const until = performance.now() + CLEARED_MS;
  const tick = () => {
    const ms = until - performance.now();
    if (ms <= 0) enter();
    else {
      left.textContent = `${Math.ceil(ms / 1000)} s`;
      timer = setTimeout(tick, Math.min(250, ms));
    }
  };
  const button = h("button", { type: "button", onclick: enter }, "OK");
  desk(h("div", { className: `verdict ${verdict}` },
    h("p", { className: "answer", role: "alert" }, `${verdict === "valid" ? "✓" : "✗"} ${text(`verdict.${verdict}`)}`),
    h("p", { className: "words" }, words.join(" + ")), left, h("div", { className: "row" }, button)));
  button.focus();
  tick();
}

/** Returns a fault of the firmware in words. @param {string} why */
function faultOf(why) {
  const fault = /(lexicon-\w+|memory)$/.exec(why);
  return fault ? sentence(text(`fault.${fault[1]}`).replaceAll("|", " ")) : text("failed").replace("%", why);
}

/** @param {boolean} isLost */
function onLost(isLost, why = "") {
  const problem = byId("problem");
  problem.hidden = !isLost;
  problem.textContent = why === "elsewhere" ? text("elsewhere") : why ? faultOf(why) : text("starting");
}

document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") event.preventDefault(); // a key held down confirms once
  if (letters && !event.ctrlKey && !event.metaKey && !event.target.closest("dialog, select")) {
    letters.type(event);
  }
});
byId("leave").addEventListener("click", () => office.leave());
byId("rounds").addEventListener("click", () => office.rounds());
// Keeps players at the arbiter's table from leaving the page with the browser's keys.
window.addEventListener("beforeunload", (event) => {
  if (office.guarded()) event.preventDefault();
});

// A game's link, as the clock's page sends it.
function takeLink() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) return;
  history.replaceState(null, "", location.pathname);
  office.rounds(code);
}

window.addEventListener("hashchange", takeLink);
language.apply();
onLost(true);
takeLink();
link.begin({ name: "judge", settings: { language: language.name } });
