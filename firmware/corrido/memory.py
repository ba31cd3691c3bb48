"""Where code lies, modules that come and go in RAM, and the collection of garbage."""

import gc
import os
import sys


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
