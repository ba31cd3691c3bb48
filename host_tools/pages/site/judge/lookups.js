// The log of look-ups, the scanned games and the password, stored in the browser.

import { hexOf } from "../static/dom.js";

const KEPT = { lookups: "corrido-lookups", games: "corrido-games", password: "corrido-password",
  open: "corrido-open" };
const ROUNDS = 200_000; // of PBKDF2: about 100 ms on a phone

/** @param {keyof typeof KEPT} name */
const stored = (name) => JSON.parse(localStorage.getItem(KEPT[name]) ?? "[]");
/** @param {keyof typeof KEPT} name @param {unknown} value */
const store = (name, value) => localStorage.setItem(KEPT[name], JSON.stringify(value));
/** @param {ArrayBuffer | Uint8Array<ArrayBuffer>} buffer */
const hex = (buffer) => hexOf(new Uint8Array(buffer));

/** @param {string} password @param {string} salt */
async function derived(password, salt) {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(password), "PBKDF2",
    false, ["deriveBits"]);
  const options = { name: "PBKDF2", hash: "SHA-256", salt: new TextEncoder().encode(salt), iterations: ROUNDS };
  return hex(await crypto.subtle.deriveBits(options, key, 256));
}

/** @param {unknown} value */
function field(value) {
  const plain = String(value ?? "");
  // A spreadsheet would read a cell that begins like this as a formula.
  const safe = /^[=+\-@\t]/.test(plain) && !/^-?\d+([.:]\d+)*$/.test(plain) ? `'${plain}` : plain;
  return /[",;\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// Returns rows (objects) as one CSV document, with every column that occurs in any row: as a spreadsheet in the page's
// language takes it, where commas are decimal with `;` and a mark that it is UTF-8.
/** @param {Record<string, any>[]} rows */
export function csv(rows) {
  const english = (globalThis.document?.documentElement.lang || "en").startsWith("en");
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (english ? "" : "\ufeff") + [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((line) => line.map(field).join(english ? "," : ";")).join("\r\n") + "\r\n";
}

const GAME = /^game (\d+) (\S+)( VOID)?(?: SWAPPED)?$/;
const PLAYER = /^([AB])(?: (.+?))? (?:(\d+)-(\d+)=(-?\d+)|-(\d+)) (\d+:\d\d)(?: over (\d+:\d\d))?$/;
const LOG = /^log (\d+) ([0-9a-f]*(?: [0-9a-f]{4}-[0-9a-f]{8})?)$/; // its link, and what authenticates it

// Returns the figures in a closing code, as firmware/corrido/ui/receipt.py writes them; null for any
// other text.
/** @param {string} code */
export function figures(code) {
  const [head, game, ...rest] = code.trim().split("\n").map((line) => line.trim());
  const [, number, preset, void_] = GAME.exec(game ?? "") ?? [];
  if (!number) return null;
  /** @type {Scanned} */
  const labels = { round: "", table: "" };
  for (const part of head.split(", ")) {
    const [, label, value] = /^(\w+) ?(.*)$/.exec(part) ?? [];
    labels[label === "Corrido" ? "device" : label] = value ?? "";
  }
  const row = { ...labels, game: number, preset, void: void_ ? "yes" : "no" };
  for (const line of rest) {
    const [, who, name, score, off, result, only, used, over] = PLAYER.exec(line) ?? [];
    if (who) {
      Object.assign(row, { [who]: name ?? "", [`${who}.score`]: score ?? "",
        [`${who}.deducted`]: off ?? only, [`${who}.result`]: result ?? "", [`${who}.used`]: used,
        [`${who}.overtime`]: over ?? "0:00" });
    }
    const [, entry, link] = LOG.exec(line) ?? [];
    if (entry) Object.assign(row, { log: entry, link });
  }
  return row;
}

// Returns 8 bytes that a device's key makes of a message, in hexadecimal (store/journal/codec.py).
/** @param {string} device @param {string} key @param {string} message */
async function tagOf(device, key, message) {
  /** @param {string} digits */
  const bytes = (/** @type {string} */ digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const options = { name: "HMAC", hash: "SHA-256" };
  const made = await crypto.subtle.importKey("raw", bytes(key), options, false, ["sign"]);
  const said = new Uint8Array([...bytes(device), ...new TextEncoder().encode(message)]);
  return hex(await crypto.subtle.sign(options, made, said)).slice(0, 16);
}

/** Returns the keys by device in a file of `corrido provision --keys`; throws if it is none. @param {string} file */
export function keysIn(file) {
  const { corrido_keys: version, keys } = JSON.parse(file);
  if (version !== 1 || !Object.entries(keys).flat().every((digits) => /^([0-9a-f]{2})+$/.test(digits))) {
    throw new Error("no keys");
  }
  return keys;
}

// Returns the id of the device whose key authenticates a closing code; "forged" if the key that it
// names did not make it, "unknown" if that key is not here or there is none.
/** @param {string} code @param {Record<string, string>} keys */
export async function signer(code, keys) {
  const lines = code.trim().split("\n").map((line) => line.trim()).join("\n");
  const [, text, which, tag] = /^([^]*) ([0-9a-f]{4})-([0-9a-f]{8})$/.exec(lines) ?? [];
  let found = "unknown";
  for (const [device, key] of text ? Object.entries(keys) : []) {
    if (!(await tagOf(device, key, "closing code")).startsWith(which)) continue;
    if ((await tagOf(device, key, text)).startsWith(tag)) return device;
    found = "forged";
  }
  return found;
}

export class Lookups {
  // Notes a look-up; answers: whether each word is in the list. Without: the arbiter asked why (`why`).
  // With no password nothing is kept: a player could read which word failed (art. 40).
  /** @param {{ list: string; words: string[]; answers?: boolean[]; verdict: Lookup["verdict"] }} parts */
  add({ list, words, answers, verdict }) {
    if (!this.hasPassword()) return;
    const told = answers ? words.map((word, at) => `${word} ${answers[at] ? "yes" : "no"}`) : words;
    const row = { time: new Date().toISOString(), list, verdict, words: told.join(" + ") };
    store("lookups", [...stored("lookups"), row]);
  }

  // Returns the words judged, the latest first, each with whether it was in the list.
  judged() {
    const rows = this.all().filter((row) => row.verdict !== "why").reverse();
    return new Map(rows.flatMap((row) => row.words.split(" + ").map((told) => {
      const [, word, answer] = /^(.*) (yes|no)$/.exec(told) ?? ["", told, "no"];
      return /** @type {[string, boolean]} */ ([word, answer === "yes"]);
    })));
  }

  /** @returns {Lookup[]} */
  all() { return stored("lookups"); }

  /** @returns {Scanned[]} */
  games() { return stored("games"); }

  // Returns the round's table: one row per game, the text of its code last. keys: as signer().
  /** @param {Record<string, string> | null} keys @returns {Promise<Scanned[]>} */
  async rows(keys) {
    return Promise.all(this.games().map(async ({ code, ...row }) => (
      keys ? { ...row, authenticated: await signer(code, keys), code } : { ...row, code })));
  }

  // Adds a game; its whole code identifies it, so scanning it twice adds one row. Returns false if
  // the code is not a game's.
  /** @param {string} code */
  addGame(code) {
    const game = figures(code);
    if (!game) return false;
    const games = this.games().filter((other) => other.code !== code);
    store("games", [...games, { ...game, code }]);
    return true;
  }

  clearGames() { store("games", []); }

  // Returns whether this phone's own clock has a game that is not signed yet; see clock/main.js.
  isGameOpen() { return Boolean(localStorage.getItem(KEPT.open)); }

  hasPassword() { return stored("password").length > 0; }

  /** @param {string} password */
  async setPassword(password) {
    if (!password || !this.hasPassword()) store("lookups", []);
    const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
    store("password", password ? [salt, await derived(password, salt)] : []);
  }

  /** @param {string} password */
  async isPassword(password) {
    const [salt, hash] = stored("password");
    return !salt || await derived(password, salt) === hash;
  }
}
