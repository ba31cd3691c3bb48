"""Run on a board: run one file of the portable tests, then unload it.

A test is a plain function. The host reads the last line that run_file() prints.
"""

import gc
import io
import os
import sys
import time

TYPE_CHECKING = False  # for type checkers only: compat.py may be missing
if TYPE_CHECKING:
    from typing import Any

    Outcome = tuple[int, list[tuple[str, str]]]  # tests, faults

FOLDER = "/corrido_tests"
BLOCKS, BLOCK_BYTES = 8, 4096  # of the flash that a test of the store has in memory
FAULTS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, NameError, OSError,
    RuntimeError, TypeError, ValueError,
)  # fmt: skip


def called(name: str) -> "Outcome":
    """Run a file by calling its functions in turn; return (tests, faults).

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
    return ran, faults


def loaded(name: str) -> None:
    """Import a test file into the heap's other holes than those for a test's flash."""
    kept = [bytearray(BLOCK_BYTES) for _ in range(BLOCKS)]
    __import__(name)
    kept.clear()


def run_file(name: str) -> None:
    """Run a file; print (tests, ms, bytes of heap in use, [(test, traceback)])."""
    there = set(sys.modules)
    begun = time.ticks_ms()
    loaded(name)
    ran, faults = called(name)
    took = time.ticks_diff(time.ticks_ms(), begun)
    gc.collect()
    in_use = gc.mem_alloc()
    forget([module for module in sys.modules if module not in there])
    print()
    print(repr((ran, took, in_use, faults)))


def forget(names: list[str]) -> None:
    """Free the memory of these modules, of which a package that stays has some as attributes."""
    for name in names:
        del sys.modules[name]
        package, _, module = name.rpartition(".")
        if package in sys.modules:
            delattr(sys.modules[package], module)
    gc.collect()


def take_off() -> None:
    """Remove the tests from the board."""
    for entry in list(os.ilistdir(FOLDER)):
        os.remove(FOLDER + "/" + entry[0])
    os.rmdir(FOLDER)


if FOLDER not in sys.path:
    sys.path.append(FOLDER)
