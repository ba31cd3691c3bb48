// One OLED, pixel by pixel. A frame is 1,024 bytes: pages of eight rows, the top row in bit 0.

const WIDTH = 128;
const HEIGHT = 64;
const DARK = "#07090b";
const UNLIT = "#0d1114";
const LIT = "#d6f4ff";

export class Oled {
  /** stage: the element whose --snap property scales the device around the canvas. @param {Part} canvas @param {Part} stage */
  constructor(canvas, stage) {
    this.canvas = canvas;
    this.stage = stage;
    this.pitch = 2;
    this.pen = canvas.getContext("2d");
    /** @type {Uint8Array} */
    this.shown = new Uint8Array(WIDTH * HEIGHT / 8);
    new ResizeObserver(() => this.fit()).observe(document.documentElement);
    window.addEventListener("resize", () => this.fit());
    this.fit();
  }

  // Each OLED pixel takes a whole number of screen pixels; otherwise a moiré pattern appears.
  fit() {
    this.stage.style.removeProperty("--snap");
    const room = this.canvas.parentElement.getBoundingClientRect().width * devicePixelRatio;
    const pitch = Math.floor(room / WIDTH);
    if (pitch >= 2) this.stage.style.setProperty("--snap", WIDTH * pitch / room);
    this.pitch = Math.max(pitch, 2);
    this.canvas.width = WIDTH * this.pitch;
    this.canvas.height = HEIGHT * this.pitch;
    this.pen.fillStyle = DARK;
    this.pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.paint(this.shown, () => true);
  }

  /** Repaints the pixels that differ from the previous frame. @param {Uint8Array} frame */
  show(frame) {
    const before = this.shown;
    this.shown = frame;
    this.paint(frame, (at, bit) => (frame[at] ^ before[at]) >> bit & 1);
  }

  /** @param {Uint8Array} frame @param {(at: number, bit: number) => unknown} wanted */
  paint(frame, wanted) {
    for (let at = 0; at < frame.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const y = Math.floor(at / WIDTH) * 8 + bit;
        if (wanted(at, bit)) this.dot(at % WIDTH, y, frame[at] >> bit & 1);
      }
    }
  }

  /** @param {number} x @param {number} y @param {number} lit */
  dot(x, y, lit) {
    const size = this.pitch > 2 ? this.pitch - 1 : this.pitch;
    this.pen.fillStyle = lit ? LIT : UNLIT;
    this.pen.fillRect(x * this.pitch, y * this.pitch, size, size);
  }
}
