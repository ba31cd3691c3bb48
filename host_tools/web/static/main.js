// The page is a view: it sends contacts, and shows what the device's pins and displays do.

import { Oled } from "./display.js";
import { Keys } from "./keys.js";
import { Sound } from "./sound.js";
import { Language } from "./texts.js";

const READ_MS = 15000;
const byId = (id) => document.getElementById(id);
const seen = { powered: false, display: true, lost: false };
const oled = new Oled(byId("oled"), byId("device"));
const sound = new Sound(byId("grille"));
const language = new Language(document, refresh);
let socket = null;

function send(command, argument) {
  if (socket && socket.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify([command, argument]));
  }
}

const keys = new Keys(document, (key, closed) => send(closed ? "close" : "open", key));

function say(text) {
  const message = byId("message");
  if (message.textContent !== text) message.textContent = text; // each change is read out
  message.hidden = !text;
}

function showLeds(leds) {
  byId("leds").replaceChildren(...Object.entries(leds).map(([name, lit]) => {
    const led = document.createElement("b");
    led.className = lit ? "led lit" : "led";
    led.dataset.led = name;
    led.title = name;
    return led;
  }));
}

function showStatus(status) {
  const rows = Object.entries(status).map(([field, value]) => {
    const row = document.createElement("tr");
    const [name, cell] = [document.createElement("th"), document.createElement("td")];
    name.textContent = field;
    cell.textContent = value;
    cell.dataset.field = field;
    row.append(name, cell);
    return row;
  });
  byId("status").tBodies[0].replaceChildren(...rows);
}

function refresh() {
  const text = (name) => language.text(name);
  byId("plug").textContent = text(seen.powered ? "unplug" : "plug");
  byId("plug").dataset.do = seen.powered ? "unplug" : "plug";
  byId("display").textContent = text(seen.display ? "display-off" : "display-on");
  byId("display").dataset.do = seen.display ? "display-off" : "display-on";
  byId("sound").textContent = text(sound.on ? "mute" : "unmute");
  byId("device").classList.toggle("dark", !seen.powered);
  byId("device").classList.toggle("display-out", !seen.display);
  // Nothing of a device that does not answer may look alive.
  byId("device").classList.toggle("lost", seen.lost);
  for (const id of ["plug", "reset", "display", "read"]) byId(id).disabled = seen.lost;
  say(seen.lost ? text("gone") : "");
}

// An emulated chip cannot keep up with the wall clock; say so rather than let it be wondered at.
function showPace(pace) {
  const slow = seen.powered && pace < 0.8 * sound.speed;
  byId("pace").textContent = slow ? language.text("slow").replace("%", pace) : "";
}

function onUpdate(update) {
  if (update.speed) sound.speed = update.speed;
  if (update.keys) keys.offer(update.keys);
  if (update.frames) oled.show(update.frames[0]);
  if (update.leds) showLeds(update.leds);
  if (update.buzzer) sound.play(update.buzzer, update.us);
  if (update.status) showStatus(update.status);
  if (update.pace) showPace(update.pace);
  for (const name of ["powered", "display"]) {
    if (name in update) seen[name] = update[name];
  }
  if ("powered" in update || "display" in update) refresh();
}

// The picture in words, for a screen reader; gone again before it is out of date for long.
async function read() {
  const reading = byId("reading");
  reading.textContent = "";
  const lines = await (await fetch("screen")).json();
  reading.textContent = lines.join(" · ") || language.text("blank");
  clearTimeout(read.timer);
  read.timer = setTimeout(() => { reading.textContent = ""; }, READ_MS);
}

function lost(isLost) {
  seen.lost = isLost;
  refresh();
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onopen = () => lost(false);
  socket.onmessage = (event) => onUpdate(JSON.parse(event.data));
  socket.onclose = () => {
    keys.releaseAll();
    keys.offer([]);
    showStatus({});
    sound.stop();
    lost(true);
    setTimeout(connect, 1000);
  };
}

document.querySelector(".toolbar").addEventListener("click", (event) => {
  const action = event.target.dataset.do;
  if (action) send("do", action);
});
// A mouse leaves no focus behind: Space is STOP again. Who came by keyboard stays where he is.
document.addEventListener("click", (event) => {
  const own = event.target.closest(".toolbar button, summary");
  if (own && event.detail) own.blur();
});
byId("sound").addEventListener("click", () => { sound.toggle(); refresh(); });
byId("read").addEventListener("click", read);
byId("language").addEventListener("click", () => language.toggle());
document.addEventListener("pointerdown", () => sound.wake(), { capture: true });
document.addEventListener("keydown", () => sound.wake(), { capture: true });

language.apply();
connect();
