// Records the user's actions from the first power-on as a scenario; replays and shares it.

import { download } from "./dom.js";
import { recording } from "./replay.js";
import { packed, unpacked, written } from "./scenario.js";

/** @param {string} id */
const byId = (id) => document.getElementById(id);

export class Recorder {
  /** @type {Language} */
  language;

  /** @param {WorkerLink | SocketLink} link @param {Tools} tools */
  constructor(link, tools) {
    this.link = link;
    this.tools = tools;
    this.recording = !tools.inWorker;
    /** @type {Done[]} */
    this.done = [];
    /** @type {Map<string, Us>} */
    this.down = new Map();
    this.usNow = 0;
    byId("record-toggle").addEventListener("click", () => this.toggle());
    byId("record-save").addEventListener("click", () => this.save());
    byId("record-link").addEventListener("click", () => this.share());
    byId("record-play").addEventListener("click", () => this.play(byId("record-steps").value));
    byId("stall").addEventListener("click", () => this.add([this.usNow, "stall", 400]));
  }

  // A recording begins with a new device so that it can be replayed exactly.
  async toggle() {
    this.recording = !this.recording;
    if (this.recording && this.tools.inWorker) {
      await this.link.ask("forget_device").catch(() => {});
      this.fresh({});
    }
    this.refresh();
  }

  /** @param {Settings} settings */
  fresh(settings) {
    this.tools.settings = settings;
    this.done = [[0, "do", "plug"]];
    this.down.clear();
    this.write();
    this.tools.restart();
  }

  /** Records that a key's contact moved; us: device time. @param {string} key @param {boolean} closed @param {Us} us */
  moved(key, closed, us) {
    this.usNow = us;
    if (closed) this.down.set(key, us);
    const since = this.down.get(key);
    if (closed || since === undefined) return;
    this.add([since, "press", key, us - since]);
    this.down.delete(key);
  }

  /** @param {string} action */
  did(action) {
    if (action !== "damage") this.add([this.usNow, "do", action]);
  }

  /** Records that a bit of the word list flipped. @param {number} offset @param {number} bit @param {Us} us */
  flipped(offset, bit, us) { this.add([us, "flip", offset, bit]); }

  /** @param {Done} what */
  add(what) {
    if (!this.recording) return;
    this.done.push(what);
    this.done.sort(([one], [other]) => one - other);
    this.write();
  }

  write() {
    const { settings } = this.tools.facts();
    const bounce = Number(byId("bounce").value) / 1000;
    byId("record-steps").value = written(bounce ? { ...settings, bounce: `${bounce}` } : settings, this.done);
  }

  refresh() {
    const name = this.recording ? "record-stop" : "record";
    byId("record-toggle").textContent = this.language.text(name);
    byId("record-toggle").setAttribute("aria-pressed", this.recording);
  }

  save() { download("corrido.scn", byId("record-steps").value); }

  async share() {
    const url = new URL(location.href);
    url.hash = `scn=${await packed(byId("record-steps").value)}`;
    history.replaceState(null, "", url);
    await navigator.clipboard?.writeText(url.href).catch(() => {});
    this.say("copied");
  }

  /** Plays the text on a new device, from the first line. @param {string} text */
  async play(text) {
    this.recording = false;
    this.refresh();
    const { settings } = this.steps(text) ?? {};
    if (!settings) return;
    const { bounce = "0", boot: _boot, board: _board, ...stored } = settings;
    byId("bounce").value = String(Math.round(Number(bounce) * 1000));
    await this.link.ask("forget_device").catch(() => {});
    this.tools.play(stored);
    this.link.send("play", text);
  }

  /** Parses the text into steps; reports a line that is not a step. @param {string} text */
  steps(text) {
    try {
      return recording(text);
    } catch (error) {
      this.say("play-no-step", `${error.line}`, error.message);
      return null;
    }
  }

  /** @param {string} name */
  say(name, line = "", detail = "") {
    byId("record-said").textContent = this.language.text(name).replace("%", line).replace("&", detail);
  }

  /** Shows the device's reports on the recording that it plays; outcome: "", or the setting it refused. @param {Update} parts */
  playing({ line, outcome }) {
    if (line) this.say("play-line", `${line}`, byId("record-steps").value.split("\n")[line - 1].trim());
    if (outcome !== undefined) this.say(outcome ? "play-setting" : "play-done", "", outcome);
  }

  // Shows and plays the scenario that a link carries.
  async fromAddress() {
    const part = new URLSearchParams(location.hash.slice(1)).get("scn");
    if (!part || !this.tools.inWorker) return;
    const text = await unpacked(part).catch(() => "");
    if (!text) return;
    byId("record").open = true;
    byId("record-steps").value = text;
    await this.play(text);
  }
}
