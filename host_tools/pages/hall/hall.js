// The director's page asks for a picture of the hall twice a second, with times as the devices show them.

import { TEXTS, takePhotographs } from "./texts.js";

const NEEDS = ["calls", "fault", "silent", "overtime", "stopped", "late", "unsigned", "playing",
  "setup", "signed"];
const LOOK_EVERY_MS = 500;
const BEEP_EVERY_MS = 5000; // while somebody calls whom nobody has seen

const tables = document.getElementById("tables");
const template = document.getElementById("table");
const queue = document.getElementById("queue");
const state = document.getElementById("state");
const rounds = document.getElementById("round");
const language = document.getElementById("language");
const needs = document.getElementById("needs");
const lines = document.getElementById("lines");
const search = document.getElementById("search");
const sound = document.getElementById("sound");
const cards = new Map();
let only = ""; // the need that alone is shown
/** @type {AudioContext | null} */
let audio = null;
let called = new Set();
/** @type {DeskLine[]} */
let desk = [];
/** @type {Picture} */
let picture = { rows: [], calls: [], state: "" };
let connected = false;

/** @param {string} key */
const say = (key) => TEXTS[language.value][key] ?? key;
/** @param {Part} element @param {string} text */
const set = (element, text) => { if (element.textContent !== text) element.textContent = text; };

/** What people call a table, `B-7` of a division. @param {Row | DeskLine} row */
const where = (row) => row.division && row.table ? `${row.division}-${row.table}` : row.table;

/** @param {Row} row */
function card(row) {
  const key = `${row.hall}/${row.device}`;
  let element = cards.get(key);
  if (!element) {
    element = template.content.firstElementChild.cloneNode(true);
    cards.set(key, element);
  }
  return element;
}

/** @param {Part} element @param {Row} row @param {Player} letter */
function side(element, row, letter) {
  const low = /** @type {"a" | "b"} */ (letter.toLowerCase());
  const runs = row.running.includes(letter) && !row.silent;
  const clock = row[`clock_${low}`];
  element.classList.toggle("running", runs);
  element.classList.toggle("over", clock.startsWith("-"));
  set(element.querySelector(".player"), row[`player_${low}`] || letter);
  set(element.querySelector(".clock"), clock);
  const points = row[`points_${low}`];
  set(element.querySelector(".points"), points ? `-${points}` : "");
}

/** @param {Row} row */
function remarks(row) {
  const told = row.faults.map((name) => say(`fault.${name}`));
  if (row.silent) told.push(say("back"));
  if (row.notice !== "none" && row.notice) told.unshift(say(`notice.${row.notice}`));
  if (row.seal) told.push(say(`seal.${row.seal}`));
  return told.join(" · ");
}

/** @param {Row} row */
function draw(row) {
  const element = card(row);
  const reason = row.reason === "none" || !row.reason ? "" : `: ${say(`reason.${row.reason}`)}`;
  set(element.querySelector(".number"), where(row) || row.name || row.device);
  set(element.querySelector(".phase"), say(`phase.${row.phase}`) + reason);
  const standing = ["stopped", "challenge", "verdict", "count", "recovered", "fault"];
  set(element.querySelector(".since"), standing.includes(row.phase) ? row.since : "");
  side(element.querySelector(".a"), row, "A");
  side(element.querySelector(".b"), row, "B");
  const strange = row.stranger ? `${say("stranger")} (${row.hall}/${row.device})` : "";
  set(element.querySelector(".remarks"), [strange, remarks(row)].filter(Boolean).join(" · "));
  set(element.querySelector(".age"), `${say("ago")} ${row.age}`);
  element.className = `need-${row.need}`;
  element.classList.toggle("running", row.running !== "none" && !row.silent);
  element.classList.toggle("calls", row.call_s !== null);
  element.classList.toggle("fault", row.faults.length > 0);
  element.classList.toggle("silent", row.silent);
  element.classList.toggle("stranger", row.stranger);
  return element;
}

/** How many tables need what; a press shows these alone. @param {Row[]} rows */
function drawNeeds(rows) {
  NEEDS.forEach((need, at) => {
    const button = /** @type {Part} */ (needs.children[at]);
    const count = rows.filter((row) => row.need === need).length;
    button.hidden = !count && need !== only;
    set(button, `${say(`need.${need}`)} ${count}`);
    button.setAttribute("aria-pressed", String(need === only));
  });
}

// A table that begins to call is heard, if the browser was allowed to; the title tells it too.
function ring() {
  const now = new Set(picture.calls.map((call) => call.table));
  const fresh = [...now].some((table) => !called.has(table));
  called = now;
  document.title = `${now.size ? `(${now.size}) ` : ""}Corrido: ${say("hall")}`;
  sound.classList.toggle("on", audio?.state === "running");
  set(sound, say(audio?.state === "running" ? "sound.on" : "sound"));
  if (fresh) beep();
}

function beep() {
  if (audio?.state !== "running") return;
  for (const [at, pitch] of [[0, 660], [0.25, 880], [0.5, 660]]) {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const loud = new GainNode(audio, { gain: 0.2 });
    tone.connect(loud).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.2);
  }
}

function allowSound() {
  audio ??= new AudioContext();
  if (audio.state === "running") audio.suspend().then(ring);
  else audio.resume().then(() => { ring(); beep(); });
}

/** @param {Finalist} player */
function figures(player) {
  if (player.score === null) return `${player.name} ${player.result ?? (player.off ? `-${player.off}` : "")}`;
  return `${player.name} ${player.score}${player.off ? `-${player.off}=${player.result}` : ""}`;
}

/** @param {DeskLine} line */
function stateOf(line) {
  if (line.state === "open") return `${say("desk.open")}: ${say(`phase.${line.detail}`)}`;
  if (line.state === "gap") {
    const [first, last] = line.gap;
    return `${say("desk.gap")} ${first}${last < 32768 ? `-${last}` : "…"}. ${say("desk.remedy")}`;
  }
  if (line.state === "differ") return `${say("desk.differ")}: ${line.detail}`;
  return line.state === "other" ? line.detail : say(`desk.${line.state}`);
}

/** @param {DeskLine} line */
function drawLine(line) {
  const element = document.getElementById("line").content.firstElementChild.cloneNode(true);
  element.className = `desk-${line.state}`;
  set(element.querySelector(".number"), where(line) || line.device);
  set(element.querySelector(".state"), [stateOf(line), line.game ? `${say("game")} ${line.game}` : "",
    rounds.value ? "" : line.round && `${say("round")} ${line.round}`].filter(Boolean).join(" · "));
  for (const row of line.rows) {
    const told = document.createElement("span");
    told.className = "told";
    told.textContent = `${say(`source.${row.source}`)}: ${row.players.map(figures).join("  –  ")}`;
    element.append(told);
  }
  return element;
}

function drawDesk() {
  const whole = desk.filter((line) => ["signed", "void"].includes(line.state)).length;
  const rest = ["gap", "differ", "unproven", "other", "open", "never"].map((kind) =>
    [kind, desk.filter((line) => line.state === kind).length]).filter(([, count]) => count);
  set(document.querySelector("#desk summary"), [`${say("desk")}: ${whole}/${desk.length}`,
    ...rest.map(([kind, count]) => `${say(`desk.${kind}`)} ${count}`)].join(" · "));
  document.getElementById("desk").classList.toggle("whole", desk.length > 0 && !rest.length);
  const order = ["differ", "unproven", "other", "gap", "never", "open", "signed", "void"];
  const sorted = desk.toSorted((one, two) => order.indexOf(one.state) - order.indexOf(two.state));
  lines.replaceChildren(...sorted.map(drawLine));
}

async function askDesk() {
  try {
    const answer = await fetch(`/desk?${new URLSearchParams({ round: rounds.value, language: language.value })}`);
    const text = await answer.text();
    if (lines.dataset.text !== text + language.value) {
      lines.dataset.text = text + language.value;
      desk = JSON.parse(text).lines;
      drawDesk();
    }
  } catch {
    // showState() says that this program is gone
  }
}

function drawQueue() {
  const calls = picture.calls.map((call) => `${say("table")} ${call.table} (${call.waits})`);
  const some = calls.length > 0;
  if (!some) calls.push(say("nobody"));
  while (queue.children.length > calls.length) queue.lastElementChild?.remove();
  while (queue.children.length < calls.length) queue.append(document.createElement("li"));
  calls.forEach((text, at) => set(/** @type {Part} */ (queue.children[at]), text));
  document.getElementById("calls").classList.toggle("some", some);
  queue.firstElementChild?.classList.toggle("nobody", !some);
}

function drawRounds() {
  const names = [...new Set(picture.rows.map((row) => row.round).filter(Boolean))].sort();
  const wanted = ["", ...names];
  if ([...rounds.options].map((option) => option.value).join("\n") === wanted.join("\n")) return;
  const chosen = rounds.value;
  rounds.replaceChildren(...wanted.map((name) => new Option(name || say("all"), name)));
  rounds.value = wanted.includes(chosen) ? chosen : "";
}

function drawAll() {
  drawRounds();
  const here = picture.rows.filter((row) => !rounds.value || row.round === rounds.value);
  const found = search.value.trim().toLowerCase();
  const shown = here.filter((row) => !only || row.need === only).filter((row) => !found ||
    where(row).toLowerCase() === found || (found.length > 2 &&
      `${row.player_a} ${row.player_b} ${row.name}`.toLowerCase().includes(found)));
  const elements = shown.map(draw);
  drawNeeds(here);
  ring();
  const same = elements.length === tables.children.length &&
    elements.every((element, at) => tables.children[at] === element);
  if (!same) tables.replaceChildren(...elements);
  drawQueue();
}

function warnings() {
  const told = [];
  if (picture.behind) told.push(`${say("behind")} ${picture.behind}`);
  if (picture.trouble) told.push(`${say("trouble")} ${picture.trouble}, ${say("waiting")} ${picture.waiting}`);
  if (picture.open) told.push(say("open"));
  if (picture.lists) told.push(`${say("lists")}: ${picture.lists}`);
  const refused = Object.entries(picture.refused ?? {});
  if (refused.length) {
    told.push(`${say("refused")}: ${refused.map(([why, n]) => `${say(`refused.${why}`)} ${n}`).join(", ")}`);
  }
  return told.join(" · ");
}

function showState() {
  const known = /refused|timed out|unreachable/i.test(picture.why ?? "");
  const why = picture.why ? ` (${known ? say("unanswered") : picture.why})` : "";
  set(state, connected ? say(`state.${picture.state}`) + why : say("lost"));
  set(document.getElementById("warnings"), warnings());
  const bad = ["connecting", "no-broker"].includes(picture.state) || Boolean(picture.trouble);
  state.classList.toggle("bad", !connected || bad);
}

function translate() {
  document.documentElement.lang = language.value;
  if (picture.state) showState();
  for (const element of document.querySelectorAll("[data-text]")) {
    set(element, say(element.dataset.text));
  }
  search.placeholder = search.ariaLabel = say("search");
  rounds.replaceChildren();
  drawAll();
  askDesk();
}

async function look() {
  try {
    const answer = await fetch("/picture");
    picture = await answer.json();
    connected = true;
  } catch {
    connected = false;
  }
  setTimeout(look, LOOK_EVERY_MS);
  showState();
  drawAll();
}

needs.append(...NEEDS.map((need) => {
  const button = document.createElement("button");
  button.className = `need-${need}`;
  button.addEventListener("click", () => { only = only === need ? "" : need; drawAll(); });
  return button;
}));
language.value = navigator.language.slice(0, 2) in TEXTS ? navigator.language.slice(0, 2) : "es";
language.addEventListener("change", translate);
search.addEventListener("input", drawAll);
rounds.addEventListener("change", () => { drawAll(); askDesk(); });
sound.addEventListener("click", allowSound);
takePhotographs("/code", say, askDesk);
translate();
look();
document.body.inert = false; // until now nothing could be pressed and be lost
setInterval(() => { if (called.size) beep(); }, BEEP_EVERY_MS);
setInterval(askDesk, 3000);
