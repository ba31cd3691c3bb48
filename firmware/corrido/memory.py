"""Manage RAM: where code lies, modules that come and go, the collection of garbage."""

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


# Code that a chip has loaded from files takes up RAM; frozen into its image it takes next to none.
IN_RAM = _in_ram()


# The largest pieces that are wanted in play: 4 KB of the journal's, 1.1 KB for each file.
RESERVE_BYTES = const(6656)
_reserve: "list[bytearray]" = []


def keep_reserve() -> None:
    """Set a piece of memory aside, where code lies in RAM, if there is one and none is yet."""
    if IN_RAM and not _reserve:
        try:
            _reserve.append(bytearray(RESERVE_BYTES))
        except MemoryError:
            pass  # the next collection may make room


def release_reserve() -> bool:
    """Give back what was set aside; return False if it has gone already."""
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
            fill_holes(96)  # the heap has no room for more


def fill_holes(count: int) -> None:
    """Let small garbage take the holes of a collected heap, 12 us each on an RP2040.

    MicroPython would look there in vain for every larger piece: ten hashes of SHA-256 took 9 ms
    in a game, and take 1.3 ms once some 300 holes are filled.
    """
    for _ in range(count):
        _ = [None]


keep_reserve()  # early: while the heap is in one piece
