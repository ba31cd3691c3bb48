"""Ask the firmware's own reader, in the real interpreter.

    micropython ask.py FIRMWARE LEXICON < words, one JSON list of tiles per line

Words go in and answers come out one per line: thousands of words do not fit into a chip's memory
at once. The first output line has the heap bytes of the open lexicon, its file in place, and 1 if
it is intact.
"""

import gc
import json
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
print(gc.mem_alloc() - before, int(lexicon.verify_whole()))
for line in sys.stdin:
    print(int(lexicon.contains(tuple(json.loads(line)))))
