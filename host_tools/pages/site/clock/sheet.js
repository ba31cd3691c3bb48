// The sheet between the halves: settings, a stop's reason, words, verdict, summary, menus.

import { exactOf, h, inOne, passed, rounded, sentence } from "../static/dom.js";
import { lifted } from "../static/fingers.js";
import { Letters } from "../letters.js";
import { Arbiter } from "./arbiter.js";
import { left } from "./elsewhere.js";
import { codeOf, figures, keepGame, ownGames, resultLink, scores, table } from "./ending.js";
import { SelfTest } from "./selftest.js";
import { Setup } from "./setup.js";

/** @type {Player[]} */
const PLAYERS = ["A", "B"];
const NEAR_PX = 48; // a finger's width
const SWAPPED_MS = 1500; // within it, the other's half that has come under a finger is not meant
const TWICE_MS = 600; // within it, a finger's next tap is of the same mind, and nobody has read what is new

/** @typedef {{ x: number; y: number; ms: number; kind: string; control: Part | null }} Tap */

/** Returns what a touch at a part of the page is for. @param {EventTarget | null} part */
const controlOf = (part) => /** @type {Part | null} */ (part)?.closest("button, a, summary, label, input, select") ?? null;

export class Sheet {
  /**
   * @param {{ known: Known; link: WorkerLink; element: Part; dialog: Part; press: Press; text: Say; look: () => Promise<void>;
   *   sound: Sound; language: Language; voice: Voice; stayAwake: () => Promise<boolean> }} parts
   */
  constructor({ known, link, element, dialog, press, text, look, sound, language, voice, stayAwake }) {
    this.link = link; this.element = element; this.press = press; this.text = text; this.look = look;
    this.language = language; this.voice = voice;
    this.menuOpen = false;
    this.menuPhase = ""; // in which it was opened
    /** @type {Letters | null} */
    this.letters = null;
    this.known = known;
    this.form = new Setup(this);
    this.languages = document.getElementById("language").closest("label");
    this.pageEnd = document.getElementById("page-end"); // shown only outside a game
    this.arbiter = new Arbiter(this, dialog);
    this.selfTest = new SelfTest(this, sound, stayAwake);
    this.drawn = this.shownOf = "";
    this.drawnMs = 0; // when the sheet became one of something else
    /** @type {Tap | null} */
    this.tapped = null; // the latest tap
    /** @type {Tap | null} */
    this.asker = null; // the tap that has had both asked
    this.isDropped = false; // whether the latest touch was
    for (const kind of /** @type {const} */ (["pointerdown", "click"])) {
      document.addEventListener(kind, (event) => this.guard(/** @type {PointerEvent} */ (event)), { capture: true });
    }
  }

  // Drops a finger's further taps where something else has come under it: they are meant for what was there. Drops
  // those that confirm at the place of who has had both asked, and those that sign what nobody has read.
  /** @param {PointerEvent} event */
  guard(event) {
    const { target, clientX: x, clientY: y } = event;
    const { dialog } = this.arbiter;
    if (event.type === "pointerdown" && target === dialog && ["running", "count"].includes(this.known.status.phase)) {
      const box = dialog.getBoundingClientRect();
      if (x > box.left && x < box.right && y > box.top && y < box.bottom) return;
      dialog.close(); // what covers a running clock goes with a player's press
      controlOf(document.elementFromPoint(x, y))?.dispatchEvent(new PointerEvent(event.type, event));
      return;
    }
    if (event.type === "pointerdown") this.isDropped = this.drops(event);
    // A click without a finger or a mouse comes from a keyboard or a screen reader.
    if (!this.isDropped || event.type === "click" && !event.detail && !event.pointerType) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {PointerEvent} event */
  drops({ clientX: x, clientY: y, pointerType: kind, target }) {
    const { tapped, asker, known } = this;
    const ms = Date.now();
    /** @param {Tap | null} tap */
    const isNear = (tap) => tap !== null && Math.hypot(x - tap.x, y - tap.y) < NEAR_PX;
    const control = controlOf(target);
    const isHalf = control?.matches(".half") ?? false;
    const isInPlay = known.status.phase !== "over" && tapped?.control?.matches(".half");
    const isOther = kind !== "mouse" && tapped !== null && kind === tapped.kind && isNear(tapped)
      && (isInPlay ? isHalf && ms - tapped.ms < SWAPPED_MS : ms - Math.max(tapped.ms, this.drawnMs) < TWICE_MS)
      && controlOf(document.elementFromPoint(tapped.x, tapped.y)) !== tapped.control;
    this.tapped = { x, y, ms, kind, control: isOther ? tapped.control : control };
    const isAgain = isHalf && known.view.asking > 0 && ms - Number(control?.dataset.pressedMs ?? 0) < TWICE_MS; // it signs already
    if (isHalf) control?.setAttribute("data-pressed-ms", ms);
    return isOther || isAgain || isHalf && (this.isNew || known.view.place?.name === "consent" && isNear(asker));
  }

  /** Whether the summary is shown since a moment only. */
  get isNew() {
    return this.known.status.phase === "over" && (this.what !== this.shownOf || Date.now() - this.drawnMs < TWICE_MS);
  }

  // What the sheet is to ask or to show, whatever its figures.
  get what() {
    const { status, view } = this.known;
    return [status.phase, view.asking, this.menuOpen].join();
  }

  // Makes the next update redraw everything.
  forget() { this.drawn = ""; }

  // Looks after the answer, but without waiting: a look may close the dialog that is to tell of it.
  /** @type {Ask} */
  ask(...question) { return this.link.ask(...question).finally(() => { this.look(); }); }

  /** @param {string} label @param {(event: Aimed<PointerEvent>) => unknown} onclick @param {Given<HTMLButtonElement>} [properties] */
  button(label, onclick, properties = {}) {
    return h("button", { type: "button", onclick, ...properties }, label);
  }

  /** @param {Part} button */
  toggleMenu(button) {
    this.menuOpen = !this.menuOpen;
    this.menuPhase = this.known.status.phase;
    button.setAttribute("aria-expanded", this.menuOpen);
    this.forget();
    this.look();
  }

  shutMenu() {
    this.menuOpen = false;
    document.getElementById("menu").setAttribute("aria-expanded", false);
  }

  /** Takes letters from a keyboard while words are entered. @param {Aimed<KeyboardEvent>} event */
  typed(event) {
    const { letters } = this;
    if (!letters?.element.isConnected || event.target.tagName === "INPUT") return false;
    return !event.ctrlKey && !event.metaKey && letters.type(event);
  }

  async show() {
    const { status, view, slept } = this.known;
    if (this.letters && status.phase !== "challenge") this.letters = null;
    if (view.menu !== undefined) this.arbiter.follow(view);
    // What is asked now is not hidden behind it.
    if (this.menuOpen && !["running", "count", this.menuPhase].includes(status.phase)) this.shutMenu();
    const { what } = this;
    const { said, reason, asked, words, locked_ms: locked } = { ...view, ...status };
    const shown = JSON.stringify([what, said, reason, asked, words, locked > 0, view.may_appeal, view.place?.heading, status.phase === "verdict" && view.place?.texts,
      status.verdict, status.forfeit, status.game, slept, view.left]);
    if (shown === this.drawn) {
      this.tick(view);
      return;
    }
    this.drawn = shown;
    const made = this.menuOpen ? this.menu(status, view)
      : view.place?.name === "consent" ? this.consent(view.place) : view.left ? await left(this) : await /** @type {any} */ (this)[status.phase]?.(status, view);
    await lifted();
    if (this.drawn !== shown) return; // the game has gone on meanwhile
    this.replace(what, made ?? []);
    this.element.classList.toggle("full", Boolean(made?.length));
    const isTyped = Boolean(this.letters?.element.isConnected);
    // To B, who challenges, or has still to sign what A has signed.
    const isForB = isTyped ? view.judged === "A" : status.phase === "over" && view.said === 1;
    this.element.classList.toggle("turned", isForB);
    this.element.closest(".table").classList.toggle("typing", isTyped);
    this.element.parentElement.parentElement.classList.toggle("open", Boolean(made?.length));
    this.tick(view);
  }

  // Draws again, and leaves who goes by keys, or hears the page, where he was: at the part of that name, or at its place,
  // for a label may tell what has changed; at the sheet's beginning where it is the sheet of something else.
  /** @param {string} what @param {Node[]} made */
  replace(what, made) {
    const parts = () => /** @type {Part[]} */ ([...this.element.querySelectorAll("a, button, input, select, summary")]);
    /** @param {Part} part */
    const named = ({ name, id, textContent }) => name || id || textContent;
    const focused = /** @type {Part} */ (document.activeElement);
    const before = parts();
    this.element.replaceChildren(...made);
    const after = what === this.shownOf ? parts() : [];
    if (what !== this.shownOf) {
      this.shownOf = what;
      this.drawnMs = Date.now();
      if (!this.tapped?.control?.matches(".half")) this.asker = this.tapped;
    }
    if (!before.includes(focused)) return;
    const same = after.find((one) => named(one) === named(focused));
    if (same && focused.tagName === "INPUT") same.value = focused.value; // somebody is writing there
    const place = after.length === before.length ? after[before.indexOf(focused)] : this.element;
    (same ?? place).focus({ preventScroll: true });
  }

  /** Updates the length of the stop. @param {View} view */
  tick(view) {
    const length = this.element.querySelector(".length");
    const time = passed(view.stop_ms ?? 0);
    if (length && length.textContent !== time) length.textContent = time;
  }

  // -- one method per phase; running, count, ready and late need no sheet

  setup() { return this.form.show(); }

  /** @param {Status} status @param {View} view */
  stopped(status, view) {
    if (view.asking) return this.question(view);
    const { text } = this;
    const reasons = (view.place.choices ?? []).map(([name]) => this.button(sentence(text(`stop.${name}`)), () => {
      this.ask("say", "REASON", "none", name);
    }, { "aria-pressed": status.reason === name }));
    const who = PLAYERS.map((name) => this.button(text(`asked-${name.toLowerCase()}`), () => {
      this.ask("say", "ASKED", name);
    }, { "aria-pressed": view.asked === name }));
    return [
      h("h2", {}, text("stopped"), " ", h("span", { className: "length" })),
      h("div", { className: "row", role: "group", "aria-label": text("reason") }, ...reasons),
      h("div", { className: "row sides", role: "group", "aria-label": text("who-asked") }, ...who),
      h("div", { className: "row" },
        this.button(text("resume"), (event) => this.press("STOP", event), { className: "main" })),
    ];
  }

  /** Asks both players a question; they answer with their halves. @param {View} view */
  question(view) {
    const { text } = this;
    const [act = "", what = ""] = view.place.texts ?? [];
    return [...this.faces(h("h2", {}, sentence(act)), h("p", {}, sentence(what)), h("p", {}, text("both-confirm"))),
      h("div", { className: "row" },
        this.button(text("cancel"), () => this.ask("say", "CANCEL")))];
  }

  /** Asks both players whether to do an act: what it changes, before and after. @param {Place} place */
  consent({ heading, texts = [] }) {
    const { text } = this;
    const told = [inOne(texts), text("both-confirm")].filter(Boolean).map((line) => h("p", {}, line));
    return [...this.faces(h("h2", {}, sentence(heading || text(this.form.rematch ? "rematch" : "next-game"))), ...told),
      h("div", { className: "row" }, this.button(text("cancel"), (event) => this.press("BACK", event)))];
  }

  // Returns what both players must read, turned to each; lying sideways, both read it the same way.
  /** @param {...(Node | null)} made */
  faces(...made) {
    const face = h("div", { className: "face" }, ...made.filter(Boolean));
    const other = /** @type {HTMLElement} */ (face.cloneNode(true));
    other.classList.add("turned");
    other.setAttribute("aria-hidden", "true");
    return [other, face];
  }

  /** @param {Status} status @param {View} view */
  async challenge(status, view) {
    const { text } = this;
    // Art. 42.3, 42.5: what becomes of the board and of the tiles meanwhile.
    const advice = (view.place.texts ?? []).slice(view.asking ? 0 : 1).map((line) => `${sentence(line)}.`).join(" ");
    if (view.asking) {
      return [...this.faces(h("h2", {}, this.of("play-of", view.judged)),
        h("p", { className: `words of-${view.words.length}` }, view.words.join(" ")), h("p", {}, advice), h("p", {}, text("both-confirm"))),
      h("div", { className: "row" }, this.button(text("edit"), () => this.ask("say", "EDIT")))];
    }
    if (!this.letters) {
      this.letters = new Letters({
        ...await this.link.ask("letters"), text,
        done: (words) => this.ask("challenge_words", words),
        cancel: () => this.ask("say", "CANCEL"),
        spoken: this.known.speech === "none" ? null : (tile) => this.voice.speak(this.named(tile)),
      });
      this.letters.element.prepend(h("p", {}, `${this.of("play-of", view.judged)}. ${advice}`));
    }
    return [this.letters.element];
  }

  /** Returns a text of the display about a player, in sentence case. @param {string} name @param {string} who */
  of(name, who) { return sentence(this.text(name).replace("%", "@")).replace("@", who); }

  /** Returns how a tile is said: CH and LL have names. @param {string} tile */
  named(tile) {
    const name = `said.${tile}`;
    return this.text(name) === name ? tile : this.text(name);
  }

  // Whose play, the answer by colour, sign and word, what becomes of the tiles, and who goes on.
  /** @param {Status} status @param {View} view */
  verdict(status, view) {
    const { text } = this;
    const { verdict } = status;
    const [act = "", todo = "", , ...words] = view.place.texts ?? []; // the third is the display's keys
    const play = text("play-of").replace("%", view.judged);
    const sign = { valid: "✓ ", invalid: "✗ ", none: "" }[verdict] ?? "";
    return [
      h("div", { className: `verdict ${verdict}`, role: "alert" }, ...this.faces(
        h("p", { className: "of" }, play),
        h("p", { className: "answer" }, sign + text(`verdict.${verdict}`)),
        h("p", { className: `words of-${view.words.length}` }, words.join(" ")),
        act === play ? null : h("p", { className: "of" }, act))),
      h("div", { className: "row" },
        this.button(todo, () => this.ask("say", "OK"), { className: "main" }),
        view.may_appeal ? this.button(text("menu.appeal"), () => this.ask("say", "APPEAL_ASKED")) : null),
    ];
  }

  /** @param {Status} status */
  async over(status) {
    const { text } = this;
    const sheet = status.running === "none" ? null : h("p", {}, text("sheet-runs").replace("%", status.running));
    return [h("div", { className: "row top" }, h("h2", {}, text("summary")), this.button(text("menu.scores"), () => scores(this))),
      sheet, h("p", { className: "both" }, text("both-confirm")), figures(this)].filter(Boolean);
  }

  /** @param {Status} status @param {View} view */
  async closed(status, view) {
    if (view.asking) return this.question(view);
    const { text } = this;
    const { text: code, rows } = await this.link.ask("code");
    const isKept = view.voided || keepGame(code, view.place.figures ?? []);
    /** @param {boolean} swapped */
    const next = (swapped) => async () => {
      this.form.rematch = swapped ? await this.link.ask("exchanged") : null;
      return view.voided ? this.ask("say", "OK") : this.ask("leave_closed");
    };
    return [h("h2", {}, `${text("game")} ${status.game}: ${text(view.voided ? "voided" : "closed")}`),
      figures(this),
      isKept ? null : h("p", { role: "alert" }, text("own-games-not")),
      codeOf(rows, text("code")),
      view.voided ? null : h("p", {}, resultLink(code, text)),
      h("div", { className: "row" }, this.button(text("next-game"), next(false), { className: "main" }),
        view.voided || view.pin ? null : this.button(text("rematch"), next(true)))].filter(Boolean);
  }

  /** After the page was closed or suspended; known.slept tells of the latter. @param {Status} status @param {View} view */
  recovered(status, view) {
    const { slept } = this.known;
    if (view.asking) {
      // All that decides the game, as the device's own pages have it (A's, what it is, B's).
      return [h("h2", {}, this.text("taken-over")), h("p", { role: "alert" }, this.text("both-confirm")),
        table(view.place.figures ?? [])];
    }
    /** @param {number} ms */
    const time = (ms) => rounded(exactOf(Math.round(ms)));
    const said = !slept ? this.text("page-back")
      : this.text(slept.counted_ms ? "slept-counted" : "slept").replace("%", time(slept.counted_ms || slept.step_ms));
    return [h("h2", {}, this.text("stopped")), h("p", { role: "alert" }, said),
      h("div", { className: "row" }, this.button("OK", () => this.ask("say", "OK"),
        { className: "main" }))];
  }

  /** @param {Status} status @param {View} view */
  fault(status, view) {
    const said = (view.place.texts ?? []).slice(0, -1).join(" "); // the last is the display's key
    return [h("h2", {}, this.text("attention")), h("p", { role: "alert" }, said),
      h("div", { className: "row" }, this.button("OK", () => this.ask("say", "OK"),
        { className: "main" }))];
  }

  // -- the menu

  async about() {
    const { text, arbiter } = this;
    const rows = (await this.link.ask("about")).map(([name, value]) => h("div", {},
      h("dt", {}, text(`about.${name}`)), h("dd", {}, value)));
    arbiter.fill("note", text("menu.about"), h("dl", { className: "about" }, ...rows));
  }

  /** @param {Status} status @param {View} view */
  menu(status, view) {
    const { text } = this;
    /** @param {() => unknown} then */
    const close = (then) => () => {
      if (!this.menuOpen) return; // tapped twice
      this.shutMenu();
      document.getElementById("menu").focus(); // its own button goes
      this.forget();
      then();
      this.look();
    };
    const standing = ["stopped", "count"].includes(status.phase);
    const sound = `${text("menu.silent")}: ${text(view.silent ? "off" : "on")}`;
    /** @param {string} name */
    const mark = (name) => text(`mark.${name}`).replace(/^■ /, ""); // the sign is for its display
    const marks = view.marks.map((name) => this.button(mark(name),
      close(() => this.ask("say", "MARK", status.turn, name)),
      { "aria-pressed": status.marks === name }));
    return [
      h("div", { className: "row menu" },
        standing ? this.button(text("menu.fin"), close(() => this.ask("say", "FINISH", "none", 0))) : null,
        standing ? this.button(text("menu.fin-counted"), close(() => this.ask("say", "FINISH", "none", 1))) : null,
        status.phase === "over" ? this.button(text("menu.scores"), close(() => scores(this))) : null,
        view.may_appeal ? this.button(text("menu.appeal"), close(() => this.ask("say", "APPEAL_ASKED"))) : null,
        view.pin || ["setup", "closed"].includes(status.phase) ? null : this.button(text("trial"),
          close(async () => this.arbiter.end("void", await this.ask("start_over")))),
        this.button(text("menu.arbiter"), close(() => this.arbiter.open(view))),
        this.button(sound, close(() => this.ask("silence", !view.silent))),
        this.button(text("own-games"), close(() => ownGames(this))),
        this.button(text("menu.about"), close(() => this.about())),
        document.fullscreenEnabled ? this.button(text("full-screen"),
          close(() => document.documentElement.requestFullscreen())) : null,
        this.button(text("close"), close(() => {}))),
      status.turn === "none" ? null : h("div", { className: "row", role: "group", "aria-label": text("mark") }, ...marks),
    ].filter(Boolean);
  }
}
