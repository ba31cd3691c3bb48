// Storage that outlives the page: the blocks of a device's flash, and word lists opened from files.
// The device never waits for it: what could not be stored stays to be stored, and is tried again.

import { hexOf } from "../dom.js";
import { BLOCKS, BLOCK_BYTES } from "./norflash.js";

const STORES = ["blocks", "lexicons"];
// Never a device's name: blocks are at [name, block], the number at ["#", name], the page that
// writes them at ["~", name].
const NUMBER = "#";
const WRITER = "~";
const JOURNAL = { block: BLOCK_BYTES, page: 256, first: 4, blocks: BLOCKS - 4 }; // as store/nor.py
const ANSWER_MS = 5000; // a browser that takes longer does not answer
const AGAIN_MS = 500; // between attempts
const LATE_MS = 1000; // a change that is not stored by then is told
const BEAT_MS = 1000; // how often a page without locks shows that it lives

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction */
function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
  });
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves as the promise does, or rejects if that takes too long. @template T @param {Promise<T>} promise @returns {Promise<T>} */
const answered = (promise) => Promise.race(
  [promise, pause(ANSWER_MS).then(() => { throw new Error("no answer"); })]);

const made = () => hexOf(crypto.getRandomValues(new Uint8Array(8)));

export class Storage {
  // name: the device's. flash: its flash. told(why): storing fails, for this reason; "" when all is
  // stored again; "elsewhere" if another page has taken the device over.
  /** @param {string} name @param {NorFlash} flash @param {(why: string) => void} told */
  constructor(name, flash, told) {
    this.name = name; this.flash = flash; this.told = told;
    this.why = "";
    this.id = made();
    /** @type {IDBDatabase | null} */
    this.database = null;
    /** @type {Promise<void> | null} */
    this.saving = null;
    this.number = made(); // unique, as a chip's: the device's log is bound to it
    /** @type {number | null} */
    this.sinceMs = null; // when the oldest change that is not stored was made
    this.againMs = this.beatMs = 0;
    /** @type {string | undefined} */
    this.beat = undefined; // of the page that wrote last, before this one
    this.isThere = false; // whether something is known to be stored
    this.isStale = true; // what is stored is not known to be whole
  }

  get range() { return IDBKeyRange.bound([this.name], [this.name, []]); }

  async open() {
    if (this.database) return this.database;
    const request = indexedDB.open("corrido", 1);
    request.onupgradeneeded = () => STORES.forEach((name) => request.result.createObjectStore(name));
    this.database = await answered(asked(request));
    this.database.onclose = () => this.lose("closed");
    return this.database;
  }

  /** @param {string} store @param {IDBTransactionOptions} [options] */
  async start(store, options) {
    return (await this.open()).transaction(store, options ? "readwrite" : "readonly", options);
  }

  // Fills the flash with its last stored state; returns false if another page has the device.
  // Throws if the browser refuses, or if what is stored is no flash of ours.
  /** @param {boolean} isLocked */
  async load(isLocked) {
    this.isLocked = isLocked;
    const before = await this.writer();
    if (before && !isLocked) {
      await pause(2 * BEAT_MS + AGAIN_MS);
      if ((await this.writer())?.beat !== before.beat) return false;
    }
    this.beat = before?.beat;
    this.isThere = Boolean(before);
    const [keys, blocks, kept] = await this.stored();
    keys.forEach(([, block], at) => {
      if (!this.isOurs(block, blocks[at])) throw new Error(`block ${block}`);
      this.flash.data.set(blocks[at], block * BLOCK_BYTES);
    });
    if (kept !== undefined && !/^[0-9a-f]{16}$/.test(kept)) throw new Error("number");
    this.isNew = keys.length === 0;
    this.number = kept ?? this.number;
    return true;
  }

  async stored() {
    const store = (await this.start("blocks")).objectStore("blocks");
    return answered(Promise.all([
      /** @type {Promise<[string, number][]>} */ (asked(store.getAllKeys(this.range))), asked(store.getAll(this.range)), asked(store.get([NUMBER, this.name]))]));
  }

  /** @param {number} block @param {unknown} bytes */
  isOurs(block, bytes) {
    return Number.isInteger(block) && block >= 0 && block < BLOCKS
      && bytes instanceof Uint8Array && bytes.length === BLOCK_BYTES;
  }

  async writer() {
    const store = (await this.start("blocks")).objectStore("blocks");
    return answered(asked(store.get([WRITER, this.name])));
  }

  // Stores what has changed, if anything; called at every turn of the device. Returns null, or a
  // promise that resolves when the attempt has ended, whatever became of it.
  save() {
    const nowMs = performance.now();
    const beats = !this.isLocked && nowMs - this.beatMs > BEAT_MS;
    const isDue = this.flash.touched.size || this.isStale;
    if (isDue) this.sinceMs ??= nowMs;
    if (this.sinceMs !== null && nowMs - this.sinceMs > LATE_MS) this.tell(this.why || "late");
    if (this.saving || !(isDue || beats) || nowMs < this.againMs) return this.saving;
    const attempt = { blocks: [], isOver: false };
    this.saving = answered(this.write(attempt)).then(() => {
      this.isThere = true;
      this.isStale = false;
      this.sinceMs = this.flash.touched.size ? nowMs : null;
      this.tell("");
    }, (error) => {
      attempt.isOver = true;
      for (const block of attempt.blocks) this.flash.touched.add(block);
      this.lose(error.message === "elsewhere" ? "elsewhere" : error.name);
    }).finally(() => { this.saving = null; });
    return this.saving;
  }

  // Writes the touched blocks in one transaction, which is on disk when it ends: the stored flash is
  // always that of a single instant. If the browser has deleted it, writes everything.
  /** @param {{ blocks: number[]; isOver: boolean }} attempt */
  async write(attempt) {
    const transaction = await this.start("blocks", { durability: "strict" });
    const ended = done(transaction);
    ended.catch(() => {}); // awaited below, unless reading fails first
    const store = transaction.objectStore("blocks");
    const writer = await asked(store.get([WRITER, this.name]));
    if (attempt.isOver) throw new Error("late");
    if (writer && writer.id !== this.id && writer.beat !== this.beat) throw new Error("elsewhere");
    const isDeleted = this.isThere && !writer;
    if (isDeleted) this.tell("deleted");
    attempt.blocks = isDeleted ? [...Array(BLOCKS).keys()] : [...this.flash.touched];
    this.flash.touched.clear();
    for (const block of attempt.blocks) store.put(this.flash.block(block), [this.name, block]);
    store.put(this.number, [NUMBER, this.name]);
    store.put({ id: this.id, beat: made() }, [WRITER, this.name]);
    this.beatMs = performance.now();
    await ended;
  }

  /** Gives up the database; the next attempt opens it again. @param {string} why */
  lose(why) {
    this.database?.close();
    this.database = null;
    this.isStale = true;
    this.sinceMs ??= performance.now();
    this.againMs = performance.now() + AGAIN_MS;
    this.tell(why);
  }

  /** @param {string} why */
  tell(why) {
    if (why !== this.why) this.told(why);
    this.why = why;
  }

  // Deletes the device: its flash is empty next time. Its number stays.
  async forget() {
    const transaction = await this.start("blocks", { durability: "strict" });
    const ended = done(transaction);
    for (const key of [this.range, [WRITER, this.name]]) transaction.objectStore("blocks").delete(key);
    await answered(ended);
  }

  // Returns the stored log in the form that `corrido log` reads; what is none goes into `rest`.
  async copy() {
    const [keys, blocks, number] = await this.stored();
    /** @type {[Record<number, string>, [number, unknown][]]} */
    const [data, rest] = [{}, []];
    keys.forEach(([, block], at) => {
      if (!this.isOurs(block, blocks[at])) rest.push([block, blocks[at]]);
      else if (block >= JOURNAL.first) data[block] = btoa(String.fromCharCode(...blocks[at]));
    });
    return { corrido_log: 1, device: { id: String(number ?? "") }, ...JOURNAL, data, ...rest.length ? { rest } : {} };
  }

  // Returns the word lists opened from files, as [name, bytes] pairs.
  async lexicons() {
    const store = (await this.start("lexicons")).objectStore("lexicons");
    const [names, bytes] = await answered(Promise.all([asked(store.getAllKeys()), asked(store.getAll())]));
    return names.map((name, at) => [name, bytes[at]]);
  }

  /** @param {string} name @param {Uint8Array} bytes */
  async keepLexicon(name, bytes) {
    const transaction = await this.start("lexicons", { durability: "relaxed" });
    transaction.objectStore("lexicons").put(bytes, name);
    await answered(done(transaction));
  }
}

// Deletes everything of these pages, for a database that cannot even be opened.
export const deleteAll = () => answered(asked(indexedDB.deleteDatabase("corrido")));
