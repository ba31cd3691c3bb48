// Push-button contacts as host_tools/sim/contacts.py models them: they close, open and bounce, the
// same way every time. Times are in microseconds.

const PAIRS_MOST = 6;
const PAIR_US = 700; // mean interval between bounces

// Returns the transitions of a contact that moves to `closed` at tUs and settles bounceUs later.
/** @param {Us} tUs @param {boolean} closed @param {Us} bounceUs @param {number} seed */
export function bounce(tUs, closed, bounceUs, seed) {
  /** @type {Reached[]} */
  const edges = [[tUs, closed]];
  const pairs = bounceUs >= 4 ? Math.min(PAIRS_MOST, Math.floor(bounceUs / PAIR_US) + 1) : 0;
  const count = 2 * pairs;
  let state = (Math.imul(seed, 2654435761) + 12345) >>> 0;
  for (let number = 1; number <= count; number++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const random = (number - 1 + (state >>> 8) / 2 ** 24) * (bounceUs / count);
    const offset = number === count ? bounceUs : Math.floor(random);
    const at = Math.max(tUs + offset, edges[edges.length - 1][0] + 1);
    edges.push([at, number % 2 ? !closed : closed]);
  }
  return edges;
}

export class Contact {
  /** @param {number} index */
  constructor(index) {
    this.index = index;
    this.bounceUs = 0;
    this.closed = false;
    this.down = false; // whether a finger is down
    /** @type {Reached[]} */
    this.moves = [];
    /** @type {Reached[]} */
    this.wave = [];
    this.count = 0;
  }

  // Plans that the finger goes down or up at tUs, which is not before the last planned move.
  /** @param {Us} tUs @param {boolean} closed */
  move(tUs, closed) {
    const down = this.moves.at(-1)?.[1] ?? this.down;
    if (closed !== down) this.moves.push([tUs, closed]);
  }

  // Plans a press from tUs for holdUs; if it overlaps the previous press, it prolongs that one.
  /** @param {Us} tUs @param {Us} holdUs */
  press(tUs, holdUs) {
    const last = this.moves[this.moves.length - 1];
    let untilUs = tUs + holdUs;
    if (last && last[0] >= tUs && !last[1]) untilUs = Math.max(untilUs, /** @type {Reached} */ (this.moves.pop())[0]);
    else this.move(tUs, true);
    this.move(untilUs, false);
  }

  // Returns when the next transition may come; Infinity if nothing is planned.
  nextUs() {
    return Math.min(this.wave[0]?.[0] ?? Infinity, this.moves[0]?.[0] ?? Infinity);
  }

  /** Takes the transitions up to tUs in order, as [tUs, closed], and updates `closed`. @param {Us} tUs */
  take(tUs) {
    /** @type {Reached[]} */
    const taken = [];
    for (let due = this.nextUs(); due <= tUs; due = this.nextUs()) {
      if (this.moves[0]?.[0] === due) this.begin(/** @type {Reached} */ (this.moves.shift()));
      const edge = /** @type {Reached} */ (this.wave.shift());
      if (edge[1] !== this.closed) {
        this.closed = edge[1];
        taken.push(edge);
      }
    }
    return taken;
  }

  /** Begins a move of the finger, which ends the bounce of the previous one. @param {Reached} parts */
  begin([tUs, closed]) {
    this.count++;
    this.down = closed;
    this.wave = bounce(tUs, closed, this.bounceUs, this.index * 1009 + this.count);
  }
}
