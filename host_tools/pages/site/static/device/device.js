// One simulated device, as in host_tools/sim/device.py: a world, the firmware in it, and virtual
// time that advances on demand. Times are microseconds since the world began.

import { Contact } from "./contacts.js";
import { Link } from "./link.js";
import { BLOCKS, BLOCK_BYTES, PAGE_BYTES } from "./norflash.js";
import { Ssd1306 } from "./ssd1306.js";

export const KEYS = ["A", "B", "STOP", "CHALLENGE", "UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK"];
export const LEXICONS = "/lexicons";
const TICKS_PERIOD = 2 ** 30;
const RESTLESS_POLLS = 10_000;
const PRESS_US = 80_000;
const EDGES_A_POLL = 600; // the firmware's buffer has room for 700

export class Device {
  /** @type {[key: number, closed: boolean, ticks: number][]} */
  captured = [];
  restless = 0;
  wakeUs = Infinity;
  /** @type {Record<string, boolean>} */
  leds = {};

  // start(link): resolves to a function that lets the firmware answer one frame. facts: the board's
  // facts for BOOT, with displays as [address, first column, turned by 180°].
  /** @param {{ start: (link: WorldLink) => Promise<() => void>; flash: NorFlash; facts?: Partial<DeviceFacts> }} parts */
  constructor({ start, flash, facts = {} }) {
    this.start = start;
    this.flash = flash;
    /** @type {DeviceFacts} */
    this.facts = { displays: [[0x3c, 0, false]], ...facts };
    this.nowUs = 0;
    this.keys = this.facts.keys ?? KEYS;
    this.contacts = this.keys.map((_, index) => new Contact(index));
    this.controllers = new Map(this.facts.displays.map(
      ([address, first]) => [address, new Ssd1306(128 + 2 * first)]));
    this.connected = true; // whether the displays' cable is plugged in
    /** @type {number | null} */
    this.battery = null;
    /** @type {WorldLink | null} */
    this.link = null;
    /** @type {Us | null} */
    this.powerUs = null;
    this.stalledUntilUs = 0;
    /** @type {Edge[]} */
    this.tones = []; // changes of the buzzer not yet taken
    this.hz = 0;
    /** @type {[Us, Us | null][]} */
    this.motor = []; // [start us, end us or null] of each run of the motor
    this.bootedUs = 0;
    this.powerIsGone();
  }

  get powered() { return this.powerUs !== null; }

  // -- power

  async powerOn() {
    if (this.powered) return;
    this.powerUs = this.nowUs;
    await this.boot("power");
  }

  powerCut() {
    this.link = null;
    this.powerUs = null;
    this.powerIsGone();
  }

  async reset() {
    if (!this.powered) return;
    this.buzz(0);
    await this.boot("watchdog");
  }

  powerIsGone() {
    this.buzz(0);
    this.leds = Object.fromEntries((this.facts.leds ?? ["A", "B"]).map((name) => [name, false]));
    this.wakeUs = Infinity;
    this.stalledUntilUs = 0;
    for (const controller of this.controllers.values()) controller.powerOn();
  }

  /** @param {string} cause */
  async boot(cause) {
    this.link = null;
    const link = new Link(this);
    link.turn = await this.start(link);
    if (!this.powered) return;
    link.boot({
      ticks: this.ticks(this.nowUs), reset_cause: cause, unique_id: "0c0ff1d05e550001",
      block_size: BLOCK_BYTES, blocks: BLOCKS, page_size: PAGE_BYTES, lexicon_dir: LEXICONS,
      levels: this.levels(), ...this.facts,
    });
    this.link = link;
    this.captured = [];
    this.bootedUs = this.wakeUs = this.nowUs;
  }

  // -- effects of the firmware's pins

  /** @param {number} address @param {Uint8Array} bytes */
  i2c(address, bytes) {
    if (this.connected) this.controllers.get(address)?.transaction(bytes);
  }

  /** @param {number} hz */
  buzz(hz) {
    if (hz === this.hz) return;
    this.hz = hz;
    this.tones.push([this.nowUs, hz]);
  }

  /** Ignores a light that the board does not have. @param {string} name @param {boolean} lit */
  led(name, lit) {
    if (name in this.leds) this.leds[name] = lit;
    else if (name === "MOTOR" && lit) this.motor.push([this.nowUs, null]);
    else if (name === "MOTOR" && this.motor.length) this.motor[this.motor.length - 1][1] ??= this.nowUs;
  }

  // -- actions of people

  /** @param {string} key @param {boolean} down */
  finger(key, down, tUs = this.nowUs) {
    this.contacts[this.keys.indexOf(key)].move(Math.max(tUs, this.nowUs), down);
  }

  /** @param {string} key */
  press(key, tUs = this.nowUs, holdUs = PRESS_US) {
    this.contacts[this.keys.indexOf(key)].press(Math.max(tUs, this.nowUs), holdUs);
  }

  // Returns the keys that a finger holds down.
  keysDown() { return this.keys.filter((_, index) => this.contacts[index].down); }

  /** @param {Us} us */
  setBounce(us) {
    for (const contact of this.contacts) contact.bounceUs = us;
  }

  /** @param {boolean} plugged */
  plugDisplay(plugged) {
    this.connected = plugged;
    if (!plugged) for (const controller of this.controllers.values()) controller.powerOn();
  }

  /** Stalls the processor from now on for `us`. @param {Us} us */
  stall(us) {
    this.stalledUntilUs = Math.max(this.stalledUntilUs, this.nowUs + us);
  }

  // -- time

  nextUs() {
    const edges = this.contacts.map((contact) => contact.nextUs());
    return Math.min(...edges, this.link ? Math.max(this.wakeUs, this.stalledUntilUs) : Infinity);
  }

  /** Advances to the next event; returns false if that is past limitUs. @param {Us} limitUs */
  step(limitUs) {
    const due = this.nextUs();
    if (due === Infinity || due > limitUs) return false;
    this.restless = due > this.nowUs ? 0 : this.restless + 1;
    if (this.restless > RESTLESS_POLLS) throw new Error("the firmware does not come to rest");
    this.nowUs = Math.max(due, this.nowUs);
    this.take();
    const seen = this.captured.length || this.wakeUs <= this.nowUs;
    if (this.link && seen && this.stalledUntilUs <= this.nowUs) this.poll();
    return true;
  }

  /** Lets time pass up to tUs, including everything due then. @param {Us} tUs */
  runUntil(tUs) {
    this.restless = 0;
    while (this.step(tUs));
    this.nowUs = Math.max(tUs, this.nowUs);
  }

  take() {
    for (const contact of this.contacts) {
      for (const [tUs, closed] of contact.take(this.nowUs)) {
        if (this.link) this.captured.push([contact.index, closed, this.ticks(tUs)]);
      }
    }
  }

  poll() {
    const edges = this.captured.splice(0, EDGES_A_POLL);
    const [waitUs] = /** @type {Link} */ (this.link).poll({
      ticks: this.ticks(this.nowUs), levels: this.levels(), battery: this.battery,
      there: this.connected, edges,
    });
    this.wakeUs = this.captured.length ? this.nowUs : this.nowUs + waitUs;
  }

  /** @param {Us} tUs */
  ticks(tUs) { return (tUs - (this.powerUs ?? 0)) % TICKS_PERIOD; }

  levels() {
    return this.contacts.reduce((all, contact) => all | Number(contact.closed) << contact.index, 0);
  }

  // -- queries

  /**
   * Calls a method of the firmware; null without power or while it starts.
   * @template {keyof Firmware} M
   * @param {M} method @param {Parameters<Firmware[M]>} rest @returns {ReturnType<Firmware[M]> | null}
   */
  call(method, ...rest) { return this.link ? this.link.call(method, ...rest) : null; }

  /** Returns the status with its times as of tUs; empty without power. @param {Us} tUs */
  statusAt(tUs) {
    return this.call("status", Math.floor((tUs - this.bootedUs) / 1000));
  }

  frames() {
    return this.facts.displays.map(([address]) => /** @type {Ssd1306} */ (this.controllers.get(address)).frame());
  }
}
