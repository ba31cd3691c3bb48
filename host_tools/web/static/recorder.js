// Writes what is done to the device as a scenario, from its first power-on; plays one; shares one.

import { packed, read, unpacked, written } from "./scenario.js";

const byId = (id) => document.getElementById(id);

export class Recorder {
  constructor(link, tools) {
    this.link = link;
    this.tools = tools;
    this.recording = !tools.inWorker;
    this.done = [];
    this.down = new Map();
    this.usNow = 0;
    byId("record-toggle").addEventListener("click", () => this.toggle());
    byId("record-save").addEventListener("click", () => this.save());
    byId("record-link").addEventListener("click", () => this.share());
    byId("record-play").addEventListener("click", () => this.play(byId("record-steps").value));
    byId("stall").addEventListener("click", () => this.add([this.usNow, "stall", 400]));
  }

  // A recording begins with a new device, so that it plays the same way again.
  async toggle() {
    this.recording = !this.recording;
    if (this.recording && this.tools.inWorker) {
      await this.link.ask("forget_device").catch(() => {});
      this.fresh({});
    }
    this.refresh();
  }

  fresh(settings) {
    this.tools.settings = settings;
    this.done = [[0, "do", "plug"]];
    this.down.clear();
    this.write();
    this.tools.restart();
  }

  // A key's contact has moved at an instant of the device's time.
  moved(key, closed, us) {
    this.usNow = us;
    if (closed) this.down.set(key, us);
    else if (this.down.has(key)) {
      this.add([this.down.get(key), "press", key, us - this.down.get(key)]);
      this.down.delete(key);
    }
  }

  did(action) {
    if (action !== "damage") this.add([this.usNow, "do", action]);
  }

  add(what) {
    if (!this.recording) return;
    this.done.push(what);
    this.done.sort(([one], [other]) => one - other);
    this.write();
  }

  write() {
    const { settings } = this.tools.facts();
    const bounce = Number(byId("bounce").value) / 1000;
    byId("record-steps").value = written(bounce ? { ...settings, bounce } : settings, this.done);
  }

  refresh() {
    const name = this.recording ? "record-stop" : "record";
    byId("record-toggle").textContent = this.language.text(name);
    byId("record-toggle").setAttribute("aria-pressed", this.recording);
  }

  save() {
    const file = new Blob([byId("record-steps").value], { type: "text/plain" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = "corrido.scn";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async share() {
    const url = new URL(location.href);
    url.hash = `scn=${await packed(byId("record-steps").value)}`;
    history.replaceState(null, "", url);
    await navigator.clipboard?.writeText(url.href).catch(() => {});
    byId("record-said").textContent = this.language.text("copied");
  }

  async play(text) {
    this.recording = false;
    const { settings, done, skipped } = read(text);
    const skips = this.language.text("record-skips").replace("%", skipped.join(" · "));
    byId("record-said").textContent = skipped.length ? skips : "";
    const { bounce, ...stored } = settings;
    byId("bounce").value = String(Math.round((bounce ?? 0) * 1000));
    await this.link.ask("forget_device").catch(() => {});
    this.tools.settings = stored;
    this.tools.restart();
    this.link.send("play", done.filter(([us, , what]) => us > 0 || what !== "plug"));
    this.refresh();
  }

  // A link carries a scenario; it is shown, and played.
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
