// Plays a scenario on the page's device until the first step that fails, in the same order as
// host_tools/scenario/runner.py. Times are in ms and us since the world began.

import { Look, spokenBy } from "./look.js";
import { Macros, Mismatch } from "./macros.js";

const PRESS_MS = 80;
const later = ["expect", "press", "hold"];

export class Player {
  // stage: { device, until(us) and power(what), which return promises, flip(offset, bit), told(line) }.
  constructor(stage, guide) {
    Object.assign(this, { stage, guide, device: stage.device, endMs: 0, line: 0, stepMs: -1 });
    this.macros = new Macros(this.device, stage.until, guide);
  }

  // Returns { passed, line, expected, seen }; line is 0 if every step passed.
  async play({ settings, steps }) {
    this.preset = "preset" in settings;
    try {
      for (let from = 0; from < steps.length;) {
        const end = steps.findIndex((step, at) => at >= from && step.endsByItself);
        const to = end < 0 ? steps.length : end + 1;
        await this.stretch(this.times(steps.slice(from, to)));
        from = to;
      }
      return { passed: true, line: 0, expected: "", seen: "" };
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      return { passed: false, line: this.line, expected: error.expected, seen: error.seen };
    }
  }

  // Plays steps at known times, then one whose end depends on the device.
  async stretch(timed) {
    for (const due of timed) this.plan(due);
    const [before, last] = timed.slice(-2);
    if (last?.step.macro) this.macros.plan(last.step, last.us, before.us);
    for (const [at, due] of timed.entries()) {
      this.line = due.step.line;
      const power = timed.slice(at + 1).find(({ step }) => ["power", "reset"].includes(step.verb));
      await this.stage.until(due.us);
      this.stage.told(due.step.line);
      this.endMs = due.tMs;
      await this.do(due, power?.us ?? Infinity);
    }
  }

  // A step after an `expect` or a press at the same time happens a microsecond later.
  times(steps) {
    let [nowMs, laterUs] = [this.endMs, 0];
    return steps.map((step) => {
      const tMs = step.atMs ?? nowMs + step.plusMs;
      if (tMs < nowMs) {
        this.line = step.line;
        throw new Mismatch(`at ${tMs / 1000}`, `${nowMs / 1000}`);
      }
      if (tMs !== nowMs) laterUs = 0;
      const us = tMs * 1000 + laterUs;
      if (later.includes(step.verb)) laterUs++;
      nowMs = tMs;
      return { step, tMs, us };
    });
  }

  // Plans an outside event for when it is due, no matter when the device is looked at.
  plan({ step: { verb, words, text }, us }) {
    const { device } = this;
    if (verb === "press" || verb === "hold") {
      device.press(words[0], us, verb === "hold" ? Math.round(words[1] * 1000) * 1000 : PRESS_MS * 1000);
    } else if (verb === "i2c") device.at(us, () => device.plugDisplay(text === "i2c up"));
    else if (verb === "stall") device.at(us, () => device.stall(Number(words[0]) * 1000));
    else if (verb === "flip") device.at(us, () => this.stage.flip(Number(words[1]), Number(words[2])));
  }

  async do({ step, tMs, us }, barrierUs) {
    const { device } = this;
    if (step.verb === "expect") {
      if (tMs !== this.stepMs) this.since = this.spoken; // one at the same instant sees the same
      new Look(device, this.guide, { tMs, us, barrierUs, since: this.since }).check(step.text.replace(/^expect\s+/, ""));
      this.spoken = spokenBy(device);
      this.stepMs = tMs;
      return;
    }
    this.since = this.spoken = spokenBy(device);
    this.stepMs = tMs;
    if (step.verb === "power" || step.verb === "reset") await this.power(step.text);
    else if (step.macro) {
      if (!device.powered) throw new Mismatch(step.text, "power cut");
      await this.macros.run(step, us);
      this.endMs = Math.max(tMs, Math.ceil(device.nowUs / 1000));
    }
  }

  async power(text) {
    const { device, stage } = this;
    if (device.powered === (text === "power on")) throw new Mismatch(text, device.powered ? "power on" : "power cut");
    if (text !== "power on") {
      await stage.power(text);
      return;
    }
    await stage.until(Math.ceil(device.nowUs / 1000) * 1000); // align its milliseconds with the scenario's
    await stage.power(text);
    await this.macros.afterPowerOn(this.preset);
    this.endMs = Math.max(this.endMs, Math.ceil(device.nowUs / 1000));
  }
}
