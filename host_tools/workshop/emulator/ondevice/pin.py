"""Run on the chip: time a check of the PIN, one slice and the whole; print a JSON line."""

import json
import time

from corrido.store import pin

salt, state, found = b"12345678", b"x" * 32, {"rounds": pin.ROUNDS, "slice": pin.SLICE}
pin._rounds(state, salt, pin.SLICE)
start = time.ticks_us()
pin._rounds(state, salt, pin.SLICE)
found["slice_us"] = time.ticks_diff(time.ticks_us(), start)
start = time.ticks_us()
pin.stretch("4271", salt, pin.ROUNDS)
found["all_us"] = time.ticks_diff(time.ticks_us(), start)
print(json.dumps(found))
