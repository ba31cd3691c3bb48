"""Run in the real interpreter: print the heap bytes of an open lexicon, its file in place.

micropython lexicon_heap.py FIRMWARE LEXICON
"""

import gc
import sys

sys.path[:] = [sys.argv[1]]
# The code that opens a list does not count: if it is in RAM, it is freed afterwards.
from corrido.lexicon import tables, unpack  # noqa: E402, F401 - by that path alone
from corrido.lexicon.alphabet import alphabet  # noqa: E402
from corrido.lexicon.reader import Lexicon  # noqa: E402

alphabet("es")  # a device has it for its letters, with a list or without
gc.collect()
before = gc.mem_alloc()
lexicon = Lexicon(sys.argv[2])
gc.collect()
print(gc.mem_alloc() - before)
