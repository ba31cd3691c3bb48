"""One player's clock, as arithmetic: time left, time used, overtime (art. 34, 35)."""

from corrido.compat import TYPE_CHECKING
from corrido.core.record import Record

if TYPE_CHECKING:
    from corrido.core.rules import Rules


def minutes_begun(over_ms: int, rules: "Rules") -> int:
    """Return how many minutes of over_ms (>= 0) cost points: under FISE each one begun.

    0 -> 0, 1 -> 1, 60000 -> 1, 60001 -> 2; where full seconds count (overtime_from_ms 1000),
    999 -> 0, 1000 -> 1, 60999 -> 1.
    """
    unit_ms, beyond_ms = rules.overtime_unit_ms, over_ms - rules.overtime_from_ms
    return beyond_ms // unit_ms + 1 if unit_ms > 0 and beyond_ms >= 0 else 0


class Clock(Record):
    """A player's time budget: left_ms counts down and goes negative in overtime."""

    def __init__(self, budget_ms: int) -> None:
        self.left_ms = budget_ms
        self.used_ms = 0  # only grows
        self.signalled = 0  # minutes of overtime already announced
        self.low_told = False  # low time has been signalled

    def run(self, dt_ms: int) -> None:
        """Let dt_ms pass on this clock; negative to give time back."""
        self.left_ms -= dt_ms
        self.used_ms += dt_ms

    def over_ms(self) -> int:
        """Return the time beyond the budget, 0 or more."""
        return -self.left_ms if self.left_ms < 0 else 0

    def points(self, rules: "Rules") -> int:
        """Return the points lost to overtime, 0 or more (art. 35)."""
        if not rules.overtime_points:
            return 0
        return rules.overtime_points * minutes_begun(self.over_ms(), rules)

    def put(self, left_ms: int, rules: "Rules") -> None:
        """Set the time left; overtime minutes that this enters are not announced."""
        self.left_ms = left_ms
        self.signalled = minutes_begun(self.over_ms(), rules)

    def next_minute_ms(self, rules: "Rules") -> int:
        """Return the running time until the next minute of overtime costs its points."""
        return self.left_ms + self.signalled * rules.overtime_unit_ms + rules.overtime_from_ms


def exact(ms: int) -> str:
    """Return `m:ss.mmm`, with a minus below zero."""
    sign = "-" if ms < 0 else ""
    ms = abs(ms)
    return "%s%d:%02d.%03d" % (sign, ms // 60000, ms // 1000 % 60, ms % 1000)


def rounded(ms: int) -> str:
    """Return `m:ss`, rounded away from zero: 0:00 means no time left, -1:00 at most 1 min over."""
    sign = "-" if ms < 0 else ""
    seconds = (abs(ms) + 999) // 1000
    return "%s%d:%02d" % (sign, seconds // 60, seconds % 60)
