// Plays moves on the device of the pages, under Node: node device.mjs STATIC MODULE FIRMWARE LEXICON
// < moves. Moves are JSON: { bounceUs, lookUs: [...], moves: [[us, key, down], ...] }. Prints the
// pictures at the instants of lookUs and the flash at the end, as JSON of base64.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, module, firmware, lexicon] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(resolve(path)));
const { start, show } = await load(join(folder, "firmware.js"));
const { Device, LEXICONS } = await load(join(folder, "device/device.js"));
const { NorFlash } = await load(join(folder, "device/norflash.js"));
const { loadMicroPython } = await load(module);
const { bounceUs, lookUs, moves, image } = JSON.parse(readFileSync(0, "utf-8"));

const files = readdirSync(firmware, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .map((path) => ["/firmware" + path.slice(firmware.length), readFileSync(path)]);
const list = readFileSync(lexicon);

async function interpreter(link) {
  const python = await start({
    loadMicroPython, heap: 1 << 20, files, world: link, say: (line) => console.error(line),
  });
  show(python.FS, `${LEXICONS}/es.lex`, list.length, (into, position) => {
    into.set(list.subarray(position, position + into.length));
    return into.length;
  });
  return python.pyimport("boards.web.serve").turn;
}

const flash = new NorFlash(Buffer.from(image, "base64"));
const device = new Device({ start: interpreter, flash });
device.setBounce(bounceUs);
await device.powerOn();
for (const [us, key, down] of moves) device.finger(key, down, us);
const frames = lookUs.map((us) => {
  device.runUntil(us);
  return Buffer.from(device.frames()[0]).toString("base64");
});
console.log(JSON.stringify({
  frames, status: device.statusAt(lookUs.at(-1)), flash: Buffer.from(flash.data).toString("base64"),
}));
