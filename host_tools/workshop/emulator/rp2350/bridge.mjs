// An RP2350 in the emulator rp2350js, which takes one JSON command per line and answers each with one.
//
//   node bridge.mjs MODULE FLASH      MODULE: the emulator's ESM index.js. FLASH: all of flash.
//
// Its flash takes commands as a W25Q does; PIO blocks are stepped in bulk, with the same result;
// a sleeping processor lets time jump to its next alarm. Times are microseconds since power.

import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import { SerialFlash, qmiWith, qspiPinsWith } from "./flash.mjs";
import { bridgeBus } from "./bus.mjs";
import { bankWith } from "./io.mjs";
import { LazyPio } from "./pio.mjs";

const CLOCK_HZ = 150_000_000;
const CYCLE_NS = 1e9 / CLOCK_HZ;
const FLASH_BYTES = 4 << 20;
const PINS = 30;
const WATCHDOG_HZ = 1_000_000; // erratum E1 of the RP2040 is gone
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const QMI = 0x400d0; // where the chip keeps its peripherals, by address >> 12
const IO_BANK = 0x40028;
const IO_QSPI = 0x40030;
const PIOS = [0x50200, 0x50300, 0x50400];
const FEED_US = 1000;

const [module, image] = process.argv.slice(2);
const emulator = await import(pathToFileURL(module));
const chip = new emulator.RP2350({ coreArch: "arm" });
chip.logger = SILENT;
chip.clkSys = chip.clkPeri = CLOCK_HZ;
chip.flash.set(readFileSync(image));

const now = () => chip.clock.micros;
const after = (us, action) => {
  const alarm = chip.clock.createAlarm(action);
  alarm.schedule(us * 1000);
};
let events = [];
const tell = (kind, ...rest) => events.push([kind, now(), ...rest]);

const serialFlash = new SerialFlash(chip.flash, FLASH_BYTES, now, tell);
chip.peripherals[QMI] = qmiWith(emulator.BasePeripheral, chip, serialFlash);
chip.peripherals[IO_BANK] = bankWith(emulator.BasePeripheral, chip, chip.peripherals[IO_BANK]);
chip.peripherals[IO_QSPI] = qspiPinsWith(emulator.BasePeripheral, chip);
const pios = PIOS.map((base, index) => {
  const lazy = new LazyPio(chip.pio[index]);
  chip.peripherals[base] = lazy;
  return lazy;
});
const bus = bridgeBus(chip.i2c[0], after, tell);

// -- the USB console

const queue = [];
let cdc;
function plugUsb() {
  cdc = new emulator.USBCDC(chip.usbCtrl);
  cdc.onDeviceConnected = () => tell("connected");
  cdc.onSerialData = (data) => tell("said", Buffer.from(data).toString("base64"));
}
plugUsb();

function feed() {
  for (let n = 0; n < 64 && queue.length; n++) cdc.sendSerialByte(queue.shift());
  after(FEED_US, feed);
}
after(FEED_US, feed);

// -- the watchdog

chip.watchdog.timer.baseFreq = WATCHDOG_HZ;
chip.watchdog.onWatchdogTrigger = () => {
  const { reason } = chip.watchdog;
  tell("reset");
  queue.length = 0;
  for (const pio of chip.pio) for (const machine of pio.machines) machine.enabled = false;
  chip.reset();
  chip.watchdog.reset();
  chip.watchdog.reason = reason;
  plugUsb();
};

// -- pins: contacts to ground against a pull-up, and outputs to watch

for (let pin = 0; pin < PINS; pin++) chip.gpio[pin].setInputValue(true);
const watched = new Set();
function watch(number) {
  if (watched.has(number)) return;
  watched.add(number);
  let high = false;
  chip.gpio[number].addListener(() => {
    const level = chip.gpio[number].outputEnable && chip.gpio[number].outputValue;
    if (level !== high) tell("pin", number, (high = level));
  });
}

// -- time

const [first, second] = chip.core;
function step(untilUs) {
  let cycles;
  if (first.waiting && second.waiting) {
    const spare = Math.min(chip.clock.nanosToNextAlarm || Infinity, (untilUs - now()) * 1000);
    cycles = Math.max(1, Math.ceil(spare / CYCLE_NS));
    first.cycles += cycles;
  } else {
    chip.currentCore = 0;
    cycles = first.executeInstruction();
  }
  if (second.waiting) second.cycles = first.cycles;
  chip.currentCore = 1;
  while (second.cycles < first.cycles) second.executeInstruction();
  chip.currentCore = 0;
  for (const pio of pios) pio.pass(cycles);
  chip.clock.tick(cycles * CYCLE_NS);
}

function run(untilUs) {
  while (now() < untilUs) step(untilUs);
}

// -- commands

const COMMANDS = {
  run: ({ until }) => run(until),
  contact: ({ pin, closed }) => {
    for (const pio of pios) pio.catchUp();
    chip.gpio[pin].setInputValue(!closed);
  },
  send: ({ data }) => queue.push(...Buffer.from(data, "base64")),
  watch: ({ pin }) => watch(pin),
  bus: ({ addresses }) => bus.answer(addresses),
  battery: ({ raw }) => chip.adc.channelValues.fill(raw),
  save: ({ path }) => writeFileSync(path, chip.flash.subarray(0, FLASH_BYTES)),
  high: ({ pin }) => Boolean(chip.gpio[pin].outputEnable && chip.gpio[pin].outputValue),
};

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  events = [];
  const value = COMMANDS[command.do](command);
  const answer = { now: now(), events, value: typeof value === "boolean" ? value : null };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit(0);
