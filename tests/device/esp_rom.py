"""The serial boot loader of an ESP32-C3 behind a pseudo-terminal, for esptool and esptool-js.

It speaks the ROM's protocol, accepts the stub and continues as that; `flash` has the writes.
"""

import hashlib
import struct
import zlib

from tests.hostile.peers import Peer

FLASH_BYTES = 4 * 1024 * 1024
SPI_RESULT, FLASH_ID = 0x60002058, 0x1640EF
MEM_END, SYNC, READ_REG = 0x06, 0x08, 0x0A
DEFLATE_BEGIN, DEFLATE_DATA = 0x10, 0x11
MD5, SECURITY, ERASE = 0x13, 0x14, 0xD0
END = b"\xc0"


def application():
    """Return an image for an ESP32-C3 as esptool itself reads it: one segment, a checksum."""
    payload = bytes(range(256)) * 80
    head = struct.pack("<BBBBI", 0xE9, 1, 2, 0x20, 0x40380000)
    head += bytes(4) + struct.pack("<H", 5) + bytes(10)
    body = head + struct.pack("<II", 0x3FC80000, len(payload)) + payload
    checksum = 0xEF
    for byte in payload:
        checksum ^= byte
    return body + bytes(15 - len(body) % 16) + bytes((checksum,))


class EspRom(Peer):
    """A chip that waits in its boot loader. `port` is what esptool opens."""

    def __init__(self, chip_id=5, broken=False):
        self.flash = bytearray(FLASH_BYTES)
        self.erased = 0
        self._chip_id, self._broken = chip_id, broken
        self._stub = False
        self._at = 0
        self._inflate = zlib.decompressobj()
        self._buffer = b""
        super().__init__()

    def turn(self):
        """Answer every whole frame."""
        self._buffer += self.listen(0.05)
        while self._buffer.count(END) > 1:
            _, frame, self._buffer = self._buffer.split(END, 2)
            if frame:
                self._take(frame.replace(b"\xdb\xdc", END).replace(b"\xdb\xdd", b"\xdb"))
            else:
                self._buffer = END + self._buffer

    def _take(self, frame):
        if len(frame) < 8 or frame[0]:
            return
        operation, data = frame[1], frame[8:]
        if operation == SYNC:
            for _ in range(8):
                self._answer(operation, 0x20120707)
        elif operation == READ_REG:
            address = struct.unpack("<I", data)[0]
            self._answer(operation, FLASH_ID if address == SPI_RESULT else 0)
        else:
            self._answer(operation, 0, self._do(operation, data))
        if operation == MEM_END:
            self._stub = True
            self._send(b"OHAI")

    def _do(self, operation, data):
        if operation == SECURITY:
            return struct.pack("<IB7xII", 0, 0, self._chip_id, 0)
        if operation == ERASE:
            self.erased += 1
            self.flash[:] = b"\xff" * FLASH_BYTES
        if operation == DEFLATE_BEGIN:
            self._at = struct.unpack_from("<I", data, 12)[0]
            self._inflate = zlib.decompressobj()
        if operation == DEFLATE_DATA:
            part = self._inflate.decompress(data[16:])
            self.flash[self._at : self._at + len(part)] = part
            self._at += len(part)
        if operation == MD5:
            start, size = struct.unpack_from("<II", data)
            digest = hashlib.md5(self.flash[start : start + size] + bytes(self._broken))
            return digest.digest()
        return b""

    def _answer(self, operation, value, data=b""):
        data += bytes(2 if self._stub else 4)
        self._send(struct.pack("<BBHI", 1, operation, len(data), value) + data)

    def _send(self, frame):
        escaped = frame.replace(b"\xdb", b"\xdb\xdd").replace(END, b"\xdb\xdc")
        self.say(END + escaped + END)
