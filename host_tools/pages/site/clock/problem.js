// Says why there is no clock, and offers the ways out: to try again, to play without storing, or to
// start afresh with a copy of the old record.

import { NorFlash } from "../static/device/norflash.js";
import { deleteAll, Storage } from "../static/device/storage.js";
import { download, h } from "../static/dom.js";

export class Problem {
  // name: the stored device's. open(unstored): starts the clock, perhaps without storing anything.
  /** @param {{ name: string; link: WorkerLink; element: Part; text: Say; open: (unstored?: boolean) => void }} parts */
  constructor({ name, link, element, text, open }) {
    this.name = name; this.link = link; this.element = element; this.text = text; this.open = open;
  }

  /** @param {boolean} isLost @param {string} why */
  show(isLost, why) {
    const { text } = this;
    this.element.hidden = !isLost;
    if (!isLost) return;
    if (why === "" || why === "elsewhere") {
      this.element.replaceChildren(text(why || "starting"));
      return;
    }
    const isRefused = why.startsWith("no-storage ");
    const [said, detail] = isRefused ? ["no-storage", why.slice(11)] : ["failed", why];
    /** @param {string} label @param {(event: Aimed<MouseEvent>) => unknown} onclick */
    const button = (label, onclick) => h("button", { type: "button", onclick }, text(label));
    this.element.replaceChildren(h("p", {}, text(said).replace("%", detail)), h("div", { className: "row" },
      button("try-again", () => this.open()),
      isRefused ? button("play-unstored", () => this.open(true)) : null,
      button("afresh", ({ target }) => this.afresh(target))));
  }

  /** Saves a copy of the stored record; asks once more, then deletes the record and starts anew. @param {Part} button */
  async afresh(button) {
    this.link.worker?.terminate(); // it must not store the old record again
    const storage = new Storage(this.name, new NorFlash(), () => {});
    const copy = await storage.copy().catch(() => null);
    if (copy) {
      download(`corrido-${new Date().toISOString().slice(0, 10)}.corridolog`, JSON.stringify(copy), "application/json");
    }
    button.textContent = this.text(copy ? "afresh-sure" : "afresh-nothing");
    button.onclick = async () => {
      const isDeleted = await storage.forget().catch(deleteAll).then(() => true, () => false);
      this.open(!isDeleted);
    };
  }
}
