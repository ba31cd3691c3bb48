"""Run on the emulated chip in its main.py, before the main loop: answer a question about its heap.

`heap N` holds N more bytes, as other live data would, collects, and returns the bytes free, those
of the reserve included, and the reserve's own.
"""

import gc

from corrido import memory
from corrido.app.console import Console

_WORD_BYTES = 4
held = []


def heap(rest):
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
    free = gc.mem_free() + _WORD_BYTES * (reserve + file)
    return f"[{free}, {_WORD_BYTES * reserve}]\n"


answering = Console._answering


def answer(self: Console, port, line: bytes):
    """Answer a question about the heap, or one of the firmware's."""
    number, name, rest = (line[1:].decode() + " ").split(" ", 2)
    if name != "heap":
        return answering(self, port, line)
    return self._sending(port, f"\n!{number} ok ".encode(), iter((heap(rest),)))


Console._answering = answer
