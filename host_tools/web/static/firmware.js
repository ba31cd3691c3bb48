// Starts MicroPython's WebAssembly build with the firmware in its memory. What the firmware and
// the world outside say to each other goes through the file /dev/world, as bytes.

const DEVICE = [64, 0]; // major and minor number; Emscripten's own devices are below

function folderOf(FS, path) {
  let folder = "";
  for (const part of path.split("/").slice(1, -1)) {
    folder += `/${part}`;
    if (!FS.analyzePath(folder).exists) FS.mkdir(folder);
  }
}

// world: { read(bytes) fills bytes and returns how many, write(bytes) takes them all }.
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

// Puts a file into the interpreter's memory.
export function put(FS, path, bytes) {
  folderOf(FS, path);
  FS.writeFile(path, bytes);
}

// Shows a file of `size` bytes that stays outside: read(bytes, position) fills bytes.
export function show(FS, path, size, read) {
  put(FS, path, new Uint8Array());
  const { node } = FS.lookupPath(path);
  node.usedBytes = size;
  node.stream_ops = {
    ...node.stream_ops,
    read(stream, heap, at, length, position) {
      const wanted = Math.max(0, Math.min(length, size - position));
      return wanted && read(heap.subarray(at, at + wanted), position);
    },
  };
}

// The build keeps what it has given to JavaScript in global tables. What one interpreter gave is
// never taken back, or it would be taken from the next one.
async function alone(load) {
  const { FinalizationRegistry } = globalThis;
  globalThis.FinalizationRegistry = class { register() {} };
  try {
    return await load();
  } finally {
    globalThis.FinalizationRegistry = FinalizationRegistry;
  }
}

// loadMicroPython: of the build's micropython.mjs. url: of its micropython.wasm, if that is not
// beside it. heap: bytes. files: [path, bytes] pairs. say: told each line that is printed.
export async function start({ loadMicroPython, url, heap, files, world, say }) {
  const python = await alone(
    () => loadMicroPython({ url, heapsize: heap, stdout: say, stderr: say }));
  for (const [path, bytes] of files) put(python.FS, path, bytes);
  connect(python.FS, world);
  python.runPython("import sys; sys.path[:0] = ['/firmware']");
  return python;
}
