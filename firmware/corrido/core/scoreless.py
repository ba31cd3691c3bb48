"""Count the turns in a row that end a game: 4 passes (art. 45.2), 12 scoreless (art. 45.3)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, notices
from corrido.core.record import Record

if TYPE_CHECKING:
    from corrido.core.match import Match


class Row(Record):
    """The number of passes in a row, and of passes, exchanges or invalid plays in a row."""

    def __init__(self, at_zero: bool) -> None:
        self.marks = b""  # of every completed turn: an index in MARKS, or LOST
        self.at_zero = at_zero  # they count at 0-0 too
        self._restart()

    def _restart(self) -> None:
        self.passes = 0
        self.scoreless = 0
        self.scored = False  # a turn marked as a play stands (art. 45.3: not counted at 0-0)

    def add(self, mark: int) -> None:
        """Count one completed turn."""
        self.marks += bytes((mark,))
        self._count(mark)

    def change(self, at: int, mark: int) -> None:
        """Change the mark of completed turn number `at` (from 0), and recount."""
        self.marks = self.marks[:at] + bytes((mark,)) + self.marks[at + 1 :]
        self._restart()
        for each in self.marks:
            self._count(each)

    def _count(self, mark: int) -> None:
        self.passes = self.passes + 1 if mark == events.PASS else 0
        if mark in (events.PASS, events.EXCHANGE):
            self.scoreless += 1 if self.scored or self.at_zero else 0
        else:
            self.scoreless = 0
            self.scored = self.scored or mark == events.PLAY


def count(m: "Match", mark: int) -> None:
    """Count a completed turn, and announce any limit that it reaches."""
    m.row.add(mark)
    _tell(m)


def change(m: "Match", at: int, mark: int) -> None:
    """Change the mark of completed turn number `at`, and announce any limit that it reaches."""
    m.row.change(at, mark)
    _tell(m)


def _tell(m: "Match") -> None:
    passes, turns = m.rules.end_passes, m.rules.end_scoreless
    notices.hold(m, notices.FOUR_PASSES, 0 < passes <= m.row.passes)
    notices.hold(m, notices.TWELVE_SCORELESS, 0 < turns <= m.row.scoreless)
