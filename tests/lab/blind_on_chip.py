"""Run on the emulated chip: a loop that sees a contact open, then nothing for 70 ms.

So does a stock image, which collects garbage wherever it finds no hole.
"""

import time

import corrido_board
from contacts_on_chip import Contacts

BLIND_MS = 70
board = corrido_board.make()
contacts = Contacts(board)
time.sleep_ms(30)
print("fingers, please")
end = time.ticks_add(time.ticks_ms(), 2800)
blind_ms = time.ticks_ms()
while time.ticks_diff(end, time.ticks_ms()) > 0:
    if contacts.look() and time.ticks_diff(time.ticks_ms(), blind_ms) > 2 * BLIND_MS:
        time.sleep_ms(BLIND_MS)
        blind_ms = time.ticks_ms()
print("events:", contacts.events)
