// Checks what `expect` states, as of the instant of its step, as in host_tools/scenario/expect.py.
// Screen texts are those that the firmware draws; the host tools read them from the picture instead.

import { CONFIRM_US, Mismatch } from "./macros.js";
import { items } from "./steps.js";

const NEAR_MS = 10;
const TIMES = ["clock.A", "clock.B", "limit"];

function msOf(text) {
  const [, sign, minutes, seconds] = /^(-?)(\d+):([0-5]\d(?:\.\d{3})?)$/.exec(text) ?? [];
  return minutes === undefined ? NaN : (sign ? -1 : 1) * Math.round(60_000 * minutes + 1000 * seconds);
}

// Returns the device's sound patterns in a recording as [name, from ms, to ms or null]. tones:
// [start us, end us or null, Hz].
export function patterns(tones, { patterns: known, lasting }) {
  const starts = Object.fromEntries(Object.entries(known).map(([name, [[hz]]]) => [hz, name]));
  const found = [];
  for (let at = 0; at < tones.length;) {
    const name = starts[tones[at][2]] ?? "tone";
    const count = length(tones.slice(at), known[name] ?? [[tones[at][2], 0]], lasting.includes(name));
    const endUs = tones[at + count - 1][1];
    found.push([name, tones[at][0] / 1000, endUs === null ? null : endUs / 1000]);
    at += count;
  }
  return found;
}

// Returns how many of the first tones belong to one playing of the pattern.
function length(tones, steps, lasts) {
  let dueMs = tones[0][0] / 1000;
  for (let count = 0; ;) {
    for (const [hz, ms] of steps) {
      const [startUs, , heardHz] = tones[count] ?? [];
      if (hz && (heardHz !== hz || Math.abs(startUs / 1000 - dueMs) > NEAR_MS)) return Math.max(count, 1);
      count += hz ? 1 : 0;
      dueMs += ms;
    }
    if (!lasts) return count;
  }
}

// Returns the motor's patterns since an instant, as names; "time" for taps of none of them.
export function felt(runs, { taps, tap_gap_ms: gapMs }, sinceUs) {
  const groups = [];
  for (const [startUs, endUs] of runs) {
    const last = groups[groups.length - 1];
    if (last && startUs - last.endUs <= 1000 * (gapMs + NEAR_MS)) last.ms.push((endUs - startUs) / 1000);
    else groups.push({ startUs, ms: [(endUs - startUs) / 1000] });
    groups[groups.length - 1].endUs = endUs;
  }
  const near = (one, other) => one.length === other.length && one.every((ms, at) => Math.abs(ms - other[at]) <= NEAR_MS);
  return groups.filter(({ startUs }) => startUs >= sinceUs)
    .map(({ ms }) => Object.keys(taps).find((name) => near(ms, taps[name])) ?? "time");
}

// The number of the last line spoken, and the instant.
export const spokenBy = (device) => [device.call("said")?.at(-1)?.[0] ?? 0, device.nowUs];

export class Look {
  // barrierUs: the next change of power, beyond which it cannot look ahead. since: spokenBy() as of
  // the step before.
  constructor(device, guide, { tMs, us, barrierUs, since = [0, 0] }) {
    Object.assign(this, { device, guide, tMs, us, barrierUs, since });
    for (let limitUs = 0; limitUs < this.limitUs();) { // a stall that begins meanwhile extends it
      limitUs = this.limitUs();
      device.settle(us, limitUs);
    }
    this.status = device.statusAt(tMs * 1000);
  }

  limitUs() {
    return Math.min(Math.max(this.us, this.device.stalledUntilUs) + CONFIRM_US, this.barrierUs);
  }

  // Throws Mismatch for the first item of the list that is not met.
  check(list) {
    for (const item of items(list)) {
      const screen = /^(no\s+)?screen\s+"([^"]*)"$/.exec(item);
      const words = item.replace(/\s*~\s*/, " ~").split(/\s+/);
      const said = /^(no\s+)?said(?:\s+"([^"]*)")?$/.exec(item);
      const taps = /^(no\s+)?felt(?:\s+(\S+))?$/.exec(item);
      if (said) this.told(item, !said[1], () => this.lines(), (line) => line.includes(said[2] ?? ""));
      else if (taps) this.told(item, !taps[1], () => felt(this.device.motor, this.guide, this.since[1]), (name) => name === (taps[2] ?? name));
      else if (screen) this.screen(item, screen[2], !screen[1]);
      else if (this[`is_${words[0]}`]) this[`is_${words[0]}`](item, words);
      else this.field(item, words);
    }
  }

  field(item, [name, wanted, near]) {
    const seen = this.status[name] ?? "–";
    const slackMs = near ? Math.round(Number(near.slice(1)) * 1000) : 0;
    const apart = TIMES.includes(name) && wanted !== "none" ? Math.abs(msOf(seen) - msOf(wanted)) : null;
    const right = apart === null ? seen === (/^\d+$/.test(wanted) ? String(Number(wanted)) : wanted)
      : apart <= slackMs;
    if (!right) throw new Mismatch(item, seen);
  }

  is_log(item, [, kind, wanted]) {
    const seen = this.device.call("log_count", kind);
    if (seen !== Number(wanted)) throw new Mismatch(item, String(seen));
  }

  lines() {
    return (this.device.call("said") ?? []).filter(([number]) => number > this.since[0]).map(([, , line]) => line);
  }

  // Allows what a press brings about up to CONFIRM_US.
  told(item, wanted, seen, fits) {
    for (;;) {
      const found = seen().some(fits);
      if (found || !this.device.step(this.limitUs())) {
        if (found !== wanted) throw new Mismatch(item, seen().join(" | ") || "–");
        return;
      }
    }
  }

  // Allows the picture up to CONFIRM_US after the step to be drawn.
  screen(item, text, wanted) {
    for (;;) {
      const lines = this.device.call("screen") ?? [];
      if (this.shows(lines, text, wanted) === wanted) return;
      if (!this.device.step(this.limitUs())) throw new Mismatch(item, lines.join(" | "));
    }
  }

  // A line may be drawn in pieces; inPieces: look for its words one by one.
  shows(lines, text, inPieces) {
    const words = lines.join(" ").split(" ");
    return [lines.join("\n"), lines.join(" ")].some((all) => all.includes(text)) ||
      (inPieces && text.split(" ").every((word) => words.includes(word)));
  }

  is_heard(item, [, name, from, to]) {
    const near = (seen, wanted) => wanted === undefined ||
      (seen !== null && Math.abs(seen - 1000 * wanted) <= NEAR_MS);
    const limitUs = Math.min(this.us + NEAR_MS * 1000, this.limitUs());
    for (;;) {
      const found = patterns(this.device.heard(0, Math.max(this.tMs * 1000, this.device.nowUs)), this.guide);
      const alike = found.filter(([each]) => each === name);
      if (alike.some(([, fromMs, toMs]) => near(fromMs, from) && near(toMs, to))) return;
      if (!this.device.step(limitUs)) {
        throw new Mismatch(item, alike.map((each) => each.join(" ")).join(", ") || "–");
      }
    }
  }

  is_silent(item, [, from, to]) {
    const [fromUs, toUs] = [1e6 * from, 1e6 * to];
    const found = this.device.heard(fromUs, toUs).filter(([startUs]) => startUs < Math.max(toUs, fromUs + 1));
    if (found.length) throw new Mismatch(item, found.map(([us, , hz]) => `${hz} Hz ${us / 1e6}`).join(", "));
  }
}
