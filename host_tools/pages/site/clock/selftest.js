// Tests whether this phone can serve as a clock: its storage, touch screen and sound.

import { h } from "../static/dom.js";

const VIBRATION_MS = [200, 100, 200];
const GAP_US = 400_000;
const SIGNALS = ["warn1", "warn2", "warn3", "minute", "limit"];

// Returns the edges, [us, Hz or 0], of all signals played once in sequence.
/** @param {ReturnType<Firmware["patterns"]>} patterns */
export function edges(patterns, names = SIGNALS) {
  /** @type {Edge[]} */
  const found = [];
  let us = 0;
  for (const name of names.filter((each) => each in patterns)) {
    for (const [hz, ms] of patterns[name]) {
      found.push([us, hz]);
      us += ms * 1000;
    }
    found.push([us, 0]);
    us += GAP_US;
  }
  return found;
}

export class SelfTest {
  // stayAwake(): asks for the screen to stay on, and returns whether it will.
  /** @param {Sheet} sheet @param {Sound} sound @param {() => Promise<boolean>} stayAwake */
  constructor(sheet, sound, stayAwake) {
    this.sheet = sheet; this.sound = sound; this.stayAwake = stayAwake;
  }

  /** Returns the findings as [level, text]. lexicon: the list that would judge a game. @param {string} lexicon */
  async findings(lexicon) {
    const { link, text } = this.sheet;
    /** @param {boolean | undefined} holds @param {string} name */
    const found = (holds, name, level = "warning") => (
      holds ? ["ok", text(name)] : [level, text(`${name}-not`)]);
    const list = await link.ask("check_list", lexicon).then(() => true, () => false);
    return [
      found(list, "test-list", "fault"),
      found(await link.ask("log_is_whole"), "test-log", "fault"),
      found(await this.stayAwake(), "test-awake"),
      found(this.sound.sounds, "test-heard"),
      found(await navigator.storage?.persisted?.(), "test-kept"),
      found(navigator.maxTouchPoints > 1, "test-fingers"),
    ];
  }

  // Plays the signals of a game.
  async play() { this.sound.play(edges(await this.sheet.link.ask("patterns")), 0); }

  /** @param {string} lexicon */
  async show(lexicon) {
    const { arbiter, text, button } = this.sheet;
    const rows = (await this.findings(lexicon)).map(([level, said]) => h("li",
      { className: level }, `${text(`doc-${level}`)}: ${said}`));
    arbiter.fill("note", text("setup.test"), h("ul", { className: "findings" }, ...rows),
      h("div", { className: "row" },
        button(text("test-sound"), () => this.play()),
        navigator.vibrate ? button(text("test-vibration"), () => navigator.vibrate(VIBRATION_MS)) : null));
  }
}
