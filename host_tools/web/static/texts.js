// What the page itself says; the device has its own languages.

const KEYS_ES = [
  ["A · Mayús izq.", "pulsador de A"], ["L · Mayús der.", "pulsador de B"],
  ["Espacio · S", "STOP: parar los dos relojes, y seguir"],
  ["C · D", "impugnar la jugada"], ["flechas", "elegir"], ["Intro", "OK"],
  ["Esc · Retroceso", "BACK: atrás"],
];
const KEYS_EN = [
  ["A · left Shift", "A's button"], ["L · right Shift", "B's button"],
  ["Space · S", "STOP: stop both clocks, and go on"],
  ["C · D", "challenge the play"], ["arrows", "choose"], ["Enter", "OK"],
  ["Esc · Backspace", "BACK"],
];
const STEPS_ES = [
  "OK en Empezar toma los ajustes como están.",
  "Quien no sale pulsa su botón, y corre el reloj del que sale. Después, cada jugador pulsa el suyo al acabar su turno.",
  "STOP detiene los dos relojes; el motivo se elige con las flechas. Con STOP otra vez, se sigue.",
  "? impugna la jugada del rival: se escriben las palabras, se termina con HECHO y confirman A y B.",
  "Fin de partida: desde una parada, en el menú (OK); confirman los dos.",
];
const STEPS_EN = [
  "OK on Empezar takes the settings as they are.",
  "The opener's opponent presses his button: the opener's clock runs. Then each player presses his own at the end of his turn.",
  "STOP stops both clocks; choose the reason with the arrows. STOP again: the game goes on.",
  "? challenges the opponent's play: enter the words, end with DONE (HECHO), then A and B confirm.",
  "End of game: from a stop, in the menu (OK); both confirm.",
];

const TEXTS = {
  es: {
    "plug": "Enchufar", "unplug": "Cortar la corriente", "reset": "Reiniciar (watchdog)",
    "display-off": "Desenchufar la pantalla", "display-on": "Enchufar la pantalla",
    "read": "Leer la pantalla", "blank": "La pantalla está a oscuras.",
    "mute": "Sonido: sí", "unmute": "Sonido: no", "space": "Espacio",
    "help-title": "Cómo se juega, y las teclas", "state-title": "Estado",
    "gone": "El simulador ha terminado. Se lanza otra vez con «corrido sim».",
    "slow": "El aparato no alcanza el tiempo real: va a % segundos por segundo.",
    "device": "El reloj", "oled": "Pantalla", "key-A": "Pulsador de A", "key-B": "Pulsador de B",
    "key-STOP": "STOP", "key-CHALLENGE": "Impugnar", "key-UP": "Arriba", "key-DOWN": "Abajo",
    "key-LEFT": "Izquierda", "key-RIGHT": "Derecha", "key-OK": "OK", "key-BACK": "BACK: atrás",
    "other": "English", keys: KEYS_ES, steps: STEPS_ES,
  },
  en: {
    "plug": "Plug in", "unplug": "Cut the power", "reset": "Reset (watchdog)",
    "display-off": "Unplug the display", "display-on": "Plug the display in",
    "read": "Read the display", "blank": "The display is dark.",
    "mute": "Sound: on", "unmute": "Sound: off", "space": "Space",
    "help-title": "How to play, and the keys", "state-title": "Status",
    "gone": "The simulator has ended. Start it again with `corrido sim`.",
    "slow": "The device cannot keep up with real time: % of its seconds a second.",
    "device": "The clock", "oled": "Display", "key-A": "A's button", "key-B": "B's button",
    "key-STOP": "STOP", "key-CHALLENGE": "Challenge", "key-UP": "Up", "key-DOWN": "Down",
    "key-LEFT": "Left", "key-RIGHT": "Right", "key-OK": "OK", "key-BACK": "BACK",
    "other": "Español", keys: KEYS_EN, steps: STEPS_EN,
  },
};

export class Language {
  constructor(document, refresh) {
    this.document = document;
    this.refresh = refresh;
    this.name = "es";
  }

  text(name) {
    return TEXTS[this.name][name];
  }

  toggle() {
    this.name = this.name === "es" ? "en" : "es";
    this.apply();
  }

  apply() {
    this.document.documentElement.lang = this.name;
    for (const element of this.document.querySelectorAll("[data-text]")) {
      element.textContent = this.text(element.dataset.text);
    }
    for (const element of this.document.querySelectorAll("[data-label]")) {
      element.setAttribute("aria-label", this.text(element.dataset.label));
    }
    const other = this.document.getElementById("language");
    other.textContent = this.text("other");
    other.lang = this.name === "es" ? "en" : "es";
    this.document.getElementById("help-body").replaceChildren(this.steps(), this.keys());
    this.refresh();
  }

  steps() {
    const list = this.document.createElement("ol");
    for (const step of this.text("steps")) {
      list.appendChild(this.document.createElement("li")).textContent = step;
    }
    return list;
  }

  keys() {
    const list = this.document.createElement("dl");
    for (const [keys, meaning] of this.text("keys")) {
      list.appendChild(this.document.createElement("dt")).textContent = keys;
      list.appendChild(this.document.createElement("dd")).textContent = meaning;
    }
    return list;
  }
}
