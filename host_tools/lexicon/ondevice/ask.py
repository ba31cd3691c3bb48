"""Ask the firmware's own reader, in the real interpreter.

    micropython ask.py FIRMWARE LEXICON < words, one JSON list of tiles per line

Words go in and answers come out one per line: thousands of words do not fit into a chip's memory
at once. The first output line is 1 if the lexicon is intact.
"""

import json
import sys

sys.path[:] = [sys.argv[1]]
from corrido.lexicon.reader import Lexicon  # noqa: E402 - by that path alone

lexicon = Lexicon(sys.argv[2])
print(int(lexicon.verify_whole()))
for line in sys.stdin:
    print(int(lexicon.contains(tuple(json.loads(line)))))
