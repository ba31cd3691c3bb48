"""Run in the real interpreter: bytes of heap that an open lexicon takes, its file in place.

micropython lexicon_heap.py FIRMWARE LEXICON
"""

import gc
import sys

sys.path[:] = [sys.argv[1]]
from corrido.lexicon.reader import Lexicon  # noqa: E402 - by that path alone

gc.collect()
before = gc.mem_alloc()
lexicon = Lexicon(sys.argv[2])
gc.collect()
print(gc.mem_alloc() - before)
