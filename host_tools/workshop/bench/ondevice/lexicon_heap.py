"""Run in the real interpreter: bytes of heap that an open lexicon takes, its file in place.

micropython lexicon_heap.py FIRMWARE LEXICON
"""

import gc
import sys

sys.path[:] = [sys.argv[1]]
# The code that opens a list is no part of it: where it lies in RAM it goes away afterwards.
from corrido.lexicon import tables, unpack  # noqa: E402, F401 - by that path alone
from corrido.lexicon.reader import Lexicon  # noqa: E402

gc.collect()
before = gc.mem_alloc()
lexicon = Lexicon(sys.argv[2])
gc.collect()
print(gc.mem_alloc() - before)
