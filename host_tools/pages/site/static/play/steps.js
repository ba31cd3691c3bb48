// Parses the text of a scenario, in the format of `corrido scenario`, into steps.

const VERBS = ["power", "reset", "press", "hold", "i2c", "stall", "flip", "expect", "arm", "stop",
  "mark", "challenge", "arbiter", "finish", "close", "next"];
const MACROS = VERBS.slice(VERBS.indexOf("arm"));

// A line that is not a step; `line` is its number.
export class NoStep extends Error {
  constructor(line, text) {
    super(text);
    this.line = line;
  }
}

function withoutComment(line) {
  return (/^(?:[^"#]|"[^"]*")*/.exec(line)?.[0] ?? "").trim();
}

// Splits a list at the commas outside quotes.
export function items(text) {
  return (text.match(/(?:[^,"]|"[^"]*")+/g) ?? []).map((item) => item.trim());
}

const ms = (seconds) => Math.round(Number(seconds) * 1000);

function step(line, text) {
  const timed = /^(?:at\s+(\d+(?:\.\d{1,3})?)|\+(\d+(?:\.\d{1,3})?))\s+(.*)$/.exec(text);
  const rest = timed ? timed[3] : text;
  const [verb, ...words] = rest.split(/\s+/);
  if (!VERBS.includes(verb)) throw new NoStep(line, text);
  const macro = MACROS.includes(verb);
  return {
    line, text: rest, verb, words, macro, endsByItself: macro || rest === "power on",
    atMs: timed?.[1] === undefined ? null : ms(timed[1]), plusMs: ms(timed?.[2] ?? 0),
  };
}

// Returns { settings, steps }; throws NoStep.
export function scenario(text) {
  const found = { settings: {}, steps: [] };
  for (const [number, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = withoutComment(raw);
    if (!line) continue;
    if (!/^device\s/.test(line)) {
      found.steps.push(step(number + 1, line));
      continue;
    }
    for (const pair of line.split(/\s+/).slice(1)) {
      const [name, ...value] = pair.split("=");
      if (!value.length) throw new NoStep(number + 1, line);
      found.settings[name] = value.join("=");
    }
  }
  if (!found.steps.length) throw new NoStep(1, text.slice(0, 40));
  return found;
}
