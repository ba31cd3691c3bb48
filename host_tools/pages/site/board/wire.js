// A serial port with an input buffer; every read has a time limit.

const BAUD = 115200;
// Multiplies every time limit: `board.html?patience=30` for an emulated board.
export const PATIENCE = Number(new URLSearchParams(location.search).get("patience")) || 1;
export const ANSWER_MS = 10_000 * PATIENCE;

// The port is gone or was never there; the board's firmware is whole either way.
export class Gone extends Error {}

export class Wire {
  /** @type {WritableStreamDefaultWriter<Uint8Array>} */
  writer;
  /** @type {ReadableStreamDefaultReader<Uint8Array>} */
  reader;

  /** @param {SerialPort} port */
  constructor(port) {
    this.port = port;
    this.buffer = new Uint8Array();
    /** @type {(() => void) | null} */
    this.waiting = null;
    this.gone = false;
  }

  async open() {
    await this.port.open({ baudRate: BAUD, bufferSize: 1 << 16 });
    this.writer = this.port.writable.getWriter();
    this.listening = this.listen();
  }

  async listen() {
    this.reader = this.port.readable.getReader();
    try {
      for (;;) {
        const { value, done } = await this.reader.read();
        if (done) break;
        const all = new Uint8Array(this.buffer.length + value.length);
        all.set(this.buffer);
        all.set(value, this.buffer.length);
        this.buffer = all;
        this.waiting?.();
      }
    } catch {
      // The cable was pulled: `gone` tells the readers.
    }
    this.gone = true;
    this.waiting?.();
    this.reader.releaseLock();
  }

  async close() {
    try {
      await this.reader?.cancel();
      await this.listening;
      this.writer?.releaseLock();
      await this.port.close();
    } catch {
      // The port is already gone.
    }
  }

  /** @param {string | Uint8Array} bytes */
  async write(bytes) {
    if (this.gone) throw new Gone();
    const data = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
    await this.writer.write(data).catch(() => { throw new Gone(); });
  }

  clear() { this.buffer = new Uint8Array(); }

  /** Waits for input for at most `ms`; returns false if none came. @param {number} ms */
  async more(ms) {
    if (this.gone) throw new Gone();
    const before = this.buffer.length;
    await /** @type {Promise<void>} */ (new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.waiting = () => { clearTimeout(timer); resolve(); };
    }));
    this.waiting = null;
    if (this.gone && this.buffer.length === before) throw new Gone();
    return this.buffer.length > before;
  }

  /** @param {number} length */
  take(length) {
    const taken = this.buffer.slice(0, length);
    this.buffer = this.buffer.subarray(length);
    return taken;
  }

  /** Returns `length` bytes; fewer only if none came for ANSWER_MS. @param {number} length */
  async read(length) {
    while (this.buffer.length < length && await this.more(ANSWER_MS));
    return this.take(length);
  }

  /** Returns everything up to and including `ending`, or up to a silence of `ms`. @param {string | Uint8Array} ending */
  async readPast(ending, ms = ANSWER_MS) {
    const wanted = typeof ending === "string" ? new TextEncoder().encode(ending) : ending;
    for (let from = 0; ;) {
      const at = this.find(wanted, from);
      if (at >= 0) return this.take(at + wanted.length);
      from = Math.max(0, this.buffer.length - wanted.length + 1);
      if (!await this.more(ms)) return this.take(this.buffer.length);
    }
  }

  /** @param {Uint8Array} wanted @param {number} from */
  find(wanted, from) {
    for (let at = from; at + wanted.length <= this.buffer.length; at++) {
      if (wanted.every((byte, index) => this.buffer[at + index] === byte)) return at;
    }
    return -1;
  }
}

/** @param {Uint8Array} bytes */
export const textOf = (bytes) => new TextDecoder().decode(bytes);

/** @param {Uint8Array} bytes @param {string} ending */
export const endsWith = (bytes, ending) => textOf(bytes).endsWith(ending);
