// Reads QR codes from the camera: with the browser's detector if it has one, else with jsQR.

const EVERY_MS = 200;
const WIDTH_PX = 640;

export class Scanner {
  /** @type {() => Promise<string | null | undefined>} */
  read;
  timer = 0;

  // found(text): called once per code while it stays in view.
  /** @param {HTMLVideoElement} video @param {(text: string) => unknown} found */
  constructor(video, found) {
    this.video = video;
    this.found = found;
    this.last = "";
    /** @type {MediaStream | null} */
    this.stream = null;
  }

  // Returns false if there is no camera or no permission to use it.
  async start() {
    if (this.stream) return true;
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      return false;
    }
    this.video.srcObject = this.stream;
    this.video.hidden = false;
    await this.video.play();
    this.read = await this.reader();
    this.look();
    return true;
  }

  stop() {
    clearTimeout(this.timer);
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = null;
  }

  async reader() {
    if ("BarcodeDetector" in globalThis && (await BarcodeDetector.getSupportedFormats()).includes("qr_code")) {
      const detector = new BarcodeDetector({ formats: ["qr_code"] });
      return async () => (await detector.detect(this.video))[0]?.rawValue;
    }
    await import("../lib/jsqr.js"); // defines the global jsQR
    const canvas = document.createElement("canvas");
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    return async () => {
      const scale = WIDTH_PX / this.video.videoWidth;
      canvas.width = WIDTH_PX;
      canvas.height = Math.round(this.video.videoHeight * scale);
      pen.drawImage(this.video, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height);
      const found = jsQR(data, width, height);
      // The device writes UTF-8, whatever encoding the library assumes.
      return found && new TextDecoder().decode(Uint8Array.from(found.binaryData));
    };
  }

  async look() {
    if (!this.stream) return;
    const code = this.video.videoWidth ? await this.read().catch(() => "") : "";
    if (code && code !== this.last) {
      this.last = code;
      this.found(code);
    }
    this.timer = setTimeout(() => this.look(), EVERY_MS);
  }
}
