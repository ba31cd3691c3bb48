// A scenario on one device: its settings are stored before the first power-on, then it is played.

import { Player } from "./player.js";

const DEFAULT_LIST = "es";
const WORLDS = ["bounce", "board", "boot"]; // settings of the world, not of the firmware

export class Stage {
  // until(us): resolves when time has reached an instant. told(line): receives the next line's
  // number. lexicon(name): returns the bytes of a word list.
  constructor(device, { until, told, lexicon }) {
    Object.assign(this, { device, until, told, lexicon });
  }

  // See Player.play(); throws the firmware's error for a setting that it refuses.
  async play(scenario) {
    const { settings } = scenario;
    await this.provision(settings);
    this.list = settings.lexicon ?? DEFAULT_LIST;
    return new Player(this, this.guide).play(scenario);
  }

  async provision(settings) {
    const { device } = this;
    const stored = Object.entries(settings).filter(([name]) => !WORLDS.includes(name));
    await device.powerOn();
    this.guide = device.call("guide");
    // The PIN comes last: once set, it protects the other settings.
    stored.sort(([one], [other]) => (one === "pin") - (other === "pin"));
    for (const setting of stored) device.call("choose", ...setting);
    device.powerCut();
    device.setBounce(Math.round(Number(settings.bounce ?? 0) * 1000));
    device.nowUs = 0;
    device.recorded.length = device.tones.length = 0;
  }

  async power(text) {
    const { device } = this;
    if (text === "power on") {
      await device.powerOn();
      device.runUntil(device.nowUs);
    } else if (text === "power cut") device.powerCut();
    else {
      await device.reset();
      device.runUntil(device.nowUs);
    }
  }

  flip(offset, bit) { this.lexicon(this.list)[offset] ^= 1 << bit; }
}
