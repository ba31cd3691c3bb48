// Puts Corrido on a board from the browser by Web Serial, with the guarantees of `corrido deploy`.

import { download, h } from "../static/dom.js";
import { unpacked } from "../static/firmware.js";
import { Language } from "../static/language.js";
import { Console, NoFirmware, Refused } from "./console.js";
import { Deployment, DiskFull, Garbled, Kept } from "./deploy.js";
import { findings } from "./doctor.js";
import { NotFlashed, OtherChip, flash } from "./flash.js";
import { WrongBase, composed } from "./image.js";
import { checkList, document_, read } from "./reader.js";
import { Raised, Repl, Silent } from "./repl.js";
import { Gone, Wire } from "./wire.js";

const ARCHITECTURE_AT = 10; // bits of sys.implementation._mpy
const MPY_VERSION = 6;
/** @param {string} id */
const byId = (id) => document.getElementById(id);
/** @param {string} name */
const text = (name) => language.text(name);
const language = new Language(byId("language"), show);
// The texts for errors, by class or by the browser's name for them.
/** @type {[new (...words: any[]) => Error, string][]} */
const TOLD = [
  [Gone, "board-gone"], [Silent, "board-silent"], [NoFirmware, "board-no-firmware"],
  [Refused, "board-refused"], [DiskFull, "board-full"], [Garbled, "board-garbled"], [Kept, "board-kept"],
  [OtherChip, "board-other"], [NotFlashed, "board-not-flashed"], [Raised, "board-raised"],
];
/** @type {Texts} */
const BY_NAME = {
  NotFoundError: "", // nobody chose a port
  NetworkError: "board-busy", InvalidStateError: "board-busy",
};
const opened = new Map(); // word lists opened from files: name -> bytes
const LONGEST_NAME = 24;
/** @type {Catalogue} */
let catalogue = { boards: [], presets: [], lexicons: [] };

// A problem that the user can solve; the text says how.
class Problem extends Error {
  /** @param {string} name */
  constructor(name, detail = "") {
    super(detail);
    this.text = name;
  }
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(new URL(`../${name}`, import.meta.url));
  if (!response.ok) throw new Problem("board-offline");
  return response;
}

/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

function show() {
  document.title = `Corrido: ${text("nav-board")}`;
  const board = chosen();
  byId("no-serial").hidden = "serial" in navigator;
  for (const id of ["deploy", "check", "log", "flash"]) byId(id).disabled = !("serial" in navigator);
  if (!board) return;
  catalogue.presets.forEach(([, titles], at) => { byId("preset").options[at].text = titles[language.name]; });
  catalogue.lexicons.forEach((list, at) => { byId("lexicon").options[at].text = language.list(list); });
  const address = `https://micropython.org/download/${board.image}/`;
  const [before, after] = text(board.chip ? "board-image-esp" : "board-image-uf2")
    .replace("%", board.image).split("&");
  byId("image").replaceChildren(before, h("a", { href: address, rel: "noreferrer" }, address), after);
  byId("flash-esp").hidden = !board.chip;
  byId("drag").hidden = !board.disk;
}

// Returns the board that is chosen, once there is a catalogue.
function chosen() {
  return /** @type {Board} */ (catalogue.boards.find(({ name }) => name === byId("board").value));
}

/** @param {any} error */
function problem(error) {
  const name = error instanceof Problem ? error.text
    : TOLD.find(([kind]) => error instanceof kind)?.[1] ?? BY_NAME[error.name] ?? "board-raised";
  byId("wrong").hidden = !name;
  byId("wrong").textContent = name && text(name).replace("%", error.message || error.name);
}

/** @param {string} step @param {number} done @param {number} total */
function progress(step, done, total) {
  byId("progress").hidden = false;
  byId("progress").value = `${total ? done / total : 0}`;
  const said = `${text(`board-${step}`)} ${total ? Math.floor(done / total * 100) : 0} %`;
  if (byId("said").textContent !== said) byId("said").textContent = said;
}

/** Runs work(port) on the port that the user chooses; one task at a time. @param {(port: SerialPort) => Promise<void>} work */
async function choosing(work) {
  for (const id of ["deploy", "check", "log", "flash"]) byId(id).disabled = true;
  byId("wrong").hidden = true;
  byId("findings").replaceChildren();
  byId("entries").replaceChildren();
  byId("said").textContent = "";
  try {
    await work(await navigator.serial.requestPort());
  } catch (error) {
    problem(error);
  } finally {
    byId("progress").hidden = true;
    show();
  }
}

/** The same with the port opened, for a board that runs MicroPython. @param {(wire: Wire) => Promise<void>} work */
const withPort = (work) => choosing(async (port) => {
  const wire = new Wire(port);
  try {
    await wire.open();
    await work(wire);
  } finally {
    await wire.close();
  }
});

/** Stops the firmware to reach the REPL, but never while a clock runs. @param {Wire} wire */
async function standing(wire) {
  const console_ = new Console(wire);
  const status = await console_.running();
  if (status && status.running !== "none") throw new Problem("board-clock-runs", status.game);
  if (status) await console_.ask("repl");
  const repl = new Repl(wire, await (await fetched("board/prelude.py")).text());
  await repl.enter();
  return repl;
}

/** @param {Repl} repl */
async function identified(repl) {
  const told = await repl.run(await (await fetched("board/identity.py")).text());
  /** @param {string} name */
  const field = (name) => new RegExp(`['"]${name}['"]: ['"]?([^'",}]*)`).exec(told)?.[1] ?? "";
  return { mpy: Number(field("mpy")), machine: field("machine"), version: field("version"),
    frozen: field("frozen") };
}

// Returns a board's files: firmware for its architecture, its board file, the chosen list.
/** @param {{ mpy: number; machine: string; version: string; frozen: string }} identity */
async function filesFor(identity) {
  const board = chosen();
  const architecture = identity.mpy >> ARCHITECTURE_AT;
  if ((identity.mpy & 0xff) !== MPY_VERSION) throw new Problem("board-too-old", identity.version);
  if (architecture !== board.architecture) throw new Problem("board-other", identity.machine);
  const parts = await Promise.all(board.firmware.map(async (name) => unpacked(await fetched(name))));
  /** Firmware frozen into the image is not sent: files of the same name would hide it. @param {[string, Uint8Array]} parts */
  const needed = ([path]) => !identity.frozen || !path.startsWith("/corrido/");
  const files = new Map(parts.flat().filter(needed));
  files.set("/corrido_board.py", bytesOf(board.file));
  const lexicon = byId("lexicon").value;
  const list = opened.get(lexicon)
    ?? new Uint8Array(await (await fetched(`firmware/lexicons/${lexicon}.lex`)).arrayBuffer());
  files.set(`/lexicons/${lexicon}.lex`, list);
  return files;
}

/** Opens a word list from a file: checks all of it, then adds it to the choices. @param {File} file */
async function open(file) {
  byId("wrong").hidden = true;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = file.name.replace(/\.lex$/, "").replace(/[^\w.-]/g, "-").slice(0, LONGEST_NAME);
    await checkList(name, bytes).catch(() => { throw new Problem("board-no-list", file.name); });
    opened.set(name, bytes);
    const option = [...byId("lexicon").options].find(({ value }) => value === name) ?? new Option(name, name);
    byId("lexicon").add(option);
    byId("lexicon").value = name;
  } catch (error) {
    problem(error);
  }
}

/** @param {BoardConsole} console_ */
async function store(console_) {
  const about = await console_.ask("about");
  const [now, pin] = [byId("pin-now").value, byId("pin").value];
  if (about.pin) await console_.ask(`unlock ${now || pin}`);
  const wanted = {
    preset: byId("preset").value, "device-name": byId("name").value, lexicon: byId("lexicon").value,
    language: language.name,
  };
  for (const [name, value] of Object.entries(wanted)) {
    if (value) await console_.ask(`set ${name} ${JSON.stringify(value)}`);
  }
  if (pin) await console_.ask(`set pin ${JSON.stringify(pin)}`);
}

/** @param {BoardConsole} console_ */
async function examine(console_) {
  const about = await console_.ask("about");
  byId("said").textContent = `${about.name || about.board} · Corrido ${about.firmware} · MicroPython ${
    about.micropython} · ${about.lexicon}`;
  byId("findings").replaceChildren(...(await findings(console_)).map(([level, name, value]) =>
    h("li", { className: level }, `${text(`doc-${level}`)}: ${text(name).replace("%", value)}`)));
}

/** @param {Wire} wire */
async function deploy(wire) {
  const repl = await standing(wire);
  const files = await filesFor(await identified(repl));
  const made = await new Deployment(repl, files, progress, () => confirm(text("board-over"))).run()
    .catch(async (error) => {
      if (error instanceof Kept) await repl.restart();
      throw error;
    });
  await repl.restart();
  const console_ = new Console(wire);
  await console_.started();
  await store(console_);
  await examine(console_);
  byId("said").textContent = `${text("board-done").replace("%", `${made.sent}`).replace("&", `${made.files}`)} ${
    byId("said").textContent}`;
}

/** @param {Wire} wire */
async function check(wire) {
  const console_ = new Console(wire);
  if (!await console_.running()) throw new NoFirmware();
  await examine(console_);
}

/** Reads the log, shows its latest entries, and offers it as the file that `corrido log` reads. @param {Wire} wire */
async function log(wire) {
  const pulled = await new Console(wire).log();
  const { device, blocks } = pulled;
  download(`corrido-${device.name || device.id}.json`, JSON.stringify(document_(pulled)), "application/json");
  const { whole, entries } = await read(pulled, text);
  byId("said").textContent = `${text("board-log-saved").replace("%", `${Object.keys(blocks).length}`)} ${
    text(whole ? "board-log-whole" : "board-log-broken")}`;
  byId("entries").replaceChildren(...entries);
}

// Makes the one file that a board needs, from the image that the user downloaded.
async function compose() {
  byId("wrong").hidden = true;
  byId("said").textContent = "";
  try {
    const board = chosen();
    const disk = /** @type {Disk} */ (board.disk);
    const file = byId("base").files[0];
    if (!file) throw new Problem("board-wrong-base", board.image);
    const [[, content]] = await unpacked(await fetched("board/disks.pack"));
    const named = new Set(Object.values(disk.blocks).flatMap((told) => (typeof told === "number" ? [] : [told[0]])));
    /** @type {Map<string, Uint8Array>} */
    const lists = new Map();
    for (const name of named) {
      lists.set(name, new Uint8Array(await (await fetched(`firmware/lexicons/${name}.lex`)).arrayBuffer()));
    }
    const settings = disk.settings[language.name][byId("preset").value];
    const base = new Uint8Array(await file.arrayBuffer());
    const name = `corrido-${board.name}.uf2`;
    download(name, composed(base, disk, content, settings, lists), "");
    byId("said").textContent = text("board-composed").replace("%", name);
  } catch (error) {
    const { image } = chosen();
    problem(error instanceof WrongBase ? new Problem("board-wrong-base", image) : error);
  }
}

// Flashes MicroPython on an ESP32 from the image that the user downloaded.
async function flashImage() {
  const board = chosen();
  const file = byId("bin").files[0];
  if (!file) {
    problem(new Problem("board-no-bin"));
    return;
  }
  const data = new Uint8Array(await file.arrayBuffer());
  await choosing(async (port) => {
    await flash(port, board, data, (written, total) => progress("flashing", written, total));
    byId("said").textContent = text("board-flashed");
  });
}

byId("board").addEventListener("change", show);
byId("deploy").addEventListener("click", () => withPort(deploy));
byId("check").addEventListener("click", () => withPort(check));
byId("log").addEventListener("click", () => withPort(log));
byId("flash").addEventListener("click", flashImage);
byId("compose").addEventListener("click", compose);
byId("lexicon-file").addEventListener("change", ({ target }) => target.files[0] && open(target.files[0]));
byId("pins").addEventListener("submit", (event) => event.preventDefault());

const found = await fetched("board/boards.json").catch(problem);
catalogue = await found?.json() ?? catalogue;
byId("board").replaceChildren(...catalogue.boards.map(({ name, title }) => new Option(title, name)));
byId("preset").replaceChildren(...catalogue.presets.map(([name]) => new Option(name, name)));
byId("lexicon").replaceChildren(...catalogue.lexicons.map(([name]) => new Option(name, name)));
language.apply();
