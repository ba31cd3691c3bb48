"""The picture: 128x64 pixels, one bit each, in the page order of the SSD1306.

Byte `page * 128 + x` holds eight pixels of column x, rows 8 * page (lowest bit) to 8 * page + 7.
Whole rows of bytes are shifted and masked as long integers, which is quick in MicroPython too.
"""

from corrido.ui import fonts

WIDTH = 128
HEIGHT = 64


def repeated(byte: int, count: int) -> int:
    """Integer of `count` bytes that all have the value `byte`."""
    return int.from_bytes(bytes([byte]) * count, "little")


class Canvas:
    """Draws into a buffer of 1,024 bytes. Coordinates in pixels, from the top left corner."""

    def __init__(self, buffer: bytearray) -> None:
        if len(buffer) != WIDTH * HEIGHT // 8:
            raise ValueError("the picture needs 1024 bytes, got %d" % len(buffer))
        self.buffer = buffer

    def clear(self) -> None:
        """Makes every pixel dark."""
        self.buffer[:] = bytes(len(self.buffer))

    def fill(self, x: int, y: int, w: int, h: int, on: bool = True) -> None:
        """Lights (or darkens) a rectangle; what lies outside the picture is left out."""
        self._rectangle(x, y, w, h, 1 if on else 0)

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        """Turns every pixel of a rectangle over."""
        self._rectangle(x, y, w, h, 2)

    def frame(self, x: int, y: int, w: int, h: int, thick: int = 1) -> None:
        """Draws the border of a rectangle, `thick` pixels inwards."""
        self.fill(x, y, w, thick)
        self.fill(x, y + h - thick, w, thick)
        self.fill(x, y, thick, h)
        self.fill(x + w - thick, y, thick, h)

    def text(self, font: object, x: int, y: int, string: str) -> int:
        """Lays `string` over the picture, top left at (x, y); returns the column after it.

        A font of whole pages at a page's edge takes the place of what was there.
        """
        found = fonts.places(font, string)
        count = min(fonts.width_of_places(font, found), WIDTH - x)
        if count <= 0:
            return x
        whole_pages = not (y & 7 or font.HEIGHT & 7)
        for page in range((font.HEIGHT + 7) // 8):
            data = fonts.plane(font, found, page)[:count]
            if whole_pages:
                at = ((y >> 3) + page) * WIDTH + x
                self.buffer[at:at + count] = data
            else:
                self._lay(x, y + 8 * page, int.from_bytes(data, "little"), count)
        return x + count

    def pixel(self, x: int, y: int) -> bool:
        """True if the pixel is lit."""
        return bool(self.buffer[(y >> 3) * WIDTH + x] & 1 << (y & 7))

    def _lay(self, x: int, y: int, columns: int, count: int) -> None:
        page, shift = y >> 3, y & 7
        self._merge(page, x, count, (columns & repeated(0xFF >> shift, count)) << shift)
        if shift:
            rest = columns & repeated(0xFF ^ (0xFF >> shift), count)
            self._merge(page + 1, x, count, rest >> (8 - shift))

    def _merge(self, page: int, x: int, count: int, bits: int) -> None:
        if bits and 0 <= page < HEIGHT // 8:
            at = page * WIDTH + x
            old = int.from_bytes(self.buffer[at:at + count], "little")
            self.buffer[at:at + count] = (old | bits).to_bytes(count, "little")

    def _rectangle(self, x: int, y: int, w: int, h: int, mode: int) -> None:
        right, bottom = min(x + w, WIDTH), min(y + h, HEIGHT)
        x, y = max(x, 0), max(y, 0)
        if right <= x or bottom <= y:
            return
        for page in range(y >> 3, (bottom + 7) >> 3):
            top = max(y - 8 * page, 0)
            mask = (0xFF << top) & 0xFF & (0xFF >> max(8 * page + 8 - bottom, 0))
            self._apply(page * WIDTH + x, right - x, mask, mode)

    def _apply(self, at: int, count: int, mask: int, mode: int) -> None:
        if mask == 0xFF and mode < 2:
            self.buffer[at:at + count] = bytes([0xFF if mode else 0]) * count
            return
        bits = int.from_bytes(self.buffer[at:at + count], "little")
        masks = repeated(mask, count)
        if mode == 2:
            bits ^= masks
        else:
            bits |= masks
            if not mode:
                bits ^= masks
        self.buffer[at:at + count] = bits.to_bytes(count, "little")
