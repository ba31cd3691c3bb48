"""Run by MicroPython: whole_on_device.py FIRMWARE LEXICON WORDS; a word is 16 bytes, ended by 255.

Prints how many of the words are in the lexicon.
"""

import sys

sys.path[:] = [sys.argv[1]]

from corrido.lexicon.reader import Lexicon  # noqa: E402

lexicon = Lexicon(sys.argv[2])
assert lexicon.verify_whole()
found = 0
row = bytearray(16)
view = memoryview(row)
with open(sys.argv[3], "rb") as words:
    while words.readinto(row):
        length = 0
        while row[length] != 255:
            length += 1
        if lexicon.contains(view[:length]):
            found += 1
print(found)
