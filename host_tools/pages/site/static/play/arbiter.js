// Performs the arbiter's acts by keys, as host_tools/scenario/arbiter.py does: menu, PIN, act, and
// the act's parameters.

import { Refused } from "./fingers.js";

const NO_MENU = ["challenge", "fault"];
const OF_TWO_WORDS = ["appeal refused", "lose-turn pass"]; // one item of the device's menu
const TENS = 10;
const CARDS = ["warning", "yellow", "red"];
const UNASKED = ["article", "sure"];

const secondsOf = (text) => {
  const [, sign, minutes, seconds] = /^\+?(-?)(\d+):(\d\d)/.exec(text) ?? [];
  return (sign ? -1 : 1) * (60 * Number(minutes) + Number(seconds));
};

export class Arbiter {
  // guide: the firmware's description of its screens, from boards/web/panel.py.
  constructor(fingers, guide) { Object.assign(this, { fingers, guide }); }

  async act(pin, action, ...given) {
    const { fingers, guide } = this;
    const last = `${action} ${given[given.length - 1]}`;
    const name = OF_TWO_WORDS.includes(last) ? last.replace(" ", "-") : action;
    const args = name === action ? given : given.slice(0, -1);
    await this.openMenu(pin);
    const phase = fingers.phase();
    const offered = guide.acts.filter(([, , phases]) => phases.includes(phase));
    await fingers.choose(name, "arbiter", offered.map(([act]) => act));
    if (name === "lookup") await fingers.spell(args);
    const wants = guide.acts.find(([act]) => act === name)?.[1] ?? [];
    for (const want of wants.filter((each) => this[each])) {
      await this[want](UNASKED.includes(want) ? "" : args.shift());
    }
    if (name === "reopen") {
      fingers.expect("reopen");
      await fingers.tap("A");
      await fingers.tap("B");
    }
    await fingers.leave();
  }

  async openMenu(pin) {
    const { fingers } = this;
    if (NO_MENU.includes(fingers.phase())) throw new Refused("arbiter");
    if (fingers.place() === "setup") await fingers.choose("arbiter", "setup");
    else await fingers.tap("BACK");
    fingers.expect("pin");
    for (const key of [...fingers.device.call("pin_keys", pin), "OK"]) {
      fingers.expect("pin"); // if the game has ended meanwhile, its menu is closed
      await fingers.tap(key);
    }
    fingers.expect("arbiter");
  }

  // -- one method per parameter that the device asks for

  who(who) { return this.fingers.choose(who === "both" ? "AB" : who, "choice", ["A", "B", "AB"]); }

  who3(who) { return this.who(who); }

  card(card) { return this.fingers.choose(card, "choice", CARDS); }

  async points(text) {
    const { fingers } = this;
    for (fingers.expect("number"); fingers.item() !== text; fingers.expect("number")) {
      const before = fingers.item();
      const difference = Number(text) - Number(before);
      const [up, down] = Math.abs(difference) > TENS / 2 ? ["RIGHT", "LEFT"] : ["UP", "DOWN"];
      await fingers.tap(difference > 0 ? up : down);
      if (fingers.item() === before) throw new Refused(text);
    }
    await fingers.tap("OK");
  }

  async article() {
    this.fingers.expect("number");
    await this.fingers.tap("OK");
  }

  time(text) { return this.fields(secondsOf(text)); }

  limit(text) { return this.fields(Number(text)); }

  // Sets a time from the largest field down to the seconds; a step may carry over.
  async fields(seconds) {
    const { fingers } = this;
    for (const [place, unit] of this.guide.units_s.entries()) {
      fingers.expect("time");
      const missing = seconds - secondsOf(fingers.item());
      const steps = rounded(missing / unit);
      if (steps) await this.cursorTo(place);
      for (let left = Math.abs(steps); left; left--) {
        await fingers.tap(steps > 0 ? "UP" : "DOWN");
        fingers.expect("time");
      }
    }
    await fingers.tap("OK");
  }

  async cursorTo(place) {
    const { fingers } = this;
    for (fingers.expect("time"); Number(fingers.field("at")) !== place; fingers.expect("time")) {
      await fingers.tap(Number(fingers.field("at")) < place ? "RIGHT" : "LEFT");
    }
  }

  async sure() {
    this.fingers.expect("sure");
    await this.fingers.tap("OK");
  }
}

// Rounds halves to even, as Python does.
function rounded(value) {
  const near = Math.round(value);
  return Math.abs(value % 1) === 0.5 && near % 2 ? near - 1 : near;
}
