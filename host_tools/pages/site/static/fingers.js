// Which touch holds which contact. Browsers do not promise the end of each touch, so none is counted:
// each new touch is a press, the last one on a key alone holds it, and none holds it for ever.

const HOLD_MS = 3000; // longer than any hold that means something

const CLICK_MS = 1000; // a finger that stays longer clicks nothing
let up = Promise.resolve();

// Resolves once no finger is on a button: one that is drawn anew or moves under it would get no click.
export const lifted = () => up;

globalThis.document?.addEventListener("pointerdown", ({ target }) => {
  if (target.closest(".half")) return; // pressed when it is touched
  up = new Promise((resolve) => {
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(resolve), { once: true });
    setTimeout(resolve, CLICK_MS);
  });
}, { capture: true });

// Browsers click for a finger that is alone: beside one that rests on a half, the page does it itself.
let isCrowded = false;
globalThis.document?.addEventListener("pointerdown", ({ isPrimary }) => { isCrowded = !isPrimary; }, { capture: true });
globalThis.document?.addEventListener("pointerup", (event) => {
  const button = event.target.closest("button:enabled:not(.half)");
  const { clientX, clientY } = event;
  if (isCrowded && button?.contains(document.elementFromPoint(clientX, clientY))) button.dispatchEvent(new PointerEvent("click", event));
});

// A half was pressed when it was touched: a click of the same finger would be on what has come under it.
globalThis.document?.addEventListener("touchend", (event) => { if (event.target.closest(".half")) event.preventDefault(); }, { capture: true });

export class Fingers {
  // contact(key, closed, event): moves the contact; if it is closed already, it opens before it closes anew.
  /** @param {Moved} contact */
  constructor(contact) {
    this.contact = contact;
    /** @type {Map<string, [touch: unknown, timer: number]>} */
    this.held = new Map(); // key -> [the touch that holds it, timer]
  }

  /**
   * A touch begins, whatever became of earlier ones; it ends by itself after ms.
   * @param {string} key @param {unknown} touch @param {{ timeStamp?: number }} event
   */
  press(key, touch, event, ms = HOLD_MS) {
    clearTimeout(this.held.get(key)?.[1]);
    this.held.set(key, [touch, setTimeout(() => this.lift(touch, {}), ms)]);
    this.contact(key, true, event);
  }

  /**
   * The end of a touch is told; it opens the contact that it still holds.
   * @param {unknown} touch @param {{ timeStamp?: number }} event
   */
  lift(touch, event) {
    for (const [key, [holder, timer]] of this.held) {
      if (holder !== touch) continue;
      clearTimeout(timer);
      this.held.delete(key);
      this.contact(key, false, event);
    }
  }
}
