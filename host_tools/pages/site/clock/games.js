// One's own games on this phone: each with its closing code, which is its summary, and the link that returns it.

import { h } from "../static/dom.js";
import { figures } from "../judge/lookups.js";
import { table } from "./ending.js";

const KEPT = "corrido-own-games";
const MOST = 100;

/** @typedef {NonNullable<Place["figures"]>} Rows */
/** @returns {[day: string, code: string, rows: Rows][]} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return []; // storage is blocked
  }
}

/** Keeps a closed game, once, with its summary as both read it. @param {string} code @param {Rows} rows */
export function keep(code, rows) {
  const games = kept().filter(([, other]) => other !== code);
  try {
    localStorage.setItem(KEPT, JSON.stringify([...games, [new Date().toISOString(), code, rows]].slice(-MOST)));
  } catch {
    // Storage is blocked: the log has the game.
  }
}

/** Returns a link to the judge's page that adds a game to its round. @param {string} code @param {string} label */
export function resultLink(code, label) {
  const { href } = new URL(`judge.html#code=${encodeURIComponent(code)}`, location.href);
  return h("a", { className: "link", href, target: "_blank", onclick: (event) => {
    if (!navigator.share) return;
    event.preventDefault();
    navigator.share({ url: href }).catch(() => {});
  } }, label);
}

/** Shows all games, the latest first. @param {Sheet} sheet */
export function ownGames({ arbiter, text, language }) {
  const games = kept().reverse().map(([day, code, rows]) => {
    /** @type {Scanned} */
    const game = figures(code) ?? {};
    /** @param {string} who */
    const side = (who) => `${game[who] || who} ${game[`${who}.result`] || `−${game[`${who}.deducted`]}`}`;
    return h("details", {}, h("summary", {}, `${new Date(day).toLocaleDateString(language.name)} ${side("A")} · ${side("B")}`),
      table(rows), resultLink(code, text("send-result")));
  });
  arbiter.fill("note", text("own-games"), ...games.length ? games : [h("p", {}, text("own-games-none"))]);
}
