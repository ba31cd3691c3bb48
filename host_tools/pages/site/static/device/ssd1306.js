// The display controller: I2C writes in, picture out. As host_tools/sim/ssd1306.py models it, but only
// what the firmware's driver asks for (hal/ssd1306.py): page mode, the picture either way up.

const WIDTH = 128;
const HEIGHT = 64;
const PAGES = HEIGHT / 8;
// Commands with arguments: the number of bytes that follow.
/** @type {Record<number, number>} */
const ARGUMENTS = { 0x20: 1, 0x81: 1, 0x8d: 1, 0xa8: 1, 0xad: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1 };

export class Ssd1306 {
  memory = new Uint8Array();
  column = 0;
  page = 0;
  /** @type {number[]} */
  pending = [];

  // columns: 128, or 132 for an SH1106, whose glass begins at column 2.
  constructor(columns = WIDTH) {
    this.columns = columns;
    this.left = (columns - WIDTH) / 2;
    this.powerOn();
  }

  // The state after a reset; the memory holds noise.
  powerOn() {
    this.memory = Uint8Array.from({ length: this.columns * PAGES },
      (_, at) => at % this.columns * 151 + Math.floor(at / this.columns) * 89 + 37);
    this.on = this.pump = this.segmentsReversed = this.comsReversed = false;
    this.column = this.page = 0;
    this.pending = [];
  }

  /** Processes the bytes of one write, without the address. @param {Uint8Array} data */
  transaction(data) {
    for (let at = 0; at < data.length;) {
      const control = data[at];
      const single = control & 0x80;
      const part = data.subarray(at + 1, single ? at + 2 : data.length);
      if (control & 0x40) this.write(part);
      else part.forEach((byte) => this.feed(byte));
      at += single ? 2 : data.length;
    }
  }

  /** @param {Uint8Array} data */
  write(data) {
    for (const byte of data) {
      const column = this.segmentsReversed ? this.columns - 1 - this.column : this.column;
      this.memory[this.page * this.columns + column] = byte;
      this.column = (this.column + 1) % this.columns;
    }
  }

  /** @param {number} byte */
  feed(byte) {
    this.pending.push(byte);
    const [command, ...rest] = this.pending;
    // An SH1106 has only page mode and ignores the command of the others.
    const wanted = command === 0x20 && this.columns !== WIDTH ? 0 : ARGUMENTS[command] ?? 0;
    if (rest.length < wanted) return;
    this.pending = [];
    if (command === 0x8d) this.pump = Boolean(rest[0] & 4);
    else if (command === 0xad && this.columns !== WIDTH) this.pump = Boolean(rest[0] & 1);
    else if (command <= 0x0f) this.column = (this.column & 0xf0) | command;
    else if (command <= 0x1f) this.column = (this.column & 0x0f) | (command & 0x0f) << 4;
    else if ((command & 0xf8) === 0xb0) this.page = command & 7;
    else if ((command & 0xfe) === 0xa0) this.segmentsReversed = command === 0xa1;
    else if ((command & 0xfe) === 0xae) this.on = command === 0xaf;
    else if ((command & 0xf0) === 0xc0) this.comsReversed = Boolean(command & 8);
  }

  // Returns the visible picture: 1,024 bytes, pages of eight rows, the top row in bit 0.
  frame() {
    const frame = new Uint8Array(WIDTH * PAGES);
    if (!this.on || !this.pump) return frame;
    for (let page = 0; page < PAGES; page++) {
      const begin = page * this.columns + this.left;
      const row = this.memory.slice(begin, begin + WIDTH).reverse();
      if (this.comsReversed) frame.set(row, page * WIDTH);
      else frame.set(row.map(mirrored), (PAGES - 1 - page) * WIDTH);
    }
    return frame;
  }
}

/** Returns a byte with its bits in the opposite order. @param {number} byte */
function mirrored(byte) {
  let turned = 0;
  for (let bit = 0; bit < 8; bit++) turned |= (byte >> bit & 1) << 7 - bit;
  return turned;
}
