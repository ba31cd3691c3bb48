// Flashes MicroPython on an ESP32 with esptool-js and verifies it by the MD5 that the chip's boot
// loader computes.

const BAUD = 460800;

// The connected chip is not that of the chosen board; the message names it.
export class OtherChip extends Error {}

// The image is not whole on the chip; the message says why.
export class NotFlashed extends Error {}

// board: { chip, address } from the catalogue. reached(written, total): progress in bytes.
/** @param {SerialPort} port @param {Board} board @param {Uint8Array} data @param {(written: number, total: number) => void} reached */
export async function flash(port, board, data, reached) {
  const [{ ESPLoader, Transport }] = await Promise.all([import("../lib/esptool.js"), import("../lib/md5.js")]);
  const transport = new Transport(port);
  try {
    const loader = new ESPLoader({ transport, baudrate: BAUD });
    await loader.main();
    const chip = loader.chip.CHIP_NAME;
    if (chip.replaceAll("-", "") !== board.chip) throw new OtherChip(chip);
    await loader.writeFlash({
      fileArray: [{ data, address: board.address }], flashMode: "keep", flashFreq: "keep",
      flashSize: "keep", eraseAll: true, compress: true,
      calculateMD5Hash: (/** @type {unknown} */ image) => globalThis.md5(image),
      reportProgress: (/** @type {number} */ _, /** @type {number} */ written, /** @type {number} */ total) => reached(written, total),
    });
    await loader.after();
  } catch (error) {
    throw error instanceof OtherChip ? error : new NotFlashed(error.message ?? error);
  } finally {
    await transport.disconnect().catch(() => {}); // it is gone already
  }
}
