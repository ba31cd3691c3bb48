// NOR flash: programming clears bits, erasing sets them; `touched` holds the blocks to be saved.

export const BLOCK_BYTES = 4096;
export const PAGE_BYTES = 256;
export const BLOCKS = 64;

export class NorFlash {
  // image: the initial content; it may be shorter than the flash.
  constructor(image = new Uint8Array()) {
    this.data = new Uint8Array(BLOCKS * BLOCK_BYTES).fill(0xff);
    this.data.set(image.subarray(0, this.data.length));
    this.blockBytes = BLOCK_BYTES;
    this.touched = new Set();
  }

  /** Returns a copy of one block. @param {number} number */
  block(number) {
    return this.data.slice(number * BLOCK_BYTES, (number + 1) * BLOCK_BYTES);
  }

  /** @param {number} address @param {number} length */
  read(address, length) {
    return this.data.subarray(address, address + length);
  }

  /** @param {number} address @param {Uint8Array} bytes */
  program(address, bytes) {
    bytes.forEach((byte, at) => { this.data[address + at] &= byte; });
    this.touched.add(Math.floor(address / BLOCK_BYTES));
  }

  /** @param {number} block */
  erase(block) {
    this.data.fill(0xff, block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES);
    this.touched.add(block);
  }
}
