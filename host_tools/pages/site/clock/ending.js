// After the game: the summary that both players sign, the final scores, the code and the link for the hall; and one's
// own games on this phone, each with its summary and the link that returns it.

import { figures as figuresIn } from "../judge/lookups.js";
import { h, keep, kept, sentence } from "../static/dom.js";

/** @type {Player[]} */
const PLAYERS = ["A", "B"];
const QUIET = 4; // light modules around a QR code
const MODULE_PX = 6;
const GAMES = "corrido-own-games";
const MOST = 100;

/** Builds a table of the device's figures: A's, what it is, B's; or a line alone. @param {[string, string, string][]} rows */
export const table = (rows) => h("table", {}, h("thead", {}, h("tr", {}, ...["A", "", "B"].map((name) => h(name ? "th" : "td", name ? { scope: "col" } : {}, name)))),
  h("tbody", {}, ...rows.map(([a, label, b]) => h("tr", {}, h("td", {}, a), h("th", { scope: "row" }, a || b ? sentence(label) : label), h("td", {}, b)))));

/** Builds the summary that both players sign (art. 44): what changes points, then the rest. @param {Sheet} parts */
export function figures({ text, known }) {
  const { figures: rows = [], at } = known.view.place;
  const names = PLAYERS.map((name, who) => known.view.names[who] && `${name} ${known.view.names[who]}`).filter(Boolean);
  return h("div", {}, h("p", { className: "names" }, names.join(" · ")), table(rows.slice(0, at)), h("details", {}, h("summary", {}, text("sum-rest")), table(rows.slice(at))));
}

/** Asks for both final scores; each becomes a log entry. @param {Sheet} sheet */
export async function scores(sheet) {
  const { text, arbiter } = sheet;
  const [before, { score: [, least, most] }] = await Promise.all([sheet.link.ask("scores"), sheet.link.ask("kinds")]);
  /** @param {string} name */
  const label = (name) => text("score-of").replace("%", name);
  const form = h("form", { onsubmit: async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    for (const name of PLAYERS) {
      if (given.get(name) !== "") await sheet.ask("say", "FINAL_SCORE", name, Number(given.get(name)));
    }
    sheet.forget();
    arbiter.dialog.close();
    sheet.look();
  } }, ...PLAYERS.map((name, at) => h("label", {}, h("span", {}, label(name)), h("input", {
    name, type: "number", min: least, max: most, step: 1, inputMode: "numeric", value: before[at] ?? "",
  }))), h("div", { className: "row" }, h("button", { className: "main" }, "OK")));
  arbiter.fill("note", text("menu.scores"), h("p", {}, text("score-told")), form);
}

/** Asks who signs first whether to close without points; returns whether it does. @param {Sheet} sheet @param {string} key @param {{ target?: EventTarget | null }} event */
export function asksPoints(sheet, key, { target }) {
  const { arbiter, text, known: { status, view } } = sheet;
  const isAsked = view.said > 0 || /** @type {Part | null | undefined} */ (target)?.closest("dialog");
  const isOver = status.phase === "over" && status.forfeit === "none" && !view.place?.fields; // else its halves sign nothing yet
  if (isAsked || !isOver || !view.unscored || !["A", "B"].includes(key)) return false;
  arbiter.fill("note", text("unscored"), h("div", { className: "row" },
    sheet.button(text("menu.scores"), () => scores(sheet), { className: "main" }),
    sheet.button(text("close-anyway"), (again) => {
      sheet.known.view.unscored = false;
      sheet.press(key, again);
      arbiter.dialog.close();
    }, { className: "anyway" })));
  return true;
}

/** Draws the game's QR code from the firmware's rows of 0 and 1. @param {string[]} rows @param {string} label */
export function codeOf(rows, label) {
  if (!rows.length) return "";
  const side = (rows.length + 2 * QUIET) * MODULE_PX;
  const canvas = h("canvas", { className: "code", width: side, height: side, role: "img", "aria-label": label });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, side, side);
  pen.fillStyle = "#000";
  rows.forEach((row, y) => [...row].forEach((module, x) => {
    if (module === "1") pen.fillRect((x + QUIET) * MODULE_PX, (y + QUIET) * MODULE_PX, MODULE_PX, MODULE_PX);
  }));
  return canvas;
}

/** @typedef {NonNullable<Place["figures"]>} Rows */
/** @returns {[day: string, code: string, rows: Rows][]} */
const closed = () => JSON.parse(kept(GAMES) || "[]");

/** Keeps a closed game, once, with its summary as both read it; returns whether it is kept. @param {string} code @param {Rows} rows */
export function keepGame(code, rows) {
  return closed().some(([, other]) => other === code) || keep(GAMES, JSON.stringify([...closed(), [new Date().toISOString(), code, rows]].slice(-MOST)));
}

/** Returns a link to the judge's page that adds a game to its round. @param {string} code @param {Say} text */
export function resultLink(code, text) {
  const { href } = new URL(`judge.html#code=${encodeURIComponent(code)}`, location.href);
  const link = h("a", { className: "link", href, target: "_blank", onclick: (event) => {
    if (!navigator.share && !navigator.clipboard) return; // where nothing else can be done with it, it opens
    event.preventDefault(); // it is for the arbiter, and opens on his phone
    if (navigator.share) navigator.share({ url: href }).catch(() => {});
    else navigator.clipboard.writeText(href).then(() => { link.textContent = text("link-copied"); }, () => {});
  } }, text("send-result"));
  return link;
}

/** Shows all games, the latest first. @param {Sheet} sheet */
export function ownGames({ arbiter, text, language }) {
  const games = closed().reverse().map(([day, code, rows]) => {
    /** @type {Scanned} */
    const game = figuresIn(code) ?? {};
    /** @param {string} who */
    const side = (who) => `${game[who] || who} ${game[`${who}.result`] || `−${game[`${who}.deducted`]}`}`;
    return h("details", {}, h("summary", {}, `${new Date(day).toLocaleDateString(language.name)} ${side("A")} · ${side("B")}`),
      table(rows), resultLink(code, text));
  });
  arbiter.fill("note", text("own-games"), ...games.length ? games : [h("p", {}, text("own-games-none"))]);
}
