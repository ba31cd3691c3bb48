"""Run on any emulated chip: try a board's parts, as deployed, and its word list.

The host puts LEXICON, a path, and WORDS before this text. The script prints `fingers, please`, at
which the host presses keys, and ends with one line of JSON.
"""

# ruff: noqa: F821
import gc
import json
import time

gc.collect()
free_bytes = gc.mem_free()
import corrido_board  # noqa: E402
from corrido.contacts.debouncer import Debouncer  # noqa: E402
from corrido.hal.contract import missing  # noqa: E402
from corrido.hal.ssd1306 import Displays  # noqa: E402

LISTEN_MS = 4000
board = corrido_board.make()
seen = {"free_bytes": free_bytes, "missing": missing(board), "reset": board.reset_cause}

flash = board.flash
seen["blocks"] = flash.blocks
flash.erase(5)
whole = bytearray(4096)
flash.read(5 * 4096, whole)
seen["erased"] = whole == b"\xff" * 4096
flash.program(5 * 4096 + 77, b"journal")
flash.program(5 * 4096 + 84, b"\x0f")
part = bytearray(9)
flash.read(5 * 4096 + 77, part)
seen["programmed"] = bytes(part) == b"journal\x0f\xff"
del whole

frame = bytearray(1024)
for row in range(8):
    for column in range(0, 128, 2):
        frame[row * 128 + column] = 0x0F
displays = Displays(board.i2c, ((0x3C, 0, False),), frame)
writes = 1
while displays.flush_step(10):
    writes += 1
seen["picture_steps"] = writes
del frame, displays

board.buzzer.on(2000)
time.sleep_ms(200)
board.buzzer.off()

debouncer = Debouncer(len(board.keys))
for key in range(len(board.keys)):
    debouncer.start(key, board.buttons.level(key))
edge = [0, 0, 0]
events = []
time.sleep_ms(60)
print("fingers, please")
end = time.ticks_add(time.ticks_ms(), LISTEN_MS)
while time.ticks_diff(end, time.ticks_ms()) > 0:
    now = board.ticks_us()
    while board.buttons.get(edge):
        debouncer.edge(edge[0], edge[1], edge[2])
    events.extend(debouncer.poll(now))
    board.idle(3000)
seen["events"] = [(key, pressed) for key, pressed, _ in events]
seen["overflows"] = board.buttons.overflows
board.watchdog.keep_alive()

from corrido.lexicon.reader import Lexicon  # noqa: E402

gc.collect()
before = gc.mem_alloc()
lexicon = Lexicon(LEXICON)  # pyright: ignore[reportUndefinedVariable]
gc.collect()
seen["list_bytes"] = gc.mem_alloc() - before
seen["list_whole"] = lexicon.verify()
seen["found"] = [lexicon.contains(word) for word in WORDS]  # pyright: ignore[reportUndefinedVariable]
board.watchdog.keep_alive()
print(json.dumps(seen))
