// What outlives the page: the blocks of a device's flash, and word lists that were opened.

const STORES = ["blocks", "lexicons"];
const NUMBERS = "#"; // no device's name: blocks are under [name, block], numbers under ["#", name]

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

  // Fills `flash` as it was saved last for device `name`; false if it never was.
  async load(name, flash) {
    const range = IDBKeyRange.bound([name], [name, []]);
    const store = this.database.transaction("blocks").objectStore("blocks");
    const [keys, blocks] = await Promise.all(
      [asked(store.getAllKeys(range)), asked(store.getAll(range))]);
    keys.forEach(([, block], at) => flash.data.set(blocks[at], block * flash.blockBytes));
    return keys.length > 0;
  }

  // Saves what has been touched, in one transaction that is on the disk when it ends: what is
  // stored is always the flash as it was at one instant. Changes meanwhile go with the next one.
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

  // The device's own number, as a chip has one, in hexadecimal: made once (or `before`, if one was
  // kept elsewhere), and as safe as the log that is bound to it.
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

  // Forgets device `name`: its next flash is empty.
  async forget(name) {
    const transaction = this.database.transaction("blocks", "readwrite", { durability: "strict" });
    transaction.objectStore("blocks").delete(IDBKeyRange.bound([name], [name, []]));
    await done(transaction);
  }

  // Word lists that were opened from files: [name, bytes] pairs.
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
