// Runs a portable test file in MicroPython's WebAssembly build: node run.mjs MODULE ROOT HEAP FILE
// MODULE: micropython.mjs of @micropython/micropython-webassembly-pyscript. ROOT: the checkout; its
// firmware and tests are copied into the interpreter's memory. HEAP: bytes. FILE: a path below ROOT.
// Prints each fault; exits 1 if there is one, or no test.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [module, root, heap, file] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(resolve(module)));
const mp = await loadMicroPython({ heapsize: Number(heap), stdout: (line) => console.log(line) });

function copy(folder) {
  mp.FS.mkdir("/" + folder);
  for (const name of readdirSync(join(root, folder))) {
    const path = folder + "/" + name;
    if (statSync(join(root, path)).isDirectory()) copy(path);
    else if (/\.(py|properties|txt)$/.test(name)) mp.FS.writeFile("/" + path, readFileSync(join(root, path)));
  }
}

mp.FS.mkdir("/tests");
for (const folder of ["firmware", "tests/portable"]) copy(folder);
const runner = "host_tools/workshop/emulator/ondevice/portable_tests.py";
mp.FS.writeFile("/portable_tests.py", readFileSync(join(root, runner)));
mp.runPython(`
import sys
sys.path[:0] = ["/firmware", "/", "/tests/portable"]
from portable_tests import called
ran, faults = called("${basename(file, ".py")}")
for fault in faults:
    print(*fault)
code = 1 if faults or not ran else 0
`);
process.exit(mp.globals.get("code"));
