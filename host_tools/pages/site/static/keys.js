// Turns touch, mouse and keyboard into contacts: closed while held, open when released.

import { wall, wallOf } from "./device/wall.js";

/** @type {Record<string, string>} */
const KEYBOARD = {
  // Not the Shift keys: pressing one five times turns on sticky keys.
  KeyA: "A", KeyQ: "A",
  KeyL: "B", KeyP: "B",
  Space: "STOP", KeyS: "STOP",
  KeyC: "CHALLENGE", KeyD: "CHALLENGE",
  ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT", ArrowRight: "RIGHT",
  Enter: "OK", NumpadEnter: "OK", KeyO: "OK",
  Escape: "BACK", Backspace: "BACK",
};
// In these elements a key is text or belongs to the page.
const OWN = "input, select, textarea, dialog";
// Keys that activate the focused element: a device's button, or one of the page's own.
const ACTIVATE = ["Space", "Enter", "NumpadEnter"];
const CLICK_MS = 80;
// While words are entered: the cells on the grid of tiles for these keys.
/** @type {Record<string, string>} */
const ON_THE_GRID = { Space: "→", Enter: "✓", NumpadEnter: "✓" };

export class Keys {
  // report(key, closed, wallMs): a contact moved. typed(tile): a letter, while words are entered.
  /**
   * @param {Document} document @param {(key: string, closed: boolean, wallMs: WallMs) => void} report
   * @param {(tile: string) => void} typed
   */
  constructor(document, report, typed) {
    this.report = report;
    this.typed = typed;
    this.entering = false;
    this.typing = false; // the last key was a letter: Enter ends the play instead of taking a cell
    this.document = document;
    /** @type {Map<string, string>} */
    this.held = new Map();
    /** @type {string[]} */
    this.down = []; // keys held by something else: a scenario, a jam
    document.addEventListener("pointerdown", (event) => this.onPointerDown(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      document.addEventListener(end, (event) => {
        this.release(`pointer ${event.pointerId}`, wallOf(event));
      });
    }
    document.addEventListener("contextmenu", (event) => {
      if (event.target.closest("[data-key]")) event.preventDefault();
    });
    document.addEventListener("click", (event) => this.onClick(event));
    document.addEventListener("keydown", (event) => this.onKeyDown(event));
    document.addEventListener("keyup", (event) => this.onKeyUp(event));
    document.querySelector(".cross").addEventListener("wheel", (event) => this.onWheel(event));
    window.addEventListener("blur", () => this.releaseAll());
  }

  /** Disables the keys that the board does not have. @param {string[]} names */
  offer(names) {
    for (const button of this.document.querySelectorAll("[data-key]")) {
      button.disabled = !names.includes(button.dataset.key);
    }
  }

  /** @param {Aimed<PointerEvent>} event */
  onPointerDown(event) {
    const button = event.target.closest("[data-key]");
    if (!button || button.disabled || event.button > 0) return;
    event.preventDefault();
    this.press(`pointer ${event.pointerId}`, button.dataset.key, wallOf(event));
  }

  /** A click without a pointer comes from a screen reader or voice control. @param {Aimed<PointerEvent>} event */
  onClick(event) {
    const button = event.target.closest("[data-key]");
    if (!button || button.disabled || event.detail > 0 || event.pointerType) return;
    this.press("click", button.dataset.key);
    setTimeout(() => this.release("click"), CLICK_MS);
  }

  /** The mouse wheel turns an encoder, one detent at a time. @param {Aimed<WheelEvent>} event */
  onWheel(event) {
    if (!event.target.closest(".encoder") || this.held.has("wheel") || !event.deltaY) return;
    event.preventDefault();
    this.press("wheel", event.deltaY > 0 ? "DOWN" : "UP");
    setTimeout(() => this.release("wheel"), CLICK_MS);
  }

  /** @param {Aimed<KeyboardEvent>} event */
  onKeyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(OWN)) return;
    const activates = ACTIVATE.includes(event.code);
    if (activates && event.target.closest("button:not([data-key]), a, summary")) return;
    if (this.entering && this.type(event)) {
      event.preventDefault();
      return;
    }
    const focused = activates && event.target.closest("[data-key]");
    const key = focused ? focused.dataset.key : KEYBOARD[event.code];
    if (!key) return;
    event.preventDefault();
    if (!event.repeat) this.press(event.code, key, wallOf(event));
  }

  /** Reports a letter of the keyboard as a tile; returns false for other keys. @param {Aimed<KeyboardEvent>} event */
  type(event) {
    const letter = event.key.length === 1 && event.key.trim() ? event.key.toLocaleUpperCase("es") : "";
    const other = this.typing ? ON_THE_GRID[event.code] ?? "" : "";
    if (!letter && !other) {
      this.typing = this.typing && event.code === "Backspace";
      return false;
    }
    this.typing = !other || event.code === "Space";
    this.typed(letter || other);
    return true;
  }

  /** @param {Aimed<KeyboardEvent>} event */
  onKeyUp(event) {
    if (this.held.has(event.code)) event.preventDefault();
    this.release(event.code, wallOf(event));
  }

  /** Presses a key with a finger at a wall-clock time. @param {string} finger @param {string} key */
  press(finger, key, wallMs = wall()) {
    this.release(finger, wallMs); // its end was never told
    this.held.set(finger, key);
    this.mark(key);
    this.report(key, true, wallMs);
  }

  /** @param {string} finger */
  release(finger, wallMs = wall()) {
    const key = this.held.get(finger);
    if (!key) return;
    this.held.delete(finger);
    this.mark(key);
    if (![...this.held.values()].includes(key)) this.report(key, false, wallMs);
  }

  releaseAll() {
    for (const finger of [...this.held.keys()]) this.release(finger);
  }

  /** Shows the keys that are down on the device, whatever holds them. @param {string[]} down */
  show(down) {
    const changed = [...this.down, ...down];
    this.down = down;
    changed.forEach((key) => this.mark(key));
  }

  /** @param {string} key */
  mark(key) {
    const down = [...this.held.values(), ...this.down].includes(key);
    this.document.querySelector(`[data-key="${key}"]`).classList.toggle("pressed", down);
  }
}
