// The two halves: each player's button, showing that player's time.

import { h } from "../static/dom.js";

/** @type {Player[]} */
const NAMES = ["A", "B"];

/** Returns a time's minutes, colon and seconds: where there is room they stand one above the other. @param {string} time */
const stacked = (time) => time.split(/(:)/).map((part) => h(part === ":" ? "i" : "span", {}, part));

// Draws one player's half: the texts of its parts by their class, the time by the status.
/** @param {Part} half @param {Player} name @param {Status} status @param {Texts} texts */
export function draw(half, name, status, texts) {
  const time = texts.time ?? "-:--";
  half.classList.toggle("running", status.running.includes(name));
  half.classList.toggle("turn", status.turn === name);
  half.classList.toggle("over", time.startsWith("-"));
  for (const [part, value] of Object.entries({ ...texts, time })) {
    const element = half.querySelector(`.${part}`);
    if (element.textContent !== value) element.replaceChildren(...part === "time" ? stacked(value) : [value]);
  }
}

export class Halves {
  // fingers: told when one touches a half, and when it leaves it. press(key, event): a whole press.
  /** @param {Fingers} fingers @param {Press} press @param {(id: string) => Part} byId */
  constructor(fingers, press, byId) {
    this.halves = Object.fromEntries(NAMES.map((name) => [name, byId(`half-${name}`)]));
    for (const [name, half] of Object.entries(this.halves)) {
      half.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        fingers.press(name, event.pointerId, event);
        navigator.vibrate?.(15);
      });
      // A click without a finger comes from a keyboard or a screen reader.
      half.addEventListener("click", (event) => {
        if (!event.detail && !event.pointerType) press(name, event);
      });
    }
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      document.addEventListener(end, (event) => fingers.lift(event.pointerId, event));
    }
  }

  /** @param {Known} p0 @param {Say} text @param {boolean} isNew whether what both sign cannot have been read yet */
  show({ status, times, view }, text, isNew) {
    if (!status.phase) return;
    for (const [at, name] of NAMES.entries()) {
      const half = this.halves[name];
      half.dataset.urgency = String(view.place?.urgency?.[at] ?? 0); // art. 33, for the eye
      half.disabled = ["setup", "closed"].includes(status.phase) && !view.asking;
      draw(half, name, status, { who: [name, view.names?.[at]].filter(Boolean).join(" "),
        time: times[at], note: isNew ? "\u00a0" : this.note(name, 1 << at, status, view, text) });
    }
  }

  // Returns the message for a player; it never says to press the button (art. 35).
  /** @param {Player} name @param {number} mask @param {Status} status @param {View} view @param {Say} text */
  note(name, mask, status, view, text) {
    if (view.asking || status.phase === "over") {
      return view.said & mask ? `✓ ${name}` : `○ ${text("confirm-here")}`;
    }
    if (status.phase === "ready" && status.running === "none") {
      const [mode = "", ...who] = view.place?.texts ?? []; // in lines as short as the display's
      return [mode, who.join(" ")].join(" · ");
    }
    const lost = Number(status[`points.${name}`]) + Number(status[`penalty.${name}`]);
    const turns = `${text("turns-short")} ${status[`turns.${name}`]}`;
    const figures = [turns, lost ? `−${lost}` : ""];
    const [row, done, of] = view.so_far ?? [];
    const counted = status.phase === "count" ? text("count").replace("%", status.turn)
      : row ? text(`so-far.${row}`).replace("%", String(done)).replace("&", String(of)) : "";
    // The display has room for one of them.
    if (view.place?.name === "clock") return [...new Set([...figures, ...view.place.texts ?? [], counted])].filter(Boolean).join(" · ");
    const mark = status.turn === name && status.marks !== "play" ? text(`mark.${status.marks}`) : "";
    const isTold = status.notice !== "none" && (status.notice !== "forfeit" || status.forfeit.includes(name));
    const notice = isTold ? text(`notice.${status.notice}`).replace("%", status[status.notice === "four-passes" ? "passes" : "scoreless"]) : "";
    return [...figures, mark, notice].filter(Boolean).join(" · ");
  }
}
