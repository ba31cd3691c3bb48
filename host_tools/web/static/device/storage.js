// Storage that outlives the page: the blocks of a device's flash, and word lists opened from files.

const STORES = ["blocks", "lexicons"];
const NUMBERS = "#"; // never a device's name: blocks are at [name, block], numbers at ["#", name]

function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

export class Storage {
  static async open() {
    const request = indexedDB.open("corrido", 1);
    request.onupgradeneeded = () => STORES.forEach((name) => request.result.createObjectStore(name));
    return new Storage(await asked(request));
  }

  constructor(database) {
    this.database = database;
    this.saving = null;
  }

  // Fills `flash` with the last saved state of device `name`; returns false if there is none.
  async load(name, flash) {
    const range = IDBKeyRange.bound([name], [name, []]);
    const store = this.database.transaction("blocks").objectStore("blocks");
    const [keys, blocks] = await Promise.all(
      [asked(store.getAllKeys(range)), asked(store.getAll(range))]);
    keys.forEach(([, block], at) => flash.data.set(blocks[at], block * flash.blockBytes));
    return keys.length > 0;
  }

  // Saves the touched blocks in one transaction, which is on disk when it ends: the stored flash is
  // always that of a single instant. Changes made meanwhile go with the next transaction.
  save(name, flash) {
    if (this.saving || !flash.touched.size) return this.saving;
    this.saving = this.write(name, flash).finally(() => {
      this.saving = null;
      this.save(name, flash);
    });
    return this.saving;
  }

  async write(name, flash) {
    const transaction = this.database.transaction("blocks", "readwrite", { durability: "strict" });
    const store = transaction.objectStore("blocks");
    for (const block of flash.touched) store.put(flash.block(block), [name, block]);
    flash.touched.clear();
    await done(transaction);
  }

  // Returns the device's unique number in hexadecimal, made once like a chip's, or `before` if an
  // older page stored one elsewhere. It is as durable as the log, which is bound to it.
  async number(name, before) {
    const key = [NUMBERS, name];
    const kept = await asked(this.database.transaction("blocks").objectStore("blocks").get(key));
    if (kept) return kept;
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    const made = before ?? [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const transaction = this.database.transaction("blocks", "readwrite", { durability: "strict" });
    transaction.objectStore("blocks").put(made, key);
    await done(transaction);
    return made;
  }

  // Deletes device `name`: its flash is empty next time.
  async forget(name) {
    const transaction = this.database.transaction("blocks", "readwrite", { durability: "strict" });
    transaction.objectStore("blocks").delete(IDBKeyRange.bound([name], [name, []]));
    await done(transaction);
  }

  // Returns the word lists opened from files, as [name, bytes] pairs.
  async lexicons() {
    const store = this.database.transaction("lexicons").objectStore("lexicons");
    const [names, bytes] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
    return names.map((name, at) => [name, bytes[at]]);
  }

  async keepLexicon(name, bytes) {
    const transaction = this.database.transaction("lexicons", "readwrite");
    transaction.objectStore("lexicons").put(bytes, name);
    await done(transaction);
  }
}
