"""Run in the real interpreter: open crafted lists and look words up.

    micropython crafted.py FIRMWARE LISTS < words, one line of tiles each

Prints `at NAME` before each list and `done REFUSED ANSWERED` at the end.
"""

import os
import sys

sys.path[:] = [sys.argv[1]]
from corrido.lexicon.reader import Lexicon, LexiconDamaged  # noqa: E402 - by that path alone

words = [tuple([int(n) for n in line.split()]) for line in sys.stdin]
refused = answered = 0
for name in sorted(os.listdir(sys.argv[2])):
    print("at", name)
    try:
        lexicon = Lexicon(sys.argv[2] + "/" + name)
        assert lexicon.verify_whole(), "its checksums are right"
        for word in words:
            lexicon.contains(word)
        answered += 1
    except LexiconDamaged:
        refused += 1
print("done", refused, answered)
