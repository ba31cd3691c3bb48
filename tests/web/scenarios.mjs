// Plays scenarios on the device of the pages, under Node, as fast as it goes: node scenarios.mjs
// STATIC MODULE FIRMWARE LEXICONS FILE... Prints one JSON line per file: { file, passed, line,
// expected, seen }.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, module, firmware, lexicons, ...scenarios] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(resolve(path)));
const { start, show } = await load(join(folder, "firmware.js"));
const { Device, LEXICONS } = await load(join(folder, "device/device.js"));
const { NorFlash } = await load(join(folder, "device/norflash.js"));
const { Stage } = await load(join(folder, "play/stage.js"));
const { scenario } = await load(join(folder, "play/steps.js"));
const { loadMicroPython } = await load(module);

const files = readdirSync(firmware, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .map((path) => ["/firmware" + path.slice(firmware.length), readFileSync(path)]);

async function play(file) {
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
  const device = new Device({ start: interpreter, flash: new NorFlash() });
  const stage = new Stage(device, {
    until: async (us) => device.runUntil(us), told() {},
    lexicon: (name) => lists.get(name),
  });
  return { file, ...await stage.play(scenario(readFileSync(file, "utf-8"))) };
}

for (const file of scenarios) console.log(JSON.stringify(await play(file)));
