// A game goes on elsewhere: its codes shown by the clock it leaves, and read by the one it comes to.

import { download, h } from "../static/dom.js";
import { Scanner } from "../judge/scanner.js";
import { codeOf } from "./ending.js";

const SHOWN_MS = 3000; // each code, as on the device
const PART = /^corrido (\d+)\/(\d+) ([0-9a-f]{8})\r?\n[^\n]*/gm;

/** Returns what the clock shows once its game has left. @param {Sheet} sheet */
export async function left(sheet) {
  const { link, text } = sheet;
  const { codes, file } = await link.ask("carried");
  /** @param {number} at */
  const shown = (at) => [codeOf(codes[at], text("code")), h("p", {}, `${at + 1}/${codes.length}`)];
  const place = h("div", {}, ...shown(0));
  let at = 0;
  const turn = setInterval(() => {
    if (!place.isConnected) clearInterval(turn);
    else place.replaceChildren(...shown(++at % codes.length));
  }, SHOWN_MS);
  return [h("h2", {}, text("left").replaceAll("|", " ")), place, h("div", { className: "row" },
    sheet.button(text("save-game"), () => download("corrido.game", file)),
    sheet.button(text("next-game"), () => sheet.ask("leave_closed")))];
}

/** Asks for the codes of a game, by camera or as text, and takes it in once all are there. @param {Sheet} parts */
export function takeIn({ arbiter, link, text, button, look }) {
  const parts = new Map();
  const said = h("p", { role: "status" });
  const video = h("video", { muted: true, playsInline: true, hidden: true, "aria-label": text("scan") });
  const typed = h("textarea", { rows: 4, "aria-label": text("scan-by-hand") });
  const scanner = new Scanner(video, take);
  /** @param {string} found */
  async function take(found) {
    for (const [part, at, of, sum] of `${found}`.matchAll(PART)) {
      if (parts.get("of") !== of + sum) parts.clear(); // of another game
      parts.set("of", of + sum).set(at, part.replaceAll("\r", ""));
      said.textContent = `${parts.size - 1}/${of}`;
      if (parts.size <= Number(of)) continue;
      scanner.stop();
      parts.delete("of");
      await end([...parts.values()]);
    }
  }
  /** @param {string[]} whole */
  async function end(whole) {
    try {
      await link.ask("take_in", whole);
      arbiter.dialog.close();
      look();
    } catch (error) {
      if (error.message.endsWith("locked")) {
        if (await arbiter.unlock()) await end(whole);
      } else said.textContent = text("not-taken");
    }
  }
  arbiter.fill("note", text("take-in"), video, said,
    h("div", { className: "row" }, button(text("scan"), async () => {
      said.textContent = await scanner.start() ? "" : text("scan-no-camera");
    }, { className: "main" })),
    typed, h("div", { className: "row" }, button(text("scan-take"), () => take(typed.value))));
  arbiter.dialog.addEventListener("close", () => scanner.stop(), { once: true });
}
