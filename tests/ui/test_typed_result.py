"""The result typed over USB: real reports, read as a computer reads them.

Once with a stand-in for micropython-lib's usb-device-keyboard, and once with the library itself
where it is in `.venv/mplib`; the USB device below is fake in both.
"""

import os
import struct
import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from host_tools.workshop.screens.cases import reach

ROOT = Path(__file__).resolve().parents[2]
NAMES = {"player_a": "Ana", "player_b": "Eva", "table": "12", "round": "3"}
# The HID usage tables, page 7.
KEYS = {usage: chr(ord("a") + usage - 4) for usage in range(4, 30)}
KEYS |= {30 + at: digit for at, digit in enumerate("1234567890")}
KEYS |= {40: "\n", 43: "\t", 44: " ", 86: "-"}
CDC = bytes([9, 2, 75, 0, 2, 1, 0, 128, 125])


class Usb:
    """machine.USBDevice with a computer at the other end: None if there is none."""

    BUILTIN_DEFAULT = SimpleNamespace(
        itf_max=2, ep_max=3, str_max=5, desc_cfg=CDC,
        desc_dev=bytes([18, 1, 0, 2, 0, 0, 0, 64, 0x8A, 0x2E, 5, 0, 0, 1, 1, 2, 3, 1]),
    )  # fmt: skip

    def __init__(self, computer: list[bytes] | None) -> None:
        self.computer, self.callbacks, self.on = computer, (None,) * 4, True
        self.builtin_driver, self.states = None, []

    def active(self, *on: bool) -> bool:
        if on:
            self.on = on[0]
            opened, reset = self.callbacks[:2]
            if self.on:
                self.states.append("keyboard" if opened else "console")
            if self.on and opened and self.computer is not None:
                reset()
                opened(self.desc[len(CDC) :])
        return self.on

    def config(self, device, desc, strings, *callbacks) -> None:
        assert not self.on and struct.unpack_from("<BBH", device)[1] == 1
        self.desc, self.callbacks = bytes(desc), callbacks or (None,) * 4

    def submit_xfer(self, endpoint: int, report: bytes) -> bool:
        assert self.computer is not None and endpoint & 0x80
        self.computer.append(bytes(report))
        self.callbacks[3](endpoint, 0, len(report))
        return True


class StandIn:
    """What the library promises: 8 bytes, of which the third is the key that is down."""

    def __init__(self, usb: Usb) -> None:
        self._usb, self._tries = usb, 0

    def init(self, _keyboard, builtin_driver: bool) -> None:
        assert builtin_driver, "the console stays"
        self._usb.active(False)
        self._usb.config(Usb.BUILTIN_DEFAULT.desc_dev, CDC, [], print, print, print, print)
        self._usb.states.append("keyboard")

    def send_keys(self, keys, _timeout_ms=100) -> bool:
        self._tries += 1
        if self._usb.computer is None or self._tries % 2:  # each second one is still under way
            return False
        self._usb.computer.append(bytes([0, 0, *keys]).ljust(8, b"\0"))
        return True


@pytest.fixture(params=["stand-in", "micropython-lib"])
def plug(request, monkeypatch):
    """Call it with the computer's list of reports, or None, to plug the cable in."""
    library = Path(os.environ.get("CORRIDO_MPLIB", ROOT / ".venv" / "mplib"))
    real = request.param == "micropython-lib"
    if real and not (library / "usb" / "device" / "keyboard.py").is_file():
        pytest.skip(f"`micropython -m mip install --target {library} usb-device-keyboard` runs it")

    def plugged(computer):
        usb = Usb(computer)
        fakes = {"machine": SimpleNamespace(USBDevice=lambda: usb, idle=lambda: None)}
        if real:
            fakes["micropython"] = SimpleNamespace(const=lambda value: value)
            fakes["usb"] = ModuleType("usb")  # pyusb has the same name
            fakes["usb"].__path__ = [str(library / "usb")]
            monkeypatch.setattr(time, "ticks_ms", lambda: 0, raising=False)
            monkeypatch.setattr(time, "ticks_add", int.__add__, raising=False)
            monkeypatch.setattr(time, "ticks_diff", int.__sub__, raising=False)
        else:
            stand_in = StandIn(usb)
            for name in ("usb", "usb.device", "usb.device.keyboard"):
                fakes[name] = ModuleType(name)
            fakes["usb"].device = fakes["usb.device"]
            fakes["usb.device"].keyboard = fakes["usb.device.keyboard"]
            fakes["usb.device"].get = lambda: stand_in
            fakes["usb.device.keyboard"].KeyboardInterface = lambda: stand_in
        for name, fake in fakes.items():
            monkeypatch.setitem(sys.modules, name, fake)
        return usb

    yield plugged
    for name in [name for name in sys.modules if name.split(".")[0] == "usb"]:
        del sys.modules[name]


def typed(reports: list[bytes]) -> str:
    """What a computer reads: each key goes down alone, without a modifier, and up again."""
    assert all(len(one) == 8 and one[:2] == one[3:5] == b"\0\0" for one in reports)
    assert [one[2] for one in reports[1::2]] == [0] * (len(reports) // 2)
    return "".join(KEYS[one[2]] for one in reports[::2])


def test_a_row_of_the_directors_sheet(plug):
    table, reports = reach("closed-scores", "es", **NAMES), []
    usb = plug(reports)
    table.press("RIGHT").wait(10_000)
    assert typed(reports) == "3\t12\t392\t373\n"
    assert reports[:3] == [bytes([0, 0, 32, 0, 0, 0, 0, 0]), bytes(8),
                           bytes([0, 0, 43, 0, 0, 0, 0, 0])]  # fmt: skip
    assert usb.states == ["keyboard", "console"] and usb.callbacks == (None,) * 4
    assert not [name for name in sys.modules if name.startswith("usb.device")]
    assert table.match.phase == "closed"


def test_without_a_computer_it_is_a_console_again(plug):
    table, usb = reach("closed-scores", "es", **NAMES), plug(None)
    table.press("RIGHT").wait(10_000)
    assert usb.states == ["keyboard", "console"]


@pytest.mark.parametrize("case", ["closed", "closed-scores"])
def test_nothing_is_typed_without_results_or_without_the_library(case):
    """No image brings the library: this is how every device is by default."""
    table = reach(case, "es", **NAMES)
    before = bytes(table.picture())
    table.press("RIGHT").wait(1000)
    assert bytes(table.picture()) == before and "machine" not in sys.modules


def test_letters_that_are_elsewhere_on_some_layout_become_spaces():
    from corrido.ui.typist import key_of

    assert [KEYS[key_of(letter)] for letter in "Mesa-3 ñ'²"] == list("mesa-3    ")
