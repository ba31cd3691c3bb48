// Replays what the recorder has written: presses, power, cable, stalls and flipped bits at their times.
// `corrido scenario` plays everything else that a scenario may contain.

const PRESS_MS = 80;
const DEFAULT_LIST = "es";
const WORLDS = ["bounce", "board", "boot"]; // settings of the world, not of the firmware
const STEP = /^(?:at (\d+(?:\.\d{1,3})?)|\+(\d+(?:\.\d{1,3})?)) (power on|power cut|reset|press|hold|i2c|stall|flip)\b ?(.*)$/;

// A line that is not a step of a recording; `line` is its number.
export class NoStep extends Error {
  /** @param {number} line @param {string} text */
  constructor(line, text) {
    super(text);
    this.line = line;
  }
}

/** @param {string | number} seconds */
const milliseconds = (seconds) => Math.round(Number(seconds) * 1000);

/** Returns { settings, steps: [{ line, us, verb, words }] }; throws NoStep. @param {string} text */
export function recording(text) {
  /** @type {Recording} */
  const found = { settings: {}, steps: [] };
  let nowMs = 0;
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.replace(/#.*/, "").trim().replace(/\s+/g, " ");
    if (!line) continue;
    if (line.startsWith("device ")) {
      for (const pair of line.split(" ").slice(1)) {
        const [name, value] = pair.split(/=(.*)/);
        if (value === undefined) throw new NoStep(at + 1, line);
        found.settings[name] = value;
      }
      continue;
    }
    const [, absolute, relative, verb, rest] = STEP.exec(line) ?? [];
    if (!verb) throw new NoStep(at + 1, line);
    nowMs = absolute === undefined ? nowMs + milliseconds(relative) : milliseconds(absolute);
    found.steps.push({ line: at + 1, us: nowMs * 1000, verb, words: rest.split(" ") });
  }
  if (!found.steps.length) throw new NoStep(1, text.slice(0, 40));
  return found;
}

// Stores the settings on a device without power, which then begins its time. The PIN comes last: once
// set, it protects the others. Throws the firmware's error for a setting that it refuses.
/** @param {Device} device @param {Settings} settings */
async function provision(device, settings) {
  const stored = Object.entries(settings).filter(([name]) => !WORLDS.includes(name));
  stored.sort(([one], [other]) => Number(one === "pin") - Number(other === "pin"));
  await device.powerOn();
  for (const setting of stored) device.call("choose", ...setting);
  device.powerCut();
  device.setBounce(milliseconds(settings.bounce ?? 0));
  device.nowUs = 0;
  device.tones.length = 0;
}

// Plays a recording on a new, dark device. until(us): resolves when time has reached an instant.
// told(line): receives the number of each line when it is due. bytesOf(name): a word list's.
/**
 * @param {Device} device @param {Recording} p1
 * @param {{ until: (us: Us) => Promise<unknown>; told: (line: number) => void; bytesOf: (name: string) => Uint8Array }} p2
 */
export async function replay(device, { settings, steps }, { until, told, bytesOf }) {
  await provision(device, settings);
  const list = bytesOf(settings.lexicon ?? DEFAULT_LIST);
  for (const { line, us, verb, words } of steps) {
    await until(us);
    told(line);
    if (verb === "press" || verb === "hold") {
      device.press(words[0], us, (verb === "hold" ? milliseconds(words[1]) : PRESS_MS) * 1000);
    } else if (verb === "i2c") device.plugDisplay(words[0] === "up");
    else if (verb === "stall") device.stall(Number(words[0]) * 1000);
    else if (verb === "flip") list[Number(words[1])] ^= 1 << Number(words[2]);
    else if (verb === "power cut") device.powerCut();
    else {
      await (verb === "reset" ? device.reset() : device.powerOn());
      device.runUntil(device.nowUs);
      if (verb === "power on" && "preset" in settings) device.call("arm");
    }
  }
}
