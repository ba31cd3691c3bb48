// Runs the device in real time by the wall clock, passes on contacts with the time of the finger's
// event, and reports changes. Wall times are milliseconds since 1970.

// An event arrives a few milliseconds after the finger moved. Device time stays this much behind the
// wall clock so that the contact can still close at the event's time.
const BEHIND_MS = 25;
const STATUS_MS = 100;
// Minimum time between moves of a contact beyond its bounce: both a press and a release are certain then.
const STEADY_US = 25_000;
const TAP_US = 80_000;
const PAUSE_US = 40_000;
// After a sleep the page catches up in steps that a watchdog would allow.
const SKIP_US = 7e6;
// Without a task for this long, the page was suspended.
const SLEPT_MS = 3000;
// A larger step of the system's clock was made by somebody, or by a sleep that stopped all timers.
const STEP_MS = 2000;
// A computer that sleeps first halts its programs, and wakes its devices before them: the timers stand
// for a moment though the clock that they go by does not run in between.
const HALTED_MS = 500;
const ASLEEP_MS = 10_000;

export class Engine {
  // told(update): receives changes. rested(): called when everything due is done. wall(): returns the
  // time, which runs evenly. slept(): called after the page was suspended while a clock ran.
  /** @param {Device} device @param {{ told: (update: Update) => void; rested: () => void; wall: () => WallMs; slept?: () => void }} p1 */
  constructor(device, { told, rested, wall, slept = () => {} }) {
    this.device = device; this.told = told; this.rested = rested; this.wall = wall; this.slept = slept;
    this.isHidden = false; // whether the page is out of sight, as it is while a phone sleeps
    this.wokenMs = wall(); // when the latest task began: a page may be suspended in the middle of one
    this.shiftMs = Date.now() - wall();
    this.speed = 1;
    /** @type {Set<string>} */
    this.held = new Set(); // keys whose contacts are closed
    /** @type {Map<string, Us>} */
    this.movedUs = new Map();
    /** @type {Record<string, string>} */
    this.shown = {};
    this.statusMs = -Infinity;
    this.timer = 0;
    this.tappedUs = 0;
    this.fromUs = this.fromMs = 0;
    /** @type {{ us: Us, reached?: (value?: any) => void } | null} */
    this.stop = null; // { us, reached }: time waits there until the next one is set
    this.anchor();
  }

  // Makes device time advance at the present speed from here on.
  anchor() {
    this.fromUs = this.device.nowUs;
    this.fromMs = this.wall() - BEHIND_MS;
  }

  // Returns the speed of time; always 1 while a finger holds a key.
  pace() { return this.held.size ? 1 : this.speed; }

  /** @param {WallMs} wallMs */
  deviceUs(wallMs) {
    return Math.round(this.fromUs + Math.max(0, wallMs - this.fromMs) * 1000 * this.pace());
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.catchUp();
    this.speed = speed;
    this.anchor();
    this.report({ speed });
    this.turn();
  }

  /**
   * Closes or opens a key's contact. To close it again is a new touch: it opens just before.
   * @param {string} key @param {boolean} closed @param {WallMs} wallMs
   */
  contact(key, closed, wallMs) {
    if (!closed && !this.held.has(key)) return;
    if (this.pace() !== 1) this.catchUp();
    const us = this.deviceUs(wallMs);
    if (closed && this.held.has(key)) this.move(key, false, us - this.steadyUs());
    const tUs = this.move(key, closed, us);
    const pace = this.pace();
    if (closed) this.held.add(key);
    else this.held.delete(key);
    if (pace !== this.pace()) {
      this.device.runUntil(tUs);
      this.anchor();
    }
    this.turn();
  }

  steadyUs() { return STEADY_US + this.device.contacts[0].bounceUs; }

  /**
   * Moves a contact at `us`, or as soon after it as it can be noticed; returns when.
   * @param {string} key @param {boolean} closed @param {Us} us
   */
  move(key, closed, us) {
    const steady = (this.movedUs.get(key) ?? -Infinity) + this.steadyUs();
    const tUs = Math.max(us, this.device.nowUs, steady);
    this.movedUs.set(key, tUs);
    this.device.finger(key, closed, tUs);
    this.told({ moved: [key, closed, tUs] });
    return tUs;
  }

  /** Lets time advance to `us` and wait there; resolves on arrival. @param {Us} us */
  reach(us) {
    return new Promise((reached) => {
      this.stop = { us, reached };
      this.anchor();
      this.turn();
    });
  }

  // Looks whether the page was suspended since the last task began; called first in every task. Time that
  // timers can tell is counted; what only the system's clock says is told, and counts for nothing.
  wake() {
    const nowMs = this.wall();
    const gapMs = nowMs - this.wokenMs;
    const stepMs = Date.now() - nowMs - this.shiftMs;
    this.shiftMs += stepMs;
    this.wokenMs = nowMs;
    const isAsleep = gapMs > HALTED_MS && stepMs > ASLEEP_MS || this.isHidden && stepMs > STEP_MS;
    if (gapMs > SLEPT_MS || isAsleep) {
      this.catchUp();
      if ((this.device.call("status")?.running ?? "none") === "none") return;
      this.told({ slept: { counted_ms: gapMs > SLEPT_MS ? gapMs : 0, step_ms: Math.abs(stepMs) > STEP_MS ? stepMs : 0 } });
      this.slept();
    } else if (Math.abs(stepMs) > STEP_MS) this.told({ stepped: stepMs });
  }

  // Brings the firmware up to the present.
  catchUp() {
    const untilUs = Math.min(this.deviceUs(this.wall() - BEHIND_MS), this.stop?.us ?? Infinity);
    while (untilUs - this.device.nowUs > SKIP_US) this.device.runUntil(this.device.nowUs + SKIP_US);
    this.device.runUntil(untilUs);
    if (this.stop && untilUs >= this.stop.us) this.stop.reached?.();
  }

  /** Presses some keys in sequence, after any earlier sequence. @param {string[]} keys */
  tap(keys) {
    let us = Math.max(this.device.nowUs, this.tappedUs ?? 0);
    for (const key of keys) {
      for (const [down, at] of /** @type {[boolean, Us][]} */ ([[true, us], [false, us + TAP_US]])) {
        this.device.finger(key, down, at);
        this.told({ moved: [key, down, at] });
      }
      us += TAP_US + PAUSE_US;
    }
    this.tappedUs = us;
    this.turn();
  }

  // Catches up with the wall clock once; schedules the next turn for when something is due.
  turn() {
    clearTimeout(this.timer);
    this.catchUp();
    this.show();
    this.rested();
    const dueMs = (this.device.nextUs() - this.device.nowUs) / 1000 / (this.pace() || 1e-9);
    const statusMs = this.device.powered && this.pace() ? STATUS_MS : 1000;
    this.timer = setTimeout(() => {
      this.wake();
      this.turn();
    }, Math.max(4, Math.min(dueMs, statusMs)));
  }

  show() {
    const { device } = this;
    this.report({
      frames: device.frames(), leds: device.leds, powered: device.powered,
      display: device.connected, down: device.keysDown(),
    });
    this.report({ motor: device.motor.length > 0 && device.motor[device.motor.length - 1][1] === null });
    if (device.tones.length) this.told({ buzzer: device.tones.splice(0), us: device.nowUs });
    if (this.wall() - this.statusMs >= STATUS_MS) {
      this.statusMs = this.wall();
      const entering = (device.call("focus") ?? "").startsWith("letters");
      this.report({ status: device.call("status") ?? /** @type {any} */ ({}), times: device.call("times") ?? [], entering, spoken: device.call("said") ?? [] });
    }
  }

  /** Reports the differences from the last report. @param {Update} seen */
  report(seen) {
    /** @type {Record<string, unknown>} */
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
