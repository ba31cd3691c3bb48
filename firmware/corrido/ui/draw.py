"""The picture: 128x64 pixels, one bit each, in the page order of the SSD1306.

Byte `page * 128 + x` holds eight pixels of column x, rows 8 * page (lowest bit) to 8 * page + 7.
"""

from corrido.compat import TYPE_CHECKING
from corrido.raster import loops
from corrido.ui import fonts

if TYPE_CHECKING:
    from corrido.ui.ports import Font, Job

WIDTH = 128
HEIGHT = 64


class Canvas:
    """A drawing surface of 1,024 bytes; coordinates are in pixels from the top left corner."""

    def __init__(self, buffer: bytearray) -> None:
        if len(buffer) != WIDTH * HEIGHT // 8:
            raise ValueError("the picture needs 1024 bytes, got %d" % len(buffer))
        self.buffer = buffer

    def clear(self) -> None:
        """Make every pixel dark."""
        self._rectangle(0, 0, WIDTH, HEIGHT, loops.DARK)

    def fill(self, x: int, y: int, w: int, h: int, on: bool = True) -> None:
        """Light (or darken) a rectangle; parts outside the picture are clipped."""
        self._rectangle(x, y, w, h, loops.LIT if on else loops.DARK)

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        """Invert every pixel of a rectangle."""
        self._rectangle(x, y, w, h, loops.OVER)

    def frame(self, x: int, y: int, w: int, h: int, thick: int = 1) -> None:
        """Draw the border of a rectangle, `thick` pixels inwards."""
        self.fill(x, y, w, thick)
        self.fill(x, y + h - thick, w, thick)
        self.fill(x, y, thick, h)
        self.fill(x + w - thick, y, thick, h)

    def text(self, font: "Font", x: int, y: int, string: str, gap: int = -1) -> int:
        """Draw `string` over the picture, top left at (x, y), and return the column after it.

        x and y: 0 or more; parts right of the picture or below it are clipped. gap: columns
        between glyphs, -1 for the font's own.
        """
        return self.lay(font, fonts.job(font, string, font.GAP if gap < 0 else gap), x, y)

    def lay(self, font: "Font", job: "Job", x: int, y: int) -> int:
        """Draw the glyphs of a job made by fonts.job(), as text() does."""
        job[loops.X] = x
        job[loops.Y] = y
        job[loops.END] = WIDTH
        job[loops.PAGES] = (font.HEIGHT + 7) // 8
        job[loops.STRIDE] = font.STRIDE
        return loops.lay(self.buffer, job, font.WIDTHS, font.DATA)

    def pixel(self, x: int, y: int) -> bool:
        """Return whether the pixel is lit."""
        return bool(self.buffer[(y >> 3) * WIDTH + x] & 1 << (y & 7))

    def _rectangle(self, x: int, y: int, w: int, h: int, mode: int) -> None:
        right, bottom = min(x + w, WIDTH), min(y + h, HEIGHT)
        x, y = max(x, 0), max(y, 0)
        if right > x and bottom > y:
            loops.box(self.buffer, x | y << 8, right - x | bottom - y << 8, mode)
