// The firmware in MicroPython's WebAssembly build under Node; frames go through stdin and stdout:
// node wasm.mjs MODULE FIRMWARE LEXICONS HEAP. MODULE: micropython.mjs of the build. FIRMWARE: a
// folder of compiled modules. LEXICONS: a folder of word lists, read where they are. HEAP: bytes.
import { fstatSync, openSync, readdirSync, readFileSync, readSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { show, start } from "../pages/site/static/firmware.js";

const [module, firmware, lexicons, heap] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(resolve(module)));

const files = readdirSync(firmware, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .map((path) => ["/firmware" + path.slice(firmware.length).replaceAll("\\", "/"), path])
  .map(([target, path]) => [target, readFileSync(path)]);

const world = {
  read: (bytes) => readSync(0, bytes),
  write(bytes) {
    for (let done = 0; done < bytes.length;) done += writeSync(1, bytes, done);
  },
};

try {
  const python = await start({
    loadMicroPython, heap: Number(heap), files, world, say: (line) => console.error(line),
  });
  for (const name of readdirSync(lexicons).filter((name) => name.endsWith(".lex"))) {
    // Kept open while the device lives: its bits may flip under the firmware.
    const file = openSync(join(lexicons, name), "r");
    show(python.FS, `${lexicons}/${name}`, fstatSync(file).size,
         (bytes, position) => readSync(file, bytes, 0, bytes.length, position));
  }
  python.runPython("from boards.web import serve; serve.serve()");
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit(0);
