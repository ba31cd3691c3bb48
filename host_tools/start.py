"""The entry point of `corrido`: Ctrl-C ends it without a word from the first moment on."""

import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130


def _leave(_number: int, _frame: FrameType | None) -> None:
    """End at once: nothing has been begun, and an import that is cut short would tell a tale."""
    os._exit(INTERRUPTED)


def main() -> int:
    """Run the command line; return its exit code, 130 after Ctrl-C."""
    try:
        # One that the caller ignores (`nohup`) stays ignored.
        mine = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if mine:
            signal.signal(signal.SIGINT, _leave)
        from host_tools import cli

        if mine:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = cli.main()
        if mine:
            # All is said: an interpreter that is taken apart would tell a tale too.
            signal.signal(signal.SIGINT, _leave)
        return code
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
