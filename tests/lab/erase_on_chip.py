"""Run on the emulated chip: presses during a block erase, as the firmware records them."""

import time

import corrido_board
from corrido.contacts.debouncer import Debouncer

board = corrido_board.make()
debouncer = Debouncer(len(board.keys))
for key in range(len(board.keys)):
    debouncer.start(key, board.buttons.level(key))
edge = [0, 0, 0]
events = []
time.sleep_ms(30)
print("fingers, please")
time.sleep_ms(5)
start = time.ticks_us()
board.flash.erase(5)
erased_us = time.ticks_diff(time.ticks_us(), start)
end = time.ticks_add(time.ticks_ms(), 120)
while time.ticks_diff(end, time.ticks_ms()) > 0:
    now = board.ticks_us()
    while board.buttons.get(edge):
        debouncer.edge(edge[0], edge[1], edge[2])
    events.extend(debouncer.poll(now))
    board.idle(3000)
print("span:", [start, erased_us])
print("events:", events)
print("overflows:", board.buttons.overflows)
