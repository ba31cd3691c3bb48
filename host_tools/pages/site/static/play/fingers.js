// Fingers that follow the screen, as in host_tools/scenario/keys.py: every press goes through the
// contacts, and the device's focus shows its effect. Times are in microseconds.

const PRESS_US = 80_000;
const PAUSE_US = 40_000;
const MOST_TAPS = 1000; // per macro
const MOST_BACKS = 40;
const OVERLAYS = ["menu", "pin", "arbiter", "choice", "time", "number", "sure", "notice", "letters",
  "answer", "log", "about", "selftest"];

// The device does not offer what the macro needs; the macro ends there.
export class Refused extends Error {}

// Returns the key that leads to `wanted` with fewer presses.
function shorter(ring, at, wanted) {
  if (!ring?.includes(at) || !ring.includes(wanted)) return "DOWN";
  const down = (ring.indexOf(wanted) - ring.indexOf(at) + ring.length) % ring.length;
  return down <= ring.length - down ? "DOWN" : "UP";
}

export class Fingers {
  // until(us): resolves when time has reached an instant.
  constructor(device, until) {
    Object.assign(this, { device, until });
    this.begin();
  }

  begin() {
    this.taps = 0;
    this.early = "";
  }

  // Presses a macro's first key before earlier presses are confirmed; returns false if a finger is
  // still on the key.
  pressEarly(key) {
    if (this.device.freeUs(key) !== null) return false;
    this.device.press(key);
    this.early = key;
    return true;
  }

  async tap(key, holdUs = PRESS_US) {
    const { device } = this;
    if (++this.taps > MOST_TAPS) throw new Refused(key);
    const freeUs = device.freeUs(key);
    if (freeUs !== null) await this.until(freeUs + PAUSE_US);
    if (key === this.early) this.early = "";
    else {
      device.press(key, device.nowUs, holdUs);
      await this.until(device.nowUs + holdUs + PAUSE_US);
    }
    // Wait as a person would for the screen to follow.
    if (device.stalledUntilUs > device.nowUs) await this.until(device.stalledUntilUs + PAUSE_US);
  }

  // -- the screen's state

  phase() { return this.device.call("status").phase; }

  focus() { return this.device.call("focus"); }

  place() { return this.focus().split(":")[0]; }

  item() { return this.focus().replace(/^[^:]*:?/, "").split(" ")[0]; }

  field(name) {
    return new RegExp(`(?:^|[ :])${name}=(\\S+)`).exec(this.focus())?.[1];
  }

  expect(place) {
    if (this.place() !== place) throw new Refused(this.focus());
  }

  // -- moves

  // Presses UP or DOWN until `wanted` has the focus. ring: the items in the order of DOWN.
  async seek(wanted, place, ring = null) {
    this.expect(place);
    const first = this.item();
    const key = shorter(ring, first, wanted);
    while (this.item() !== wanted) {
      await this.tap(key);
      if (this.place() !== place || this.item() === first) throw new Refused(wanted);
    }
  }

  async choose(wanted, place, ring = null) {
    await this.seek(wanted, place, ring);
    await this.tap("OK");
  }

  // Closes menus and notes that cover the game's own screen.
  async leave() {
    for (let backs = 0; backs < MOST_BACKS; backs++) {
      const place = this.place();
      const own = place === "letters" && this.phase() === "challenge";
      if (!OVERLAYS.includes(place) || own) return;
      await this.tap("BACK");
    }
  }

  // Enters the words of a play on the grid of tiles, then ends the entry.
  async spell(words) {
    for (const [number, word] of words.entries()) {
      if (number) await this.take("→");
      const tiles = this.device.call("spell", word.normalize("NFC"));
      if (!tiles) throw new Error(word); // no tiles spell it
      for (const tile of tiles) await this.take(tile);
    }
    await this.take("✓");
  }

  async take(tile) {
    this.expect("letters");
    const keys = this.device.call("way", tile);
    if (!keys) throw new Refused(tile);
    for (const key of keys) await this.tap(key);
  }
}
