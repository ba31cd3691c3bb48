"""Paint a list of items, one by one, and only what differs from the picture so far."""

from corrido.compat import TYPE_CHECKING
from corrido.ui import items
from corrido.ui.draw import Canvas
from corrido.ui.turn import turn_box

if TYPE_CHECKING:
    from corrido.ui.ports import Item


class Painter:
    """The picture, `frame` (1,024 bytes), and the items in it; `wanted`: those that should be."""

    def __init__(self, frame: bytearray) -> None:
        self.frame = frame
        self.wanted: "list[Item]" = []
        self._shown: "list[Item | None]" = []
        self._logical: "bytearray | None" = None  # the picture before its halves are turned
        self._turns = -1
        self._canvas = Canvas(frame)

    def show(self, wanted: "list[Item]", turns: int) -> None:
        """Have these items painted, halves turned as in the mask; erase what is to move."""
        self.wanted = wanted
        if turns != self._turns or len(wanted) != len(self._shown):
            self._clear(turns)
        for at, shown in enumerate(self._shown):
            if shown and shown is not wanted[at] and shown[:5] != wanted[at][:5]:
                self._shown[at] = None
                self._canvas.fill(shown[1], shown[2], shown[3], shown[4], False)
                self._turn(shown)

    def paint(self) -> bool:
        """Paint the first item that is not shown yet; return False if all are."""
        shown = self._shown
        for at, item in enumerate(self.wanted):
            if item is not shown[at] and item != shown[at]:
                items.paint(self._canvas, item)
                self._turn(item)
                shown[at] = item
                return True
        return False

    def forget(self) -> None:
        """Drop all items; the next are painted on an empty picture."""
        self.wanted, self._shown, self._turns = [], [], -1

    def _clear(self, turns: int) -> None:
        self._turns = turns
        Canvas(self.frame).clear()
        self._logical = bytearray(len(self.frame)) if turns else None
        self._canvas = Canvas(self._logical or self.frame)
        self._shown = [None] * len(self.wanted)

    def _turn(self, item: "Item") -> None:
        if self._logical:
            turn_box(self._logical, self.frame, item, self._turns)
