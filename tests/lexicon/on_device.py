"""Run by MicroPython: on_device.py FIRMWARE FILE, a word of tile numbers a line on its input."""

import gc
import json
import sys

sys.path[:] = [sys.argv[1]]

from corrido.lexicon import reader  # noqa: E402


def answers(lexicon, lines):
    found = []
    for line in lines:
        found.append("1" if lexicon.contains([int(tile) for tile in line.split()]) else "0")
    return "".join(found)


lines = [line for line in sys.stdin.read().split("\n") if line]
gc.collect()
before = gc.mem_alloc()
lexicon = reader.Lexicon(sys.argv[2])
gc.collect()
opened = gc.mem_alloc()
used = []
for _ in range(2):
    assert lexicon.verify()
    native = answers(lexicon, lines)
    gc.collect()
    used.append(gc.mem_alloc())
result = {"module": reader.S.__name__, "heap": opened - before, "grown": used[1] - used[0]}
result["native"] = native
from corrido.lexicon import scan  # noqa: E402

reader.S = scan
result["plain"] = answers(lexicon, lines)
print(json.dumps(result))
