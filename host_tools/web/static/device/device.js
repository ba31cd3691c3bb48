// One simulated device as host_tools/sim/device.py has it: a world, the firmware in it, and
// virtual time that moves on demand. Times are microseconds since the world began.

import { Contact } from "./contacts.js";
import { Link } from "./link.js";
import { BLOCKS, BLOCK_BYTES, PAGE_BYTES } from "./norflash.js";
import { Ssd1306 } from "./ssd1306.js";

export const KEYS = ["A", "B", "STOP", "CHALLENGE", "UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK"];
export const LEXICONS = "/lexicons";
const TICKS_PERIOD = 2 ** 30;
const FED_US = 8_000_000; // after a longer gap the time in between is skipped, as a stall is
const RESTLESS_POLLS = 10_000;
const PRESS_US = 80_000;
const CONFIRM_US = 40_000; // a press is confirmed at most so long after its contact closes
const EDGES_A_POLL = 600; // the firmware's buffer has room for 700

export class Device {
  // start(link) -> promise of what lets the firmware answer one frame. facts: about the board,
  // for BOOT: displays as [address, first column, turned round].
  constructor({ start, flash, facts = {} }) {
    this.start = start;
    this.flash = flash;
    this.facts = { displays: [[0x3c, 0, false]], ...facts };
    this.nowUs = 0;
    this.keys = this.facts.keys ?? KEYS;
    this.contacts = this.keys.map((_, index) => new Contact(index));
    this.controllers = new Map(this.facts.displays.map(
      ([address, first]) => [address, new Ssd1306(128 + 2 * first)]));
    this.connected = true; // the displays' cable is in
    this.battery = null;
    this.link = null;
    this.powerUs = null;
    this.stalledUntilUs = 0;
    this.tones = []; // [us, Hz] changes of the buzzer that nobody has taken
    this.hz = 0;
    this.recorded = []; // [start us, end us or null, Hz] of all its tones
    this.agenda = []; // [us, action] that the world has planned
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
    this.pending = 0;
    this.stalledUntilUs = 0;
    for (const controller of this.controllers.values()) controller.powerOn();
  }

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

  // -- what the firmware's pins do

  i2c(address, bytes) {
    if (this.connected) this.controllers.get(address)?.transaction(bytes);
  }

  buzz(hz) {
    if (hz === this.hz) return;
    const last = this.recorded[this.recorded.length - 1];
    if (this.hz) last[1] = this.nowUs;
    if (this.hz && last[0] === this.nowUs) this.recorded.pop();
    if (hz) this.recorded.push([this.nowUs, null, hz]);
    this.hz = hz;
    this.tones.push([this.nowUs, hz]);
  }

  // A board without that light shows none.
  led(name, lit) { if (name in this.leds) this.leds[name] = lit; }

  // -- what people do

  finger(key, down, tUs = this.nowUs) {
    this.contacts[this.keys.indexOf(key)].move(Math.max(tUs, this.nowUs), down);
  }

  press(key, tUs = this.nowUs, holdUs = PRESS_US) {
    this.contacts[this.keys.indexOf(key)].press(Math.max(tUs, this.nowUs), holdUs);
  }

  // The keys that a finger holds down.
  keysDown() { return this.keys.filter((_, index) => this.contacts[index].down); }

  // When the finger that is on a key, or is going to be, lets go; null if there is none.
  freeUs(key) { return this.contacts[this.keys.indexOf(key)].freeUs(); }

  // How many fingers have gone down after tUs.
  pressesSince(tUs) { return this.contacts.filter(({ pressedUs }) => pressedUs > tUs).length; }

  // Does something at tUs, in the order of calls where instants are the same.
  at(tUs, action) {
    this.agenda.push([tUs, action]);
    this.agenda.sort(([one], [other]) => one - other);
  }

  setBounce(us) {
    for (const contact of this.contacts) contact.bounceUs = us;
  }

  plugDisplay(plugged) {
    this.connected = plugged;
    if (!plugged) for (const controller of this.controllers.values()) controller.powerOn();
  }

  // From now on the processor answers nothing for so long.
  stall(us) {
    this.stalledUntilUs = Math.max(this.stalledUntilUs, this.nowUs + us);
  }

  // -- time

  nextUs() {
    const edges = this.contacts.map((contact) => contact.nextUs());
    const planned = this.agenda[0]?.[0] ?? Infinity;
    return Math.min(...edges, planned, this.link ? Math.max(this.wakeUs, this.stalledUntilUs) : Infinity);
  }

  // Goes to the next instant at which something happens; false if that is past limitUs.
  step(limitUs) {
    const due = this.nextUs();
    if (due === Infinity || due > limitUs) return false;
    this.restless = due > this.nowUs ? 0 : this.restless + 1;
    if (this.restless > RESTLESS_POLLS) throw new Error("the firmware does not come to rest");
    this.nowUs = Math.max(due, this.nowUs);
    while (this.agenda.length && this.agenda[0][0] <= this.nowUs) this.agenda.shift()[1]();
    this.take();
    const seen = this.captured?.length || this.wakeUs <= this.nowUs;
    if (this.link && seen && this.stalledUntilUs <= this.nowUs) this.poll();
    return true;
  }

  // Lets time pass; what is due at tUs has happened.
  runUntil(tUs) {
    this.restless = 0;
    while (this.step(tUs));
    this.nowUs = Math.max(tUs, this.nowUs);
  }

  // Runs on until every press up to tUs is confirmed, but no farther than limitUs.
  settle(tUs, limitUs = Math.max(tUs, this.stalledUntilUs) + CONFIRM_US) {
    this.restless = 0;
    while (this.unconfirmed() > this.pressesSince(tUs) && this.step(limitUs));
  }

  // Goes to tUs as a processor that slept: whatever came due in between comes due there.
  skipTo(tUs) {
    if (tUs - this.nowUs > FED_US) this.stalledUntilUs = Math.max(this.stalledUntilUs, tUs);
    this.runUntil(tUs);
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
    const [waitUs, pending] = this.link.poll({
      ticks: this.ticks(this.nowUs), levels: this.levels(), battery: this.battery,
      there: this.connected, edges,
    });
    this.pending = pending;
    this.wakeUs = this.captured.length ? this.nowUs : this.nowUs + waitUs;
  }

  ticks(tUs) { return (tUs - this.powerUs) % TICKS_PERIOD; }

  levels() {
    return this.contacts.reduce((all, contact) => all | Number(contact.closed) << contact.index, 0);
  }

  // -- questions

  // Null without power, or while the firmware starts.
  call(method, ...rest) { return this.link ? this.link.call(method, ...rest) : null; }

  // The status with its times as of tUs, empty without power.
  statusAt(tUs) {
    return this.call("status", Math.floor((tUs - this.bootedUs) / 1000)) ?? {};
  }

  // How many presses the firmware has not confirmed, those it has not seen included.
  unconfirmed() {
    const unseen = this.link ? this.captured.filter(([, closed]) => closed).length : 0;
    return this.pending + unseen;
  }

  // The tones that sounded at some instant of a stretch of time.
  heard(fromUs, toUs) {
    return this.recorded.filter(([startUs, endUs]) => startUs <= toUs &&
      (endUs === null || endUs > fromUs || startUs >= fromUs));
  }

  frames() {
    return this.facts.displays.map(([address]) => this.controllers.get(address).frame());
  }
}
