"""Turn ending signals into exceptions, so that nothing temporary stays behind.

Where an exception would come at the wrong moment, Ctrl-C is noted or deferred instead.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import NoReturn

_NAMES = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP
_CLOSE_EVENT = 2  # of a console: closed; others, of the session and the system, follow
_kept: list[object] = []  # what the system calls


@contextmanager
def tidy_ending() -> Iterator[None]:
    """Make SIGTERM and SIGHUP raise SystemExit (128 + number) within, in the main thread, once.

    A signal that the caller ignores (`nohup`) stays ignored; in another thread nothing is done.
    """
    _notice_closing()
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    mine = threading.current_thread() is threading.main_thread()
    taken = [number for number in numbers if mine and signal.getsignal(number) == signal.SIG_DFL]

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        # A closing terminal sends more than one: the next must not cut the clean-up short.
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


def _notice_closing() -> None:
    """Let the closing of Windows' console be a Ctrl-C, with 5 s to clean up (not yet tried there).

    The system ends the process as soon as the handler returns.
    """
    if sys.platform != "win32" or _kept:
        return
    import _thread
    import ctypes

    @ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_uint)
    def closing(event: int) -> int:
        if event < _CLOSE_EVENT:
            return 0
        _thread.interrupt_main()
        time.sleep(5)
        return 1

    _kept.append(closing)
    ctypes.windll.kernel32.SetConsoleCtrlHandler(closing, 1)


@contextmanager
def _interrupt_goes_to(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Let Ctrl-C call the handler within, in the main thread only and unless it is ignored."""
    mine = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT)
    if not mine or before is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def undisturbed() -> AbstractContextManager[None]:
    """Defer Ctrl-C within, for work of a few seconds that must be finished."""
    return _interrupt_goes_to(lambda _number, _frame: None)


def abrupt() -> AbstractContextManager[None]:
    """Let Ctrl-C within end the process at once, for libraries that would swallow it or crash."""
    return _interrupt_goes_to(lambda _number, _frame: os._exit(130))


def noted(stop: threading.Event) -> AbstractContextManager[None]:
    """Let Ctrl-C within set `stop` and raise nothing, wherever the main thread is."""
    return _interrupt_goes_to(lambda _number, _frame: stop.set())
