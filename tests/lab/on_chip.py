"""Run on the emulated chip: a board as deployed fulfils the contract.

Prints `NAME: RESULT` lines; `fingers` asks the host to press.
"""

import time

import corrido_board
from contacts_on_chip import Contacts

board = corrido_board.make()
print("blocks:", board.flash.blocks, board.reset_cause, board.battery_mv())

flash = board.flash
flash.erase(5)
whole = bytearray(4096)
flash.read(5 * 4096, whole)
print("erased:", whole == b"\xff" * 4096)
start = time.ticks_us()
flash.program(5 * 4096 + 77, b"journal")
print("program_us:", time.ticks_diff(time.ticks_us(), start))
flash.program(5 * 4096 + 84, b"\x0f")
part = bytearray(9)
flash.read(5 * 4096 + 77, part)
print("programmed:", bytes(part))

bus = board.i2c


def answer(name, address, data):
    """Print how the bus answers a write, and after how many microseconds."""
    start = time.ticks_us()
    try:
        bus.writeto(address, data)
        print(f"{name}: no error")
    except OSError as error:
        print(f"{name}:", error.errno, time.ticks_diff(time.ticks_us(), start))


bus.writevto(0x3C, (b"\x40", bytes(64)))
answer("nack", 0x23, b"\x00")
print("hold the bus")
time.sleep_ms(2)
answer("held", 0x3C, b"\x00\xae")
bus.recover()
bus.writeto(0x3C, b"\x00\xaf")
print("recovered: yes")

board.buzzer.on(2000)
time.sleep_ms(60)
board.buzzer.off()
board.led("A", True)

contacts = Contacts(board)
time.sleep_ms(30)
print("fingers, please")
end = time.ticks_add(time.ticks_ms(), 420)
while time.ticks_diff(end, time.ticks_ms()) > 0:
    contacts.look()
    board.idle(3000)
print("events:", contacts.events)
print("overflows:", board.buttons.overflows)
board.watchdog.feed()
board.watchdog.feed_by_timer()
