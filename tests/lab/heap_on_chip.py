"""Run on the emulated chip in its main.py, before the main loop: answer a question about its heap.

`heap N` holds N more bytes, as other live data would, collects, and returns the bytes free, those
of the reserve included, and the reserve's own.
"""

import gc

from corrido import memory
from corrido.app.console import Console

_WORD_BYTES = 4
held = []


def heap(console, app, rest):
    """Hold more bytes instead of those held so far, and tell what is free."""
    held.clear()
    gc.collect()
    try:
        for _ in range(int(rest) // 256):
            held.append(bytearray(256))
    except MemoryError:
        pass
    gc.collect()
    reserve, file = len(memory._reserve), len(memory._file_room)
    return [gc.mem_free() + _WORD_BYTES * (reserve + file), _WORD_BYTES * reserve]


answered = Console._answer


def answer(self: Console) -> None:
    """Answer as the firmware does, which may just have loaded its commands."""
    from corrido.app import commands

    commands.COMMANDS["heap"] = heap
    answered(self)


Console._answer = answer
