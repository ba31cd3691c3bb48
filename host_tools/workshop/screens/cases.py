"""Every screen of the device, by name: how to get there from power-on by pressing keys.

The cases stand in tests/screens/cases.txt, which explains its words.
"""

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corrido.core import events

from boards.sim.fingers import pin_keys
from host_tools.sim import ocr
from host_tools.tree import ROOT
from host_tools.workshop.screens.table import PIN, Table

if TYPE_CHECKING:
    from corrido.ui.ports import Item

FILE = Path(ROOT) / "tests" / "screens" / "cases.txt"
SETTING = re.compile(r"([a-z_]+)=(.*)")
TIME = re.compile(r"(\d+(?:\.\d)?)s")


def _read() -> dict[str, str]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = [line.partition(":") for line in lines if line and not line.startswith("#")]
    return {name: words for name, _, words in rows}


STEPS = _read()
CASES = [name for name in STEPS if not name.startswith("_")]


def _words(line: str) -> list[str]:
    return [
        step
        for word in line.split()
        for step in (_words(STEPS[word[1:]]) if word.startswith("@") else [word])
    ]


def reach(name: str, language: str, **settings: Any) -> Table:
    """Bring a table to a screen; the settings prevail over the case's own."""
    return walk(STEPS[name], language, **settings)


def walk(line: str, language: str, **settings: Any) -> Table:
    """Do what a line says, in the words of the cases' file, at a table just powered on."""
    chosen: dict[str, Any] = {}
    steps: list[str] = []
    for word in _words(line):
        setting = SETTING.fullmatch(word)
        if setting:
            chosen[setting[1]] = setting[2].replace("_", " ")
        else:
            steps.append(word)
    if "words" in chosen:
        chosen["words"] = tuple(chosen["words"].split(","))
    if "linear" in chosen:
        chosen["linear"] = True
    table = Table(language, **{**chosen, **settings})
    for step in steps:
        _do(table, step)
    return table


def _seen(table: Table, sign: str, wanted: str) -> None:
    """Compare what a table shows: the focus, a text on the picture or its absence, the status."""
    shown = " | ".join(ocr.read_text(table.picture()))
    if sign == "?":
        assert re.search(wanted, table.focus()), f"{table.focus()} is not {wanted}"
    elif sign == "$":
        name, value = wanted.split("=")
        assert table.device.status()[name] == value, f"{name} {table.device.status()[name]}"
    else:
        assert (wanted in shown) == (sign == '"'), f"{sign}{wanted}: {shown}"


def _do(table: Table, step: str) -> None:
    """Carry out a step; KeyError or AssertionError if there is no such step or item."""
    verb, _, rest = step.partition(":")
    time = TIME.fullmatch(step)
    if step[0] in '?$!"':
        _seen(table, step[0], step[1:].replace("_", " "))
    elif time:
        table.wait(round(float(time[1]) * 1000))
    elif step[0] in "=>":
        table.until(step[1:])
        table.press(*["OK"] * (step[0] == "="))
    elif step[0] == "^":
        table.until(step[1:], "UP")
    elif verb in VERBS:
        VERBS[verb](table, rest)
    else:
        key, _, times = step.partition("*")
        table.press(*[key] * int(times or 1))


def _send(table: Table, text: str) -> None:
    kind, who, value = (text + "::").split(":")[:3]
    number = events.FAULTS.index(value) if kind == "FAULT" else int(value or 0)
    table.send(getattr(events, kind), getattr(events, who) if who else 0, number)


def _jumped(table: Table, _: str) -> None:
    table.app.timebase.jumped, table.app.timebase.seen_s = True, 312


VERBS = {
    "take": lambda table, tiles: table.take(*tiles),
    "type": lambda table, words: table.type(*words.split(",")),
    "digits": lambda table, digits: table.press(*pin_keys(digits)),
    "pin": lambda table, digits: table.pin(digits),
    "arbiter": lambda table, pin: table.arbiter(pin or PIN),
    "battery": lambda table, percent: table.battery(int(percent)),
    "lockout": lambda table, _: table.lock_out(),
    "cut": lambda table, _: table.power_cut(),
    "hold": lambda table, key: table.hold(key),
    "memory": lambda table, _: table.nav.short_of_memory(table.t_ms),
    "jumped": _jumped,
    "send": _send,
}


def playing(language: str, preset: str = "fise-corrido", **settings: Any) -> Table:
    """Begin a game that A opens."""
    return reach("_play", language, preset=preset, **settings)


@cache
def drawn(name: str, language: str) -> "tuple[list[Item], bytes]":
    """Return a case's items and its 1,024-byte picture, made once per process."""
    table = reach(name, language)
    return table.nav.painter.wanted, table.picture()
