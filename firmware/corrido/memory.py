"""Manage RAM: where code lies, loading and unloading modules, garbage collection."""

import gc
import os
import sys

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from types import ModuleType


ON_DEVICE = sys.implementation.name == "micropython"


def _in_ram() -> bool:
    if not ON_DEVICE:
        return False
    try:
        os.stat(__file__)
    except OSError:
        return False
    return True


# Code loaded from files takes up RAM on a chip; frozen into its image it takes next to none.
IN_RAM = _in_ram()


# The largest pieces needed in play: 4 KB for the journal, 1.1 KB for each file.
RESERVE_BYTES = const(6656)
_reserve: "list[bytearray]" = []


def keep_reserve() -> None:
    """Where code lies in RAM, set a piece of memory aside if possible and not already done."""
    if IN_RAM and not _reserve:
        try:
            _reserve.append(bytearray(RESERVE_BYTES))
        except MemoryError:
            pass  # the next collection may free enough


def release_reserve() -> bool:
    """Release the memory set aside; return False if there is none."""
    if not _reserve:
        return False
    _reserve.clear()
    gc.collect()
    return True


def load(name: str) -> "ModuleType":
    """Return the module of that full name; import it first if it is not loaded."""
    try:
        return __import__(name, None, None, ("",))
    except MemoryError:
        if not release_reserve():
            raise
    return __import__(name, None, None, ("",))


def loaded(name: str) -> bool:
    """Return whether the module of that full name is loaded."""
    return name in sys.modules


def forget(name: str) -> bool:
    """Unload a module so that its memory can be collected; return False if it was not loaded.

    The next import loads it afresh.
    """
    if not loaded(name):
        return False
    del sys.modules[name]
    package, module = name.rsplit(".", 1)
    delattr(sys.modules[package], module)
    return True


def unload(*names: str) -> None:
    """Unload modules of this package, named without it, where their code lies in RAM."""
    if IN_RAM:
        for name in names:
            forget("corrido." + name)


def tidy() -> None:
    """Collect garbage on MicroPython; CPython frees by counting references."""
    if hasattr(gc, "threshold"):
        gc.collect()
        if IN_RAM:
            fill_holes(96)  # more would not fit on the heap


def fill_holes(count: int) -> None:
    """Fill the holes of a collected heap with small garbage, 12 us each on an RP2040.

    Otherwise MicroPython searches them in vain for every larger piece: ten SHA-256 hashes took 9
    ms in a game, and take 1.3 ms once some 300 holes are filled.
    """
    for _ in range(count):
        _ = [None]


keep_reserve()  # early: while the heap is in one piece
