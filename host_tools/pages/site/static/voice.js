// Speaks what the firmware says, with the browser's own voice. Where none sounds, the lines go to
// `place`, which a screen reader then reads.

const BEGINS_MS = 2500; // a voice that has not begun by then is none
/** @type {Texts} */
const LANGUAGES = { es: "es-ES", en: "en-GB", pl: "pl-PL", ca: "ca-ES" };

export class Voice {
  /** language(): the code of the language that the firmware speaks. @param {() => string} language @param {Part} place */
  constructor(language, place) {
    this.language = language; this.place = place; this.speech = window.speechSynthesis;
    this.last = 0;
    this.isSilent = this.isTried = this.woken = false;
  }

  // Browsers speak only after a gesture; an empty text is one's leave.
  wake() {
    if (this.woken || !this.speech) return;
    this.woken = true;
    this.speech.speak(new SpeechSynthesisUtterance(""));
  }

  // lines: [number, for whom, text]. A new line cuts off the one before: it is out of date. While it
  // is tried who hears it (`isTried`), none of them is spoken.
  /** @param {ReturnType<Firmware["said"]>} lines */
  say(lines) {
    const fresh = lines.filter(([number]) => number > this.last);
    if (!lines.length) this.last = 0; // the firmware has started again
    if (!fresh.length) return;
    this.last = fresh[fresh.length - 1][0];
    if (!this.isTried) this.speak(fresh.map(([, , line]) => line).join(". "));
  }

  /** Returns whether a voice has begun to speak. @param {string} text */
  async speak(text) {
    this.place.textContent = text;
    if (this.isSilent) return true;
    const sounds = Boolean(this.speech) && await this.begun(text);
    this.place.setAttribute("aria-live", sounds ? "off" : "assertive");
    return sounds;
  }

  /** @param {string} text @returns {Promise<boolean>} */
  begun(text) {
    this.speech.cancel();
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = LANGUAGES[this.language()] ?? LANGUAGES.es;
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), BEGINS_MS);
      const end = (/** @type {boolean} */ sounds) => () => { clearTimeout(late); resolve(sounds); };
      utterance.onstart = end(true);
      // A line that the next one cuts off says nothing of the voice.
      utterance.onerror = ({ error }) => end(["canceled", "interrupted"].includes(error))();
      this.speech.speak(utterance);
    });
  }
}
