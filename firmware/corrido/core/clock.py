"""Time left and overtime, as arithmetic and as texts (art. 35)."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.core.rules import Rules


def minutes_begun(over_ms: int, rules: "Rules") -> int:
    """Return how many minutes of over_ms (>= 0) cost points: under FISE each one begun.

    0 -> 0, 1 -> 1, 60000 -> 1, 60001 -> 2; where full seconds count (overtime_from_ms 1000),
    999 -> 0, 1000 -> 1, 60999 -> 1.
    """
    unit_ms, beyond_ms = rules.overtime_unit_ms, over_ms - rules.overtime_from_ms
    return beyond_ms // unit_ms + 1 if unit_ms > 0 and beyond_ms >= 0 else 0


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
