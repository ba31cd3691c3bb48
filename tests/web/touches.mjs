// The pages' engine with a wall clock that the test moves: node touches.mjs STATIC LATE... A touch at
// 1,000 ms is told so many ms late; prints when the device has booked it, a line a lateness. Then the
// page is suspended in the middle of a turn: prints for how many ms it says that it was.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...lateMs] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(resolve(join(folder, "device/engine.js"))));

// What the engine asks of a device that does nothing by itself.
class Still {
  constructor() { Object.assign(this, { nowUs: 0, tones: [], motor: [], leds: {}, powered: true, connected: true, contacts: [{ bounceUs: 0 }] }); }
  nextUs() { return Infinity; }
  runUntil(us) { this.nowUs = Math.max(us, this.nowUs); }
  finger(key, down, us) { this.booked = us; }
  frames() { return []; }
  keysDown() { return []; }
  call() { return null; }
}

for (const late of lateMs.map(Number)) {
  let now = 0;
  const device = new Still();
  const engine = new Engine(device, { told() {}, rested() {}, wall: () => now });
  engine.turn();
  now = 1000 + late; // the worker looks, and only then the message comes
  engine.turn();
  engine.contact("A", true, 1000);
  clearTimeout(engine.timer);
  console.log(device.booked / 1000 - 25); // the device's time began 25 ms behind
}

let now = 0;
let isIn = false;
class Suspended extends Still {
  call(name) { return name === "status" ? { running: "A" } : null; }
  frames() { now += isIn ? 5000 : 0; isIn = false; return []; }
}
const said = [];
const engine = new Engine(new Suspended(), { told: ({ slept }) => slept && said.push(slept), rested() {}, wall: () => now });
engine.turn();
isIn = true;
engine.turn();
clearTimeout(engine.timer);
engine.wake();
console.log(said.map(({ counted_ms: ms }) => ms).join());
