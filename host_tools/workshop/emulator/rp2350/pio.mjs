// A PIO block stepped in bulk: as far as the program has come is worked out when somebody looks.

const MOST_CYCLES = 4096;

export class LazyPio {
  constructor(block) {
    this.block = block;
    this.cycles = 0;
  }

  // Lets cycles of the system clock pass.
  pass(cycles) {
    this.cycles += cycles;
    if (this.cycles >= MOST_CYCLES) this.catchUp();
  }

  catchUp() {
    const { cycles } = this;
    if (!cycles) return;
    this.cycles = 0;
    if (this.block.stopped) return;
    for (const machine of this.block.machines) advance(machine, cycles);
    this.block.checkChangedPins();
  }

  readUint32(offset) {
    this.catchUp();
    return this.block.readUint32(offset);
  }

  writeUint32(offset, value) {
    this.catchUp();
    this.block.writeUint32(offset, value);
  }

  writeUint32Atomic(offset, value, kind) {
    this.catchUp();
    this.block.writeUint32Atomic(offset, value, kind);
  }
}

// As machine.step() once a cycle: it acts whenever its phase has reached the divider.
function advance(machine, cycles) {
  if (!machine._enabled) return;
  const divider = machine.clockDiv;
  let phase = machine.curClockPhase + 256 * cycles;
  for (; phase >= divider; phase -= divider) {
    machine.curClockPhase = divider - 256;
    machine.step();
  }
  machine.curClockPhase = phase;
}
