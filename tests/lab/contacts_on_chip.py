"""Imported on the emulated chip: a board's contacts, read and debounced as the firmware does."""

from corrido.compat import TYPE_CHECKING
from corrido.contacts import Debouncer

if TYPE_CHECKING:
    from corrido.contacts import Event
    from corrido.parts import Board


class Contacts:
    """The contacts of a board; `events` are the presses and releases found so far."""

    def __init__(self, board: "Board") -> None:
        self._board = board
        self._debouncer = Debouncer(len(board.keys))
        for key in range(len(board.keys)):
            self._debouncer.start(key, board.buttons.level(key))
        self._edge = [0, 0, 0]
        self.events: list[Event] = []

    def look(self) -> bool:
        """Read all edges that wait; return whether one of them was an opening."""
        opened, edge = False, self._edge
        now = self._board.ticks_us()
        while self._board.buttons.waiting() and self._board.buttons.get(edge):
            self._debouncer.edge(edge[0], edge[1], edge[2])
            opened = opened or not edge[1]
        self.events.extend(self._debouncer.poll(now))
        return opened
