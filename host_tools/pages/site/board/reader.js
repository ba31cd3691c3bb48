// Runs the firmware in a worker to read a board's log or to check a word list before sending it.

import { h, passed } from "../static/dom.js";
import { WorkerLink } from "../static/links.js";

const SHOWN = 200;
const RING_FIRST = 4; // where the journal begins in a worker's flash: after settings and PIN
const RING_BLOCKS = 60;

// Puts the questions to a device started just for them; for `facts` see static/device/worker.js.
/** @param {Partial<Facts>} facts @param {...[keyof Questions, ...any[]]} questions */
function asked(facts, ...questions) {
  return new Promise((resolve, reject) => {
    const link = new WorkerLink(async ({ keys }) => {
      if (!keys) return;
      try {
        const answers = [];
        for (const question of questions) answers.push(await link.ask(.../** @type {["log", number]} */ (question)));
        resolve(answers);
      } catch (error) {
        reject(error);
      } finally {
        link.worker.terminate();
      }
    }, (_, why) => reject(new Error(why)));
    link.begin({ name: "reader", blocks: [], ...facts });
  });
}

/** Checks a whole word list; throws an Error that says what is wrong with it. @param {string} name @param {Uint8Array} bytes */
export const checkList = (name, bytes) => asked({}, ["look_at_lexicon", name, bytes]);

/** Builds the file that `corrido log` reads from the console's answer. @param {Pulled} parts */
export function document_({ device, region, blocks }) {
  const data = Object.fromEntries(Object.entries(blocks).map(
    ([number, bytes]) => [number, btoa(String.fromCharCode(...bytes))]));
  return { corrido_log: 1, device, ...region, data };
}

// Returns { whole, entries }: whether the chain is whole, and the latest entries, newest first.
/** @param {Pulled} p0 @param {(name: string) => string} text */
export async function read({ device, region, blocks }, text) {
  const placed = Object.entries(blocks).map(
    ([number, bytes]) => /** @type {[number, Uint8Array]} */ ([Number(number) - region.first + RING_FIRST, bytes]))
    .filter(([number]) => number < RING_FIRST + RING_BLOCKS);
  const [entries, whole] = await asked(
    { board: { unique_id: device.id }, blocks: placed }, ["log", SHOWN], ["log_is_whole"]);
  /** @param {string} kind */
  const named = (kind) => text(`log.${kind}`).replace("log.", "");
  /** A game's settings are a whole document: show only its preset. @param {string} payload */
  const short = (payload) => (payload.startsWith("[{") ? JSON.parse(payload)[0].name : payload);
  /** The reader's own start has added an entry after the board's last. @param {Entry} parts */
  const ofBoard = ([game, , , , , , seq]) => game < region.game || seq <= region.seq;
  /** @type {Entry[]} */
  const latest = entries.filter(ofBoard).reverse();
  return { whole, entries: latest.map(([game, ms, kinds, who, , payload]) => h("li", {},
    [`#${game}`, passed(ms), kinds.map(named).join(", "), who === "none" ? "" : who, short(payload)]
      .filter(Boolean).join(" "))) };
}
