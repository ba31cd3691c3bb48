// The log of look-ups, the scanned games and the password: kept by the browser.

const KEPT = { lookups: "corrido-lookups", games: "corrido-games", password: "corrido-password" };
const ROUNDS = 200_000; // of PBKDF2: some 100 ms on a phone

const stored = (name) => JSON.parse(localStorage.getItem(KEPT[name]) ?? "[]");
const store = (name, value) => localStorage.setItem(KEPT[name], JSON.stringify(value));
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function derived(password, salt) {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(password), "PBKDF2",
    false, ["deriveBits"]);
  const options = { name: "PBKDF2", hash: "SHA-256", salt: new TextEncoder().encode(salt), iterations: ROUNDS };
  return hex(await crypto.subtle.deriveBits(options, key, 256));
}

function field(value) {
  const plain = String(value ?? "");
  // A spreadsheet takes what begins so for a formula.
  const safe = /^[=+\-@\t]/.test(plain) && !/^-?\d+([.:]\d+)*$/.test(plain) ? `'${plain}` : plain;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// One CSV document of rows that are objects; the columns are those of any row.
export function csv(rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((line) => line.map(field).join(",")).join("\r\n") + "\r\n";
}

// The figures that a closing code carries: JSON, or name=value parted by ; & or lines.
export function figures(code) {
  if (code.trim().startsWith("{")) {
    try {
      return JSON.parse(code);
    } catch {
      return null;
    }
  }
  const pairs = code.split(/[;&\n]/).map((part) => part.split("=")).filter(([name, value]) => name && value !== undefined);
  return pairs.length > 1 ? Object.fromEntries(pairs.map(([name, ...value]) => [name.trim(), value.join("=").trim()])) : null;
}

export class Lookups {
  add({ list, words, answers, verdict }) {
    const row = { time: new Date().toISOString(), list, verdict,
      words: words.map((word, at) => `${word} ${answers[at] ? "yes" : "no"}`).join(" + ") };
    store("lookups", [...stored("lookups"), row]);
  }

  all() { return stored("lookups"); }

  games() { return stored("games"); }

  // A game is known by all that its code says: scanned twice it is one row. False if it is no code
  // of a game.
  addGame(code) {
    const game = figures(code);
    if (!game) return false;
    const games = stored("games").filter((other) => other.code !== code);
    store("games", [...games, { ...game, code }]);
    return true;
  }

  clearGames() { store("games", []); }

  hasPassword() { return stored("password").length > 0; }

  async setPassword(password) {
    const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
    store("password", password ? [salt, await derived(password, salt)] : []);
  }

  async isPassword(password) {
    const [salt, hash] = stored("password");
    return !salt || await derived(password, salt) === hash;
  }
}
