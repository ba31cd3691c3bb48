// The settings of the next game; each has a usable default.

import { exactOf, h, keep, kept, rounded } from "../static/dom.js";
import { takeIn } from "./elsewhere.js";

export const RINGS = "corrido-rings"; // where this browser keeps whether start and end sound
/** @type {Texts} */
const EARS = { a: "B", b: "A" }; // to whom it is spoken, and who must not hear it
/** Returns minutes as they are typed: 12 or 12:30. @param {number | string} seconds */
const minutes = (seconds) => rounded(exactOf(Number(seconds) * 1000)).replace(/:00$/, "");
const SHORT_S = [900, 600]; // offered beside the usual times: a touch begins a game

/** What a field takes, by its text. @type {Texts} */
const FORMS = { pin: "pin-form", round: "digits-form", table: "digits-form" };

// What a table's link may set, by its parameters (host_tools/hall/links.py).
/** @type {Texts} */
const LINKED = { mode: "preset", a: "player-a", b: "player-b", round: "round", table: "table" };

/**
 * Returns the seconds of a time as people type it: 12:30; 12,30 where the keys have no colon; 12,5 is half a minute.
 * @param {string} written
 */
const secondsOf = (written) => {
  const [, whole = "0", sign, rest = "0"] = /^(\d+)(?:([.,:])(\d+))?$/.exec(written) ?? [];
  const isClock = sign === ":" || rest.length === 2 && Number(rest) < 60;
  return isClock ? Number(whole) * 60 + Number(rest) : Math.round(Number(`${whole}.${rest}`) * 60);
};

/** Turns a text into a valid preset name: "Café 10'" becomes cafe-10. @param {HTMLInputElement} input */
const presetName = ({ value, maxLength }) => value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  .replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, maxLength);

export class Setup {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.more = false;
    /** @type {ReturnType<Firmware["exchanged"]> | null} */
    this.rematch = null; // what the next game is to begin with
    this.pending = Promise.resolve();
    /** @type {Map<string, [value: string, why: string]>} */
    this.refused = new Map(); // setting -> [what was written, why it cannot be]
  }

  // Shows the form with the firmware's present values.
  async show() {
    const { link, text } = this.sheet;
    await this.takeLink();
    const [settings, view, modes, lists, rules, kinds] = await Promise.all([link.ask("settings"), link.ask("view"),
      link.ask("modes"), link.ask("lists"), link.ask("rules"), link.ask("kinds")]);
    const { rematch } = this;
    this.rematch = null;
    if (rematch) setTimeout(async () => await this.swap(rematch) && this.start());
    /** @param {string} label @param {HTMLInputElement | HTMLSelectElement} input */
    const field = (label, input) => {
      const [value, why] = this.refused.get(input.name) ?? ["", ""];
      if (!why) return h("label", {}, h("span", {}, text(label)), input);
      input.value = value;
      input.setAttribute("aria-invalid", "true");
      return h("label", {}, h("span", {}, text(label)), input, h("strong", { role: "alert" }, why));
    };
    const inForce = { ...settings, ...rules };
    /** @param {string} name @param {string[]} values @param {(value: string) => string} [label] */
    const select = (name, values, label = (value) => value) => h("select",
      { name, onchange: ({ target }) => this.choose(target) },
      ...values.map((value) => new Option(label(value), value, false, value === inForce[name])));
    /** @param {string} name @param {string} type @param {Given<HTMLInputElement>} more @param {(value: any) => string} [toValue] */
    const typed = (name, type, more, toValue) => h("input",
      { name, type, ...more, onchange: ({ target }) => this.choose(target, toValue) });
    /** @param {string} name */
    const number = (name) => typed(name, "number",
      { min: kinds[name][1], max: kinds[name][2], step: 1, required: true, inputMode: "numeric", value: inForce[name] });
    /** In minutes; 0 where it may be none. @param {string} name @param {Given<HTMLInputElement>} [more] */
    const time = (name, more) => typed(name, "text", { min: kinds[name][4] ? "0" : minutes(kinds[name][1]), max: minutes(kinds[name][2]), inputMode: "decimal", pattern: "\\d{1,3}([.,]\\d+|:[0-5]\\d)?", ...more },
      (value) => (secondsOf(value) > 0 ? String(secondsOf(value)) : "none"));
    /** @param {string} name @param {Given<HTMLInputElement>} [more] */
    const written = (name, more) => typed(name, "text", { value: settings[name] ?? "", maxLength: kinds[name][1], ...more });
    /** The names that people use; a club's own preset has only its own. @param {string} key @param {string} name */
    const known = (key, name) => (text(key) === key ? name : text(key));
    const standard = new Map(modes.map(([name, seconds]) => [name, seconds]));
    /** @param {string} preset */
    const title = (preset) => known(`preset.${preset}`, preset) + (modes.some(([name, , isUnsure]) => isUnsure && name === preset) ? " (?)" : "");
    /** @param {string} preset */
    const mode = (preset) => `${title(preset)}, ${minutes(standard.get(preset) ?? 0)} min`;
    /** @param {string} name */
    const list = (name) => this.sheet.language.list(lists.find(([other]) => other === name) ?? [name, "", 0, "", ""]);
    const timer = view.mode >= 2;
    const [chosen, seconds] = [settings.preset ?? this.sheet.known.status.preset, view.main_ms / 1000];
    const usuals = [...modes.filter((row) => row[4]).map(([name, usual]) => /** @type {const} */ ([name, usual])),
      ...(timer ? [] : SHORT_S).map((usual) => /** @type {const} */ ([chosen, usual]))];
    /** @param {string} preset @param {number} usual */
    const tile = (preset, usual) => h("button", { type: "button", className: "usual",
      onclick: () => this.begin(preset, usual === standard.get(preset) ? "" : String(usual)) },
    h("strong", {}, `${minutes(usual)} min`), h("span", {}, title(preset)));
    return [
      h("div", { className: "row top" }, h("h2", {}, [...["round", "table"].map((name) => settings[name] && `${text(name)} ${settings[name]}`),
        view.place.heading].filter(Boolean).join(" · ")), this.sheet.languages),
      h("div", { className: "row" }, h("button", { type: "button", className: "main", onclick: () => this.start() },
        h("strong", {}, text("setup.start")), h("span", {}, `${title(chosen)}, ${minutes(seconds)} min`))),
      h("p", { className: "wrong", role: "alert", id: "wrong" }),
      h("div", { className: "usuals", role: "group", "aria-label": text("usual-times") },
        ...usuals.filter(([preset, usual]) => preset !== chosen || usual !== seconds).map((usual) => tile(...usual))),
      h("div", { className: "row" }, this.sheet.button(`▶ ${text("tour")}`, () => this.tour())),
      field("setup.preset", select("preset", [...standard.keys()], mode)),
      timer ? field("turn-minutes", time("turn", { required: true, value: minutes(seconds) }))
        : field("minutes", time("budget", { required: true, value: minutes(seconds) })),
      field("limit-minutes", time("limit",
        { placeholder: text("none"), value: rules.limit === "none" ? "" : minutes(rules.limit) })),
      timer ? null : field("low-minutes", time("low-time",
        { placeholder: text("none"), value: rules["low-time"] === "none" ? "" : minutes(rules["low-time"]) })),
      field("setup.lexicon", select("lexicon", lists.map(([name]) => name), list)),
      field("setup.sounds", select("sounds", ["default", "all", "none"], (name) => text(`sounds.${name}`))),
      field("player-a", written("player-a")), field("player-b", written("player-b")),
      h("div", { className: "row" },
        this.sheet.button(`⇅ ${text("swap-sides")}`, async () => this.swap(await link.ask("exchanged"))),
        this.sheet.button(`♪ ${text("test-sound")}`, () => this.sheet.selfTest.play())),
      field("round", written("round", { pattern: "\\d+" })), field("table", written("table", { pattern: "([^\\-\\s]+-)?\\d+" })),
      field("pin-new", typed("pin", "password", { inputMode: "numeric", autocomplete: "new-password",
        pattern: `\\d{${kinds.pin[1]},${kinds.pin[2]}}`, placeholder: view.pin ? "••••" : "" })),
      h("details", { open: this.more, ontoggle: ({ target }) => { this.more = target.open; } },
        h("summary", {}, text("setup.more")),
        field("setup.failed-challenge", select("failed-challenge",
          [...new Set([...kinds["failed-challenge"][1], rules["failed-challenge"]])], (value) => this.failed(value))),
        field("setup.confirm", select("confirm", ["yes", "no"], text)),
        field("setup.guard", number("guard")),
        field("setup.wipe-words", number("wipe-words")),
        field("speech", select("speech", ["none", "a", "b", "aloud"], (name) => text(`speech-${name}`))),
        ...["felt", "flashes", "large"].map((name) => field(name, select(name, ["no", "yes"], text))),
        field("rings", h("select", { onchange: ({ target }) => keep(RINGS, target.value) },
          ...["", "yes"].map((value) => new Option(text(value || "no"), value, false, value === kept(RINGS))))),
        ...this.ownPresets(modes.some((row) => row[3] && row[0] === chosen) ? chosen : "", kinds.own[1]),
        h("p", { className: "fine" }, lists.find(([name]) => name === settings.lexicon)?.[4] ?? ""),
        h("div", { className: "row" },
          this.sheet.button(text("take-in"), () => takeIn(this.sheet)),
          this.sheet.button(text("setup.test"), () => this.sheet.selfTest.show(settings.lexicon)))),
      this.sheet.pageEnd,
    ].filter(Boolean);
  }

  // Ten seconds: a line after another says how it is played; its ✕ skips it.
  tour() {
    const { arbiter, text, language } = this.sheet;
    arbiter.fill("note", text("tour"), h("ol", { className: "tour", "data-list": "tour" }));
    language.fill(arbiter.dialog);
  }

  // Takes what a table's link asks for, once; what is refused stays in its field, told, and no game starts with it.
  async takeLink() {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (location.hash) history.replaceState(history.state, "", location.pathname);
    let locked = ""; // the PIN is asked for once
    for (const [from, name] of Object.entries(LINKED)) {
      const value = asked.get(from);
      if (value === null) continue;
      const refused = locked || await this.change("choose", name, value);
      if (refused === this.sheet.text("pin-missing")) locked = refused;
      this.refused.set(name, [value, refused]);
    }
  }

  // Buttons to save the present settings under a name, or to remove such a preset.
  /** @param {string} own the chosen one, if it is the club's @param {number} longest */
  ownPresets(own, longest) {
    const { text, button } = this.sheet;
    const name = h("input", { id: "preset-name", maxLength: longest, autocapitalize: "none",
      autocomplete: "off" });
    return [
      h("label", {}, h("span", {}, text("preset-name")), name),
      h("div", { className: "row" },
        button(text("setup.keep-preset"), () => this.ofOwn("keep_preset", presetName(name))),
        own ? button(`${text("setup.drop-preset")}: ${own}`, () => this.ofOwn("drop_preset", own)) : null),
    ];
  }

  /** @param {["keep_preset" | "drop_preset", string]} question */
  async ofOwn(...question) {
    const isRefused = await this.change(...question);
    if (!isRefused) await this.redraw();
    this.wrong(isRefused ? this.sheet.text("preset-not-kept") : "");
  }

  /** Returns the cost of a failed challenge in words. @param {string} value */
  failed(value) {
    const name = { free: 0, turn: -1 }[value] ?? value;
    const known = this.sheet.text(`failed-challenge.${name}`);
    return known.startsWith("failed-challenge.") ? `−${value}` : known;
  }

  /** @param {string} message */
  wrong(message) {
    const place = document.getElementById("wrong");
    if (place) place.textContent = message;
  }

  // Stores a field's value, once those before it are stored; one that cannot be stays in its field,
  // with the reason, and no game starts with it.
  /** @param {Part} input @param {(value: any) => string} [toValue] */
  choose(input, toValue = (value) => value) {
    if (input.inputMode === "decimal") input.value = input.value.trim(); // keyboards of phones add a space
    const { name, value, validity, min, max } = input;
    const isWithin = input.inputMode !== "decimal" || !value || secondsOf(value) >= secondsOf(min) && secondsOf(value) <= secondsOf(max);
    const why = validity.valid && isWithin ? "" : this.why(input);
    this.pending = this.pending.then(async () => {
      let wrong = "";
      this.refused.delete(name);
      if (name === "preset") this.refused.clear(); // it discards changes made to the previous one
      if (why) this.refused.set(name, [value, why]);
      else if (name !== "pin" || value) {
        const { voice } = this.sheet;
        voice.isTried = name === "speech" && value in EARS;
        const refused = await this.change("choose", name, toValue(value));
        if (refused === this.sheet.text("pin-missing")) wrong = refused; // the field goes back
        else if (refused) this.refused.set(name, [value, refused]);
        else if (voice.isTried) await this.tryEar(EARS[value]);
        voice.isTried = false;
      }
      await this.redraw();
      this.wrong(wrong);
    });
  }

  // Speaks a sentence, which the other player must not hear: else, and without his answer, nothing is spoken.
  /** @param {string} other */
  async tryEar(other) {
    const { arbiter, text, button, voice } = this.sheet;
    if (!await voice.speak(text("ear-try"))) {
      arbiter.fill("note", text("speech"), h("p", {}, text("ear-mute")));
      return;
    }
    const alone = await new Promise((resolve) => {
      arbiter.fill("note", text("speech"), h("p", {}, text("ear-ask").replace("%", other)), h("div", { className: "row" },
        button(text("ear-none").replace("%", other), () => resolve(true), { className: "main" }),
        button(text("ear-heard").replace("%", other), () => resolve(false))));
      arbiter.dialog.addEventListener("close", () => resolve(false), { once: true });
    });
    arbiter.dialog.close();
    if (!alone) await this.change("choose", "speech", "none");
  }

  /** Returns what a field takes, in words. @param {Part} parts */
  why({ name, min, max }) {
    return this.sheet.text(FORMS[name] ?? "from-to").replace("%", min).replace("&", max);
  }

  /** Begins a game with a usual time; an empty one is the preset's own. @param {string} preset @param {string} seconds */
  begin(preset, seconds) {
    this.pending = this.pending.then(async () => {
      this.refused.clear();
      const refused = await this.change("choose", "preset", preset) || seconds && await this.change("choose", "budget", seconds);
      await this.redraw();
      this.wrong(refused);
      if (!refused) setTimeout(() => this.start());
    });
  }

  /** Has A and B change places; returns whether it could. @param {ReturnType<Firmware["exchanged"]>} settings */
  async swap(settings) {
    await this.pending;
    let refused = "";
    for (const [name, value] of settings) refused ||= await this.change("choose", name, value);
    await this.redraw();
    this.wrong(refused);
    return !refused;
  }

  redraw() {
    this.sheet.forget();
    return this.sheet.look();
  }

  // Has the firmware change a stored setting; asks for the PIN, if one is set, once until the game
  // starts. Returns why it was refused, or "".
  /** @param {["keep_preset" | "drop_preset", string] | ["choose", string, string]} question @returns {Promise<string>} */
  async change(...question) {
    try {
      await this.sheet.link.ask(.../** @type {["choose", string, string]} */ (question));
    } catch (error) {
      if (!error.message.endsWith("locked")) return this.sheet.text("setting-refused");
      return await this.sheet.arbiter.unlock() ? this.change(...question) : this.sheet.text("pin-missing");
    }
    return "";
  }

  async start() {
    await this.pending;
    for (const [name, [value, why]] of this.refused) {
      if (why !== this.sheet.text("pin-missing") || await this.change("choose", name, value)) break;
      this.refused.delete(name);
      await this.redraw();
    }
    const wrong = this.sheet.element.querySelector("[aria-invalid]");
    if (wrong) {
      wrong.scrollIntoView({ block: "center" });
      wrong.focus();
    } else this.wrong(await this.sheet.ask("arm") ? "" : this.sheet.text("battery-low"));
  }
}
