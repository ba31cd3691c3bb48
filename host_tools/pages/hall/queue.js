// The queue on a phone, asked every two seconds; it can hand in photographs of closing codes.

import { TEXTS, takePhotographs } from "./texts.js";

const language = navigator.language.slice(0, 2) in TEXTS ? navigator.language.slice(0, 2) : "es";
const texts = TEXTS[language];
const title = document.getElementById("title");
const queue = document.getElementById("queue");

/** @param {Call} call */
function line(call) {
  const item = document.createElement("li");
  const where = document.createElement("span");
  const since = document.createElement("span");
  where.textContent = `${texts.table} ${call.table}`;
  since.textContent = call.waits;
  item.append(where, since);
  return item;
}

async function ask() {
  try {
    const answer = await fetch("calls");
    if (!answer.ok) throw new Error(answer.statusText);
    const calls = await answer.json();
    queue.replaceChildren(...calls.map(line));
    title.textContent = calls.length ? texts.calls : `${texts.calls}: ${texts.nobody}`;
    title.classList.remove("bad");
  } catch {
    title.textContent = texts.lost;
    title.classList.add("bad");
  }
}

document.querySelector("[data-text]").textContent = texts.photograph;
takePhotographs("code", (key) => texts[key]);
document.documentElement.lang = language;
document.title = `Corrido: ${texts.calls}`;
ask();
setInterval(ask, 2000);
document.body.inert = false; // until now nothing could be pressed and be lost
