// The panels next to the device: time, faults and log.

import { h, passed } from "./dom.js";

const LOG_MS = 500;
const LOG_LINES = 40;
/** @type {[number, boolean]} */
const SECOND = [0x3d, true]; // the second display's address; turned to face the opponent
const DEFAULTS = { board: "pico", display: "2.42" };
/** @param {string} id */
const byId = (id) => document.getElementById(id);

export class Tools {
  /** @param {WorkerLink | SocketLink} link @param {boolean} inWorker */
  constructor(link, inWorker) {
    this.link = link;
    this.inWorker = inWorker;
    this.jammed = "";
    /** @type {Settings} */
    this.settings = {};
    /** @type {Language | null} */
    this.language = null;
    /** @type {Shown | null} */
    this.catalogue = null;
    this.waiting = 0;
    byId("speeds").addEventListener("click", (event) => {
      const { speed } = event.target.dataset;
      if (speed) link.send("speed", Number(speed));
    });
    byId("bounce").addEventListener("change", ({ target }) => {
      link.send("bounce", Number(target.value));
    });
    byId("jam").addEventListener("change", ({ target }) => this.jam(target.value));
    byId("stall").addEventListener("click", () => link.send("stall", 400));
    for (const id of ["board", "display-size", "second"]) {
      byId(id).addEventListener("change", () => this.restart());
    }
    byId("new-device").addEventListener("click", async () => {
      await link.ask("forget_device").catch(() => {});
      this.restart();
    });
    byId("log").addEventListener("toggle", () => this.showLog());
  }

  // Loads the available boards and displays, from boards/ and the case's data.
  async load() {
    this.catalogue = await (await fetch("firmware/boards.json")).json();
    const { boards, displays } = /** @type {Shown} */ (this.catalogue);
    byId("board").replaceChildren(...boards.map(
      ({ name, title }) => new Option(title, name, false, name === DEFAULTS.board)));
    byId("display-size").replaceChildren(...displays.map(
      ({ name }) => new Option(`${name}″`, name, false, name === DEFAULTS.display)));
  }

  // Names the boards in the page's language, noting a rotary encoder.
  name() {
    for (const [at, { title, encoder }] of (this.catalogue?.boards ?? []).entries()) {
      byId("board").options[at].text = encoder ? `${title} · ${this.language?.text("encoder")}` : title;
    }
  }

  // Returns the worker's start parameters.
  facts() {
    const { boards, displays } = this.catalogue ?? { boards: [], displays: [] };
    const board = boards.find(({ name }) => name === byId("board").value);
    const display = displays.find(({ name }) => name === byId("display-size").value);
    const second = byId("second").checked;
    const facts = {
      name: "", bounceUs: Number(byId("bounce").value),
      settings: { language: this.language?.name ?? "es", ...this.settings },
    };
    if (!board || !display) return facts; // `corrido sim` makes the device itself
    const wired = /** @type {DeviceFacts["displays"]} */ (board.displays.map(
      ([address, , turned]) => [address, display.column, turned]));
    if (second) wired.push([SECOND[0], display.column, SECOND[1]]);
    this.draw(board, display.width_mm / Math.max(...displays.map(({ width_mm: width }) => width)));
    return {
      ...facts, name: `try-${board.name}-${display.name}${second ? "-two" : ""}`,
      board: { displays: wired, keys: board.keys, leds: board.leds },
    };
  }

  // Draws the device for that board: its display to scale, an encoder in place of the cross.
  /** @param {Drawn} board @param {number} scale */
  draw(board, scale) {
    const device = byId("device");
    device.classList.toggle("encoder", board.encoder);
    device.style.setProperty("--display", scale);
    window.dispatchEvent(new Event("resize"));
  }

  // Starts a device that waits for a scenario; it has all keys, so that any scenario can be played.
  /** @param {Settings} settings */
  play(settings) {
    this.settings = settings;
    byId("board").value = DEFAULTS.board;
    this.link.begin({ ...this.facts(), dark: true });
  }

  // Starts a new device, or the same one again from its stored flash.
  restart() {
    this.link.begin(this.facts());
  }

  /** keys: the board's keys, which may be jammed. @param {string[]} keys */
  offer(keys) {
    const list = byId("jam");
    list.replaceChildren(list.options[0], ...keys.map((key) => new Option(key, key)));
    this.jammed = "";
  }

  /** @param {string} key */
  jam(key) {
    if (this.jammed) this.link.send("open", this.jammed);
    if (key) this.link.send("close", key);
    this.jammed = key;
  }

  /** @param {number} speed */
  showSpeed(speed) {
    for (const button of byId("speeds").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", Number(button.dataset.speed) === speed);
    }
  }

  statusChanged() {
    if (byId("log").open && !this.waiting) {
      this.waiting = setTimeout(() => this.showLog(), LOG_MS);
    }
  }

  async showLog() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    if (!byId("log").open) return;
    const entries = await this.link.ask("log", LOG_LINES).catch(() => null);
    if (!entries) return;
    byId("entries").replaceChildren(...entries.reverse().map(([game, ms, kinds, who, , text]) => h("li", {},
      `#${game} ${passed(ms)} ${kinds.join(", ") || "·"}${who === "none" ? "" : ` ${who}`} ${text}`)));
  }
}
