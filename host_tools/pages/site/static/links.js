// A page's link to its device: over a socket to `corrido sim`, or in the page's own worker. Both
// take [command, argument...] and send updates with the changes.

const RETRY_MS = 1000;

class Link {
  /** Sends a command and its arguments. @abstract @param {...any} message */
  send(...message) { throw new Error(`no link: ${message}`); }

  // told(update): receives updates. lost(isLost, why): the device stopped answering, or is back.
  /** @param {(update: Update) => unknown} told @param {(isLost: boolean, why?: string) => void} lost */
  constructor(told, lost) {
    this.told = told; this.lost = lost;
    this.number = Math.floor(Math.random() * 1e9);
    /** @type {Map<number, [resolve: (value: any) => void, reject: (error: Error) => void]>} */
    this.waiting = new Map();
  }

  /** Calls a method of the firmware; resolves to its answer or rejects with an Error that says why. @type {Ask} */
  ask(method, ...rest) {
    const number = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, [resolve, reject]);
      this.send("ask", number, method, ...rest);
    });
  }

  /** @param {Update} update */
  take(update) {
    if (update.failure) this.lost(true, update.failure);
    if (!update.answer) {
      this.told(update);
      return;
    }
    const [number, value, error] = update.answer;
    const [resolve, reject] = this.waiting.get(number) ?? [];
    this.waiting.delete(number);
    if (error === null) resolve?.(value);
    else reject?.(new Error(error));
  }
}

export class SocketLink extends Link {
  /** @type {WebSocket} */
  socket;

  begin() {
    this.socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket.onopen = () => this.lost(false);
    this.socket.onmessage = ({ data }) => {
      const update = JSON.parse(data);
      if (update.frames) {
        update.frames = update.frames.map(
          (/** @type {string} */ text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
      }
      this.take(update);
    };
    this.socket.onclose = () => {
      this.lost(true);
      setTimeout(() => this.begin(), RETRY_MS);
    };
  }

  /** @param {...unknown} message */
  send(...message) {
    const { socket } = this;
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else if (socket.readyState === WebSocket.CONNECTING) {
      socket.addEventListener("open", () => socket.send(JSON.stringify(message)));
    }
  }
}

export class WorkerLink extends Link {
  /** @type {Worker} */
  worker;

  /** facts: see device/worker.js. @param {Facts} facts */
  begin(facts) {
    if (this.worker) this.lost(true);
    this.worker?.terminate();
    this.worker = new Worker(new URL("./device/worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = (event) => this.lost(true, event.message);
    this.send("begin", facts);
  }

  /** @param {...unknown} message */
  send(...message) { this.worker.postMessage(message); }
}
