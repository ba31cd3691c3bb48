// A scenario on one device: its settings are stored before the first power-on, then it is played.

import { Player } from "./player.js";

const DEFAULT_LIST = "es";
const WORLDS = ["bounce", "board", "boot"]; // settings of what is round the firmware

export class Stage {
  // until(us): a promise that time has come to an instant. told(line): which line is next.
  // lexicon(name): the bytes of a word list.
  constructor(device, { until, told, lexicon }) {
    Object.assign(this, { device, until, told, lexicon });
  }

  // See Player.play(); throws what the firmware says of a setting that it does not take.
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
    // The PIN last: the settings are behind it then.
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
