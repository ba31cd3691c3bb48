// Questions to the running firmware's console; asking stops nothing.

import { PATIENCE, textOf } from "./wire.js";

const ANSWER_MS = 8000 * PATIENCE;
const FIRST_ANSWER_MS = 1200 * PATIENCE;
const START_MS = 15_000 * PATIENCE;
const PIECE_BYTES = 192;

// No running Corrido answers on the port.
export class NoFirmware extends Error {}

// The firmware refused; the message says why.
export class Refused extends Error {}

export class Console {
  /** @param {Wire} wire */
  constructor(wire) {
    this.wire = wire;
    this.number = 0;
  }

  /** @param {string} command */
  /** @param {string} command @returns {Promise<any>} */
  async ask(command, ms = ANSWER_MS) {
    const number = ++this.number;
    const question = `?${number} ${command}`;
    await this.wire.write(`\r${question}\r`);
    const until = performance.now() + ms;
    for (let left = ms; left > 0; left = until - performance.now()) {
      const line = textOf(await this.wire.readPast("\n", left));
      if (line.trimEnd().endsWith(question)) break; // a REPL's echo: no firmware is running
      if (!line.startsWith(`!${number} `) || !line.endsWith("\n")) continue;
      const [, verdict, text] = /^!\d+ (ok|no|locked) (.*)/s.exec(line.trim()) ?? [];
      if (verdict === "ok") return JSON.parse(text);
      throw new Refused(text);
    }
    throw new NoFirmware();
  }

  // Returns the status of the running firmware, or null if none runs.
  async running() {
    return this.ask("status", 3000 * PATIENCE).catch((error) => {
      if (error instanceof NoFirmware) return null;
      throw error;
    });
  }

  // Waits for a starting firmware; returns its answer to `about`.
  async started() {
    const until = performance.now() + START_MS;
    for (;;) {
      try {
        return await this.ask("about", FIRST_ANSWER_MS);
      } catch (error) {
        if (!(error instanceof NoFirmware) || performance.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  // Returns the journal as `corrido log` reads it; during a game, the part written so far.
  async log() {
    const device = await this.ask("about");
    const region = await this.ask("region");
    /** @type {Pulled["blocks"]} */
    const blocks = {};
    for (let number = region.first; number < region.first + region.blocks; number++) {
      const block = await this.block(region, number);
      if (block) blocks[number] = block;
    }
    return { device, region, blocks };
  }

  /** @param {Region} region @param {number} number */
  async block(region, number) {
    const parts = [];
    for (let offset = 0, blank = 0; offset < region.block && blank < 2; offset += PIECE_BYTES) {
      const length = Math.min(PIECE_BYTES, region.block - offset);
      const text = await this.ask(`read ${number * region.block + offset} ${length}`);
      if (!text && !offset) return null; // erased
      blank = text ? 0 : blank + 1;
      parts.push(text ? atob(text) : "\xff".repeat(length));
    }
    return Uint8Array.from(parts.join(""), (char) => char.charCodeAt(0));
  }
}
