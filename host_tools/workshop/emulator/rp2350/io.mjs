// The interrupts of the GPIO bank at the addresses of the RP2350's data sheet, 9.11.1.

const INTR = 0x230, ENABLES = 0x248, FORCES = 0x260, STATES = 0x278, END = 0x290;
const BANK_BYTES = 0x18; // six registers of eight pins

// original: the emulator's block, which keeps each pin's function and status.
export function bankWith(BasePeripheral, chip, original) {
  const pins = (offset) => {
    const first = ((offset % BANK_BYTES) - (INTR % BANK_BYTES) + BANK_BYTES) % BANK_BYTES;
    return chip.gpio.slice(first * 2, first * 2 + 8);
  };

  class Bank extends BasePeripheral {
    readUint32(offset) {
      if (offset < INTR || offset >= END) return original.readUint32(offset);
      let value = 0;
      pins(offset).forEach((pin, n) => (value |= this.read(offset, pin) << (4 * n)));
      return value >>> 0;
    }

    read(offset, pin) {
      if (offset < ENABLES) return pin.irqStatus;
      if (offset < FORCES) return pin.irqEnableMask;
      if (offset < STATES) return pin.irqForceMask;
      return (pin.irqStatus & pin.irqEnableMask) | pin.irqForceMask;
    }

    writeUint32(offset, value) {
      if (offset < INTR || offset >= END) return original.writeUint32(offset, value);
      const raw = this.rawWriteValue;
      pins(offset).forEach((pin, n) => {
        if (offset < ENABLES) pin.updateIRQValue((raw >>> (4 * n)) & 15);
        else if (offset < FORCES) pin.irqEnableMask = (value >>> (4 * n)) & 15;
        else if (offset < STATES) pin.irqForceMask = (value >>> (4 * n)) & 15;
      });
      chip.updateIOInterrupt();
    }
  }
  return new Bank(chip, "IO_BANK0");
}
