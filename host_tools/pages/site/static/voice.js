// Speaks what the firmware says, with the browser's own voice. Where it has none, the lines go to
// `place`, which a screen reader reads.

const LANGUAGES = { es: "es-ES", en: "en-GB", pl: "pl-PL", ca: "ca-ES" };

export class Voice {
  // language(): the code of the language that the firmware speaks.
  constructor(language, place) {
    Object.assign(this, { language, place, last: 0, speech: window.speechSynthesis, isSilent: false, isTried: false });
  }

  // Browsers speak only after a gesture; an empty text is one's leave.
  wake() {
    if (this.woken || !this.speech) return;
    this.woken = true;
    this.speech.speak(new SpeechSynthesisUtterance(""));
  }

  // lines: [number, for whom, text]. A new line cuts off the one before: it is out of date. While it
  // is tried who hears it (`isTried`), none of them is spoken.
  say(lines) {
    const fresh = lines.filter(([number]) => number > this.last);
    if (!lines.length) this.last = 0; // the firmware has started again
    if (!fresh.length) return;
    this.last = fresh[fresh.length - 1][0];
    if (!this.isTried) this.speak(fresh.map(([, , line]) => line).join(". "));
  }

  speak(text) {
    this.place.textContent = text;
    if (!this.speech || this.isSilent) return;
    this.speech.cancel();
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = LANGUAGES[this.language()] ?? LANGUAGES.es;
    this.speech.speak(utterance);
  }
}
