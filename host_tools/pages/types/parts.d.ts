// The classes of the pages and the shapes that several of their files pass on, by name.

type WorkerLink = import("../site/static/links.js").WorkerLink;
type SocketLink = import("../site/static/links.js").SocketLink;
type Language = import("../site/static/language.js").Language;
type Voice = import("../site/static/voice.js").Voice;
type Sound = import("../site/static/sound.js").Sound;
type Tools = import("../site/static/tools.js").Tools;
type Fingers = import("../site/static/fingers.js").Fingers;
type Sheet = import("../site/clock/sheet.js").Sheet;
type Arbiter = import("../site/clock/arbiter.js").Arbiter;
type Lookups = import("../site/judge/lookups.js").Lookups;
type BoardConsole = import("../site/board/console.js").Console;
type Repl = import("../site/board/repl.js").Repl;
type Wire = import("../site/board/wire.js").Wire;
type Device = import("../site/static/device/device.js").Device;
type NorFlash = import("../site/static/device/norflash.js").NorFlash;
type WorldLink = import("../site/static/device/link.js").Link;
type Files = import("./site/mp/micropython.mjs").Files;
type Interpreter = import("./site/mp/micropython.mjs").Interpreter;
type LoadMicroPython = typeof import("./site/mp/micropython.mjs").loadMicroPython;

/** What the clock's page knows of its device. */
interface Known {
  status: Status; times: string[]; view: View; ready: boolean;
  speech: string; felt?: boolean; slept?: Slept | null;
}

/** When a contact is closed (true) or open from. */
type Reached = [us: Us, closed: boolean];
/** A key's contact moved; the event has the finger's time. */
type Moved = (key: string, closed: boolean, event: { timeStamp?: number; target?: EventTarget | null }) => void;
type Press = (key: string, event: Event) => void;

/** What a board tells the firmware at its start, and what it has. */
interface DeviceFacts {
  displays: [address: number, column: number, turned: boolean][]; keys?: string[]; leds?: string[]; unique_id?: string;
  app?: string;
}
/** The firmware in its world: reads what is for it, and writes what it does. */
interface World { read(bytes: Uint8Array): number; write(bytes: Uint8Array): void }

/** An entry of board/boards.json, and what makes its one file. */
interface Board {
  name: string; title: string; architecture: number; firmware: [string, string]; image: string; chip: string;
  address: number; file: string; disk: Disk | null;
}
/** A board as the page "Try it" draws it, of firmware/boards.json. */
interface Drawn {
  name: string; title: string; keys: string[]; encoder: boolean; displays: [address: number, column: number, turned: boolean][];
  leds: string[];
}
interface Shown { boards: Drawn[]; displays: { name: string; width_mm: number; column: number }[] }
interface Disk {
  names: string[]; family: number; size: number; ring: number[]; marked: number; mark: string;
  blocks: Record<string, number | [list: string, at: number, before: string]>;
  settings: Record<string, Record<string, string[]>>;
}
interface Catalogue { boards: Board[]; presets: [string, Texts][]; lexicons: WordList[] }
type Progress = (step: string, done: number, total: number) => void;

/** A journal as a device's console gives it. */
interface Region { first: number; blocks: number; block: number; page: number; game: number; seq: number }
interface Pulled { device: { id: string; name: string }; region: Region; blocks: Record<string, Uint8Array> }

/** A look-up in the judge's log, and a scanned game. */
interface Lookup { time: string; list: string; verdict: Verdict | "why"; words: string }
type Scanned = Record<string, string>;

/** A file of `corrido lexicon explain`. */
interface Reasons {
  phrases: Map<string, string[]>; table: string[][]; drops: Uint8Array; adds: string[]; rows: Uint8Array[];
}

/** What the recorder notes: when, and `press KEY US`, `do ACTION`, `stall MS` or `flip OFFSET BIT`. */
type Done = [us: Us, verb: string, what: string | number, duration?: number];
/** A recording's step. */
interface Recorded { line: number; us: Us; verb: string; words: string[] }
interface Recording { settings: Settings; steps: Recorded[] }

/** A section of the manual, as its search has it. */
interface Section { address: string; page: string; title: string; text: string; heads: string; all: string }

/** The hall: a table's row, what waits, a line of the desk. */
interface Row {
  hall: string; device: string; running: Who; silent: boolean; clock_a: string; clock_b: string; player_a: string;
  player_b: string; points_a: number; points_b: number; faults: string[]; notice: string; seal: string; reason: string;
  table: string; name: string; phase: string; since: string; stranger: boolean; age: string; need: string;
  call_s: number | null; round: string; division: string;
}
interface Call { table: string; waits: string }
interface Picture {
  rows: Row[]; calls: Call[]; state: string; behind?: string; trouble?: string;
  waiting?: number; open?: string; lists?: string; refused?: Record<string, number>; why?: string;
}
interface Finalist { name: string; score: number | null; off: number; result: number | string | null }
interface DeskLine {
  state: string; detail: string; gap: [number, number]; division: string; table: string; device: string;
  game: string; round: string;
  rows: { source: string; players: Finalist[] }[];
}
