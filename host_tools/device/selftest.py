"""The self-test: the firmware stands still and each part of the board is tried on its own."""

import ast

from host_tools.device.findings import Finding
from host_tools.device.repl import Repl

# The board object is made once; an I2C device that answers its address is there.
CODE = """
import corrido_board
from corrido.hal import contract
board = corrido_board.make()
if hasattr(board.watchdog, 'keep_alive'):
    board.watchdog.keep_alive()
def _answers(addr):
    try:
        board.i2c.writeto(addr, b'\\x00\\xe3')
        return True
    except OSError:
        return False
def _flash():
    page = bytearray(board.flash.page_size)
    try:
        for block in range(board.flash.blocks):
            board.flash.read(block * board.flash.block_size, page)
        return board.flash.blocks
    except OSError:
        return -1
import time
board.buzzer.on(2000)
for name in board.leds:
    board.led(name, True)
time.sleep_ms(300)
board.buzzer.off()
for name in board.leds:
    board.led(name, False)
start, start_ms = board.ticks_us(), time.ticks_ms()
time.sleep_ms(100)
ticks = (board.ticks_us() - start) % board.ticks_period
passed_ms = time.ticks_diff(time.ticks_ms(), start_ms)
print(repr({
    'missing': contract.missing(board),
    'displays': [(place[0], _answers(place[0])) for place in board.displays],
    'closed': [name for i, name in enumerate(board.keys) if board.buttons.level(i)],
    'flash_blocks': _flash(),
    'ticks': ticks, 'passed_ms': passed_ms,
    'battery_mv': board.battery_mv()}))
"""
TICKS_SLACK_US = 20000  # `--crystal` measures; this finds a counter that is none


def run(repl: Repl) -> list[Finding]:
    """Try all parts of a board at its raw REPL; the buzzer sounds and the LEDs light once."""
    answer = ast.literal_eval(repl.run(CODE).strip().splitlines()[-1])
    found = [Finding("fault", f"the board file lacks {name}", "see hal/contract.py")
             for name in answer["missing"]]  # fmt: skip
    for addr, there in answer["displays"]:
        if there:
            found.append(Finding("ok", f"display at {addr:#x} answers"))
        else:
            text = f"display at {addr:#x} silent"
            found.append(Finding("fault", text, "check its four wires"))
    for name in answer["closed"]:
        found.append(Finding("fault", f"button {name} is closed", "release it, or it sticks"))
    if answer["flash_blocks"] < 0:
        found.append(Finding("fault", "the journal's flash does not read", "change the board"))
    else:
        found.append(Finding("ok", f"journal: {answer['flash_blocks']} blocks read"))
    if abs(answer["ticks"] - 1000 * answer["passed_ms"]) > TICKS_SLACK_US:
        text = f"the counter of microseconds counts {answer['ticks']} in {answer['passed_ms']} ms"
        found.append(Finding("fault", text, "flash another image of MicroPython"))
    found.append(Finding("ok", "buzzer and lights: did you hear and see them?"))
    return found
