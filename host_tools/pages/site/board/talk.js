// Beside a device, by Web Serial: speaks its lines into one player's earphone, and shows both times very
// large. Asking stops nothing.

import { draw } from "../clock/halves.js";
import { Language } from "../static/language.js";
import { Voice } from "../static/voice.js";
import { Console } from "./console.js";
import { Wire } from "./wire.js";

const POLL_MS = 100;
/** @param {string} id */
const byId = (id) => document.getElementById(id);
let spoken = "es"; // the device's language
const language = new Language(byId("language"), () => { document.title = `Corrido: ${language.text("nav-talk")}`; });
const voice = new Voice(() => spoken, byId("said"));

/** @param {string} name */
function tell(name) {
  byId("wrong").hidden = !name;
  byId("wrong").textContent = name && language.text(name);
}

/** Asks until the cable is pulled. The device itself says for whom each line is. @param {BoardConsole} console_ */
async function follow(console_) {
  const [speech, spokenIn] = [await console_.ask("get speech"), await console_.ask("get language")];
  spoken = spokenIn;
  const isOff = speech === "none";
  tell(isOff ? "talk-off" : "");
  const only = /** @type {Texts} */ ({ a: "A", b: "B" })[speech];
  if (only) byId("player").value = only;
  byId("player").disabled = Boolean(only) || speech === "aloud";
  let last = isOff ? 0 : (await console_.ask("said 0")).at(-1)?.[0] ?? 0;
  for (;;) {
    /** @type {ReturnType<Firmware["said"]>} */
    const lines = isOff ? [] : await console_.ask(`said ${last}`);
    last = lines.at(-1)?.[0] ?? last;
    const mine = lines.filter(([, whom]) => speech === "aloud" || whom.includes(byId("player").value));
    if (mine.length) voice.speak(mine.map(([, , line]) => line).join(". "));
    const status = await console_.ask("status");
    for (const name of /** @type {Player[]} */ (["A", "B"])) draw(byId(`half-${name}`), name, status, { time: status[`shown.${name}`] });
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

byId("connect").addEventListener("click", async () => {
  voice.wake();
  let wire = null;
  byId("connect").disabled = true;
  try {
    wire = new Wire(await navigator.serial.requestPort());
    await wire.open();
    await follow(new Console(wire));
  } catch (error) {
    if (error.name !== "NotFoundError") tell("talk-lost"); // else nobody chose a port
  } finally {
    await wire?.close();
    byId("connect").disabled = false;
  }
});

language.apply();
byId("connect").disabled = !("serial" in navigator);
if (!("serial" in navigator)) tell("talk-none");
