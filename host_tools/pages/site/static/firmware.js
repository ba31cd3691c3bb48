// Starts MicroPython's WebAssembly build with the firmware in its memory. The firmware and the
// outside world exchange bytes through the file /dev/world.

/** @type {[number, number]} */
const DEVICE = [64, 0]; // major and minor number, above those of Emscripten's own devices

/** @param {Files} FS @param {string} path */
function folderOf(FS, path) {
  let folder = "";
  for (const part of path.split("/").slice(1, -1)) {
    folder += `/${part}`;
    if (!FS.analyzePath(folder).exists) FS.mkdir(folder);
  }
}

// world: { read(bytes) fills bytes and returns their number, write(bytes) takes all of them }.
/** @param {Files} FS @param {World} world */
function connect(FS, world) {
  const device = FS.makedev(...DEVICE);
  FS.registerDevice(device, {
    open(stream) { stream.seekable = false; },
    close() {},
    read: (stream, heap, at, length) => world.read(heap.subarray(at, at + length)),
    write(stream, heap, at, length) {
      world.write(heap.subarray(at, at + length));
      return length;
    },
  });
  FS.mkdev("/dev/world", 0o666, device);
}

/** Returns the files, [path, bytes], of what board_images.packed() has put together. @param {Response} response */
export async function unpacked(response) {
  const plain = /** @type {ReadableStream} */ (response.body).pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  let at = bytes.indexOf(10) + 1;
  /** @type {[string, number][]} */
  const sizes = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)));
  return sizes.map(([path, size]) => /** @type {[string, Uint8Array]} */ ([path, bytes.subarray(at, at += size)]));
}

/** Puts a file into the interpreter's memory. @param {Files} FS @param {string} path @param {Uint8Array} bytes */
export function put(FS, path, bytes) {
  folderOf(FS, path);
  FS.writeFile(path, bytes);
}

// Makes a file of `size` bytes readable without copying it in: read(bytes, position) fills bytes.
/** @param {Files} FS @param {string} path @param {number} size @param {(into: Uint8Array, position: number) => number} read */
export function show(FS, path, size, read) {
  put(FS, path, new Uint8Array());
  const { node } = FS.lookupPath(path);
  node.usedBytes = size;
  node.stream_ops = {
    ...node.stream_ops,
    /** @param {object} stream @param {Uint8Array} heap @param {number} at @param {number} length @param {number} position */
    read(stream, heap, at, length, position) {
      const wanted = Math.max(0, Math.min(length, size - position));
      return wanted && read(heap.subarray(at, at + wanted), position);
    },
  };
}

// The build tracks objects passed to JavaScript in tables shared by all interpreters. Finalizers are
// disabled so that those of one interpreter cannot free objects of the next.
/** @param {() => Promise<Interpreter>} load */
async function alone(load) {
  const { FinalizationRegistry } = globalThis;
  globalThis.FinalizationRegistry = /** @type {any} */ (class { register() {} });
  try {
    return await load();
  } finally {
    globalThis.FinalizationRegistry = FinalizationRegistry;
  }
}

// loadMicroPython: from the build's micropython.mjs. url: its micropython.wasm, if in another
// folder. heap: bytes. files: [path, bytes] pairs. say: called with each printed line.
/**
 * @param {{ loadMicroPython: LoadMicroPython; url?: string; heap: number; files: [string, Uint8Array][]; world: World; say: (line: string) => void }} parts
 */
export async function start({ loadMicroPython, url, heap, files, world, say }) {
  const python = await alone(
    () => loadMicroPython({ url, heapsize: heap, stdout: say, stderr: say }));
  for (const [path, bytes] of files) put(python.FS, path, bytes);
  connect(python.FS, world);
  python.runPython("import sys; sys.path[:0] = ['/firmware']");
  return python;
}
