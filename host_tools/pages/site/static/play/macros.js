// The macros of a scenario, as in host_tools/scenario/macros.py: the keys that a player or an arbiter
// would press. If the device does not accept them, Refused ends the macro.

import { Arbiter } from "./arbiter.js";
import { Fingers, Refused } from "./fingers.js";

export const CONFIRM_US = 40_000; // a press is confirmed at most this long after its contact closes
const ARM_PRESSES = 4;
const HOLD_US = 2_100_000;
const CONFIRM_WITHIN_US = 2_000_000;
// Macros that are valid only in these phases.
const PHASES = {
  arm: ["setup"], stop: ["running", "count"], mark: ["running", "count"],
  finish: ["stopped", "count"], close: ["over"], next: ["closed"],
};
// Macros whose first key stops the clocks; it is pressed at the macro's exact time.
const FIRST_KEYS = { stop: "STOP", challenge: "CHALLENGE" };

// A line whose expectation is not met, with the expected and the seen.
export class Mismatch extends Error {
  constructor(expected, seen) {
    super(`${expected} ≠ ${seen}`);
    Object.assign(this, { expected, seen });
  }
}

export class Macros {
  constructor(device, until, guide) {
    Object.assign(this, { device, guide, planned: false });
    this.fingers = new Fingers(device, until);
    this.ofArbiter = new Arbiter(this.fingers, guide);
  }

  // Plans a macro's first key if it is due before the previous step's look has ended.
  plan(step, us, beforeUs) {
    const key = FIRST_KEYS[step.verb];
    if (!key || us <= beforeUs || us - beforeUs > CONFIRM_US) return;
    const freeUs = this.device.freeUs(key);
    if (freeUs !== null && freeUs > us) return;
    this.device.press(key, us);
    this.planned = true;
  }

  // Presses the macro's keys at its time; returns false if the device does not accept them.
  async run({ verb, words, text }, us) {
    const { fingers } = this;
    fingers.begin();
    const early = this.begunEarly(verb, us);
    const right = early && verb === "stop" ? ["stopped"] : PHASES[verb];
    if (right && !right.includes(fingers.phase())) throw new Mismatch(text, `phase ${fingers.phase()}`);
    try {
      await fingers.leave();
      await this[verb](...words);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fingers.begin();
      await fingers.leave();
      return false;
    }
  }

  // Waits until the presses up to `us` are confirmed; returns true if the first key is already down.
  begunEarly(verb, us) {
    const { device, fingers, planned } = this;
    const key = FIRST_KEYS[verb];
    const waits = device.unconfirmed() > device.pressesSince(us);
    this.planned = false;
    if (planned) fingers.early = key;
    const early = planned || Boolean(key && waits && fingers.pressEarly(key));
    device.settle(early ? Math.max(us, device.nowUs) : us);
    return early;
  }

  // Arms the clock if a preset is set and the device has started in setup.
  async afterPowerOn(preset) {
    if (!preset || this.fingers.phase() !== "setup") return;
    await this.run({ verb: "arm", words: [], text: "arm" }, this.device.nowUs);
  }

  // -- one method per verb

  async arm() {
    const { fingers } = this;
    for (let press = 1; press < ARM_PRESSES && fingers.focus() !== "setup:start"; press++) {
      await fingers.tap("BACK");
    }
    await fingers.choose("start", "setup");
  }

  async stop(reason) {
    await this.fingers.tap("STOP");
    await this.fingers.seek(reason, "stopped", this.guide.stop_ring);
  }

  async mark(mark) {
    const { fingers, device } = this;
    if (device.call("status").marks === mark) return;
    for (let presses = 0; presses < 2; presses++) {
      await fingers.tap("RIGHT");
      if (fingers.field("mark") === mark) {
        await fingers.tap("OK");
        return;
      }
    }
  }

  async challenge(...words) {
    const { fingers, device } = this;
    await fingers.tap("CHALLENGE");
    fingers.expect("letters");
    await fingers.spell(words);
    if (fingers.place() === "confirm") {
      await fingers.tap("A");
      await fingers.tap("B");
    }
    const endUs = device.nowUs + CONFIRM_WITHIN_US;
    while (fingers.phase() === "challenge" && device.step(endUs));
  }

  async finish(counted) {
    const { fingers } = this;
    await fingers.tap("OK");
    await fingers.choose(counted ? "fin-counted" : "fin", "menu");
    fingers.expect("finish");
    await fingers.tap("A");
    await fingers.tap("B");
  }

  // Both players sign once the buttons answer: after an end by time they are ignored for a while.
  async close() {
    const { fingers, device } = this;
    await fingers.until(device.nowUs + Number(fingers.field("deaf") ?? 0) * 1000);
    await fingers.tap("A");
    await fingers.tap("B");
  }

  next() { return this.fingers.tap("OK", HOLD_US); }

  arbiter(...words) { return this.ofArbiter.act(...words); }
}
