// The page is a view: it sends contacts and shows the state of the device's pins and displays.

import { announcement } from "./announce.js";
import { Oled } from "./display.js";
import { h } from "./dom.js";
import { Keys } from "./keys.js";
import { Language } from "./language.js";
import { SocketLink, WorkerLink } from "./links.js";
import { Recorder } from "./recorder.js";
import { Sound } from "./sound.js";
import { Tools } from "./tools.js";
import { Voice } from "./voice.js";

const READ_MS = 15000;
let readTimer = 0;
/** @param {string} id */
const byId = (id) => document.getElementById(id);
const inWorker = document.body.dataset.device === "worker";
const seen = { powered: false, display: true, lost: inWorker, why: "", command: "corrido sim" };
const oleds = [new Oled(byId("oled"), byId("device")), new Oled(byId("oled-2"), byId("device"))];
const sound = new Sound(byId("grille"));
const voice = new Voice(() => language.name, byId("spoken"));
const link = new (inWorker ? WorkerLink : SocketLink)(onUpdate, onLost);
const keys = new Keys(document, (key, closed, wallMs) => {
  link.send(closed ? "close" : "open", key, wallMs);
}, (tile) => link.send("type", tile));
const tools = new Tools(link, inWorker);
const recorder = new Recorder(link, tools);
const language = new Language(byId("language"), () => {
  document.title = language.text("title");
  tools.language = language;
  tools.name();
  refresh();
});
recorder.language = language;

/** @param {string} id @param {string} text */
function say(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text; // screen readers read each change
}

/** @param {Record<string, boolean>} leds */
function showLeds(leds) {
  byId("leds").replaceChildren(...Object.entries(leds).map(([name, lit]) => h("b",
    { className: lit ? "led lit" : "led", "data-led": name, title: name })));
}

/** @param {Uint8Array[]} frames */
function showFrames(frames) {
  byId("oled-2").parentElement.hidden = frames.length < 2;
  frames.slice(0, oleds.length).forEach((frame, at) => oleds[at].show(frame));
}

/** @param {Status} status */
function showStatus(status) {
  const rows = Object.entries(status).map(([field, value]) => h("tr", {},
    h("th", { scope: "row" }, field), h("td", { "data-field": field }, value)));
  byId("status").tBodies[0].replaceChildren(...rows);
  say("said", announcement(status, (name) => language.text(name)));
}

function problem() {
  if (!seen.lost) return "";
  if (seen.why === "elsewhere") return language.text("elsewhere");
  if (seen.why) return language.text("failed").replace("%", seen.why);
  return language.text(inWorker ? "starting" : "gone").replace("%", seen.command);
}

function refresh() {
  /** @param {string} name */
  const text = (name) => language.text(name);
  byId("plug").textContent = text(seen.powered ? "unplug" : "plug");
  byId("plug").dataset.do = seen.powered ? "unplug" : "plug";
  byId("display").textContent = text(seen.display ? "display-off" : "display-on");
  byId("display").dataset.do = seen.display ? "display-off" : "display-on";
  byId("sound").textContent = text(sound.on ? "mute" : "unmute");
  byId("device").classList.toggle("dark", !seen.powered);
  byId("device").classList.toggle("display-out", !seen.display);
  // A device that does not answer must not look alive.
  byId("device").classList.toggle("lost", seen.lost);
  for (const id of ["plug", "reset", "display", "read"]) byId(id).disabled = seen.lost;
  say("message", problem());
  byId("message").hidden = !problem();
  recorder.refresh();
}

/** @param {Update} update */
function onUpdate(update) {
  if (update.speed !== undefined) {
    sound.speed = update.speed;
    tools.showSpeed(update.speed);
  }
  if (update.command) seen.command = update.command;
  if (update.keys) {
    if (inWorker) onLost(false);
    keys.offer(update.keys);
    tools.offer(update.keys);
  }
  if (update.frames) showFrames(update.frames);
  if (update.leds) showLeds(update.leds);
  if (update.buzzer) sound.play(update.buzzer, update.us ?? 0);
  if (update.spoken) voice.say(update.spoken);
  if (update.status) showStatus(update.status);
  if (update.status) tools.statusChanged();
  if (update.entering !== undefined) {
    keys.entering = update.entering;
    byId("device").classList.toggle("entering", update.entering); // letter keys now enter tiles
  }
  if (update.moved) recorder.moved(...update.moved);
  if (update.flipped) recorder.flipped(...update.flipped);
  if (update.line || update.outcome !== undefined) recorder.playing(update);
  if (update.down) keys.show(update.down);
  seen.powered = update.powered ?? seen.powered;
  seen.display = update.display ?? seen.display;
  if ("powered" in update || "display" in update) refresh();
}

// Reads the display out for a screen reader; the text is removed before it is out of date.
async function read() {
  const reading = byId("reading");
  reading.textContent = "";
  const lines = inWorker ? await link.ask("screen")
    : await (await fetch("screen")).json();
  reading.textContent = lines.join(" · ") || language.text("blank");
  clearTimeout(readTimer);
  readTimer = setTimeout(() => { reading.textContent = ""; }, READ_MS);
}

/** @param {boolean} isLost */
function onLost(isLost, why = "") {
  if (isLost) {
    keys.releaseAll();
    keys.offer([]);
    showStatus(/** @type {any} */ ({}));
    sound.stop();
  }
  Object.assign(seen, { lost: isLost, why });
  refresh();
}

document.addEventListener("click", (event) => {
  const action = event.target.closest("[data-do]")?.dataset.do;
  if (action) {
    recorder.did(action);
    link.send("do", action);
  }
  // After a mouse click drop the focus, so that Space is STOP again; keyboard users keep theirs.
  const own = event.target.closest(".toolbar button, .row button, summary");
  if (own && event.detail) own.blur();
});
byId("sound").addEventListener("click", () => { sound.toggle(); refresh(); });
byId("read").addEventListener("click", read);
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => { sound.wake(); voice.wake(); }, { capture: true });
}

if (inWorker) await tools.load();
language.apply();
link.begin(tools.facts());
recorder.fromAddress();
