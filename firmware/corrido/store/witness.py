"""The witness of the record: which game has begun, and how far at least its record went.

It lies outside the journal, in two blocks of its own. Bits behind its copy count the steps of the
record (codec.Current.steps): one is cleared without an erase. So a start that finds less of a game
than was written knows it, though what is left is whole. It also keeps how many starts in a row
have raised, and which game was set aside for it.
"""

import struct

from corrido.compat import TYPE_CHECKING, const
from corrido.store.two_slots import Slots

if TYPE_CHECKING:
    from corrido.parts import Flash
    from corrido.store.journal.codec import Current

FORMAT = 1
MAGIC = b"CW"
STATE = "<IIIBB"  # game, steps before the bits, game set aside, starts that raised, whether told
BITS = 2048  # steps: some 500 entries
RAISED = const(2)  # starts in a row: the next one comes up without the game


class Witness(Slots):
    """The witness in two blocks of flash from `first` on. game: the last begun; 0 for none.

    raised: how many starts in a row have raised.
    """

    def __init__(self, flash: "Flash", first: int) -> None:
        """Read what is kept; FormatError if of another format."""
        Slots.__init__(self, flash, first, MAGIC, FORMAT)
        self.game = self._base = self._aside = self.raised = 0
        self._told = False
        data = self.newest()
        if len(data) == struct.calcsize(STATE):
            self.game, self._base, self._aside, self.raised, told = struct.unpack(STATE, data)
            self._told = bool(told)

    def misses(self, found: "Current") -> bool:
        """Return whether a start has found less than was written, or cannot know."""
        if found.game < self.game:
            return not self._told
        return self.damaged or (found.game == self.game and found.steps() < self._steps())

    def _steps(self) -> int:
        return self._base + self.marked

    def follow(self, found: "Current", at_rest: bool) -> None:
        """Keep how far the record has come; what was missing has been told.

        at_rest: no clock runs, so that an erase may be needed.
        """
        steps = found.steps()
        if found.game == self.game and self._steps() <= steps <= self._base + BITS:
            if not self.damaged:
                self.mark(steps - self._base)
                return
        if not (at_rest and found.entries) or (found.game < self.game and self._told):
            return
        self._told = found.game < self.game
        self.game, self._base = max(self.game, found.game), 0 if self._told else steps
        self._keep()

    def _keep(self) -> None:
        state = (self.game, self._base, self._aside, self.raised, self._told)
        try:
            self.save(struct.pack(STATE, *state), BITS)
        except OSError:
            pass  # the record itself says what it can

    def count_raise(self) -> None:
        """Count a start that raised."""
        self._base, self.raised = self._steps(), min(self.raised + 1, 255)
        self._keep()

    def sets_aside(self, game: int) -> bool:
        """Return whether a start comes up without that game; after RAISED that raised it does."""
        if self.raised >= RAISED:
            self._aside = game
        return bool(game) and self._aside == game

    def started(self) -> None:
        """Note that a start has not raised, or that somebody has answered what it said."""
        if self.raised:
            self.raised, self._base = 0, self._steps()
            self._keep()
