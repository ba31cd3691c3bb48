// What lies between the halves: settings, the reason of a stop, words, verdict, summary, menus.

import { exactOf, h, rounded } from "../static/dom.js";
import { Letters } from "../letters.js";
import { Arbiter } from "./arbiter.js";
import { Setup } from "./setup.js";

const REASONS = ["verify", "score", "tiles", "arbiter", "other"];

export class Sheet {
  constructor({ link, element, dialog, press, text, look }) {
    Object.assign(this, { link, element, press, text, look });
    this.menuOpen = false;
    this.letters = null;
    this.form = new Setup(this);
    this.pageEnd = document.getElementById("page-end"); // shown where nobody plays
    this.arbiter = new Arbiter(this, dialog);
    this.forget();
  }

  // Everything is drawn anew the next time.
  forget() { this.drawn = ""; }

  ask(...question) { return this.link.ask(...question).finally(() => this.look()); }

  button(label, onclick, properties = {}) {
    return h("button", { type: "button", onclick, ...properties }, label);
  }

  toggleMenu(button) {
    this.menuOpen = !this.menuOpen;
    button.setAttribute("aria-expanded", this.menuOpen);
    this.forget();
    this.look();
  }

  // Letters of a keyboard, while words are entered.
  typed(event) {
    return Boolean(this.letters?.element.isConnected) && !event.ctrlKey && !event.metaKey && this.letters.type(event);
  }

  async show({ status, view }) {
    if (this.letters && status.phase !== "challenge") this.letters = null;
    if (view.menu !== undefined) this.arbiter.follow(view);
    const { asking, said, reason, asked, words, locked_ms: locked } = { ...view, ...status };
    const shown = JSON.stringify([status.phase, asking, said, reason, asked, words, locked > 0,
      status.verdict, status.forfeit, status.game, this.menuOpen]);
    if (shown === this.drawn) {
      this.tick(view);
      return;
    }
    this.drawn = shown;
    const made = this.menuOpen ? this.menu(status, view) : await this[status.phase]?.(status, view);
    this.element.replaceChildren(...(made ?? []));
    this.element.classList.toggle("full", Boolean(made?.length));
    this.element.parentElement.parentElement.classList.toggle("open", Boolean(made?.length));
    this.tick(view);
  }

  // The length of the stop goes on.
  tick(view) {
    const length = this.element.querySelector(".length");
    const time = rounded(exactOf(Math.floor((view.stop_ms ?? 0) / 1000) * 1000));
    if (length && length.textContent !== time) length.textContent = time;
  }

  // -- one method a phase; running, count, ready and late need no sheet

  setup() { return this.form.show(); }


  stopped(status, view) {
    if (view.asking) return this.question(view);
    const { text } = this;
    const reasons = REASONS.map((name, at) => this.button(text(`stop.${name}`), () => {
      this.ask("say", "REASON", 0, at + 1);
    }, { "aria-pressed": status.reason === name }));
    const who = ["A", "B"].map((name, at) => this.button(text(`asked-${name.toLowerCase()}`), () => {
      this.ask("say", "ASKED", at + 1, 0);
    }, { "aria-pressed": view.asked === at + 1 }));
    return [
      h("h2", {}, text("stopped"), " ", h("span", { className: "length" })),
      h("div", { className: "row", role: "group", "aria-label": text("reason") }, ...reasons),
      h("div", { className: "row", role: "group", "aria-label": text("who-asked") }, ...who),
      h("div", { className: "row" },
        this.button(text("resume"), (event) => this.press("STOP", event), { className: "main" })),
    ];
  }

  // Both players are asked something, and answer with their halves.
  question(view) {
    const { text } = this;
    const counted = view.counted ? "finish-counted" : "finish-uncounted";
    return [h("h2", {}, text("finish")), h("p", {}, text(counted)), h("p", {}, text("both-confirm")),
      h("div", { className: "row" },
        this.button(text("cancel"), () => this.ask("say", "CANCEL")))];
  }

  async challenge(status, view) {
    const { text } = this;
    if (view.asking) {
      return [h("h2", {}, text("reason.challenge")),
        h("p", { className: "words" }, view.words.join(" + ")), h("p", {}, text("both-confirm")),
        h("div", { className: "row" }, this.button(text("edit"), () => this.ask("say", "EDIT")))];
    }
    if (!this.letters) {
      this.letters = new Letters({
        tiles: await this.link.ask("tiles"), text,
        done: (words) => this.ask("challenge_words", words),
        cancel: () => this.ask("say", "CANCEL"),
      });
    }
    return [h("p", {}, text("challenge-hint")), this.letters.element];
  }

  verdict(status, view) {
    const { text } = this;
    const { verdict } = status;
    return [
      h("p", { className: `verdict ${verdict}`, role: "alert" },
        text(`verdict.${verdict}`)),
      h("p", { className: "words" }, view.words.join(" + ")),
      h("div", { className: "row" }, this.button("OK", () => this.ask("say", "OK"),
        { className: "main" })),
    ];
  }

  async over() { return [h("h2", {}, this.text("summary")), await this.figures()]; }

  async closed(status, view) {
    const { text } = this;
    return [h("h2", {}, `${text("game")} ${status.game}: ${text(view.voided ? "voided" : "closed")}`),
      await this.figures(),
      h("div", { className: "row" }, this.button(text("next-game"), () => this.ask("say", "OK"),
        { className: "main" }))];
  }

  recovered() {
    return [h("h2", {}, this.text("recovered")), h("p", {}, this.text("recovered-lost")),
      h("div", { className: "row" }, this.button("OK", () => this.ask("say", "OK"),
        { className: "main" }))];
  }

  fault(status, view) {
    const said = this.text(`fault.${view.fault}`).replaceAll("|", " ");
    return [h("h2", {}, this.text("attention")), h("p", { role: "alert" }, said),
      h("div", { className: "row" }, this.button("OK", () => this.ask("say", "OK"),
        { className: "main" }))];
  }

  // The summary that both sign (art. 44).
  async figures() {
    const { text } = this;
    const game = await this.link.ask("summary");
    const minus = (points) => (points ? `−${points}` : "0");
    const time = (name) => (player) => rounded(exactOf(player[name]));
    const rows = [
      ["sum.total", (player) => minus(player.points + player.penalty)],
      ["sum.points", (player) => minus(player.points)],
      ["sum.over", time("over_ms")], ["sum.used", time("used_ms")],
      ["sum.turns", (player) => player.turns],
      ["sum.challenges", (player) => `${player.challenges_won}/${player.challenges}`],
      ["sum.penalties", (player) => minus(player.penalty)],
      ["sum.card", (player) => text(`card.${player.card}`)],
    ];
    const cell = (tag, value) => h(tag, tag === "th" ? { scope: "row" } : {}, String(value));
    return h("table", {}, h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, "A"),
      h("th", { scope: "col" }, "B"))), h("tbody", {}, ...rows.map(([name, value]) => h("tr", {},
      cell("th", text(name)), cell("td", value(game.A)), cell("td", value(game.B))))));
  }

  // -- the menu

  menu(status, view) {
    const { text } = this;
    const close = (then) => () => {
      this.menuOpen = false;
      document.getElementById("menu").setAttribute("aria-expanded", false);
      this.forget();
      then();
      this.look();
    };
    const standing = ["stopped", "count"].includes(status.phase);
    const marks = ["play", "pass", "exchange"].map((name, at) => this.button(text(`mark.${name}`),
      close(() => this.ask("say", "MARK", status.turn === "A" ? 1 : 2, at)),
      { "aria-pressed": status.marks === name }));
    return [
      h("h2", {}, text("menu")),
      h("div", { className: "row" },
        standing ? this.button(text("menu.fin"), close(() => this.ask("say", "FINISH", 0, 0))) : null,
        standing ? this.button(text("menu.fin-counted"), close(() => this.ask("say", "FINISH", 0, 1))) : null,
        this.button(text("menu.arbiter"), close(() => this.arbiter.open(view))),
        document.fullscreenEnabled ? this.button(text("full-screen"),
          close(() => document.documentElement.requestFullscreen())) : null),
      status.turn === "none" ? null : h("div", { className: "row", role: "group", "aria-label": text("mark") }, ...marks),
      h("div", { className: "row" }, this.button(text("close"), close(() => {}))),
      this.pageEnd,
    ].filter(Boolean);
  }
}
