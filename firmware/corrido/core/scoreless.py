"""Turns in a row that end a game: four passes (art. 45.2), twelve without a score (art. 45.3)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.core import notices
from corrido.core.record import Record

if TYPE_CHECKING:
    from corrido.core.match import Match

PASSES = 4
TURNS = 12


class Row(Record):
    """How many turns in a row were passes, and how many passes, exchanges or invalid plays."""

    def __init__(self) -> None:
        self.passes = 0
        self.scoreless = 0
        self.scored = False  # a turn marked as a play has been completed (art. 45.3: not at 0-0)

    def add(self, mark: int) -> None:
        """Count one completed turn: an index in MARKS, or LOST."""
        self.passes = self.passes + 1 if mark == e.PASS else 0
        if mark in (e.PASS, e.EXCHANGE):
            self.scoreless += 1 if self.scored else 0
        else:
            self.scoreless = 0
            self.scored = self.scored or mark == e.PLAY


def count(m: "Match", mark: int) -> None:
    """Count a completed turn, and tell the table what now holds."""
    m.row.add(mark)
    notices.hold(m, notices.FOUR_PASSES, m.row.passes >= PASSES)
    notices.hold(m, notices.TWELVE_SCORELESS, m.row.scoreless >= TURNS)
