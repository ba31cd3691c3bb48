"""The few names that CPython and MicroPython do not share."""

import gc
import os
import sys

try:
    from micropython import const
except ImportError:

    def const(value: int) -> int:
        """Return value unchanged; under MicroPython the compiler folds the constant instead."""
        return value


def _in_ram() -> bool:
    if sys.implementation.name != "micropython":
        return False
    try:
        os.stat(__file__)
    except OSError:
        return False
    return True


# Code that a chip has loaded from files takes up RAM; frozen into its image it takes next to none.
IN_RAM = _in_ram()


def image_state() -> str:
    """Which state of the sources is frozen into the image; "" if this was loaded from files."""
    try:
        state = __import__("corrido_image").STATE  # boards/common/manifest.py makes it
    except ImportError:
        return ""
    return "" if IN_RAM else state.split(":")[1]


def load(name: str) -> object:
    """The module of that full name, imported now if it is not there."""
    return __import__(name, None, None, ("",))


def loaded(name: str) -> bool:
    """True if the module of that full name is there."""
    return name in sys.modules


def forget(name: str) -> bool:
    """Take a module away, so that its memory is free when nothing else holds on to it.

    False if it was not there. It is loaded anew when it is imported again.
    """
    if not loaded(name):
        return False
    del sys.modules[name]
    package, module = name.rsplit(".", 1)
    delattr(sys.modules[package], module)
    return True


def tidy() -> None:
    """Collect garbage where only a collection frees it; CPython counts references as it goes."""
    if hasattr(gc, "threshold"):
        gc.collect()
        # Small objects fill the first holes; every larger one would be looked for there in vain.
        for _ in range(96):
            [None]  # noqa: B018
