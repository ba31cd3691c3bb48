"""Errors of the user or the machine: reported in one line, never as a traceback."""

import difflib
from collections.abc import Iterable

from host_tools.untrusted.text import visible


class UserError(Exception):
    """A message for the user's eyes; the command line prints it on stderr and exits.

    The message is one line without control characters, whatever file or device it is about.
    exit_code is 2 for bad use or bad input (the default) and 1 for a negative result.
    """

    document: str | None = None  # printed on stdout nevertheless by a command with --json

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(visible(message))
        self.exit_code = exit_code


def nearest(word: str, words: Iterable[str], count: int = 3) -> str:
    """Return `did you mean a?` with the words most like `word`, or all where none is like it."""
    known = list(words)
    near = difflib.get_close_matches(word, known, count)
    return f"did you mean {', '.join(near)}?" if near else f"one of {', '.join(known)}"
