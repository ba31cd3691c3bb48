// The time of a page and of its worker, which the player of scenarios moves. Runs before the page's scripts.

const LONG_MS = 10_000;
const WATCHED_MS = 2000;
const { port1, port2 } = new MessageChannel();
const hops = [];
port1.onmessage = () => hops.shift()();
const hop = (then) => { hops.push(then); port2.postMessage(0); };
const stage = { now: START_MS, timers: [], last: 0, waiting: new Map(), asked: new Set(), heard: 0, edges: [], worker: null };
window.stage = stage;

Date.now = () => stage.now;
window.setTimeout = (work, ms = 0, ...words) => {
  stage.timers.push({ id: ++stage.last, at: stage.now + Math.max(0, ms), work: () => work(...words) });
  return stage.last;
};
window.setInterval = (work, ms) => {
  const id = ++stage.last;
  const again = () => { stage.timers.push({ id, at: stage.now + ms, work: () => { again(); work(); } }); };
  again();
  return id;
};
window.clearTimeout = window.clearInterval = (id) => { stage.timers = stage.timers.filter((timer) => timer.id !== id); };

window.Worker = class extends Worker {
  constructor(...words) {
    super(...words);
    stage.worker = this;
    stage.asked.clear();
    this.addEventListener("message", ({ data }) => {
      stage.heard++;
      if (data.failure) stage.failure = data.failure;
      if (data.keys) stage.isReady = true;
      if (data.buzzer) stage.edges.push(...data.buzzer);
      const [number, value, error] = data.answer ?? [];
      stage.asked.delete(number);
      stage.waiting.get(number)?.(error === null ? { value } : { error });
      stage.waiting.delete(number);
    });
    this.postMessage(["wall", stage.now]);
  }

  postMessage(message) {
    if (message[0] === "ask") stage.asked.add(message[1]);
    super.postMessage(message);
  }
};

stage.ask = (...question) => new Promise((resolve) => {
  const number = -++stage.last;
  stage.waiting.set(number, resolve);
  const given = question.map((word) => (Array.isArray(word) && word.length > 999 ? Uint8Array.from(word) : word));
  stage.worker.postMessage(["ask", number, ...given]);
});

// Lays a flash and lists of words, in base64, into the browser's storage.
stage.lay = async (flash, lists) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { NorFlash, BLOCK_BYTES } = await import("/static/device/norflash.js");
  const { Storage } = await import("/static/device/storage.js");
  const laid = new NorFlash(bytes(flash));
  const storage = new Storage("clock", laid, () => {});
  for (let block = 0; block * BLOCK_BYTES < bytes(flash).length; block++) laid.touched.add(block);
  await storage.save();
  for (const [name, text] of lists) await storage.keepLexicon(name, bytes(text));
};

// Resolves when the device and the page have nothing left to do at this instant.
stage.rest = async () => {
  for (let before = -1; before !== stage.heard || stage.asked.size;) {
    before = stage.heard + 1; // the answer to this question
    await stage.ask("status");
    await new Promise((resolve) => { hop(resolve); });
  }
};

// Lets time pass up to an instant. Where it is watched, the page is at rest after each of its timers.
async function passed(untilMs, isWatched) {
  for (;;) {
    stage.timers.sort((one, other) => one.at - other.at);
    const due = stage.timers[0]?.at <= untilMs ? stage.timers.shift() : null;
    stage.now = Math.max(stage.now, due?.at ?? untilMs);
    stage.worker?.postMessage(["wall", stage.now]);
    if (stage.isReady) await stage.rest();
    if (!due) return;
    due.work();
    if (stage.isReady && isWatched) await stage.rest();
  }
}

// Returns the sounds' edges. Of a long wait only the end is watched: what the page does again and again takes time.
stage.pass = async (untilMs) => {
  if (untilMs - stage.now > LONG_MS) await passed(untilMs - WATCHED_MS, false);
  await passed(untilMs, true);
  return stage.edges.splice(0);
};
