"""Turn halves of the picture by 180 degrees, for a clock lying flat between the players.

The setting `rotate`: `b` turns B's half (A sits below the display), `a` turns A's, `both` turns
each in place (for a case mounted upside down: each time stays at its player's button, and all
other screens are turned as a whole), `all` turns the whole picture.
"""

from corrido.compat import TYPE_CHECKING
from corrido.raster import loops

if TYPE_CHECKING:
    from corrido.ui.ports import Item

HALF = 64
LEFT_HALF = 1
RIGHT_HALF = 2
ALL = 4  # the whole picture as one
HALVES = {"a": LEFT_HALF, "b": RIGHT_HALF, "both": LEFT_HALF | RIGHT_HALF}


def turn_box(source: bytearray, target: bytearray, item: "Item", halves: int) -> None:
    """Copy the pages that an item's box touches, turning `halves` (a mask) in place."""
    x, y, w, h = item[1:5]
    for page in range(y >> 3, min(8, (y + h + 7) >> 3)):
        for first in (0, HALF):
            start, end = max(x, first), min(x + w, first + HALF)
            if start < end:
                _copy(source, target, page, start, end, _axis(first, halves))


def _axis(first: int, halves: int) -> int:
    if halves & ALL:
        return 2 * HALF - 1
    turned = halves & (LEFT_HALF if first == 0 else RIGHT_HALF)
    return 2 * first + HALF - 1 if turned else 0


def _copy(
    source: bytearray, target: bytearray, page: int, start: int, end: int, axis: int
) -> None:
    """Copy columns; axis: the sum of a column and its turned counterpart, 0 for a plain copy."""
    if axis:
        loops.turned(source, target, page | start << 8 | end << 16, axis)
        return
    row = page * 128
    target[row + start : row + end] = source[row + start : row + end]
