"""Light optional LEDs by the players' buttons: they show whose clock runs and wink in warning.

They show only what the screen shows: nobody is reminded to press (art. 35).
"""

from corrido.compat import TYPE_CHECKING
from corrido.core.turn import level_of

if TYPE_CHECKING:
    from corrido.core.match import Match
    from corrido.parts import Leds

# Half periods by the turn's urgency: ever faster, but below 3 Hz, since faster flashing may harm
# the eyes of some; without a warning none winks.
WINK_MS = (0, 500, 250, 170)
LIGHTS = (("A", 1), ("B", 2))


class Lights:
    """The LEDs "A" and "B", as far as fitted; led(name, on) and leds are the board's."""

    def __init__(self, board: "Leds") -> None:
        self._board = board
        self._fitted = tuple([light for light in LIGHTS if light[0] in board.leds])
        self._lit = 0
        self._urgency = 0
        self._began_ms = 0
        for name, _ in self._fitted:
            board.led(name, False)

    def follow(self, match: "Match", now_ms: int) -> int:
        """Show whose clocks run in the match, and the turn's warnings; return as poll() does."""
        return self.poll(match.run, level_of(match, match.run), now_ms) if self._fitted else -1

    def poll(self, run: int, urgency: int, now_ms: int) -> int:
        """Show whose clocks run (bits: 1 A, 2 B); return when to call again, -1 if not needed.

        urgency: 0 to 3, from the turn's warnings. A new warning begins with the light off, so that
        it is noticed at once.
        """
        if not self._fitted:
            return -1
        if urgency != self._urgency:
            self._urgency, self._began_ms = urgency, now_ms
        half_ms = WINK_MS[urgency] if run else 0
        if not half_ms:
            self._show(run)
            return -1
        halves = (now_ms - self._began_ms) // half_ms
        self._show(run if halves & 1 else 0)
        return self._began_ms + (halves + 1) * half_ms

    def _show(self, lit: int) -> None:
        changed = lit ^ self._lit
        self._lit = lit
        for name, bit in self._fitted:
            if changed & bit:
                self._board.led(name, bool(lit & bit))
