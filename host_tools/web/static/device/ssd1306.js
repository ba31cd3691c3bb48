// The display controller as host_tools/sim/ssd1306.py models it: I2C writes in, picture out.

const WIDTH = 128;
const HEIGHT = 64;
const PAGES = HEIGHT / 8;
const [HORIZONTAL, VERTICAL, PAGE] = [0, 1, 2];
// Commands with arguments: the number of bytes that follow.
const ARGUMENTS = {
  0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2a: 5, 0x81: 1, 0x8d: 1,
  0xa3: 2, 0xa8: 1, 0xad: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1,
};

export const FRAME_BYTES = WIDTH * PAGES;

export class Ssd1306 {
  // columns: 128, or 132 for an SH1106, whose glass begins at column 2.
  constructor(columns = WIDTH) {
    this.columns = columns;
    this.left = (columns - WIDTH) / 2;
    this.powerOn();
  }

  // The state after a reset; the memory holds noise.
  powerOn() {
    this.memory = new Uint8Array(this.columns * PAGES);
    for (let page = 0; page < PAGES; page++) {
      for (let x = 0; x < this.columns; x++) {
        this.memory[page * this.columns + x] = x * 151 + page * 89 + 37;
      }
    }
    this.on = this.inverted = this.allOn = this.pump = false;
    this.segmentsReversed = this.comsReversed = false;
    this.contrast = 0x7f;
    this.startLine = this.offset = this.column = this.page = 0;
    this.multiplex = HEIGHT;
    this.mode = PAGE;
    this.columnWindow = [0, this.columns - 1];
    this.pageWindow = [0, PAGES - 1];
    this.pending = [];
  }

  // Processes the bytes of one write, without the address.
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

  // -- memory

  write(data) {
    for (const byte of data) {
      const column = this.segmentsReversed ? this.columns - 1 - this.column : this.column;
      this.memory[this.page * this.columns + column] = byte;
      this.mode === VERTICAL ? this.down() : this.right();
    }
  }

  right() {
    const [first, last] = this.mode === HORIZONTAL ? this.columnWindow : [0, this.columns - 1];
    this.column++;
    if (this.column <= last) return;
    this.column = first;
    if (this.mode !== HORIZONTAL) return;
    this.page = this.page >= this.pageWindow[1] ? this.pageWindow[0] : this.page + 1;
  }

  down() {
    const [first, last] = this.columnWindow;
    if (this.page !== this.pageWindow[1]) {
      this.page = (this.page + 1) % PAGES;
      return;
    }
    this.page = this.pageWindow[0];
    this.column = this.column >= last ? first : this.column + 1;
  }

  // -- commands

  feed(byte) {
    this.pending.push(byte);
    const [command, ...rest] = this.pending;
    // An SH1106 has only page mode and ignores the commands of the others.
    const none = this.columns !== WIDTH && [0x20, 0x21, 0x22].includes(command);
    if (rest.length < (none ? 0 : ARGUMENTS[command] ?? 0)) return;
    this.pending = [];
    if (rest.length) this.set(command, rest);
    else this.switch(command);
  }

  switch(command) {
    if (command <= 0x1f || (command >= 0xb0 && command <= 0xb7)) {
      if (this.mode === PAGE) this.place(command);
    } else if (command >= 0x40 && command <= 0x7f) this.startLine = command & 0x3f;
    else if ((command & 0xfe) === 0xa0) this.segmentsReversed = command === 0xa1;
    else if ((command & 0xfe) === 0xa4) this.allOn = command === 0xa5;
    else if ((command & 0xfe) === 0xa6) this.inverted = command === 0xa7;
    else if ((command & 0xfe) === 0xae) this.on = command === 0xaf;
    else if ((command & 0xf0) === 0xc0) this.comsReversed = Boolean(command & 8);
  }

  place(command) {
    if (command >= 0xb0) this.page = command & 7;
    else if (command <= 0x0f) this.column = (this.column & 0xf0) | command;
    else this.column = (this.column & 0x0f) | (command & 0x0f) << 4;
  }

  set(command, [first, second]) {
    if (command === 0x20) this.mode = Math.min(first & 3, PAGE);
    else if (command === 0x21) [this.columnWindow, this.column] = [[first, second], first];
    else if (command === 0x22) [this.pageWindow, this.page] = [[first, second], first];
    else if (command === 0x81) this.contrast = first;
    else if (command === 0x8d) this.pump = Boolean(first & 4);
    else if (command === 0xa8) this.multiplex = (first & 0x3f) + 1;
    else if (command === 0xad && this.columns !== WIDTH) this.pump = Boolean(first & 1);
    else if (command === 0xd3) this.offset = first & 0x3f;
  }

  // -- the visible picture: 1,024 bytes, pages of eight rows, the top row in bit 0

  frame() {
    if (!this.on || !this.pump) return new Uint8Array(FRAME_BYTES);
    if (this.allOn) return new Uint8Array(FRAME_BYTES).fill(0xff);
    const upright = new Uint8Array(FRAME_BYTES);
    for (let page = 0; page < PAGES; page++) {
      const begin = page * this.columns + this.left;
      upright.set(this.memory.slice(begin, begin + WIDTH).reverse(), page * WIDTH);
    }
    const rows = this.isPlain() ? upright : this.mapped(upright);
    return this.inverted ? rows.map((byte) => byte ^ 0xff) : rows;
  }

  isPlain() {
    return this.comsReversed && !this.startLine && !this.offset && this.multiplex === HEIGHT;
  }

  // The general case: pixel rows moved by start line, offset and COM order.
  mapped(upright) {
    const frame = new Uint8Array(FRAME_BYTES);
    for (let com = 0; com < this.multiplex; com++) {
      const row = (this.startLine + com) % HEIGHT;
      const line = (com + this.offset) % HEIGHT;
      const y = this.comsReversed ? line : HEIGHT - 1 - line;
      for (let x = 0; x < WIDTH; x++) {
        const bit = upright[(row >> 3) * WIDTH + x] >> (row & 7) & 1;
        frame[(y >> 3) * WIDTH + x] |= bit << (y & 7);
      }
    }
    return frame;
  }
}
