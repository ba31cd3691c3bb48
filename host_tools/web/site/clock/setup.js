// Before a game: the settings it starts with. Everything can stay as it is.

import { h } from "../static/dom.js";

const MODES = ["fise-corrido", "fise-no-corrido", "fise-temporizador"];

export class Setup {
  constructor(sheet) { this.sheet = sheet; }

  // The form, with the values that the firmware holds.
  async show() {
    const { link, text } = this.sheet;
    const [settings, view, presets, lexicons] = await Promise.all(
      [link.ask("settings"), link.ask("view"), link.ask("presets"), link.ask("lexicons")]);
    const field = (label, input) => h("label", {}, h("span", {}, text(label)), input);
    const select = (name, values, label = (value) => value) => h("select",
      { onchange: ({ target }) => this.choose(name, target.value) },
      ...values.map((value) => new Option(label(value), value, false, value === settings[name])));
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
      field("setup.preset", select("preset", [...new Set([...MODES, ...presets])], mode)),
      field(timer ? "turn-minutes" : "minutes", h("input", {
        type: "number", min: 0.2, max: 99, step: "any", inputMode: "decimal", value: view.main_ms / 60000,
        onchange: ({ target }) => this.choose(timer ? "turn" : "budget", String(Math.round(target.value * 60))),
      })),
      field("setup.lexicon", select("lexicon", lexicons)),
      field("setup.sounds", select("sounds", ["default", "all", "none"], (name) => text(`sounds.${name}`))),
      field("player-a", written("player-a")), field("player-b", written("player-b")),
      field("round", written("round", "text", { maxLength: 8 })),
      field("table", written("table", "text", { maxLength: 8 })),
      field("pin-new", h("input", { type: "password", inputMode: "numeric", autocomplete: "new-password",
        minLength: 4, maxLength: 8, placeholder: view.pin ? "••••" : "",
        onchange: ({ target }) => target.value && this.choose("pin", target.value) })),
      this.sheet.pageEnd,
    ];
  }

  wrong(message) {
    const place = document.getElementById("wrong");
    if (place) place.textContent = message;
  }

  // Stores a setting; where a PIN is set it is asked for, once until the game starts.
  async choose(name, value) {
    try {
      await this.sheet.link.ask("choose", name, value);
      this.wrong("");
    } catch (error) {
      if (error.message.endsWith("locked") && await this.sheet.arbiter.unlock()) {
        await this.choose(name, value);
        return;
      }
      this.wrong(error.message.replace(/^\w+: /, ""));
      if (!error.message.endsWith("locked")) return;
    }
    this.sheet.forget();
    this.sheet.look();
  }

  async start() {
    this.wrong(await this.sheet.ask("arm") ? "" : this.sheet.text("battery-low"));
  }
}
