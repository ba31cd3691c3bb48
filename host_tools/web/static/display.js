// One OLED, pixel by pixel: a frame is 1,024 bytes, eight rows a page, the top row in bit 0.

const WIDTH = 128;
const HEIGHT = 64;
const DARK = "#07090b";
const UNLIT = "#0d1114";
const LIT = "#d6f4ff";

export class Oled {
  constructor(canvas) {
    this.pen = canvas.getContext("2d");
    this.pitch = canvas.width / WIDTH;
    this.shown = new Uint8Array(WIDTH * HEIGHT / 8);
    this.pen.fillStyle = DARK;
    this.pen.fillRect(0, 0, canvas.width, canvas.height);
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) this.dot(x, y, UNLIT);
    }
  }

  // Repaint the pixels that differ from the frame shown before.
  show(base64) {
    const frame = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    for (let i = 0; i < frame.length; i++) {
      let changed = frame[i] ^ this.shown[i];
      for (let bit = 0; changed; bit++, changed >>= 1) {
        if (changed & 1) {
          const lit = (frame[i] >> bit) & 1;
          this.dot(i % WIDTH, Math.floor(i / WIDTH) * 8 + bit, lit ? LIT : UNLIT);
        }
      }
    }
    this.shown = frame;
  }

  dot(x, y, colour) {
    const size = this.pitch - 1;
    this.pen.fillStyle = colour;
    this.pen.fillRect(x * this.pitch, y * this.pitch, size, size);
  }
}
