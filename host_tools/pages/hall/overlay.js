// A table's clocks over a picture, or with "large" all over a screen: lines of /feed, read as long as the page is open.

import { TEXTS } from "./texts.js";

const asked = new URLSearchParams(location.search);
const table = [asked.get("division"), asked.get("table")].filter(Boolean).join("-");
const texts = TEXTS[asked.get("language") ?? navigator.language.slice(0, 2)] ?? TEXTS.es;
document.body.classList.toggle("large", asked.has("large"));

/** @param {Record<string, any>} line */
function draw(line) {
  for (const player of ["p1", "p2"]) {
    const row = document.getElementById(player);
    const side = player === "p1" ? "A" : "B";
    row.querySelector(".name").textContent = line[`${player}_name`] ?? "";
    row.querySelector(".clock").textContent = line[`${player}_clock`] ?? "";
    row.classList.toggle("turn", line.turn === side);
    row.classList.toggle("over", line[`clock_${side.toLowerCase()}_ms`] < 0);
  }
  const reason = texts[`reason.${line.reason}`];
  const stopped = line.silent ? texts["fault.silent"] : [texts[`phase.${line.phase}`], reason].filter(Boolean).join(": ");
  document.getElementById("stopped").textContent = line.stopped ? stopped : "";
}

async function read() {
  const answer = await fetch(`/feed?table=${encodeURIComponent(table)}`);
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length) draw(JSON.parse(lines[lines.length - 1]));
  }
}

async function follow() {
  await read().catch(() => draw({}));
  setTimeout(follow, 1000);
}

follow();
