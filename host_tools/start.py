"""The entry point of `corrido`: from the very start, Ctrl-C ends it silently."""

import os
import signal
from types import FrameType

INTERRUPTED = 130


def _leave(_number: int, _frame: FrameType | None) -> None:
    """End at once: no work is under way, and an interrupted import would print a traceback."""
    os._exit(INTERRUPTED)


def _is_interrupt(error: BaseException | None) -> bool:
    """Return whether Ctrl-C is behind an error, as where a compiler's callback was cut short."""
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def main() -> int:
    """Run the command line; return its exit code, 130 after Ctrl-C."""
    try:
        # A signal that the caller ignores (`nohup`) stays ignored.
        mine = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if mine:
            signal.signal(signal.SIGINT, _leave)
        from host_tools import cli

        if mine:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = cli.main()
        if mine:
            # All output is done: an interrupted shutdown would print a traceback too.
            signal.signal(signal.SIGINT, _leave)
        return code
    except BaseException as error:
        if _is_interrupt(error):
            return INTERRUPTED
        raise
