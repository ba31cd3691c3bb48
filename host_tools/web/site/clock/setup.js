// The settings of the next game; each has a usable default.

import { h } from "../static/dom.js";

const FAILED = ["free", "5", "10", "turn"];
const LONGEST_NAME = 16;
const minutes = (seconds) => Math.round(seconds / 60 * 100) / 100;
const MODES = ["fise-corrido", "fise-no-corrido", "fise-temporizador"];

// Turns a text into a valid preset name: "Café 10'" becomes cafe-10.
const presetName = (written) => written.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  .replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, LONGEST_NAME);

export class Setup {
  constructor(sheet) { Object.assign(this, { sheet, more: false }); }

  // Shows the form with the firmware's present values.
  async show() {
    const { link, text } = this.sheet;
    const [settings, view, presets, lexicons, rules, own] = await Promise.all(
      ["settings", "view", "presets", "lexicons", "rules", "own_presets"].map((name) => link.ask(name)));
    const field = (label, input) => h("label", {}, h("span", {}, text(label)), input);
    const inForce = { ...settings, ...rules };
    const select = (name, values, label = (value) => value) => h("select",
      { onchange: ({ target }) => this.choose(name, target.value) },
      ...values.map((value) => new Option(label(value), value, false, value === inForce[name])));
    const number = (name, min, max) => h("input", { type: "number", min, max, inputMode: "numeric",
      value: inForce[name], onchange: ({ target }) => this.choose(name, target.value) });
    const written = (name, kind = "text", more = {}) => h("input", { type: kind, value: settings[name] ?? "",
      maxLength: 24, onchange: ({ target }) => this.choose(name, target.value), ...more });
    const mode = (preset) => {
      const at = MODES.indexOf(preset);
      return at < 0 ? preset : `${preset} · ${text(`mode.${at}`)}`;
    };
    const timer = view.mode === 2;
    return [
      h("h2", {}, text("clock-title")),
      h("div", { className: "row" }, this.sheet.button(text("setup.start"), () => this.start(), { className: "main" })),
      h("p", { className: "wrong", role: "alert", id: "wrong" }),
      field("setup.preset", select("preset", [...new Set([...own, ...MODES, ...presets])], mode)),
      field(timer ? "turn-minutes" : "minutes", h("input", {
        type: "number", min: 0.1, max: 99, step: "any", inputMode: "decimal", value: minutes(view.main_ms / 1000),
        onchange: ({ target }) => this.choose(timer ? "turn" : "budget", String(Math.round(target.value * 60))),
      })),
      field("limit-minutes", h("input", {
        type: "number", min: 0, max: 1440, step: "any", inputMode: "decimal", placeholder: text("none"),
        value: rules.limit === "none" ? "" : minutes(rules.limit),
        onchange: ({ target }) => this.choose("limit", Number(target.value) > 0
          ? String(Math.max(1, Math.round(target.value * 60))) : "none"),
      })),
      field("setup.lexicon", select("lexicon", lexicons)),
      field("setup.sounds", select("sounds", ["default", "all", "none"], (name) => text(`sounds.${name}`))),
      field("player-a", written("player-a")), field("player-b", written("player-b")),
      field("round", written("round", "text", { maxLength: 8 })),
      field("table", written("table", "text", { maxLength: 8 })),
      field("pin-new", h("input", { type: "password", inputMode: "numeric", autocomplete: "new-password",
        minLength: 4, maxLength: 8, placeholder: view.pin ? "••••" : "",
        onchange: ({ target }) => target.value && this.choose("pin", target.value) })),
      h("details", { open: this.more, ontoggle: ({ target }) => { this.more = target.open; } },
        h("summary", {}, text("setup.more")),
        field("setup.failed-challenge", select("failed-challenge",
          [...new Set([...FAILED, rules["failed-challenge"]])], (value) => this.failed(value))),
        field("setup.confirm", select("confirm", ["yes", "no"], text)),
        field("setup.guard", number("guard", 0, 5000)),
        field("setup.wipe-words", number("wipe-words", 0, 600)),
        ...this.ownPresets(own, settings.preset),
        h("div", { className: "row" },
          this.sheet.button(text("setup.test"), () => this.sheet.selfTest.show(settings.lexicon)))),
      this.sheet.pageEnd,
    ];
  }

  // Buttons to save the present settings under a name, or to remove such a preset.
  ownPresets(own, chosen) {
    const { text, button } = this.sheet;
    const name = h("input", { id: "preset-name", maxLength: LONGEST_NAME, autocapitalize: "none",
      autocomplete: "off" });
    return [
      h("label", {}, h("span", {}, text("preset-name")), name),
      h("div", { className: "row" },
        button(text("setup.keep-preset"), () => this.change("keep_preset", presetName(name.value))),
        own.includes(chosen) ? button(`${text("setup.drop-preset")}: ${chosen}`,
          () => this.change("drop_preset", chosen)) : null),
    ];
  }

  // Returns the cost of a failed challenge in words.
  failed(value) {
    const name = { free: 0, turn: -1 }[value] ?? value;
    const known = this.sheet.text(`failed-challenge.${name}`);
    return known.startsWith("failed-challenge.") ? `−${value}` : known;
  }

  wrong(message) {
    const place = document.getElementById("wrong");
    if (place) place.textContent = message;
  }

  // Stores a setting; choosing a preset discards changes made to the previous one.
  choose(name, value) {
    return name === "preset" ? this.change("choose_preset", value) : this.change("choose", name, value);
  }

  // Has the firmware change a stored setting; asks for the PIN, if one is set, once until the game
  // starts.
  async change(...question) {
    try {
      await this.sheet.link.ask(...question);
      this.wrong("");
    } catch (error) {
      if (error.message.endsWith("locked") && await this.sheet.arbiter.unlock()) {
        await this.change(...question);
        return;
      }
      this.wrong(this.sheet.text(error.message.replace(/^\w+: /, "")));
      if (!error.message.endsWith("locked")) return;
    }
    this.sheet.forget();
    this.sheet.look();
  }

  async start() {
    this.wrong(await this.sheet.ask("arm") ? "" : this.sheet.text("battery-low"));
  }
}
