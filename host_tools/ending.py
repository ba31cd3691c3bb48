"""Ending by a signal as by an exception, so that nothing temporary stays behind."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

_NAMES = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP


@contextmanager
def tidy_ending() -> Iterator[None]:
    """Inside, SIGTERM and SIGHUP raise SystemExit (128 + number) in the main thread, once.

    A signal that the caller ignores (`nohup`) stays ignored; in another thread nothing is done.
    """
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    mine = threading.current_thread() is threading.main_thread()
    taken = [number for number in numbers if mine and signal.getsignal(number) == signal.SIG_DFL]

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        # A closing terminal sends more than one: the next must not cut the tidying short.
        for each in taken:
            signal.signal(each, signal.SIG_IGN)
        raise SystemExit(128 + number)

    for number in taken:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in taken:
            if signal.getsignal(number) is end:
                signal.signal(number, signal.SIG_DFL)
