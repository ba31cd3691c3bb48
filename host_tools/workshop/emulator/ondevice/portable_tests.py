"""Run on a board: run one file of the portable tests, then unload it.

micropython-lib's unittest runs them if the board has it; a test is a plain function, so a board
without it needs nothing but this file. The host reads the last line that run_file() prints.
"""

import gc
import io
import os
import sys
import time

TYPE_CHECKING = False  # for type checkers only: compat.py may be missing
if TYPE_CHECKING:
    from typing import Any

    Outcome = tuple[int, int, list[tuple[str, str]]]  # tests, skipped, faults

FOLDER = "/corrido_tests"
BLOCKS, BLOCK_BYTES = 8, 4096  # of the flash that a test of the store has in memory
FAULTS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, NameError, OSError,
    RuntimeError, TypeError, ValueError,
)  # fmt: skip


def by_unittest(name: str) -> "Outcome":
    """Run a file with the library; return (tests, skipped, faults)."""
    import unittest

    result: Any = unittest.main(name)
    found = result.errors + result.failures
    faults = [(str(case[0]), str(error)) for case, error in found]
    return result.testsRun, result.skippedNum, faults


def by_hand(name: str) -> "Outcome":
    """Run a file by calling its functions in turn; return (tests, skipped, faults).

    Each is dropped when it has run: the later ones have its memory.
    """
    module, faults, ran = __import__(name), [], 0
    for test in sorted(dir(module)):
        if not test.startswith("test"):
            continue
        gc.collect()
        ran += 1
        run = getattr(module, test)
        delattr(module, test)
        try:
            run()
        except FAULTS as error:
            text: Any = io.StringIO()
            sys.print_exception(error, text)
            faults.append((test, text.getvalue()))
        print(end=".")  # the host waits for a sign of life from each test
    return ran, 0, faults


def loaded(name: str) -> None:
    """Import a test file into the heap's other holes than those for a test's flash."""
    kept = [bytearray(BLOCK_BYTES) for _ in range(BLOCKS)]
    __import__(name)
    kept.clear()


def run_file(name: str) -> None:
    """Run a file; print (tests, skipped, ms, bytes of heap in use, [(test, traceback)])."""
    there = set(sys.modules)
    begun = time.ticks_ms()
    loaded(name)
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
