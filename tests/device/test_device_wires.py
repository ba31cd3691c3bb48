"""After soldering: the walk from wire to wire, on the real interpreter and on a model."""

import threading

import pytest
from corrido.hal.contract import KEYS

from host_tools.cli import main
from host_tools.device import kinds, wires
from host_tools.device.kinds import wiring_of
from host_tools.device.repl import Repl
from host_tools.device.session import Options, deploy_to, take
from tests.device.broken import BOARD


class Builder:
    """Presses the requested key, or the one that his wiring makes of it."""

    def __init__(self, board, wired):
        self.board, self.wired, self.said = board, wired, []

    def __call__(self, line):
        self.said.append(line)
        words = line.split()
        if words[0] == "press" and (key := self.wired.get(words[1])) is not None:
            # A moment later: a contact that closed before the board looks is no press.
            threading.Timer(0.5, self.press, (KEYS.index(key),)).start()

    def press(self, key):
        self.board.press(key, True)
        self.board.press(key, False)


@pytest.fixture
def soldered(board):
    """A board with its files, at its raw REPL."""
    deploy_to(board.port, Options(BOARD))
    with Repl(board.port) as repl:
        take(repl, False)
        yield board, repl


def test_every_wire_is_named_by_the_key_at_its_end(soldered):
    board, repl = soldered
    wired = {key: key for key in KEYS}
    wired |= {"B": "STOP", "STOP": "B", "CHALLENGE": None}
    builder = Builder(board, wired)
    found = wires.walk(repl, 3, builder)
    assert builder.said[0] == "press A now (1 of 10)"
    faults = [(finding.what, finding.mend) for finding in found if finding.level == "fault"]
    assert faults == [
        ("key B came as STOP", "its wire is on GP12 and belongs on GP11"),
        ("key STOP came as B", "its wire is on GP11 and belongs on GP12"),
        ("key CHALLENGE not seen", "GP13 to the key, the other wire to GND"),
    ]
    assert found[0].what == "key A closes GP10"
    assert found[-1].what == "display: SDA on GP4, SCL on GP5, VCC on 3V3, GND"


@pytest.mark.parametrize("name", kinds.board_names())
def test_every_key_of_a_board_has_a_pin_to_name(name):
    wiring = wiring_of(kinds.named(name))
    pins = wires.pins_of(wiring)
    assert {key for key, _ in wiring["keys"]} <= set(pins)
    assert ("UP" in pins) or not wiring["encoder"]
    mark = "GP" if wiring["chip"].startswith("rp2") else "GPIO "
    assert all(pin.startswith(mark) for pin in pins.values())


@pytest.mark.parametrize("seconds", ["0", "10", "x", "-1"])
def test_a_wait_that_is_none_is_one_line(seconds, capsys):
    with pytest.raises(SystemExit) as left:
        main(["doctor", f"--wires={seconds}"])
    assert left.value.code == 2 and "from 1 to 9" in capsys.readouterr().err
