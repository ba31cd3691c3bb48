// The clock on a phone: the halves are the players' buttons; the firmware in the worker decides.

import { announcement } from "../static/announce.js";
import { wallOf } from "../static/device/wall.js";
import { exactOf, h, keep, kept, rounded } from "../static/dom.js";
import { Fingers, lifted } from "../static/fingers.js";
import { Language } from "../static/language.js";
import { WorkerLink } from "../static/links.js";
import { Sound } from "../static/sound.js";
import { Voice } from "../static/voice.js";
import { asksPoints } from "./ending.js";
import { Halves } from "./halves.js";
import { Problem } from "./problem.js";
import { edges } from "./selftest.js";
import { RINGS } from "./setup.js";
import { Sheet } from "./sheet.js";

const ASK_MS = 1000; // a half held so long asks what is to be said
const LOOK_MS = 400; // between looks at what the status omits
const PRESS_MS = 80;
const REFUSAL_MS = 2000;
const SAID_MS = 10_000; // how long a notice stays
/** @type {(keyof Status)[]} */
const NEWS = ["phase", "running", "turn", "reason", "verdict", "forfeit", "game", "notice"]; // a sheet is drawn anew
const NAME = "clock"; // of the stored device
const UNWATCHED = ["setup", "ready"]; // nothing there comes with time
/** @param {string} id */
const byId = (id) => document.getElementById(id);
/** @type {WakeLockSentinel | null} */
let lock = null; // on the screen, that it stays on
const timers = { look: 0, refusal: 0, unstored: 0, stored: 0, stepped: 0 };
/** @type {number | null} */
let unstoredMs = null; // since when the game is not stored

const known = /** @type {Known} */ ({ status: {}, times: /** @type {string[]} */ ([]), view: {}, ready: false, speech: "none" });
const link = new WorkerLink(onUpdate, onLost);
const sound = new Sound(byId("table"), (sounds) => warn("muted", sounds || !isOpen() ? "" : text("muted")));
const voice = new Voice(() => language.name, byId("spoken"));
const fingers = new Fingers((key, closed, event) => closed && asksPoints(sheet, key, event) || link.send(closed ? "close" : "open", key, wallOf(event)));
const halves = new Halves(fingers, press, byId);
const language = new Language(byId("language"), onLanguage);
const sheet = new Sheet({
  known, link, element: byId("sheet"), dialog: byId("dialog"), press, text, look, sound, language, voice, stayAwake,
});
const problem = new Problem({ name: NAME, link, element: byId("problem"), text, open });

/** @param {string} name */
function text(name) { return language.text(name); }

/**
 * Presses a key for a button elsewhere on the page or on the sheet, or for a key of a keyboard.
 * @param {string} key @param {Event} event
 */
function press(key, event, ms = PRESS_MS) { fingers.press(key, {}, event, ms); }

/** @param {string} name */
async function onLanguage(name) {
  document.title = `Corrido: ${text("nav-clock")}`;
  if (!known.ready) return;
  if (known.status.phase === "setup") await link.ask("choose", "language", name).catch(() => {});
  sheet.forget();
  look();
}

// Follows the settings for those who do not see well, or at all.
async function accessible() {
  const { speech = "none", felt, flashes, large } = await link.ask("settings").catch(() => /** @type {Settings} */ ({}));
  Object.assign(known, { speech, felt: felt === "yes" });
  byId("ask").hidden = speech === "none";
  byId("said").setAttribute("aria-live", speech === "none" ? "polite" : "off"); // nothing is said twice
  byId("table").classList.toggle("large", large === "yes");
  byId("table").classList.toggle("flashes", flashes === "yes");
}

/** Has the clock say where the game stands: as a key that plays nothing, or a half that is held. @param {Event} event */
function ask(event) {
  voice.isSilent = false;
  warn("stepped", "");
  const player = known.speech === "b" ? "B" : "A";
  if (["running", "count"].includes(known.status.phase)) press({ A: "UP", B: "DOWN" }[player], event);
  else if (known.status.phase === "stopped") press(player, event, ASK_MS);
}

// Redraws the sheet from the game's state: at each change, and regularly for what comes with time.
async function look() {
  clearTimeout(timers.look);
  if (!known.ready) return;
  known.view = await link.ask("view").catch(() => known.view);
  if (known.felt === undefined || UNWATCHED.includes(known.status.phase)) await accessible();
  halves.show(known, text, sheet.isNew);
  await sheet.show();
  if (!UNWATCHED.includes(known.status.phase)) timers.look = setTimeout(look, LOOK_MS);
}

/** @param {Update} update */
function onUpdate(update) {
  if (update.keys) begin();
  if (update.unstored !== undefined) onStored(update.unstored);
  if (update.stepped) onStepped();
  if (update.slept) known.slept = update.slept;
  if (update.buzzer) {
    sound.play(update.buzzer, update.us ?? 0);
    if (!known.felt && update.buzzer.some(([, hz]) => hz)) navigator.vibrate?.(60);
  }
  if (update.motor !== undefined && known.felt) navigator.vibrate?.(update.motor ? ASK_MS : 0);
  if (update.spoken) voice.say(update.spoken);
  known.times = update.times ?? known.times;
  const { status = update.times && known.status } = update;
  if (!status) return;
  const before = known.status;
  known.status = status;
  // Without a phase the clock is only starting again, perhaps after a second gap.
  if (before.phase === "recovered" && !["recovered", undefined].includes(status.phase)) known.slept = null;
  halves.show(known, text, sheet.isNew);
  const said = announcement(status, text);
  if (byId("said").textContent !== said) byId("said").textContent = said;
  const changed = NEWS.some((name) => before[name] !== status[name]);
  byId("table").dataset.phase = status.phase ?? "";
  const { phase } = status;
  showLimit(status.limit);
  if (before.phase !== phase) {
    noteOpen(phase);
    stayAwake();
    if (phase === "over" || before.phase === "ready" && phase === "running") ring();
  }
  if (changed) look();
}

function isOpen() { return !["setup", "closed", undefined].includes(known.status.phase); }

/**
 * Notes for the judge, which tells no reasons while a game is open, that one is; and holds the way back.
 * @param {Phase} phase
 */
function noteOpen(phase) {
  if (isOpen() && !history.state?.open) history.pushState({ open: true }, "");
  keep("corrido-open", ["setup", "closed"].includes(phase) ? "" : phase);
}

// Sounds at a game's start and end, where this phone was told to.
async function ring() {
  if (kept(RINGS)) sound.play(edges(await link.ask("patterns"), ["valid"]), 0);
}

// Shows the time left until the game's limit, if it has one.
function showLimit(limit = "none") {
  const line = limit === "none" ? "" : `${text("limit")} ${rounded(limit)}`;
  byId("limit").hidden = !line;
  if (byId("limit").textContent !== line) byId("limit").textContent = line;
}

/** Presses CHALLENGE; shows why it was refused for as long as the device does. @param {Event} event */
function challenge(event) {
  const why = known.view.refused;
  press("CHALLENGE", event);
  if (!why || known.status.phase === "challenge") return; // it was pressed twice
  byId("note").textContent = text(`no.${why}`).replaceAll("|", " ");
  byId("note").hidden = false;
  clearTimeout(timers.refusal);
  timers.refusal = setTimeout(() => { byId("note").hidden = true; }, REFUSAL_MS);
}

async function begin() {
  known.ready = true;
  for (const id of ["stop", "challenge"]) byId(id).disabled = false; // the device says what a press means
  navigator.storage?.persist?.().catch(() => {}); // a full phone must not lose a game
  onLost(false);
  look();
}

/** @param {boolean} isLost */
function onLost(isLost, why = "") { problem.show(isLost, why); }

/** Says whether the game is stored: if not, why and since when; later, that it is again. @param {string} why */
function onStored(why) {
  clearInterval(timers.unstored);
  clearTimeout(timers.stored);
  const sinceMs = unstoredMs ??= performance.now();
  const say = () => {
    const time = rounded(exactOf(Math.floor(performance.now() - sinceMs)));
    warn("unstored", why ? text("unstored").replace("%", time).replace("&", reason(why)) : text("stored-again"));
  };
  say();
  if (why) timers.unstored = setInterval(say, 1000);
  else {
    unstoredMs = null;
    timers.stored = setTimeout(() => warn("unstored", ""), SAID_MS);
  }
}

/** @param {string} why */
const reason = (why) => text(["deleted", "closed", "QuotaExceededError"].includes(why) ? `unstored-${why}` : why);

/** @param {string} id @param {string} line */
async function warn(id, line) {
  await lifted();
  byId(id).hidden = !line;
  if (byId(id).textContent !== line) byId(id).textContent = line;
}

// Says that the system's clock was set, which moves neither player's.
function onStepped() {
  warn("stepped", text("stepped"));
  clearTimeout(timers.stepped);
  timers.stepped = setTimeout(() => warn("stepped", ""), SAID_MS);
}

// Speaks no more into an ear when an earphone may have come off: the other player would hear it.
function onEarphone() {
  if (!["a", "b", "both"].includes(known.speech)) return;
  voice.isSilent = true;
  window.speechSynthesis?.cancel();
  warn("stepped", text("ear-changed"));
}

// Keeps the screen on; the system may refuse, or take it back: then it is asked again. Returns whether it is kept.
async function stayAwake() {
  if (document.visibilityState !== "visible") return false;
  if (!lock || lock.released) {
    lock = await navigator.wakeLock?.request("screen").catch(() => null);
    lock?.addEventListener("release", stayAwake, { once: true });
  }
  warn("dark", lock || !isOpen() ? "" : text("dark"));
  return Boolean(lock);
}

// A swipe must not leave a game: it asks first. A table's link waits for the next.
function onBack() {
  if (!isOpen() || location.hash) return;
  history.pushState({ open: true }, "");
  const leave = () => history.go(-2);
  sheet.arbiter.fill("note", text("nav-clock"), h("p", {}, text("leave")), h("div", { className: "row" },
    sheet.button(text("leave-stay"), () => sheet.arbiter.dialog.close(), { className: "main" }),
    sheet.button(text("leave-go"), leave)));
}

// Keeps each player's half at that player's end of the phone, however it is turned.
function turnEnds() {
  const { angle = 0, type = "" } = screen.orientation ?? {};
  const isWide = type.startsWith("landscape") === (angle % 180 === 0); // as a tablet is made
  byId("table").classList.toggle("ends", isWide ? angle >= 180 : angle === 90 || angle === 180);
}

turnEnds();
screen.orientation?.addEventListener("change", turnEnds);
window.addEventListener("popstate", onBack);
window.addEventListener("hashchange", () => sheet.form.redraw());
byId("stop").addEventListener("click", (event) => press("STOP", event));
byId("challenge").addEventListener("click", challenge);
byId("ask").addEventListener("click", ask);
navigator.mediaDevices?.addEventListener("devicechange", onEarphone);
byId("menu").addEventListener("click", () => sheet.toggleMenu(byId("menu")));
document.addEventListener("visibilitychange", () => {
  if (known.ready) link.send("hidden", document.visibilityState !== "visible");
  stayAwake();
});
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => { sound.wake(); voice.wake(); stayAwake(); }, { capture: true });
}
document.addEventListener("keydown", (event) => {
  if (sheet.typed(event) || event.target.closest("input, select, dialog")) return;
  const key = { KeyA: "A", KeyQ: "A", KeyL: "B", KeyP: "B", KeyS: "STOP", KeyC: "CHALLENGE" }[event.code];
  if (event.code === "KeyV" && !event.repeat) ask(event);
  if (key && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey) press(key, event);
});
// A key that is held is pressed once: to a button the browser gives a click for each repeat.
document.addEventListener("keydown", (event) => {
  if (event.repeat && ["Enter", "Space", "NumpadEnter"].includes(event.code) && event.target.closest("button")) event.preventDefault();
}, { capture: true });
window.addEventListener("contextmenu", (event) => {
  if (event.target.closest(".half")) event.preventDefault();
});

function open(unstored = false) {
  known.ready = false;
  onLost(true);
  warn("unstored", unstored ? text("plays-unstored") : "");
  link.begin({ name: NAME, game: true, unstored, settings: { language: language.name } });
}

language.apply();
open();
