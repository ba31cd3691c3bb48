"""Run in the real interpreter: the firmware's own reader is asked.

    micropython ask.py FIRMWARE LEXICON < words, a JSON list of tiles a line

A line a word goes in and comes out: thousands of words do not fit into a chip's memory at once.
The first line that comes out is 1 if the lexicon is whole.
"""

import json
import sys

sys.path[:] = [sys.argv[1]]
from corrido.lexicon.reader import Lexicon  # noqa: E402 - by that path alone

lexicon = Lexicon(sys.argv[2])
print(int(lexicon.verify_whole()))
for line in sys.stdin:
    print(int(lexicon.contains(tuple(json.loads(line)))))
