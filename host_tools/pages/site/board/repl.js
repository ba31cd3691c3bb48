// A board at its raw REPL, as in host_tools/device; every transfer has flow control.

import { ANSWER_MS, PATIENCE, endsWith, textOf } from "./wire.js";

const BANNER = "raw REPL; CTRL-B to exit\r\n";
const CHUNK_BYTES = 768;
const QUIET_MS = 400 * PATIENCE;

// Code on the board raised an exception; the message is the traceback's last line.
export class Raised extends Error {}

// No MicroPython answers on the port.
export class Silent extends Error {}

const python = JSON.stringify; // strings and lists of strings look the same in both languages

export class Repl {
  /** prelude: code sent to the board once per connection. @param {Wire} wire @param {string} prelude */
  constructor(wire, prelude) {
    this.wire = wire;
    this.prelude = prelude;
  }

  // Interrupts the running program and enters the raw REPL.
  async enter() {
    for (let attempt = 0; attempt < 4; attempt++) {
      if (await this.knock(attempt)) {
        await this.run(this.prelude);
        return;
      }
    }
    throw new Silent();
  }

  /** @param {number} attempt */
  async knock(attempt) {
    await this.wire.write(attempt ? "\r\x03" : "\r\x03\x03");
    await this.wire.readPast("\xff", 50);
    this.wire.clear();
    await this.wire.write("\r\x01");
    const answer = await this.wire.readPast(BANNER, (700 + 800 * attempt) * PATIENCE);
    if (!endsWith(answer, BANNER)) return false;
    if (!attempt) return true;
    // The answers to earlier attempts arrive too: skip them and ask once more.
    await this.wire.readPast("\xff", QUIET_MS);
    await this.wire.write("\x01");
    return endsWith(await this.wire.readPast(BANNER), BANNER);
  }

  /** Sends code by raw paste, a window at a time, and runs it. @param {string} code */
  async begin(code) {
    const bytes = new TextEncoder().encode(code);
    await this.wire.readPast(">");
    await this.wire.write("\x05A\x01");
    const answer = await this.wire.read(2);
    if (answer[0] !== 0x52 || answer[1] !== 1) throw new Silent();
    const [low, high] = await this.wire.read(2);
    const step = low | high << 8;
    let room = step;
    for (let at = 0; at < bytes.length;) {
      while (!room || this.wire.buffer.length) {
        const [said] = await this.wire.read(1);
        if (said === 1) room += step;
        else throw new Silent();
      }
      const part = bytes.subarray(at, at + room);
      await this.wire.write(part);
      at += part.length;
      room -= part.length;
    }
    await this.wire.write("\x04");
    if (!endsWith(await this.wire.readPast("\x04"), "\x04")) throw new Silent();
  }

  // Returns the code's output once it has ended.
  async end(ms = ANSWER_MS) {
    const output = textOf(await this.wire.readPast("\x04", ms)).slice(0, -1);
    const error = textOf(await this.wire.readPast("\x04")).slice(0, -1);
    if (error) throw new Raised(error.trim().split("\n").pop());
    return output;
  }

  /** @param {string} code */
  async run(code) {
    await this.begin(code);
    return this.end();
  }

  // Writes a file piece by piece, each by a line of code.
  /** @param {string} path @param {Uint8Array} bytes @param {(bytes: number) => void} [progress] */
  async put(path, bytes, progress = () => {}) {
    await this.run(`file = open(${python(path)}, "wb")`);
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const piece = bytes.subarray(at, at + CHUNK_BYTES);
      await this.run(`file.write(binascii.a2b_base64("${btoa(String.fromCharCode(...piece))}"))`);
      progress(piece.length);
    }
    await this.run("file.close()");
  }

  /** @param {string} path */
  async get(path) {
    const text = await this.run(
      `print(binascii.b2a_base64(open(${python(path)}, "rb").read()).decode())`);
    return Uint8Array.from(atob(text.trim()), (char) => char.charCodeAt(0));
  }

  /** @param {string} path */
  async remove(path) { await this.run(`os.remove(${python(path)})`); }

  /** @param {string} from @param {string} to */
  async rename(from, to) { await this.run(`os.rename(${python(from)}, ${python(to)})`); }

  // Soft-resets the board, which runs boot.py and main.py.
  async restart() {
    await this.wire.write("\r\x02");
    await this.wire.readPast(">>> ", 2000 * PATIENCE);
    await this.wire.write("\x04");
    await this.wire.readPast("soft reboot");
  }
}
