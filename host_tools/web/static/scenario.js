// Scenario files: what was done on the page as text, and text as steps that the page can do.

const PRESS_US = 80_000;
const ACTIONS = {
  "plug": "power on", "unplug": "power cut", "reset": "reset", "display-off": "i2c down",
  "display-on": "i2c up",
};
const STEPS = Object.fromEntries(Object.entries(ACTIONS).map(([action, text]) => [text, action]));

const seconds = (us) => String(Math.round(us / 1000) / 1000);

// settings: name -> text. done: [us, verb, ...] with the verbs press KEY US, do ACTION, stall MS.
export function written(settings, done) {
  const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const lines = done.map(([us, verb, what, duration]) => {
    const at = `at ${seconds(us)} `;
    if (verb === "stall") return `${at}stall ${what}`;
    if (verb === "do") return at + ACTIONS[what];
    const held = Math.round(duration / 1000);
    return held === PRESS_US / 1000 ? `${at}press ${what}` : `${at}hold ${what} ${held / 1000}`;
  });
  const head = pairs.length ? [`device ${pairs.join(" ")}`] : [];
  return [...head, ...lines].join("\n") + "\n";
}

function step(words, us) {
  const [verb, what, value] = words;
  if (verb === "press") return [us, "press", what, PRESS_US];
  if (verb === "hold") return [us, "press", what, Math.round(value * 1e6)];
  if (verb === "stall") return [us, "stall", Number(what)];
  const action = STEPS[words.join(" ")];
  return action ? [us, "do", action] : null;
}

// { settings, done, skipped }: as for written(); skipped are the lines that a page cannot do.
export function read(text) {
  const found = { settings: {}, done: [], skipped: [] };
  let us = 0;
  for (const line of text.split("\n")) {
    const words = line.replace(/#.*/, "").trim().split(/\s+/).filter(Boolean);
    if (!words.length) continue;
    if (words[0] === "device") {
      for (const pair of words.slice(1)) {
        const [name, ...value] = pair.split("=");
        found.settings[name] = value.join("=");
      }
      continue;
    }
    if (words[0] === "at") us = Math.round(words.splice(0, 2)[1] * 1e6);
    else if (words[0][0] === "+") us += Math.round(words.shift().slice(1) * 1e6);
    const made = step(words, us);
    if (made) found.done.push(made);
    else found.skipped.push(line.trim());
  }
  return found;
}

// A scenario as part of an address, and back.
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_")
    .replaceAll("=", "");
}

export async function unpacked(part) {
  const plain = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(plain, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
