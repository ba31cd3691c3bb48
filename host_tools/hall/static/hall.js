// The director's page: pictures of the hall come by a web socket; clocks run on between them.

import { TEXTS, clock } from "./texts.js";

const tables = document.getElementById("tables");
const template = document.getElementById("table");
const queue = document.getElementById("queue");
const state = document.getElementById("state");
const rounds = document.getElementById("round");
const language = document.getElementById("language");
const cards = new Map();
let picture = { rows: [], calls: [], state: "" };
let connected = false;
let taken = performance.now();

const say = (key) => TEXTS[language.value][key] ?? key;
const set = (element, text) => { if (element.textContent !== text) element.textContent = text; };

function card(row) {
  const key = `${row.hall}/${row.device}`;
  let element = cards.get(key);
  if (!element) {
    element = template.content.firstElementChild.cloneNode(true);
    cards.set(key, element);
  }
  return element;
}

function side(element, row, letter, gone) {
  const low = letter.toLowerCase();
  const runs = row.running.includes(letter) && !row.silent;
  const ms = row[`clock_${low}_ms`] - (runs ? gone : 0);
  element.classList.toggle("running", runs);
  element.classList.toggle("over", ms < 0);
  set(element.querySelector(".player"), row[`player_${low}`] || letter);
  set(element.querySelector(".clock"), clock(ms));
  const points = row[`points_${low}`];
  set(element.querySelector(".points"), points ? `-${points}` : "");
}

function remarks(row) {
  const told = row.faults.map((name) => say(`fault.${name}`));
  if (row.notice !== "none" && row.notice) told.unshift(say(`notice.${row.notice}`));
  if (row.seal) told.push(say(`seal.${row.seal}`));
  return told.join(" · ");
}

function draw(row, gone) {
  const element = card(row);
  const reason = row.reason === "none" || !row.reason ? "" : `: ${say(`reason.${row.reason}`)}`;
  set(element.querySelector(".number"), row.table || row.name || row.device);
  set(element.querySelector(".phase"), say(`phase.${row.phase}`) + reason);
  const standing = ["stopped", "challenge", "verdict", "count", "recovered", "fault"];
  set(element.querySelector(".since"),
    standing.includes(row.phase) ? clock(row.phase_s * 1000 + gone) : "");
  side(element.querySelector(".a"), row, "A", gone);
  side(element.querySelector(".b"), row, "B", gone);
  const strange = row.stranger ? `${say("stranger")} (${row.hall}/${row.device})` : "";
  set(element.querySelector("footer"), [strange, remarks(row)].filter(Boolean).join(" · "));
  element.title = age(row, gone);
  element.className = "";
  element.classList.toggle("running", row.running !== "none" && !row.silent);
  element.classList.toggle("calls", row.call_s !== null);
  element.classList.toggle("fault", row.faults.length > 0);
  element.classList.toggle("silent", row.silent);
  element.classList.toggle("stranger", row.stranger);
  return element;
}

const age = (row, gone) => `${Math.round(row.age_s + gone / 1000)} s`;

function drawQueue(gone) {
  const calls = picture.calls.map((call) =>
    `${say("table")} ${call.table} (${clock(call.waits_s * 1000 + gone)})`);
  const some = calls.length > 0;
  if (!some) calls.push(say("nobody"));
  while (queue.children.length > calls.length) queue.lastElementChild.remove();
  while (queue.children.length < calls.length) queue.append(document.createElement("li"));
  calls.forEach((text, at) => set(queue.children[at], text));
  document.getElementById("calls").classList.toggle("some", some);
  queue.firstElementChild.classList.toggle("nobody", !some);
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
  const gone = performance.now() - taken;
  drawRounds();
  const shown = picture.rows.filter((row) => !rounds.value || row.round === rounds.value);
  shown.sort((one, other) => one.stranger - other.stranger);
  const elements = shown.map((row) => draw(row, gone));
  const same = elements.length === tables.children.length &&
    elements.every((element, at) => tables.children[at] === element);
  if (!same) tables.replaceChildren(...elements);
  drawQueue(gone);
}

const troubled = () => (picture.trouble_s ?? null) !== null;

function warnings() {
  const told = [];
  if (troubled()) {
    const waiting = `${say("waiting")} ${picture.waiting}`;
    told.push(`${say("trouble")} ${clock(picture.trouble_s * 1000)} (${waiting}): ${picture.trouble}`);
  }
  if (picture.open) told.push(say("open"));
  if (picture.others) told.push(`${say("others")}: ${picture.others}`);
  const refused = Object.entries(picture.refused ?? {});
  if (refused.length) {
    told.push(`${say("refused")}: ${refused.map(([why, n]) => `${say(`refused.${why}`)} ${n}`).join(", ")}`);
  }
  return told.join(" · ");
}

function showState() {
  const why = picture.why ? ` (${picture.why})` : "";
  set(state, connected ? say(`state.${picture.state}`) + why : say("lost"));
  set(document.getElementById("warnings"), warnings());
  const bad = ["connecting", "no-broker", "no-device"].includes(picture.state) || troubled();
  state.classList.toggle("bad", !connected || bad);
}

function translate() {
  document.documentElement.lang = language.value;
  document.title = `Corrido: ${say("hall")}`;
  if (picture.state) showState();
  for (const element of document.querySelectorAll("[data-text]")) {
    set(element, say(element.dataset.text));
  }
  rounds.replaceChildren();
  drawAll();
}

function connect() {
  const socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onmessage = (message) => {
    picture = JSON.parse(message.data);
    taken = performance.now();
    connected = true;
    showState();
    drawAll();
  };
  socket.onclose = () => {
    connected = false;
    showState();
    setTimeout(connect, 1000);
  };
}

language.value = navigator.language.slice(0, 2) in TEXTS ? navigator.language.slice(0, 2) : "es";
language.addEventListener("change", translate);
rounds.addEventListener("change", drawAll);
translate();
connect();
setInterval(drawAll, 250);
