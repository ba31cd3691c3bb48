"""Run by MicroPython: on_device.py FIRMWARE FILE < words, one per line as tile numbers."""

import gc
import json
import sys

sys.path[:] = [sys.argv[1]]

from corrido import native  # noqa: E402
from corrido.lexicon import alphabet, reader, tables, unpack  # noqa: E402, F401 - no heap of it


def answers(lexicon, lines):
    found = []
    for line in lines:
        found.append("1" if lexicon.contains([int(tile) for tile in line.split()]) else "0")
    return "".join(found)


lines = [line for line in sys.stdin.read().split("\n") if line]
alphabet.alphabet("es")  # a device has it for its letters, with a list or without
gc.collect()
before = gc.mem_alloc()
lexicon = reader.Lexicon(sys.argv[2])
gc.collect()
opened = gc.mem_alloc()
used = []
for _ in range(2):
    assert lexicon.verify_whole()
    found = answers(lexicon, lines)
    gc.collect()
    used.append(gc.mem_alloc())
result = {"heap": opened - before, "grown": used[1] - used[0], "native": found}
reader.scan = native._without_decorators("corrido.lexicon.scan")
result["plain"] = answers(lexicon, lines)
# Machine code keeps no names: viper functions are kept without them.
result["machine_code"] = not hasattr(native.loops("corrido.lexicon.scan").scan, "__name__")
print(json.dumps(result))
