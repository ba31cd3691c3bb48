// Turns actions on the page into a scenario's text, and the text into part of a URL.

const PRESS_US = 80_000;
/** @type {Record<string, string>} */
const ACTIONS = {
  "plug": "power on", "unplug": "power cut", "reset": "reset", "display-off": "i2c down",
  "display-on": "i2c up",
};

/** @param {Us} us */
const seconds = (us) => String(Math.round(us / 1000) / 1000);

// settings: name -> text. done: [us, verb, ...]; the verbs are press KEY US, do ACTION, stall MS and
// flip OFFSET BIT.
/** @param {Settings} settings @param {Done[]} done */
export function written(settings, done) {
  const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const lines = done.map(([us, verb, what, duration = 0]) => {
    const at = `at ${seconds(us)} `;
    if (verb === "stall") return `${at}stall ${what}`;
    if (verb === "flip") return `${at}flip lexicon ${what} ${duration}`;
    if (verb === "do") return at + ACTIONS[what];
    const held = Math.round(duration / 1000);
    return held === PRESS_US / 1000 ? `${at}press ${what}` : `${at}hold ${what} ${held / 1000}`;
  });
  const head = pairs.length ? [`device ${pairs.join(" ")}`] : [];
  return [...head, ...lines].join("\n") + "\n";
}

/** Packs a scenario's text for a URL, and unpacks it. @param {string} text */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_")
    .replaceAll("=", "");
}

/** @param {string} part */
export async function unpacked(part) {
  const plain = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(plain, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
