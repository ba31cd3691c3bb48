// Runs portable test files in MicroPython's WebAssembly build: node run.mjs MODULE ROOT HEAP FILE...
// MODULE: micropython.mjs of @micropython/micropython-webassembly-pyscript. ROOT: the checkout; its
// firmware and tests are copied into the interpreter's memory. HEAP: bytes. FILE: a path below ROOT.
// Prints what tests/portable/run.py prints, and exits as it does.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [module, root, heap, ...files] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(resolve(module)));
const mp = await loadMicroPython({ heapsize: Number(heap), stdout: (line) => console.log(line) });

function copy(folder) {
  mp.FS.mkdir("/" + folder);
  for (const name of readdirSync(join(root, folder))) {
    const path = folder + "/" + name;
    if (statSync(join(root, path)).isDirectory()) copy(path);
    else if (/\.(py|properties)$/.test(name)) mp.FS.writeFile("/" + path, readFileSync(join(root, path)));
  }
}

mp.FS.mkdir("/tests");
for (const folder of ["firmware", "tests/portable"]) copy(folder);
mp.runPython(`
import sys
sys.path[:0] = ["/firmware", "/", "/tests/portable"]
import run
code = run.main(${JSON.stringify(files.map((file) => "/" + file))})
`);
process.exit(mp.globals.get("code"));
