// After the game: the summary that both players sign, the final scores, and the code for the hall.

import { exactOf, h, rounded, sentence } from "../static/dom.js";

/** @type {Player[]} */
const PLAYERS = ["A", "B"];
const QUIET = 4; // light modules around a QR code
const MODULE_PX = 6;

// Builds the summary that both players sign (art. 44): who lost, all that changes points, then the rest.
/** @param {Sheet} parts */
export async function figures({ link, text, known }) {
  const [game, results] = await Promise.all([link.ask("summary"), link.ask("results")]);
  /** @param {number} points */
  const minus = (points) => (points ? `−${points}` : "0");
  /** @param {"over_ms" | "used_ms"} name @returns {Figure[1]} */
  const time = (name) => (player) => rounded(exactOf(player[name]));
  const scored = results.some((result) => result !== null);
  /** @type {Figure[]} */
  const first = [
    ["sum.over", time("over_ms")],
    ["sum.points", (player) => minus(player.points)],
    ["sum.penalties", (player) => minus(player.penalty)],
    ["sum.total", (player) => minus(player.points + player.penalty)],
    ["sum.score", (player) => player.score ?? "–", scored],
    ["sum.result", (player, at) => results[at] ?? "–", scored],
  ];
  /** @type {Figure[]} */
  const rest = [
    ["sum.used", time("used_ms")], ["sum.turns", (player) => player.turns],
    ["sum.challenges", (player) => `${player.challenges_won}/${player.challenges}`],
    ["sum.card", (player) => sentence(text(`card.${player.card}`))],
  ];
  /** @param {Figure[]} some */
  const rows = (some) => some.filter(([, , shown]) => shown !== false).map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, sentence(text(name))),
    ...PLAYERS.map((who, at) => h("td", {}, String(value(game[who], at))))));
  /** @param {...Child} made */
  const table = (...made) => h("table", {}, h("thead", {}, h("tr", {}, h("td"),
    ...PLAYERS.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...made));
  const [keys, winner] = known.view.ended;
  const told = keys.map((key) => h("p", {}, sentence(text(key)).replace("%", winner)));
  return h("div", {}, ...told, table(...rows(first)), h("details", {}, h("summary", {}, text("sum-rest")),
    table(...rows(rest), ...stops(game.stops, text))));
}

// Builds the rows of stopped time: one per reason, with a column for the player whose clock ran.
/** @param {Summary["stops"]} rows @param {Say} text */
function stops(rows, text) {
  const sums = new Map();
  for (const [reason, whose, , ms] of rows) {
    const sum = sums.get(reason) ?? { A: 0, B: 0, none: 0 };
    sum[whose] = (sum[whose] ?? 0) + ms;
    sums.set(reason, sum);
  }
  /** @param {number} ms */
  const cell = (ms) => h("td", {}, ms ? rounded(exactOf(ms)) : "–");
  return [...sums].map(([reason, sum]) => h("tr", {},
    h("th", { scope: "row" }, `${text("stopped")}: ${sentence(text(`stop.${reason}`))}`), cell(sum.A), cell(sum.B)));
}

/** Asks for both final scores; each becomes a log entry. @param {Sheet} sheet */
export async function scores(sheet) {
  const { text, arbiter } = sheet;
  const game = await sheet.link.ask("summary");
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
  } }, ...PLAYERS.map((name) => h("label", {}, h("span", {}, label(name)), h("input", {
    name, type: "number", min: -999, max: 999, step: 1, inputMode: "numeric", value: game[name].score ?? "",
  }))), h("div", { className: "row" }, h("button", { className: "main" }, "OK")));
  arbiter.fill("note", text("menu.scores"), form);
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
