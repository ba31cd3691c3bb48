"""How much may come from outside, and for how long one waits for it."""

import time

ANSWER_BYTES = 16 * 1024  # of one line of the console; the longest that a firmware gives is 1 KB
OUTPUT_BYTES = 1 << 20  # of a command at the raw REPL
FILE_BYTES = 100 << 20  # of a log file: the base64 of a 64 MB flash
PLAN_BYTES = 4 << 20
DEPTH = 32  # brackets within brackets; the deepest document of ours has five


class Deadline:
    """A moment in the future at which waiting ends, whatever still comes in."""

    def __init__(self, seconds: float) -> None:
        """End `seconds` from now."""
        self._end = time.monotonic() + seconds

    @property
    def left_s(self) -> float:
        """Return the seconds that are left, 0.0 or more."""
        return max(0.0, self._end - time.monotonic())

    @property
    def passed(self) -> bool:
        """Return whether the moment has come."""
        return self.left_s == 0.0

    def within(self, seconds: float) -> "Deadline":
        """Return the earlier of this deadline and one `seconds` from now."""
        return Deadline(min(seconds, self.left_s))
