"""Run on the chip in its main.py, before the main loop: add the console question `heap`."""

import gc

from corrido import memory
from corrido.app import commands


def largest_piece(free):
    """Return the size in bytes of the largest piece that can be allocated."""
    low, high = 0, free
    while high - low > 64:
        middle = (low + high) // 2
        gc.collect()
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
    return low


def heap(console, app, rest):
    """Return the bytes free and the largest piece; the firmware's reserve counts for both."""
    aside = sum([len(piece) for piece in memory._reserve])
    gc.collect()
    free = gc.mem_free()
    return [free + aside, max(aside, largest_piece(free))]


commands.COMMANDS["heap"] = heap
