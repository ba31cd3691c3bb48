"""Corrido, the firmware: a game clock and word judge for Scrabble tables."""

import gc

VERSION = "0.1.0"

# What imports leave behind is collected at once: the heap stays in one piece for what comes later.
if hasattr(gc, "threshold"):
    gc.threshold(16384)
