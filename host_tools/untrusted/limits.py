"""Limits on how much may come from outside, and on how long to wait for it."""

import time

ANSWER_BYTES = 16 * 1024  # in one line of the console; the firmware's longest is 1 KB
OUTPUT_BYTES = 1 << 20  # in the output of a command at the raw REPL
FILE_BYTES = 100 << 20  # in a log file: the base64 of a 64 MB flash
PLAN_BYTES = 4 << 20
DEPTH = 32  # nested brackets; our own deepest document has five levels


class Deadline:
    """A future moment at which waiting ends, whatever is still arriving."""

    def __init__(self, seconds: float) -> None:
        """Set the moment `seconds` from now."""
        self._end = time.monotonic() + seconds

    @property
    def left_s(self) -> float:
        """The remaining seconds, 0.0 or more."""
        return max(0.0, self._end - time.monotonic())

    @property
    def passed(self) -> bool:
        """Whether the moment has come."""
        return self.left_s == 0.0

    def within(self, seconds: float) -> "Deadline":
        """Return the earlier of this deadline and one `seconds` from now."""
        return Deadline(min(seconds, self.left_s))
