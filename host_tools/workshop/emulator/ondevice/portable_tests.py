"""Run on a board: one file of the portable tests, which is forgotten again afterwards.

micropython-lib's unittest runs them where the board has it; a test is a plain function, so a board
without it needs no more than this. The host reads the last line that run_file() prints.
"""

import gc
import io
import os
import sys
import time

TYPE_CHECKING = False  # of a type checker only: compat.py may not be there
if TYPE_CHECKING:
    from typing import Any

    Outcome = tuple[int, int, list[tuple[str, str]]]  # tests, skipped, faults

FOLDER = "/corrido_tests"
FAULTS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, NameError, OSError,
    RuntimeError, TypeError, ValueError,
)  # fmt: skip


def by_unittest(name: str) -> "Outcome":
    """Return (tests, skipped, faults) of a file, by the library."""
    import unittest

    result: Any = unittest.main(name)
    found = result.errors + result.failures
    faults = [(str(case[0]), str(error)) for case, error in found]
    return result.testsRun, result.skippedNum, faults


def by_hand(name: str) -> "Outcome":
    """Return the same of a file, each of its functions called in turn."""
    module, faults, ran = __import__(name), [], 0
    for test in sorted(dir(module)):
        if not test.startswith("test"):
            continue
        gc.collect()
        ran += 1
        try:
            getattr(module, test)()
        except FAULTS as error:
            text: Any = io.StringIO()
            sys.print_exception(error, text)
            faults.append((test, text.getvalue()))
    return ran, 0, faults


def run_file(name: str) -> None:
    """Print (tests, skipped, ms, bytes of heap in use, [(test, traceback)]) of a file."""
    there = set(sys.modules)
    begun = time.ticks_ms()
    try:
        ran, skipped, faults = by_unittest(name)
    except ImportError as error:
        if "unittest" not in str(error):
            raise
        ran, skipped, faults = by_hand(name)
    took = time.ticks_diff(time.ticks_ms(), begun)
    gc.collect()
    in_use = gc.mem_alloc()
    forget([module for module in sys.modules if module not in there])
    print()
    print(repr((ran, skipped, took, in_use, faults)))


def forget(names: list[str]) -> None:
    """Free the memory of these modules."""
    for name in names:
        del sys.modules[name]
    gc.collect()


def take_off() -> None:
    """Remove the tests from the board."""
    for entry in list(os.ilistdir(FOLDER)):
        os.remove(FOLDER + "/" + entry[0])
    os.rmdir(FOLDER)


if FOLDER not in sys.path:
    sys.path.append(FOLDER)
