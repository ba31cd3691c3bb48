// Hands on the clock's page, without a page: node hands.mjs STATIC SEED COUNT. What browsers do to touches is
// done to them: ends lost, told twice, cancelled, late; fingers that rest. Prints touches and the contacts' moves.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, seed, count] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(resolve(join(folder, name))));

let now = 0;
let timers = [];
globalThis.setTimeout = (run, ms = 0) => {
  const timer = { at: now + ms, run };
  timers.push(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => { timers = timers.filter((one) => one !== timer); };
function until(ms) {
  for (;;) {
    const due = timers.filter(({ at }) => at <= ms).sort((a, b) => a.at - b.at)[0];
    if (!due) break;
    clearTimeout(due);
    now = Math.max(now, due.at);
    due.run();
  }
  now = ms;
}

const [{ Engine }, { Fingers }] = [await load("device/engine.js"), await load("fingers.js")];
const moves = [];
const device = { nowUs: 0, tones: [], motor: [], leds: {}, powered: true, connected: true, contacts: [{ bounceUs: 0 }],
  nextUs: () => Infinity, runUntil(us) { this.nowUs = Math.max(us, this.nowUs); },
  finger(key, down, us) { moves.push([key, down, us]); }, frames: () => [], keysDown: () => [], call: () => null };
const engine = new Engine(device, { told() {}, rested() {}, wall: () => now });
const fingers = new Fingers((key, closed, { at = now }) => engine.contact(key, closed, at));

let state = Number(seed);
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const events = [];
const touches = [];
const free = { A: 0, B: 0 };
for (let number = 0, at = 100; number < Number(count); number++) {
  const key = random() < 0.5 ? "A" : "B";
  at = Math.max(at + 5 + random() ** 3 * 2500, free[key]);
  free[key] = at + 55;
  touches.push([key, at]);
  const end = at + [15 + random() * 150, 3000 * random(), 30_000 * random()][Math.floor(random() * 3)];
  events.push([at, "press", key, number]);
  const fate = random();
  if (fate > 0.2) events.push([end, "lift", key, number]); // else its end is lost
  if (fate > 0.9) events.push([end + 400 * random(), "lift", key, number]); // or told twice
}
for (const [at, act, key, number] of events.sort((a, b) => a[0] - b[0])) {
  until(at + random() * 8); // the page hears of it a little later
  if (act === "press") fingers.press(key, number, { at });
  else fingers.lift(number, { at });
}
until(now + 60_000);
console.log(JSON.stringify({ touches, moves }));
