"""Errors of a user or his machine: reported in one line, never as a traceback."""

from host_tools.untrusted.text import visible


class UserError(Exception):
    """A message for the user's eyes; the command line prints it on stderr and exits.

    The message is one line without control characters, whatever file or device it speaks of.
    exit_code is 2 for bad use or bad input (the default) and 1 for a negative result.
    """

    document: str | None = None  # what a command with --json prints on stdout all the same

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(visible(message))
        self.exit_code = exit_code
