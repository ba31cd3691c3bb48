"""Run on an emulated ESP32: a board as deployed does what the contract says.

Prints `NAME: RESULT` lines; after `fingers` the host presses.
"""

import time

import corrido_board
from corrido.contacts.debouncer import Debouncer
from corrido.hal.contract import missing
from corrido.hal.ssd1306 import Displays

board = corrido_board.make()
print("missing:", missing(board))
print("reset:", board.reset_cause)

flash = board.flash
flash.erase(5)
whole = bytearray(4096)
flash.read(5 * 4096, whole)
print("erased:", whole == b"\xff" * 4096)
flash.program(5 * 4096 + 77, b"journal")
flash.program(5 * 4096 + 84, b"\x0f")
part = bytearray(9)
flash.read(5 * 4096 + 77, part)
print("programmed:", bytes(part))
print("blocks:", flash.blocks)
del whole

frame = bytearray(1024)
for row in range(8):
    for column in range(0, 128, 2):
        frame[row * 128 + column] = 0x0F
displays = Displays(board.i2c, ((0x3C, 0, False),))
steps = 1
while displays.flush_step(frame, 10):
    steps += 1
print("steps:", steps)

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
end = time.ticks_add(time.ticks_ms(), 4000)
while time.ticks_diff(end, time.ticks_ms()) > 0:
    now = board.ticks_us()
    while board.buttons.get(edge):
        debouncer.edge(edge[0], edge[1], edge[2])
    events.extend(debouncer.poll(now))
    board.idle(3000)
print("events:", [(key, pressed) for key, pressed, _ in events])
print("overflows:", board.buttons.overflows)
board.watchdog.feed()
board.watchdog.keep_alive()
