"""Clock times as texts, read and written independently of the firmware's own functions."""

import re

CLOCK = re.compile(r"(-?)(\d{1,9}):([0-5]\d)(?:\.(\d{3}))?", re.ASCII)
SHOWN = 24  # characters of a number quoted in a message


class Complaint(ValueError):
    """A malformed piece of a line; the message gives the right form."""


def shown(text: str) -> str:
    """Return the text in quotes for a message, or the beginning of a long one."""
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "…")


def clock_ms(text: str, decimals: bool) -> int:
    """Return `m:ss.mmm` (decimals) or `m:ss` as milliseconds, negative in overtime."""
    match = CLOCK.fullmatch(text)
    if not match or bool(match[4]) != decimals:
        shape = "m:ss.mmm like 4:59.000" if decimals else "m:ss like 12:34"
        raise Complaint(f"{shown(text)} is not a clock time: {shape} would be right")
    value = (int(match[2]) * 60 + int(match[3])) * 1000 + int(match[4] or 0)
    return -value if match[1] else value


def clock_text(ms: int) -> str:
    """Return milliseconds as m:ss.mmm."""
    sign = "-" if ms < 0 else ""
    seconds, rest = divmod(abs(ms), 1000)
    return f"{sign}{seconds // 60}:{seconds % 60:02d}.{rest:03d}"
