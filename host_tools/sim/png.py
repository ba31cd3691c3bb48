"""Write pictures of the display as PNG files, without any library."""

import struct
import zlib

DARK = (11, 14, 20)
LIT = (214, 236, 255)


def pixels(frame: bytes) -> list[list[bool]]:
    """Return a 1,024-byte picture as rows of booleans."""
    return [
        [bool(frame[(y >> 3) * 128 + x] >> (y & 7) & 1) for x in range(128)] for y in range(64)
    ]


def encode(rows: list[list[bool]], scale: int = 4, border: int = 2) -> bytes:
    """Return a PNG of two colours, each pixel `scale` wide, with a dark border."""
    width = (len(rows[0]) + 2 * border) * scale
    edge = [[False] * (len(rows[0]) + 2 * border)] * border
    side = [False] * border
    raw = b""
    for row in edge + [side + row + side for row in rows] + edge:
        bits = "".join(("1" if dot else "0") * scale for dot in row)
        bits += "0" * (-len(bits) % 8)
        raw += (b"\0" + int(bits, 2).to_bytes(len(bits) // 8, "big")) * scale
    height = (len(rows) + 2 * border) * scale
    header = struct.pack(">IIBBBBB", width, height, 1, 3, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"PLTE", bytes(DARK + LIT))
        + chunk(b"IDAT", zlib.compress(raw, 9))
        + chunk(b"IEND", b"")
    )


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return one chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def sheet(frames: list[bytes], across: int = 3, gap: int = 6) -> list[list[bool]]:
    """Return pictures side by side, `across` in a row, as rows of pixels."""
    pictures = [pixels(f) for f in frames]
    pictures += [[[False] * 128] * 64] * (-len(pictures) % min(across, len(pictures)))
    rows: list[list[bool]] = []
    for start in range(0, len(pictures), across):
        if start:
            rows += [[True] * len(rows[0])] + [[False] * len(rows[0])] * gap
        for y in range(64):
            row = list(pictures[start][y])
            for picture in pictures[start + 1 : start + across]:
                row += [True] + [False] * gap + picture[y]
            rows.append(row)
    return rows
