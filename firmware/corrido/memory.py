"""Manage RAM: where code lies; loading and unloading it, memory set aside, garbage."""

import gc
import os
import sys

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any, TypeVar

    V = TypeVar("V")


ON_DEVICE = sys.implementation.name == "micropython"

free_bytes: "Callable[[], int]" = getattr(gc, "mem_free", int)  # of the heap; else 0

# Code loaded from files takes up RAM on a chip; frozen into its image it takes next to none.
try:
    _file = ON_DEVICE and os.stat(__file__)
except OSError:
    _file = False
IN_RAM = bool(_file)
image_state = ""  # the hash of the image's sources, which boards/common/manifest.py writes
if ON_DEVICE and not IN_RAM:
    try:
        image_state = __import__("frozen_sources").STATE.split(":")[1]
    except ImportError:
        pass  # not an image of ours

# On an ESP32 the memory of machine code, apart from the heap, is freed by a restart only.
NATIVE_STAYS = sys.platform == "esp32"

# The largest pieces needed in play: 4 KB for the journal, 1.1 KB for each file.
RESERVE_BYTES = const(6656)
FILE_BYTES = const(1424)  # an open file of littlefs (1,148), and what is taken on the way to it
LEAST_BYTES = const(4096)  # free for the game; with less, no screen covers a running clock
TABLES_BYTES = (6912, 5888)  # the two largest pieces of an open list, and a little more
HOLES = const(640)  # are filled where code is not in RAM: 8 ms
_WORD_BYTES = const(4)  # of a chip: on a PC each piece is twice as large, as is what it is for
_REFERENCE_BYTES = 8 if sys.maxsize >> 32 else 4
_STEP_BYTES = const(512)
# Lists, because clearing one frees its memory at once, without a collection.
_reserve: "list[None]" = []
_file_room: "list[None]" = []
_list_room: "list[list[None]]" = []


def _set_aside() -> None:
    """Set aside the reserve, and room for a file, if possible; call it after a collection."""
    global _reserve, _file_room
    gc.disable()
    try:
        if not _reserve:
            _reserve = [None] * (RESERVE_BYTES // _WORD_BYTES)
        if not _file_room:
            _file_room = [None] * (FILE_BYTES // _WORD_BYTES)
    except MemoryError:
        pass  # the next collection may free enough
    gc.enable()


def reserved() -> bool:
    """Return whether the reserve is set aside, or not needed."""
    return bool(_reserve) or not IN_RAM


def is_short(free: int) -> bool:
    """Return whether the bytes that weigh() found, 0 if not counted, are too few for play."""
    return 0 < free < LEAST_BYTES or not reserved()


def release_reserve() -> bool:
    """Release the memory set aside; return False if there is none."""
    if not _reserve:
        return False
    _reserve.clear()
    _file_room.clear()
    return True


def with_reserve(make: "Callable[..., V]", *args: "Any") -> "V":
    """Return make(*args); if memory runs out, release the reserve and try once more."""
    try:
        return make(*args)
    except MemoryError:
        if not release_reserve():
            raise
    return make(*args)


def _set_aside_at_the_end() -> None:
    """Set memory aside at the end of an empty heap, where modules that load leave it whole."""
    gc.collect()
    gc.disable()  # or each try that fails would collect
    size = free_bytes()
    while size > 0:
        try:
            bytearray(size)
            break
        except MemoryError:
            size -= _STEP_BYTES
    gc.enable()
    gc.collect()
    words = (RESERVE_BYTES + FILE_BYTES + sum(TABLES_BYTES)) // _WORD_BYTES
    size -= words * _REFERENCE_BYTES + _STEP_BYTES
    below = bytearray(max(0, size))
    for piece in TABLES_BYTES:
        _list_room.append([None] * (piece // _WORD_BYTES))
    _set_aside()
    del below


def release_list_room() -> None:
    """Release the room of the list's tables just before they take it, in one piece."""
    if _list_room:
        _list_room.clear()
        gc.collect()


def load(name: str, spare: bool = False) -> "ModuleType":
    """Return a module of that full name, imported; spare: MemoryError before the reserve."""
    if loaded(name):
        return sys.modules[name]  # without a look-up of each part of its name, 0.1 ms each
    _file_room.clear()
    if spare:
        return __import__(name, None, None, ("",))
    return with_reserve(__import__, name, None, None, ("",))


def loaded(name: str) -> bool:
    """Return whether the module of that full name is loaded."""
    return name in sys.modules


def forget(name: str) -> None:
    """Unload a module, if it is loaded; the next import loads it afresh."""
    if loaded(name):
        del sys.modules[name]
        package, module = name.rsplit(".", 1)
        delattr(sys.modules[package], module)


def loaded_under(prefix: str) -> "list[str]":
    """Return the full names of all loaded modules that begin like that."""
    return [name for name in sys.modules if name.startswith(prefix)]


def unload(*modules: "str | ModuleType") -> None:
    """On a device, unload modules: even frozen ones' names, classes and functions take up RAM."""
    if ON_DEVICE:
        for module in modules:
            forget(module if isinstance(module, str) else module.__name__)


class Lazy:
    """A module that is loaded, by load(), when something of it is asked for.

    Checkers see the real one, which is imported under TYPE_CHECKING; this stands in the else.
    """

    def __init__(self, name: str) -> None:
        self.__name__ = name  # which no board shortens: another might be one of the module's

    def __getattr__(self, name: str) -> "Any":
        return getattr(load(self.__name__), name)


class Passing:
    """What came in goes out: the modules that a `with` block has loaded are unloaded."""

    def __enter__(self) -> None:
        self._before = set(loaded_under("corrido."))

    def __exit__(self, *_: "Any") -> None:
        before = self._before  # a list of so many names takes 8 ms to search
        unload(*[name for name in loaded_under("corrido.") if name not in before])


def collect() -> None:
    """Collect garbage on MicroPython, and set memory aside; CPython counts references."""
    if ON_DEVICE:
        gc.collect()
        if IN_RAM:
            _set_aside()


def weigh() -> int:
    """Return the bytes free, 0 where code is not in RAM, and fill a collected heap's holes."""
    free = free_bytes() if ON_DEVICE and IN_RAM else 0
    for _ in range(min(96, free // 256) if IN_RAM else HOLES):  # of little memory an eighth
        _ = [None]  # 32 bytes: ten SHA-256 took 9 ms before, 1.3 after
    return free


def begin() -> None:
    """Prepare memory at power-on, before other modules load."""
    # MicroPython looks for these as files before it takes its own, at each import: up to a
    # millisecond for each name, over a running clock. Those in sys.modules it takes at once.
    for name in ("array", "binascii", "json"):
        sys.modules[name] = __import__(name)
    if IN_RAM:  # early, while the heap is in one piece; an ESP32's grows when asked for so much
        load("corrido.finder").mount()
        (collect if NATIVE_STAYS else _set_aside_at_the_end)()
