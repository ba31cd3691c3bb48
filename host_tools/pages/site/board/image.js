// Joins MicroPython's official image and a board's disk into one UF2 file, as `corrido image` does
// (host_tools/device/compose.py), with the same bytes.

const [BLOCK, PAGE, SECTOR] = [512, 256, 4096];
const [FIRST, SECOND, LAST, FAMILY_GIVEN] = [0x0a324655, 0x9e5d5157, 0x0ab16f30, 0x2000];
const [INFO_START, INFO_END, BLOCK_DEVICE] = [0x7188ebf2, 0xe71aa390, 7];
const ABSOLUTE = 0xe48bff57; // for no chip: an RP2350's file may begin with such a block (E10)
const OLDEST = [1, 24];

// The base is damaged, or not the board's official image.
export class WrongBase extends Error {}

/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
/** @param {number} size */
const blank = (size) => new Uint8Array(size).fill(0xff);

// Returns the pages of a UF2 file for a chip by address, and its blocks for no chip.
/** @param {Uint8Array} base @param {number} family */
function read(base, family) {
  const pages = new Map();
  const alone = [];
  const view = new DataView(base.buffer, base.byteOffset, base.length);
  let total = 0;
  for (let at = 0; at + BLOCK <= base.length; at += BLOCK) {
    /** @param {number} index */
    const word = (index) => view.getUint32(at + 4 * index, true);
    if (word(0) !== FIRST || word(1) !== SECOND || view.getUint32(at + BLOCK - 4, true) !== LAST) throw new WrongBase();
    if (word(7) === ABSOLUTE) alone.push(base.subarray(at, at + BLOCK));
    else if (word(7) !== family || word(4) !== PAGE) throw new WrongBase();
    else {
      pages.set(word(3), base.subarray(at + 32, at + 32 + PAGE));
      total = word(6);
    }
  }
  if (!pages.size || base.length % BLOCK || pages.size < total) throw new WrongBase();
  return { pages, alone };
}

// Returns where the image keeps its files, as [address, size] (pico-sdk, binary_info/structure.h).
/** @param {Map<number, Uint8Array>} pages */
function place(pages) {
  const start = Math.min(...pages.keys());
  const flash = blank(Math.max(...pages.keys()) + PAGE - start);
  for (const [at, page] of pages) flash.set(page, at - start);
  const view = new DataView(flash.buffer);
  /** @param {number} address */
  const word = (address) => view.getUint32(address - start, true);
  const text = new TextDecoder("latin1").decode(flash);
  const head = [...Array(SECTOR / 4).keys()].map((index) => start + 4 * index)
    .find((at) => word(at) === INFO_START && word(at + 16) === INFO_END);
  if (!head) throw new WrongBase();
  for (let at = word(head + 4); at < word(head + 8); at += 4) {
    const entry = word(at);
    if (entry < start || entry >= start + flash.length - 16 || (word(entry) & 0xffff) !== BLOCK_DEVICE) continue;
    if (text.startsWith("MicroPython\0", word(entry + 4) - start)) return { text, region: [word(entry + 8), word(entry + 12)] };
  }
  throw new WrongBase();
}

/** @param {string} text @param {Disk} disk */
function check(text, disk) {
  const [, major, minor] = /MicroPython v(\d+)\.(\d+)/.exec(text)?.map(Number) ?? [];
  const named = disk.names.some((name) => text.includes(`; ${name} with `));
  if (!named || !(major > OLDEST[0] || minor >= OLDEST[1])) throw new WrongBase();
}

// Returns the file's bytes. disk: the board's entry in boards.json; content: the blocks of all boards,
// one after the other; settings: what the blocks before the journal's hold, in base64; lists: the
// word lists by name, of which the disk tells blocks as [name, place, what precedes]. Throws WrongBase.
/**
 * @param {Uint8Array} base @param {Disk} disk @param {Uint8Array} content @param {string[]} settings
 * @param {Map<string, Uint8Array>} lists
 */
export function composed(base, disk, content, settings, lists) {
  const { pages, alone } = read(base, disk.family);
  const { text, region: [start, size] } = place(pages);
  check(text, disk);
  if (size !== disk.size) throw new WrongBase();
  for (const at of [...pages.keys()]) if (at >= start) pages.delete(at);
  /** @param {number} number @param {Uint8Array} data */
  const block = (number, data) => {
    for (let at = 0; at < SECTOR; at += PAGE) pages.set(start + number * SECTOR + at, data.subarray(at, at + PAGE));
  };
  for (const [number, told] of Object.entries(disk.blocks)) {
    const [name, at, before] = typeof told === "number" ? ["", told * SECTOR, ""] : told;
    const first = bytesOf(before);
    block(Number(number), Uint8Array.from([...first, ...(lists.get(name) ?? content).subarray(at, at + SECTOR - first.length)]));
  }
  disk.ring.forEach((number, index) => {
    const data = blank(SECTOR);
    if (index < disk.marked) data.set(bytesOf(settings[index] ?? disk.mark)); // behind them the witness begins blank
    block(number, data);
  });
  for (const page of [...pages.keys()]) {
    const first = page - page % SECTOR;
    for (let at = first; at < first + SECTOR; at += PAGE) if (!pages.has(at)) pages.set(at, blank(PAGE));
  }
  const order = [...pages.keys()].sort((one, other) => one - other);
  const made = new Uint8Array((alone.length + order.length) * BLOCK);
  alone.forEach((one, index) => made.set(one, index * BLOCK));
  const view = new DataView(made.buffer);
  order.forEach((page, number) => {
    const at = (alone.length + number) * BLOCK;
    [FIRST, SECOND, FAMILY_GIVEN, page, PAGE, number, order.length, disk.family]
      .forEach((word, index) => view.setUint32(at + 4 * index, word, true));
    made.set(pages.get(page), at + 32);
    view.setUint32(at + BLOCK - 4, LAST, true);
  });
  return made;
}
