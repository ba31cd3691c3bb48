// One device in its own worker: messages from the page in, updates out. A message is
// [command, argument...]; `ask` is answered by { answer: [number, value or null, error or null] }.

import { loadMicroPython } from "../../mp/micropython.mjs";
import { show, start, unpacked } from "../firmware.js";
import { recording, replay } from "../replay.js";
import { Device, LEXICONS } from "./device.js";
import { Engine } from "./engine.js";
import { NorFlash } from "./norflash.js";
import { Storage } from "./storage.js";
import { wall } from "./wall.js";

const HEAP_BYTES = 1 << 20;
const LOCK_MS = 2000;
const ANSWER_MS = 300;
/** @type {Record<string, "addLexicon" | "lookAtLexicon">} */
const OWN = { add_lexicon: "addLexicon", look_at_lexicon: "lookAtLexicon" }; // not the firmware's
const FILES = new URL("../../firmware/", import.meta.url);

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(new URL(name, FILES));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

class Host {
  /** @type {Device} */
  device;
  /** @type {Engine} */
  engine;
  /** @type {Storage} */
  storage;
  /** @type {Interpreter} */
  python;
  /** @type {string[]} */
  typed = [];
  /** @type {Map<string, Uint8Array>} */
  lexicons = new Map();
  /** @type {[string, Uint8Array][]} */
  files = [];
  kept = false;

  // facts: name (of the stored flash), board, app (the program to run), settings (for a new device),
  // game (a real one: the device has its own number; it must be stored, and both clocks stop if the
  // page was suspended), dark (stay without power and wait for a recording), blocks ([number, bytes]
  // of a flash only to be read), unstored (store nothing).
  /** @param {Facts} facts */
  async begin(facts) {
    this.name = facts.name;
    this.flash = new NorFlash();
    for (const [number, bytes] of facts.blocks ?? []) {
      this.flash.data.set(bytes, number * this.flash.blockBytes);
    }
    this.kept = !facts.blocks && !facts.unstored;
    this.storage = new Storage(this.name, this.flash, (why) => this.stored(why));
    /** @type {Partial<DeviceFacts>} */
    const board = { ...facts.board };
    if (this.kept) await this.restore(facts);
    if (facts.game) board.unique_id = this.storage.number;
    const [bundle, shipped, opened] = await Promise.all([
      fetched("firmware.pack").then(unpacked), this.shipped(),
      this.storage.lexicons().catch(() => [])]);
    this.files = bundle.map(([path, bytes]) => [`/firmware/${path}`, bytes]);
    this.lexicons = new Map([...shipped, ...opened]);
    const isNew = this.kept ? this.storage.isNew : !facts.blocks;
    this.device = new Device({
      start: (link) => this.interpreter(link), flash: this.flash,
      facts: { ...board, app: facts.app },
    });
    if (!facts.dark) await this.device.powerOn();
    if (isNew && !facts.dark) {
      for (const setting of Object.entries(facts.settings ?? {})) {
        this.device.call("choose", ...setting);
      }
    }
    const slept = () => { busy = busy.then(() => this.comeBack()); };
    this.engine = new Engine(this.device, {
      told: postMessage.bind(self), rested: () => this.rested(), wall, ...facts.game ? { slept } : {},
    });
    this.device.setBounce(facts.bounceUs ?? 0);
    postMessage({ keys: this.device.keys, speed: 1 });
    if (facts.dark) this.engine.stop = { us: 0 };
    this.engine.turn();
  }

  // Takes the stored device over, unless another page has it; without storage, a game does not
  // begin by itself.
  /** @param {Facts} facts */
  async restore(facts) {
    try {
      const isLocked = await this.locked();
      if (isLocked !== null && await this.storage.load(isLocked)) return;
    } catch (error) {
      if (facts.game) throw new Error(`no-storage ${error.name}: ${error.message}`, { cause: error });
      this.kept = false;
      return;
    }
    throw new Error("elsewhere");
  }

  // Locks the flash: two pages would corrupt each other's records. Returns null if another page has
  // the lock, false if this browser has no locks. A page that is being closed may hold it a moment.
  async locked() {
    if (!navigator.locks) return false;
    const waited = AbortSignal.timeout(LOCK_MS);
    return new Promise((resolve) => {
      navigator.locks.request(`corrido ${this.name}`, { signal: waited }, () => {
        resolve(true);
        return new Promise(() => {});
      }).catch((error) => resolve(["AbortError", "TimeoutError"].includes(error.name) ? null : false));
    });
  }

  /** Tells the page whether the game is stored; ends if another page has taken it over. @param {string} why */
  stored(why) {
    if (why !== "elsewhere") postMessage({ unstored: why });
    else {
      postMessage({ failure: why });
      close();
    }
  }

  // Stops both clocks after the page was suspended, as a device does that lost its power.
  async comeBack() {
    this.device.powerCut();
    await this.device.powerOn();
    this.engine.turn();
  }

  async shipped() {
    const names = await (await fetched("lexicons.json")).json();
    return Promise.all(names.map(async (/** @type {string} */ name) => {
      const file = await fetched(`lexicons/${name}.lex`);
      return [name, new Uint8Array(await file.arrayBuffer())];
    }));
  }

  /** @param {WorldLink} link */
  async interpreter(link) {
    const python = await start({
      loadMicroPython, url: new URL("../../mp/micropython.wasm", import.meta.url).href,
      heap: HEAP_BYTES, files: this.files, world: link, say: (line) => console.info(line),
    });
    this.python = python;
    for (const [name, bytes] of this.lexicons) this.showLexicon(name, bytes);
    python.runPython("from boards.web import serve");
    return python.pyimport("boards.web.serve").turn;
  }

  // Lets the firmware read a list in place, so that a bit can flip while it is in use.
  /** @param {string} name @param {Uint8Array} bytes */
  showLexicon(name, bytes) {
    show(this.python.FS, `${LEXICONS}/${name}.lex`, bytes.length, (into, position) => {
      into.set(bytes.subarray(position, position + into.length));
      return into.length;
    });
  }

  /** Presses the keys that lead to a typed letter's tile, once those of earlier letters are done. @param {string} tile */
  type(tile) {
    this.typed.push(tile);
    this.typeOn();
  }

  typeOn() {
    if (!this.typed.length || this.device.nowUs < this.engine.tappedUs) return;
    const keys = this.device.call("way", this.typed.shift() ?? "");
    if (keys) this.engine.tap(keys);
    else this.typed = [];
  }

  rested() {
    this.save();
    this.typeOn();
  }

  save() {
    return this.kept ? this.storage.save() : null;
  }

  // -- requests from the page

  /** @param {string} action */
  async do(action) {
    const { device } = this;
    if (action === "plug") await device.powerOn();
    else if (action === "unplug") device.powerCut();
    else if (action === "reset") await device.reset();
    else if (action === "display-on") device.plugDisplay(true);
    else if (action === "display-off") device.plugDisplay(false);
    else if (action === "damage") this.damage();
    this.engine.turn();
  }

  /** @param {string} name */
  bytesOf(name) { return this.lexicons.get(name) ?? new Uint8Array(); }

  // Flips one bit of the chosen list.
  damage() {
    const bytes = this.bytesOf(this.device.call("setting", "lexicon") ?? "es");
    const offset = Math.floor(bytes.length / 2);
    bytes[offset] ^= 1;
    postMessage({ flipped: [offset, 0, this.device.nowUs] });
  }

  /** @param {string} key @param {WallMs} wallMs */
  close(key, wallMs) { this.engine.contact(key, true, wallMs); }

  /** @param {string} key @param {WallMs} wallMs */
  open(key, wallMs) { this.engine.contact(key, false, wallMs); }

  /** @param {boolean} isHidden */
  hidden(isHidden) { this.engine.isHidden = isHidden; }

  /** @param {number} times */
  speed(times) { this.engine.setSpeed(times); }

  /** @param {Us} us */
  bounce(us) { this.device.setBounce(us); }

  /** @param {number} ms */
  stall(ms) {
    this.device.stall(ms * 1000);
    this.engine.turn();
  }

  /** Adds a word list from a file if the firmware finds it whole. @param {string} name @param {Uint8Array} bytes */
  async addLexicon(name, bytes) {
    this.lookAtLexicon(name, bytes);
    this.lexicons.set(name, bytes);
    await this.storage.keepLexicon(name, bytes);
  }

  // Checks a word list and restores the previous one; throws the firmware's error.
  /** @param {string} name @param {Uint8Array} bytes */
  lookAtLexicon(name, bytes) {
    this.showLexicon(name, bytes);
    try {
      this.device.call("check_list", name);
    } catch (error) {
      const before = this.lexicons.get(name);
      if (before) this.showLexicon(name, before);
      else this.python.FS.unlink(`${LEXICONS}/${name}.lex`);
      throw error;
    }
  }

  /** Replays a recording on this new, dark device; time waits between steps. @param {string} text */
  async play(text) {
    const { engine, device } = this;
    try {
      await replay(device, recording(text), {
        until: (us) => engine.reach(us), told: (line) => postMessage({ line }),
        bytesOf: (name) => this.bytesOf(name),
      });
      postMessage({ outcome: "" });
    } catch (error) {
      postMessage({ outcome: (String(error.message).trim().split("\n").pop() ?? "").replace(/^[\w.]+: /, "") });
    }
    engine.stop = null;
    engine.anchor();
    engine.turn();
  }

  // Answers a question with a method of the firmware or of this worker.
  /** @param {number} number @param {any} method @param {...any} rest */
  async ask(number, method, ...rest) {
    let answer;
    if (method === "forget_device") {
      this.engine.stop = { us: 0 };
      this.kept = false;
      await this.storage.forget().catch(() => {});
      postMessage({ answer: [number, true, null] });
      return;
    }
    try {
      this.engine.catchUp();
      const value = method in OWN ? await /** @type {any} */ (this)[OWN[method]](...rest) : this.device.call(method, ...rest);
      answer = [number, value ?? null, null];
    } catch (error) {
      answer = [number, null, String(error.message).trim().split("\n").pop()];
    }
    this.device.wakeUs = Math.min(this.device.wakeUs, this.device.nowUs);
    this.engine.turn();
    // What was answered is stored, but neither the answer nor a press waits for a slow browser.
    const patience = new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    if (!this.storage.why) Promise.race([this.save(), patience]).then(() => postMessage({ answer }));
    else postMessage({ answer });
  }
}

const host = new Host();
let busy = Promise.resolve();
let failed = false;

onmessage = ({ data: [command, ...rest] }) => {
  host.engine?.wake();
  if (command === "play") busy.then(() => host.play(rest[0]));
  else busy = busy.then(() => failed || /** @type {any} */ (host)[command](...rest)).catch((error) => {
    failed ||= command === "begin"; // and the rest cannot go well
    postMessage({ failure: String(error.message ?? error).trim().split("\n").pop() });
  });
};
