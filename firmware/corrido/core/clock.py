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


def whole_seconds(ms: int, from_ms: int = 1) -> int:
    """Return the seconds shown for a time, 0 or more, rounded away from zero.

    from_ms: how far into a second of overtime it is shown, as Rules.overtime_from_ms has it cost.
    """
    return (abs(ms) + (1000 - from_ms if ms < 0 else 999)) // 1000


def rounded(ms: int, from_ms: int = 1) -> str:
    """Return `m:ss` of whole_seconds(): 0:00 means no time left, -1:00 at most 1 min over."""
    seconds = whole_seconds(ms, from_ms)
    return "%s%d:%02d" % ("-" if ms < 0 else "", seconds // 60, seconds % 60)
