// The device of the pages under Node, as fast as it goes: node device.mjs STATIC MODULE FIRMWARE LISTS
// plays the moves of standard input, { bounceUs, lookUs: [...], moves: [[us, key, down], ...], image },
// and prints the pictures at lookUs and the flash at the end, as base64.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, module, firmware, lexicons] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(resolve(path)));
const { start, show } = await load(join(folder, "firmware.js"));
const { Device, LEXICONS } = await load(join(folder, "device/device.js"));
const { NorFlash } = await load(join(folder, "device/norflash.js"));
const { loadMicroPython } = await load(module);

const files = readdirSync(firmware, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .map((path) => ["/firmware" + path.slice(firmware.length), readFileSync(path)]);

function made(flash) {
  const lists = new Map(readdirSync(lexicons).filter((name) => name.endsWith(".lex"))
    .map((name) => [name.slice(0, -4), readFileSync(join(lexicons, name))]));
  const interpreter = async (link) => {
    const python = await start({
      loadMicroPython, heap: 1 << 20, files, world: link, say: (line) => console.error(line),
    });
    for (const [name, list] of lists) {
      show(python.FS, `${LEXICONS}/${name}.lex`, list.length, (into, position) => {
        into.set(list.subarray(position, position + into.length));
        return into.length;
      });
    }
    return python.pyimport("boards.web.serve").turn;
  };
  return new Device({ start: interpreter, flash });
}

async function moved({ bounceUs, lookUs, moves, image }) {
  const flash = new NorFlash(Buffer.from(image, "base64"));
  const device = made(flash);
  device.setBounce(bounceUs);
  await device.powerOn();
  for (const [us, key, down] of moves) device.finger(key, down, us);
  const frames = lookUs.map((us) => {
    device.runUntil(us);
    return Buffer.from(device.frames()[0]).toString("base64");
  });
  return { frames, status: device.statusAt(lookUs.at(-1)), flash: Buffer.from(flash.data).toString("base64") };
}

console.log(JSON.stringify(await moved(JSON.parse(readFileSync(0, "utf-8")))));
