"""Run on the chip in its main.py, before the main loop: add questions about its heap."""

import gc

from corrido import memory
from corrido.app.console import Console

_WORD_BYTES = 4


def heap(console, app, rest):
    """Collect, and return the bytes set aside: the reserve, and room for a module's file."""
    gc.collect()
    return [_WORD_BYTES * len(memory._reserve), _WORD_BYTES * len(memory._file_room)]


def free(console, app, rest):
    """Collect, and return the bytes free and in use by MicroPython's own count."""
    gc.collect()
    return [gc.mem_free(), gc.mem_alloc()]


held = []


def hold(console, app, rest):
    """Hold up to this many more bytes, as other live data would; return how many."""
    held.clear()
    gc.collect()
    try:
        for _ in range(int(rest) // 256):
            held.append(bytearray(256))
    except MemoryError:
        pass
    return 256 * len(held)


answered = Console._answer


def answer(self: Console) -> None:
    """Answer as the firmware does, which may just have loaded its commands."""
    from corrido.app import commands

    commands.COMMANDS["free"] = free
    commands.COMMANDS["heap"] = heap
    commands.COMMANDS["hold"] = hold
    answered(self)


Console._answer = answer
