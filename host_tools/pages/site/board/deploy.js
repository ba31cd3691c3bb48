// Brings a board's files up to date so that a pulled cable does no harm, with the same steps,
// names and guarantees as host_tools/device/deploy.py.
//
// Staged: each changed file goes to /corrido.stage under the name of its path and content, is
// hashed there and only then counts as sent. Committed: one rename makes the list of moves valid;
// from then on corrido_swap.py carries it out, now or at the next start.

import { hexOf } from "../static/dom.js";

const STAGE = "/corrido.stage";
const PART = `${STAGE}/part`;
const MARK = "/corrido.swap";
const SWAP = "/corrido_swap.py";
const BOOT = "/boot.py";
const START = "/main.py";
const BLOCK_BYTES = 4096;
const SPARE_BLOCKS = 8;
const ASK_AT_ONCE = 24;
const SUM = /["'](\/[^"']+)["'].*["']([0-9a-f]{64})["']/;

export class DiskFull extends Error {}

// The board starts another program, which its owner wants to keep.
export class Kept extends Error {}

// A file does not read back as it was sent.
export class Garbled extends Error {}

const python = JSON.stringify;

/** @param {Uint8Array} bytes */
const digest = async (bytes) => hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes))));

export class Deployment {
  // files: Map of device path -> bytes. progress(step, done, total). over(): whether another
  // program's main.py may be replaced.
  /** @param {Repl} repl @param {Map<string, Uint8Array>} files @param {Progress} [progress] @param {() => boolean} [over] */
  constructor(repl, files, progress = () => {}, over = () => false) {
    this.repl = repl; this.files = files; this.progress = progress; this.over = over;
    /** @type {Map<string, string>} */
    this.sums = new Map();
  }

  /** @param {string} path */
  bytesOf(path) { return this.files.get(path) ?? new Uint8Array(); }

  // Runs the whole deployment; if it throws, the board is unchanged.
  async run() {
    for (const [path, bytes] of this.files) this.sums.set(path, await digest(bytes));
    await this.finishCut();
    const here = await this.hashes([...this.files.keys()]);
    const changed = [...this.files.keys()].sort().filter((path) => here.get(path) !== this.sums.get(path));
    const others = here.has(START) && changed.includes(START) && !here.has(SWAP);
    if (others && !await this.ours(START) && !this.over()) throw new Kept(START);
    const obsolete = (await this.walk("/corrido")).filter((path) => !this.files.has(path));
    let resumed = 0;
    if (changed.length || obsolete.length) {
      const staged = await this.staged(changed);
      const missing = changed.filter((path) => !staged.has(path));
      resumed = staged.size;
      await this.checkRoom(missing);
      await this.send(missing);
      await this.commit(changed, obsolete);
      await this.verify();
    }
    return { files: this.files.size, sent: changed.length - resumed, resumed, removed: obsolete.length };
  }

  /** @param {string} path */
  async ours(path) {
    return new TextDecoder().decode(await this.repl.get(path)).includes("corrido");
  }

  // Finishes a deployment that was interrupted after its commit.
  async finishCut() {
    await this.repl.run(
      `try:\n os.stat(${python(MARK)})\n import corrido_swap\n corrido_swap.finish()\n` +
      "except (OSError, ImportError):\n pass");
  }

  /** @param {string[]} paths */
  async hashes(paths) {
    const found = new Map();
    for (let at = 0; at < paths.length; at += ASK_AT_ONCE) {
      this.progress("compare", at, paths.length);
      const answer = await this.repl.run(`_sums(${python(paths.slice(at, at + ASK_AT_ONCE))})`);
      for (const line of answer.split("\n")) {
        const [, path, sum] = SUM.exec(line) ?? [];
        if (path) found.set(path, sum);
      }
    }
    return found;
  }

  /** @param {string} folder */
  async walk(folder) {
    const lines = (await this.repl.run(`_walk(${python(folder)})`)).split("\n");
    return lines.map((line) => line.trim().replace(/^"(.*)"$/, "$1")).filter(Boolean);
  }

  /** @param {string} path */
  async stageName(path) {
    const name = await digest(new TextEncoder().encode(`${path} ${this.sums.get(path)}`));
    return `${STAGE}/${name.slice(0, 16)}`;
  }

  /** Finds the files that an interrupted deployment sent whole, and removes the others. @param {string[]} changed */
  async staged(changed) {
    const wanted = new Map();
    for (const path of changed) wanted.set(await this.stageName(path), path);
    const there = await this.walk(STAGE);
    const sums = await this.hashes(there.filter((name) => wanted.has(name)));
    const whole = new Set([...sums].filter(([name, sum]) => sum === this.sums.get(wanted.get(name)))
      .map(([name]) => wanted.get(name)));
    for (const name of there) {
      if (!whole.has(wanted.get(name))) await this.repl.remove(name);
    }
    return whole;
  }

  /** @param {string[]} missing */
  async checkRoom(missing) {
    const stat = await this.repl.run("print(os.statvfs('/'))");
    const [size, , , free] = (stat.match(/\d+/g) ?? []).map(Number);
    const blocks = missing.map((path) => Math.ceil(this.bytesOf(path).length / BLOCK_BYTES));
    const needed = (blocks.reduce((all, one) => all + one, 0) + SPARE_BLOCKS) * BLOCK_BYTES;
    if (needed > size * free) throw new DiskFull(`${needed >> 10} KiB > ${size * free >> 10} KiB`);
  }

  /** @param {string[]} missing */
  async send(missing) {
    const total = missing.reduce((all, path) => all + this.bytesOf(path).length, 0);
    let done = 0;
    if (missing.length) await this.repl.run(`_mkdirs(${python(PART)})`);
    for (const path of missing) {
      await this.repl.put(PART, this.bytesOf(path), (bytes) => {
        done += bytes;
        this.progress("send", done, total);
      });
      if ((await this.hashes([PART])).get(PART) !== this.sums.get(path)) throw new Garbled(path);
      await this.repl.rename(PART, await this.stageName(path));
    }
  }

  // Makes the new firmware valid by one rename, once every file is staged.
  /** @param {string[]} changed @param {string[]} obsolete */
  async commit(changed, obsolete) {
    this.progress("commit", 0, 1);
    await this.installSwap();
    const lines = [];
    for (const path of changed) lines.push(`${await this.stageName(path)}\t${path}\n`);
    for (const path of obsolete) lines.push(`-\t${path}\n`);
    const folders = new Set(changed.map((path) => `${path.slice(0, path.lastIndexOf("/"))}/x`));
    await this.repl.run([...folders].sort().map((folder) => `_mkdirs(${python(folder)})`).join("\n") || "pass");
    await this.putChecked(`${MARK}.tmp`, new TextEncoder().encode(lines.join("")));
    await this.repl.rename(`${MARK}.tmp`, MARK);
    await this.repl.run("import corrido_swap\ncorrido_swap.finish()");
  }

  // Installs what finishes an interrupted commit at the board's start, before any commit.
  async installSwap() {
    const here = (await this.hashes([SWAP])).get(SWAP);
    if (here !== this.sums.get(SWAP)) await this.replace(SWAP, this.bytesOf(SWAP));
    const boot = await this.repl.get(BOOT).catch(() => new Uint8Array());
    if (!new TextDecoder().decode(boot).includes("import corrido_swap")) {
      const first = new TextEncoder().encode("import corrido_swap  # finishes a deployment that was cut\n");
      await this.replace(BOOT, new Uint8Array([...first, ...boot]));
    }
  }

  /** @param {string} path @param {Uint8Array} bytes */
  async putChecked(path, bytes) {
    await this.repl.put(path, bytes);
    if ((await this.hashes([path])).get(path) !== await digest(bytes)) throw new Garbled(path);
  }

  /** @param {string} path @param {Uint8Array} bytes */
  async replace(path, bytes) {
    await this.putChecked(PART, bytes);
    const move = `os.rename(${python(PART)}, ${python(path)})`;
    await this.repl.run(`try:\n ${move}\nexcept OSError:\n os.remove(${python(path)})\n ${move}`);
  }

  // Checks that every file is in place and whole.
  async verify() {
    const here = await this.hashes([...this.files.keys()]);
    for (const [path, sum] of this.sums) if (here.get(path) !== sum) throw new Garbled(path);
    this.progress("commit", 1, 1);
  }
}
