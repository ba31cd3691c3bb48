"""The result typed over USB, by a stand-in for micropython-lib's usb-device-keyboard."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from host_tools.workshop.screens.cases import walk

NAMES = {"player_a": "Ana", "player_b": "Eva", "table": "12", "round": "3"}
# The HID usage tables, page 7.
KEYS = {usage: chr(ord("a") + usage - 4) for usage in range(4, 30)}
KEYS |= {30 + at: digit for at, digit in enumerate("1234567890")}
KEYS |= {40: "\n", 43: "\t", 44: " ", 84: "/", 86: "-"}


class Usb:
    """machine.USBDevice, and the library's keyboard on it; `computer`: what arrives there.

    The keyboard does what the library promises: 8 bytes, of which the third is the key that is
    down. computer: None if there is none.
    """

    BUILTIN_DEFAULT = SimpleNamespace(desc_dev=b"device", desc_cfg=b"configuration")

    def __init__(self, computer):
        self.computer, self.states, self.on, self._tries = computer, [], True, 0
        self.builtin_driver = None

    def active(self, on):
        self.on = on

    def config(self, device, desc, strings):
        assert not self.on and (device, desc) == (b"device", b"configuration")
        assert self.builtin_driver is self.BUILTIN_DEFAULT
        self.states.append("console")

    def init(self, keyboard, builtin_driver):
        assert keyboard is self and builtin_driver, "the console stays"
        self.states.append("keyboard")

    def send_keys(self, keys, _timeout_ms=100):
        self._tries += 1
        if self.computer is None or self._tries % 2:  # each second one is still under way
            return False
        shift = sum(-key for key in keys if key < 0)  # as the library has its modifiers
        down = [key for key in keys if key > 0]
        self.computer.append(bytes([shift, 0, *down]).ljust(8, b"\0"))
        return True


@pytest.fixture
def plug(monkeypatch):
    """Call it with the computer's list of reports, or None, to plug the cable in."""

    def plugged(computer):
        usb = Usb(computer)
        device = SimpleNamespace(get=lambda: usb)
        keyboard = SimpleNamespace(KeyboardInterface=lambda: usb)
        fakes = {"machine": SimpleNamespace(USBDevice=lambda: usb), "usb": ModuleType("usb")}
        fakes |= {"usb.device": device, "usb.device.keyboard": keyboard}
        fakes["usb"].device, device.keyboard = device, keyboard
        for name, fake in fakes.items():
            monkeypatch.setitem(sys.modules, name, fake)
        return usb

    yield plugged
    for name in [name for name in sys.modules if name.split(".")[0] == "usb"]:
        del sys.modules[name]


def typed(reports):
    """What a computer reads: each key goes down alone, perhaps with shift, and up again."""
    assert all(len(one) == 8 and one[0] in (0, 2) and not any(one[3:]) for one in reports)
    assert [bytes(one) for one in reports[1::2]] == [bytes(8)] * (len(reports) // 2)
    letters = [(KEYS[one[2]], one[0]) for one in reports[::2]]
    return "".join(letter.upper() if shift else letter for letter, shift in letters)


def test_a_row_of_the_directors_sheet(plug):
    names = NAMES | {"table": "B-3", "round": "7/2"}
    table, reports = walk("after closed-scores", **names), []
    usb = plug(reports)
    table.press("RIGHT").wait(10_000)
    assert typed(reports) == "7/2\tB-3\t392\t373\n"
    assert usb.states == ["keyboard", "console"]
    assert not [name for name in sys.modules if name.startswith("usb.device")]
    assert table.match.phase == "closed"


def test_without_a_computer_it_is_a_console_again(plug):
    table, usb = walk("after closed-scores", **NAMES), plug(None)
    table.press("RIGHT").wait(10_000)
    assert usb.states == ["keyboard", "console"]


@pytest.mark.parametrize("case", ["closed", "closed-scores"])
def test_nothing_is_typed_without_results_or_without_the_library(case):
    """No image brings the library: this is how every device is by default."""
    table = walk(f"after {case}", **NAMES)
    before = bytes(table.device.frame())
    table.press("RIGHT").wait(1000)
    assert bytes(table.device.frame()) == before and "machine" not in sys.modules


def test_letters_that_are_elsewhere_on_some_layout_become_spaces():
    from corrido.ui.typist import keys_of

    assert [KEYS[keys_of(letter)[-1]] for letter in "Mesa-3 ñ'²"] == list("mesa-3    ")
