// Time, faults and log beside the device.

const LOG_MS = 500;
const LOG_LINES = 40;
const DISPLAY = [0x3c, 0, false];
// The second display faces the opponent.
const BOARDS = {
  keys: { displays: [DISPLAY] },
  two: { displays: [DISPLAY, [0x3d, 0, true]] },
  encoder: { displays: [DISPLAY], keys: ["A", "B", "STOP", "CHALLENGE", "UP", "DOWN", "OK", "BACK"] },
};
const byId = (id) => document.getElementById(id);

const time = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

export class Tools {
  constructor(link, inWorker) {
    this.link = link;
    this.inWorker = inWorker;
    this.jammed = "";
    this.settings = {};
    byId("speeds").addEventListener("click", (event) => {
      const { speed } = event.target.dataset;
      if (speed) link.send("speed", Number(speed));
    });
    byId("bounce").addEventListener("change", ({ target }) => {
      link.send("bounce", Number(target.value));
    });
    byId("jam").addEventListener("change", ({ target }) => this.jam(target.value));
    byId("stall").addEventListener("click", () => link.send("stall", 400));
    byId("board").addEventListener("change", () => this.restart());
    byId("new-device").addEventListener("click", async () => {
      await link.ask("forget_device").catch(() => {});
      this.restart();
    });
    byId("log").addEventListener("toggle", () => this.showLog());
  }

  // What the worker starts with.
  facts() {
    const board = byId("board").value;
    return {
      name: `try-${board}`, board: BOARDS[board], bounceUs: Number(byId("bounce").value),
      settings: { language: this.language?.name ?? "es", ...this.settings },
    };
  }

  // Another device, or the same once more, from its stored flash.
  restart() {
    this.link.begin(this.facts());
  }

  // keys: that the board has. offers: what can be done to it, all of it if not said.
  offer(keys, offers) {
    const list = byId("jam");
    list.replaceChildren(list.options[0], ...keys.map((key) => new Option(key, key)));
    this.jammed = "";
    for (const id of ["bounce", "stall", "speeds"]) {
      const lacks = offers && !offers.includes(id);
      for (const part of [byId(id), ...byId(id).children]) part.disabled = lacks;
    }
    const damage = document.querySelector('[data-do="damage"]');
    damage.disabled = Boolean(offers) && !offers.includes("damage");
  }

  jam(key) {
    if (this.jammed) this.link.send("open", this.jammed);
    if (key) this.link.send("close", key);
    this.jammed = key;
  }

  showSpeed(speed) {
    for (const button of byId("speeds").children) {
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
    this.waiting = null;
    if (!byId("log").open) return;
    const entries = await this.link.ask("log", LOG_LINES).catch(() => null);
    if (!entries) return;
    byId("entries").replaceChildren(...entries.reverse().map(([game, ms, kinds, who, , text]) => {
      const item = document.createElement("li");
      const whose = who === "none" ? "" : ` ${who}`;
      item.textContent = `#${game} ${time(ms)} ${kinds.join(", ") || "·"}${whose} ${text}`;
      return item;
    }));
  }
}
