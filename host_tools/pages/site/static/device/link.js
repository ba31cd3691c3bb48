// The frames of boards/sim/protocol.py from the world's side: one byte op, two bytes length, payload.

const [BOOT, POLL, CALL, ANSWER, POLLED, RESULT] = [1, 2, 3, 4, 16, 17];
const [I2C_WRITE, I2C_RECOVER, BUZZ, LED, FEED] = [32, 33, 34, 35, 36];
const [FLASH_READ, FLASH_PROGRAM, FLASH_ERASE] = [37, 38, 39];
const HEADER_BYTES = 3;
const EDGE_BYTES = 6;
const NO_BATTERY = 0xffff;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** @param {number} op @param {Uint8Array} payload */
function frame(op, payload) {
  const bytes = new Uint8Array(HEADER_BYTES + payload.length);
  bytes[0] = op;
  viewOf(bytes).setUint16(1, payload.length, true);
  bytes.set(payload, HEADER_BYTES);
  return bytes;
}

// Both ends of /dev/world. `pins` receives the effects of the firmware's pins: i2c(address, bytes),
// buzz(hz), led(name, lit), flash (a NorFlash).
export class Link {
  /** @param {Device} pins */
  constructor(pins) {
    this.pins = pins;
    this.inbox = new Uint8Array();
    this.taken = 0;
    this.outbox = new Uint8Array();
    /** @type {Uint8Array | null} */
    this.answer = null;
    this.turn = () => {}; // lets the firmware answer one frame
  }

  // -- the file's side

  /** @param {Uint8Array} bytes */
  read(bytes) {
    const part = this.inbox.subarray(this.taken, this.taken + bytes.length);
    bytes.set(part);
    this.taken += part.length;
    return part.length;
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    const all = new Uint8Array(this.outbox.length + bytes.length);
    all.set(this.outbox);
    all.set(bytes, this.outbox.length);
    let at = 0;
    while (all.length - at >= HEADER_BYTES) {
      const end = at + HEADER_BYTES + viewOf(all).getUint16(at + 1, true);
      if (end > all.length) break;
      this.obey(all[at], all.slice(at + HEADER_BYTES, end));
      at = end;
    }
    this.outbox = all.subarray(at);
  }

  /** @param {number} op @param {Uint8Array} data */
  obey(op, data) {
    const { pins } = this;
    if (op === POLLED || op === RESULT) this.answer = data;
    else if (op === I2C_WRITE) pins.i2c(data[0], data.subarray(1));
    else if (op === BUZZ) pins.buzz(data[0] | data[1] << 8);
    else if (op === LED) pins.led(decoder.decode(data.subarray(1)), Boolean(data[0]));
    else if (op >= FLASH_READ && op <= FLASH_ERASE) this.send(ANSWER, this.flash(op, data));
    else if (op !== I2C_RECOVER && op !== FEED) throw new Error(`no such frame: ${op}`);
  }

  /** @param {number} op @param {Uint8Array} data */
  flash(op, data) {
    const { flash } = this.pins;
    const address = viewOf(data).getUint32(0, true);
    if (op === FLASH_READ) {
      return Uint8Array.of(0, ...flash.read(address, viewOf(data).getUint16(4, true)));
    }
    if (op === FLASH_PROGRAM) flash.program(address, data.subarray(4));
    else flash.erase(address);
    return Uint8Array.of(0);
  }

  // -- the world's side

  /** @param {number} op @param {Uint8Array} payload */
  send(op, payload) {
    this.inbox = frame(op, payload);
    this.taken = 0;
  }

  /** @param {number} op @param {Uint8Array} payload */
  ask(op, payload) {
    this.send(op, payload);
    /** @type {Uint8Array | null} */
    this.answer = null;
    this.turn();
    if (this.answer === null) throw new Error("the firmware gave no answer");
    return this.answer;
  }

  /** @param {object} facts */
  boot(facts) {
    this.ask(BOOT, encoder.encode(JSON.stringify(facts)));
  }

  // edges: [key, closed, ticks] triples. Returns [us until the next poll, presses not yet confirmed].
  /**
   * @param {{ ticks: number; levels: number; battery: number | null; there: boolean; edges: [key: number, closed: boolean, ticks: number][] }} parts
   */
  poll({ ticks, levels, battery, there, edges }) {
    const payload = new Uint8Array(9 + EDGE_BYTES * edges.length);
    const view = viewOf(payload);
    view.setUint32(0, ticks, true);
    view.setUint16(4, levels, true);
    view.setUint16(6, battery ?? NO_BATTERY, true);
    payload[8] = there ? 1 : 0;
    edges.forEach(([key, closed, at], number) => {
      const place = 9 + EDGE_BYTES * number;
      payload[place] = key;
      payload[place + 1] = closed ? 1 : 0;
      view.setUint32(place + 2, at, true);
    });
    const answer = viewOf(this.ask(POLL, payload));
    return [answer.getUint32(0, true), answer.getUint16(4, true)];
  }

  /** Calls a method of the app by name; the arguments must be valid in JSON. @param {string} method @param {...unknown} rest */
  call(method, ...rest) {
    const asked = encoder.encode(JSON.stringify([method, ...rest]));
    return JSON.parse(decoder.decode(this.ask(CALL, asked)));
  }
}
