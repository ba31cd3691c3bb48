// What the pages and the firmware say to each other; tests/web/test_page_types.py compares it with the firmware.

type Player = "A" | "B";
type Who = "none" | Player | "AB";
type Phase = "setup" | "late" | "ready" | "running" | "count" | "stopped" | "challenge" | "verdict"
  | "over" | "closed" | "recovered" | "fault";
type Verdict = "valid" | "invalid";
/** Milliseconds since 1970. */
type WallMs = number;
/** Microseconds of the device's time. */
type Us = number;
/** Hertz of the buzzer from an instant on; 0 is silence. */
type Edge = [us: Us, hz: number];
type Texts = Record<string, string>;
type Settings = Record<string, string>;
type WordList = [name: string, alphabet: string, words: number, edition: string, title: string];
type Entry = [game: number, ms: number, kinds: string[], who: Who, value: number, text: string, number: number];

interface Status {
  phase: Phase; running: Who; turn: "none" | Player; limit: string; reason: string; verdict: "none" | Verdict;
  notice: string; marks: string; preset: string; passes: string; scoreless: string; hold: Who; forfeit: Who; racks: string;
  "clock.A": string; "points.A": string; "turns.A": string; "penalty.A": string; "card.A": string;
  "clock.B": string; "points.B": string; "turns.B": string; "penalty.B": string; "card.B": string;
  game: string; locked: string;
}

interface View {
  marks: string[]; names: string[];
  place: Place; mode: number; main_ms: number; asking: number; left: boolean; said: number; unscored: boolean;
  so_far: [row: string, done: number, of: number] | null; stop_ms: number; asked: Who; words: string[]; voided: boolean;
  locked_ms: number; pin: boolean; agree: boolean; menu: boolean; silent: boolean; may_appeal: boolean; refused: string; judged: Player;
}

type Act = [name: string, questions: [name: string, place: Place][]];
type Answers = Record<string, string>;

/** What a screen is; firmware/corrido/ui/ports.py. */
interface Place {
  name: string; focus?: string; fields?: [string, string][]; heading?: string; rows?: [string, string, string][];
  at?: number; of?: number; figures?: [string, string, string][]; texts?: string[]; choices?: [string, string][];
  value?: number; least?: number; most?: number; article?: number; tiles?: string[]; signed?: number; urgency?: number[];
}

/** The firmware's methods that a page calls by name: those of boards/web/panel.py and boards/sim/hooks.py. */
interface Firmware {
  about(): [string, string][];
  act(name: string, answers: Answers): boolean;
  acts(): Act[];
  arm(): boolean;
  carried(): { codes: string[][]; file: string };
  challenge_words(words: string[]): null;
  check_list(name: string): null;
  choose(name: string, text: string): null;
  close_menu(): null;
  code(): { text: string; rows: string[] };
  drop_preset(name: string): null;
  exchanged(): [name: string, text: string][];
  focus(): string;
  kinds(): Record<string, any[]>;
  keep_preset(name: string): null;
  leave_closed(): null;
  letters(): { tiles: string[]; folds: Texts; longest: number; most: number };
  lists(): WordList[];
  log(count: number): Entry[];
  log_is_whole(): boolean;
  look_up(words: string[]): boolean[];
  lookup(words: string[]): Verdict | "fault";
  modes(): [name: string, seconds: number, isUnsure: boolean, isOwn: boolean, isUsual: boolean][];
  open_menu(digits: string): "right" | "wrong" | "locked";
  patterns(): Record<string, [hz: number, ms: number][]>;
  rules(): Settings;
  said(): [number: number, whom: string, line: string][];
  say(name: string, who?: Who, value?: number | string): boolean;
  scores(): (number | null)[];
  screen(): string[];
  set_clocks(times: (number | null)[]): boolean;
  setting(name: string): string | null;
  settings(): Settings;
  silence(silent: boolean): null;
  start_over(): boolean;
  status(at_ms?: number): Status;
  take_in(parts: string[]): null;
  times(): string[];
  told(name: string, answers: Answers): string[];
  unlock(digits: string): boolean;
  view(): View;
  way(tile: string): string[] | null;
}

/** What a page asks of its device: the firmware's methods, and the worker's own. */
interface Questions extends Firmware {
  add_lexicon(name: string, bytes: Uint8Array): null;
  look_at_lexicon(name: string, bytes: Uint8Array): null;
  forget_device(): true;
}
type Ask = <M extends keyof Questions>(method: M, ...rest: Parameters<Questions[M]>) => Promise<ReturnType<Questions[M]>>;

/** How a page's device begins; see static/device/worker.js. */
interface Facts {
  name: string; board?: Partial<DeviceFacts>; app?: string; settings?: Settings; game?: boolean; dark?: boolean;
  blocks?: [number, Uint8Array][]; unstored?: boolean; bounceUs?: number;
}

/** Changes that a device tells its page. */
interface Update {
  keys?: string[]; speed?: number; frames?: Uint8Array[]; leds?: Record<string, boolean>; powered?: boolean;
  display?: boolean; down?: string[]; motor?: boolean; buzzer?: Edge[]; us?: Us; status?: Status; times?: string[];
  entering?: boolean; spoken?: ReturnType<Firmware["said"]>; moved?: [key: string, closed: boolean, us: Us];
  flipped?: [offset: number, bit: number, us: Us]; line?: number; outcome?: string; command?: string;
  slept?: Slept; stepped?: number; unstored?: string; failure?: string;
  answer?: [number: number, value: any, error: string | null];
}
interface Slept { counted_ms: number; step_ms: number }

type Say = (name: string) => string;
