"""Run one script on any emulated chip: parts on their pins and bus, and the word list."""

import contextlib
import json
from pathlib import Path
from typing import Any

from corrido.lexicon.alphabet import alphabet

from host_tools.device.payload import beside_firmware
from host_tools.errors import UserError
from host_tools.workshop.emulator.pins import bouncing
from host_tools.workshop.emulator.table import Table

PRESSED = ("A", "STOP", "A", "OK")
BOUNCE_US = (900.0, 700.0, 2000.0, 1100.0)
WORDS = {"DE": True, "NIÑO": True, "DESPERTASEIS": True, "ZQX": False, "QQQQ": False}
_READY = "fingers, please"
_FIRST_US, _APART_US, _HELD_US = 300_000.0, 700_000.0, 250_000.0
_LIMIT_US = 120e6
_TRIES = 4
_TOO_LATE_US = 12_000.0  # a contact open for 20 ms is a release, even if only a bounce was meant


def look(image: Path) -> dict[str, Any]:
    """Return what the script (ondevice/parts.py) sees, and what the host sees from outside.

    Starts over if the computer was too busy to move the contacts on time, since late moves change
    the bounce and the number of presses. pressed, released: the keys, as booked; tones_hz: the
    tones heard; frame: the picture on the bus, 1,024 bytes in hexadecimal digits. UserError if
    the computer stays busy.
    """
    for _ in range(_TRIES):
        seen = _seen(image)
        if seen["late_us"] < _TOO_LATE_US:
            return seen
    raise UserError("this computer is too busy to move an emulated chip's contacts in time", 1)


def _seen(image: Path) -> dict[str, Any]:
    table = Table(image)
    path = next(name for name in table.files if name.endswith(".lex"))
    words = [alphabet("es").spell_word(word) for word in WORDS]
    head = f"LEXICON = {'/' + path!r}\nWORDS = {words!r}\n"
    source = Path(__file__).with_name("ondevice") / "parts.py"
    with contextlib.closing(table.power(own_main=False)) as chip:
        chip.run_until(lambda: chip.console.connected, 8e6, 5000)
        chip.console.on_line = lambda line: _press(table, chip) if _READY in line else None
        out = chip.execute(head + beside_firmware(source), _LIMIT_US)
        seen: dict[str, Any] = json.loads(out.strip().splitlines()[-1])
        names = list(table.gpio)
        seen["pressed"] = [names[key] for key, down in seen["events"] if down]
        seen["released"] = [names[key] for key, down in seen["events"] if not down]
        seen["tones_hz"] = [round(tone.hz) for tone in chip.outputs.tones(table.buzzer)]
        seen["frame"] = bytes(table.display.frame()).hex()
        seen["resets"] = chip.resets
        seen["late_us"] = getattr(chip, "late_us", 0.0)
    return seen


def _press(table: Table, chip: Any) -> None:
    """Press four keys whose contacts bounce on the way down and up."""
    for number, key in enumerate(PRESSED):
        after_us = _FIRST_US + _APART_US * number
        chip.play(table.gpio[key], bouncing(True, BOUNCE_US), after_us)
        chip.play(table.gpio[key], bouncing(False, BOUNCE_US), after_us + _HELD_US)
