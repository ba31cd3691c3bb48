// The device in real time: lets it run against the wall clock, hands on contacts with the instant
// of the finger, and reports what has changed. Wall times are milliseconds since 1970.

// A finger's event comes a few milliseconds after the finger: the device's time stays this much
// behind the wall clock, so that the contact closes when the finger did.
const BEHIND_MS = 25;
const STATUS_MS = 100;
// No contact moves twice within this time: a busy computer must not swallow a press.
const STEADY_US = 50_000;
const TAP_US = 80_000;
const PAUSE_US = 40_000;
// A page that slept makes up for it in steps that the firmware's counter can tell apart.
const SKIP_US = 240e6;

export class Engine {
  // told(update): what has changed. rested(): all that was due is done. wall(): the time now,
  // never going back.
  constructor(device, { told, rested, wall }) {
    this.device = device;
    this.told = told;
    this.rested = rested;
    this.wall = wall;
    this.speed = 1;
    this.held = new Map(); // key -> how many fingers
    this.movedUs = new Map();
    this.shown = {};
    this.statusMs = -Infinity;
    this.timer = null;
    this.stop = null; // { us, reached }: time stands there until the next one is known
    this.anchor();
  }

  // From here on the device's time goes at the present speed.
  anchor() {
    this.fromUs = this.device.nowUs;
    this.fromMs = this.wall() - BEHIND_MS;
  }

  // Fingers and their effects always happen in real time.
  pace() { return this.held.size ? 1 : this.speed; }

  deviceUs(wallMs) {
    return Math.round(this.fromUs + Math.max(0, wallMs - this.fromMs) * 1000 * this.pace());
  }

  setSpeed(speed) {
    this.catchUp();
    this.speed = speed;
    this.anchor();
    this.report({ speed });
    this.turn();
  }

  // A key's contact closes or opens; it stays closed while any finger holds it.
  contact(key, closed, wallMs) {
    const before = this.held.get(key) ?? 0;
    const after = Math.max(0, before + (closed ? 1 : -1));
    if (Boolean(before) === Boolean(after)) {
      this.held.set(key, after);
      return;
    }
    if (this.pace() !== 1) this.catchUp();
    const steady = (this.movedUs.get(key) ?? -Infinity) + STEADY_US;
    const tUs = Math.max(this.deviceUs(wallMs), this.device.nowUs, steady);
    this.movedUs.set(key, tUs);
    this.device.finger(key, closed, tUs);
    this.told({ moved: [key, closed, tUs] });
    const pace = this.pace();
    if (after) this.held.set(key, after);
    else this.held.delete(key);
    if (pace !== this.pace()) {
      this.device.runUntil(tUs);
      this.anchor();
    }
    this.turn();
  }

  // Time goes on to `us` and stands there; resolves then.
  reach(us) {
    return new Promise((reached) => {
      this.stop = { us, reached };
      this.anchor();
      this.turn();
    });
  }

  // The firmware has what is due up to now.
  catchUp() {
    const untilUs = Math.min(this.deviceUs(this.wall() - BEHIND_MS), this.stop?.us ?? Infinity);
    while (untilUs - this.device.nowUs > SKIP_US) this.device.skipTo(this.device.nowUs + SKIP_US);
    this.device.skipTo(untilUs);
    if (this.stop && untilUs >= this.stop.us) this.stop.reached?.();
  }

  // A press of some keys, one after the other; when the last one is over.
  tap(keys) {
    let us = Math.max(this.device.nowUs, this.tappedUs ?? 0);
    for (const key of keys) {
      for (const [down, at] of [[true, us], [false, us + TAP_US]]) {
        this.device.finger(key, down, at);
        this.told({ moved: [key, down, at] });
      }
      us += TAP_US + PAUSE_US;
    }
    this.tappedUs = us;
    this.turn();
  }

  // One look at the wall clock; the next comes when something is due.
  turn() {
    clearTimeout(this.timer);
    this.catchUp();
    this.show();
    this.rested();
    const dueMs = (this.device.nextUs() - this.device.nowUs) / 1000 / (this.pace() || 1e-9);
    const statusMs = this.device.powered && this.pace() ? STATUS_MS : 1000;
    this.timer = setTimeout(() => this.turn(), Math.max(4, Math.min(dueMs, statusMs)));
  }

  show() {
    const { device } = this;
    this.report({
      frames: device.frames(), leds: device.leds, powered: device.powered,
      display: device.connected, down: device.keysDown(),
    });
    if (device.tones.length) this.told({ buzzer: device.tones.splice(0), us: device.nowUs });
    if (this.wall() - this.statusMs >= STATUS_MS) {
      this.statusMs = this.wall();
      const entering = (device.call("focus") ?? "").startsWith("letters");
      this.report({ status: device.call("status") ?? {}, entering });
    }
  }

  // Tells what differs from what was told last.
  report(seen) {
    const changed = {};
    for (const [name, value] of Object.entries(seen)) {
      const text = name === "frames" ? value.map(String).join() : JSON.stringify(value);
      if (this.shown[name] === text) continue;
      this.shown[name] = text;
      changed[name] = value;
    }
    if (Object.keys(changed).length) this.told(changed);
  }
}
