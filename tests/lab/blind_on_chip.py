"""Run on the emulated chip: a loop that sees a contact open, then nothing for 70 ms.

So does a stock image, which collects garbage wherever it finds no hole.
"""

import time

import corrido_board
from corrido.contacts.debouncer import Debouncer

BLIND_MS = 70
board = corrido_board.make()
debouncer = Debouncer(len(board.keys))
for key in range(len(board.keys)):
    debouncer.start(key, board.buttons.level(key))
edge = [0, 0, 0]
events = []
time.sleep_ms(30)
print("fingers, please")
end = time.ticks_add(time.ticks_ms(), 1200)
blind_ms = time.ticks_ms()
while time.ticks_diff(end, time.ticks_ms()) > 0:
    opened = False
    now = board.ticks_us()
    while board.buttons.waiting() and board.buttons.get(edge):
        debouncer.edge(edge[0], edge[1], edge[2])
        opened = opened or not edge[1]
    events.extend(debouncer.poll(now))
    if opened and time.ticks_diff(time.ticks_ms(), blind_ms) > 2 * BLIND_MS:
        time.sleep_ms(BLIND_MS)
        blind_ms = time.ticks_ms()
print("events:", events)
