// In place of the browser's own object: `bridge` has the port. One that goes away fails as with a
// pulled cable.

class BridgedPort {
  async open() {
    this.socket = new WebSocket(window.bridge);
    this.socket.binaryType = "arraybuffer";
    await new Promise((resolve, reject) => {
      this.socket.onopen = resolve;
      this.socket.onerror = () => reject(new DOMException("no port", "NetworkError"));
    });
    this.readable = new ReadableStream({
      start: (controller) => {
        this.socket.onmessage = ({ data }) => controller.enqueue(new Uint8Array(data));
        this.socket.onclose = () => {
          try { controller.error(new DOMException("lost", "NetworkError")); } catch {}
        };
      },
    });
    this.writable = new WritableStream({
      write: (bytes) => {
        if (this.socket.readyState !== WebSocket.OPEN) throw new DOMException("lost", "NetworkError");
        this.socket.send(bytes);
      },
    });
  }
  async close() {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise((resolve) => { this.socket.onclose = resolve; });
    this.socket.close();
    await closed;
  }
  async setSignals() {}
  getInfo() { return {}; }
}
Object.defineProperty(navigator, "serial", { value: {
  requestPort: async () => new BridgedPort(), getPorts: async () => [], addEventListener() {},
} });
