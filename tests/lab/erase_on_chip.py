"""Run on the emulated chip: presses during a block erase, as the firmware records them."""

import time

import corrido_board
from contacts_on_chip import Contacts

board = corrido_board.make()
contacts = Contacts(board)
time.sleep_ms(30)
print("fingers, please")
time.sleep_ms(5)
start = time.ticks_us()
board.flash.erase(5)
erased_us = time.ticks_diff(time.ticks_us(), start)
end = time.ticks_add(time.ticks_ms(), 120)
while time.ticks_diff(end, time.ticks_ms()) > 0:
    contacts.look()
    board.idle(3000)
print("span:", [start, erased_us])
print("events:", contacts.events)
print("overflows:", board.buttons.overflows)
