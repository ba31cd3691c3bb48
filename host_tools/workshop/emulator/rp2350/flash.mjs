// A W25Q32 behind the RP2350's direct-mode QMI: what the boot ROM's flash routines talk to.

const CSR = 0x00, TX = 0x04, RX = 0x08; // RP2350 data sheet, 12.14.5
const ENABLE = 1 << 0, SELECT = 1 << 2, AUTO_SELECT = 1 << 6;
const TX_EMPTY = 1 << 11, RX_EMPTY = 1 << 16;
const WIDE = 1 << 18, NO_PUSH = 1 << 20;

const PAGE = 256;
const PROGRAM_US = 400, SECTOR_US = 45_000, BLOCK_US = 150_000; // typical, W25Q32JV data sheet, 9.6
const ERASES = { 0x20: [4096, SECTOR_US], 0x52: [32 << 10, 120_000], 0xd8: [64 << 10, BLOCK_US] };
const IDENTITY = [0xef, 0x40, 0x16];
const UNIQUE = [0xe6, 0x63, 0x94, 0x0a, 0x13, 0x50, 0x00, 0x01];

export class SerialFlash {
  constructor(memory, size, now, tell) {
    Object.assign(this, { memory, size, now, tell });
    this.enabled = false; // writing, by 06
    this.busyUntil = 0;
    this.bytes = [];
  }

  select() {
    this.bytes = [];
  }

  // Takes a byte of a command and gives the byte that the chip shifts out meanwhile.
  exchange(byte) {
    const at = this.bytes.push(byte) - 1;
    switch (this.bytes[0]) {
      case 0x05:
        return (this.now() < this.busyUntil ? 1 : 0) | (this.enabled ? 2 : 0);
      case 0x35:
        return 2; // quad enable
      case 0x9f:
        return IDENTITY[at - 1] ?? 0;
      case 0x4b:
        return UNIQUE[at - 5] ?? 0;
      case 0x03:
        return at < 4 ? 0 : this.memory[(this.address() + at - 4) % this.size];
      default:
        return 0xff;
    }
  }

  address() {
    return ((this.bytes[1] << 16) | (this.bytes[2] << 8) | this.bytes[3]) % this.size;
  }

  // The end of a command: an erase or a program happens now, and keeps the chip busy.
  deselect() {
    const [command] = this.bytes;
    if (command === 0x06) this.enabled = true;
    else if (command === 0x04) this.enabled = false;
    else if (this.enabled && command === 0x02 && this.bytes.length > 4) this.program();
    else if (this.enabled && command in ERASES && this.bytes.length === 4) this.erase(command);
    this.bytes = [];
  }

  program() {
    const address = this.address();
    const page = address - (address % PAGE);
    for (const [n, byte] of this.bytes.slice(4).entries())
      this.memory[page + ((address + n) % PAGE)] &= byte;
    this.finish("program", address, PROGRAM_US);
  }

  erase(command) {
    const [bytes, us] = ERASES[command];
    const start = this.address() - (this.address() % bytes);
    this.memory.fill(0xff, start, start + bytes);
    this.finish("erase", start, us);
  }

  finish(kind, address, us) {
    this.busyUntil = this.now() + us;
    this.enabled = false;
    this.tell(kind, address);
  }
}

// The registers of direct mode in front of a serial flash; the window of XIP is the chip's.
export function qmiWith(BasePeripheral, chip, flash) {
  class Qmi extends BasePeripheral {
    control = 0;
    waiting = []; // written while direct mode was off
    received = [];

    readUint32(offset) {
      if (offset === CSR) return (this.control | TX_EMPTY | (this.received.length ? 0 : RX_EMPTY)) >>> 0;
      if (offset === RX) return this.received.shift() ?? 0;
      return 0;
    }

    writeUint32(offset, value) {
      if (offset === CSR) this.setControl(value);
      if (offset === TX) this.waiting.push(value);
      if (this.control & ENABLE) while (this.waiting.length) this.send(this.waiting.shift());
    }

    setControl(value) {
      const was = this.control & SELECT, is = value & SELECT;
      this.control = value & ~(TX_EMPTY | RX_EMPTY | 2);
      if (is && !was) flash.select();
      if (was && !is) flash.deselect();
      if (value & AUTO_SELECT || !(value & ENABLE)) this.single();
    }

    // With the automatic select a command ends when the queue runs dry: here, at the next control.
    single() {
      if (!(this.control & SELECT) && flash.bytes.length) flash.deselect();
    }

    send(value) {
      let answer = flash.exchange(value & 0xff);
      if (value & WIDE) answer |= flash.exchange((value >> 8) & 0xff) << 8;
      if (!(value & NO_PUSH)) this.received.push(answer);
    }
  }
  return new Qmi(chip, "QMI");
}

const SD1_CTRL = 0x2c; // RP2350 data sheet, 9.11.2

// Pins of the flash that nothing drives. The boot ROM gives a program up when the override of SD1's
// input is set (bits 17:16), as it reads where nothing answers.
export function qspiPinsWith(BasePeripheral, chip) {
  class Pins extends BasePeripheral {
    readUint32(offset) {
      return offset === SD1_CTRL ? 0x1f : 0xffffffff;
    }

    writeUint32() {}
  }
  return new Pins(chip, "IO_QSPI");
}
