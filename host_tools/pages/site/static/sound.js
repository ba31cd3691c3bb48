// Plays the buzzer from its recorded edges: a square wave that starts and stops when the pin did.

const LATENCY_S = 0.06;
const LOUDNESS = 0.06;

export class Sound {
  /** @type {OscillatorNode} */
  tone;
  /** @type {GainNode} */
  volume;

  // told(sounds): called when the system takes the sound away, and when it is back.
  /** @param {Part} grille @param {(sounds: boolean) => void} told */
  constructor(grille, told = () => {}) {
    this.grille = grille;
    this.told = told;
    this.on = true;
    this.speed = 1;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {number | null} */
    this.anchor = null;
  }

  get sounds() { return this.context?.state === "running"; }

  // Browsers allow sound only after a gesture, and may take it away again ("interrupted" by a call).
  wake() {
    if (!this.context) {
      this.context = new AudioContext();
      this.context.onstatechange = () => this.told(this.sounds);
      this.tone = new OscillatorNode(this.context, { type: "square" });
      this.volume = new GainNode(this.context, { gain: 0 });
      this.tone.connect(this.volume).connect(this.context.destination);
      this.tone.start();
    }
    return this.sounds ? Promise.resolve() : this.context.resume().catch(() => {});
  }

  toggle() {
    this.on = !this.on;
    if (!this.on) this.stop();
  }

  stop() {
    if (this.context) this.volume.gain.cancelScheduledValues(0).setValueAtTime(0, 0);
    this.grille.classList.remove("sounding");
  }

  /** edges: [device time in us, Hz or 0]. nowUs: the device time when they were sent. @param {Edge[]} edges @param {Us} nowUs */
  play(edges, nowUs) {
    this.grille.classList.toggle("sounding", edges[edges.length - 1][1] > 0);
    if (!this.on || !this.context) return;
    for (const [us, hz] of edges) {
      const at = this.when(us, nowUs);
      if (hz) this.tone.frequency.setValueAtTime(hz, at);
      this.volume.gain.setValueAtTime(hz ? LOUDNESS : 0, at);
    }
  }

  /** Returns the audio clock's time for an edge; realigns the two clocks after a gap. @param {Us} us @param {Us} nowUs */
  when(us, nowUs) {
    const now = this.tone.context.currentTime;
    /** @param {Us} value */
    const seconds = (value) => value / 1e6 / this.speed;
    const drift = this.anchor === null ? Infinity : this.anchor + seconds(nowUs) - now;
    if (drift < 0 || drift > 2 * LATENCY_S) this.anchor = now + LATENCY_S - seconds(nowUs);
    return Math.max(now, (this.anchor ?? 0) + seconds(us));
  }
}
