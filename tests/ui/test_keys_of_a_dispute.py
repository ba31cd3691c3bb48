"""How many keys settle a dispute, the PIN's four included; a word amended, a PIN interrupted."""

from pathlib import Path

import pytest
from corrido.core import events

from boards.sim.fingers import pin_keys
from host_tools.scenario.macros import Macros
from host_tools.scenario.model import Act
from host_tools.scenario.parser import parse
from host_tools.scenario.runner import Runner
from host_tools.sim.device import Device
from host_tools.workshop.screens.cases import playing

PAUSE_US = 420_000  # a person looks at the screen before the next key
PIN = ["BACK", "A", "B", "STOP", "CHALLENGE", "OK"]  # 1234


@pytest.fixture
def device():
    device = Device.provisioned({"preset": "fise-corrido", "pin": "1234"})
    device.power_on()
    device.macros = Macros(device, "es")
    device.macros.after_power_on(True)
    device.tap("B", "A", "B", "A", "STOP", pause_us=PAUSE_US)  # the last press was wrong
    yield device
    device.close()


CASES = {
    "wrong press": ([*PIN, "OK", "STOP"], 8, {"phase": "running", "turns.A": "1"}),
    "penalty": ([*PIN, "DOWN", "OK", "A", "OK"], 10, {"penalty.A": "25"}),
}


@pytest.mark.parametrize("case", CASES)
def test_a_dispute_takes_few_keys(device, case):
    pressed, most, expected = CASES[case]
    assert len(pressed) <= most
    device.tap(*pressed, pause_us=PAUSE_US)
    assert expected.items() <= device.status().items()


def test_both_clocks_are_one_act(device):
    before = device.status()
    device.macros.run(Act("arbiter", ("1234", "set", "both", "12:34", "10:00")))
    pressed = device.macros._fingers.taps - 1  # the last leaves the menu
    assert device.status()["clock.A"] == "12:34.000" and device.status()["clock.B"] == "10:00.000"
    device.macros.run(Act("arbiter", ("1234", "revert")))
    assert [device.status()[c] for c in ("clock.A", "clock.B")] == [
        before[c] for c in ("clock.A", "clock.B")
    ]
    assert pressed <= 25  # 17


def test_a_word_is_amended(device):
    device.tap("STOP", pause_us=PAUSE_US)
    device.macros.run(Act("challenge", ("ZZ",)))
    assert device.status()["verdict"] == "invalid"
    device.tap(*PIN, "OK", pause_us=PAUSE_US)
    assert device.status()["phase"] == "challenge" and len([*PIN, "OK"]) <= 12


def test_a_session_ends_after_a_minute_or_when_the_arbiter_leaves(device):
    device.tap(*PIN, "OK", "DOWN", "OK", "B", "OK", pause_us=PAUSE_US)
    assert device.status()["turns.A"] == "1" and device.status()["penalty.B"] == "25"
    assert device.focus().startswith("arbiter:")
    device.run_until(device.now_us + 61_000_000)
    assert device.focus().startswith("stopped:")
    device.tap(*PIN, "BACK", "BACK", pause_us=PAUSE_US)
    assert device.focus().startswith("pin:")


def test_an_act_says_what_it_will_change(device):
    from host_tools.sim.ocr import read_text

    device.tap(*PIN, pause_us=PAUSE_US)
    device.run_until(device.now_us + 500_000)
    shown = []
    for _ in range(4):
        device.run_until(device.now_us + 1_000_000)
        shown += read_text(device.frame())
    assert {"B 29:59 ▶ 30:00", "turnos A 2 ▶ 1"} <= set(shown)
    device.tap("DOWN", "OK", "A", pause_us=PAUSE_US)
    assert "pen. A 0 ▶ -25" in " ".join(read_text(device.frame()))


def test_the_clocks_stop_at_the_first_edge_of_the_key_that_ends_the_pin() -> None:
    table = playing("es").wait(20000).press("BACK", *pin_keys("1234"))
    device, recorder = table.device, table.app.recorder
    edge_us = device.now_us + 20_000
    device.press("OK", edge_us)
    device.press("CHALLENGE", edge_us + 5000)  # refused: this stop is the arbiter's
    table.wait(200)
    assert table.match.phase == "stopped" and table.focus().startswith("arbiter:")
    assert (recorder.on_line(edge_us // 1000), events.MENU) in [
        (entry[2], entry[3]) for entry in table.app.journal.tail(3)
    ]


CHALLENGED = """device preset=fise-corrido budget=300 pin=2580 lexicon=es
at 0 power on
at 2 press A
at 12 press CHALLENGE
"""


def test_the_entry_opens_again_between_the_two_confirmations():
    scenario = parse(CHALLENGED, Path("amend"))
    device = Device.provisioned(scenario.settings)
    runner = Runner(scenario, device)
    runner._play(scenario.steps)
    device.run_until(device.now_us + 500_000)
    typist, fingers = runner._macros._typist, runner._macros._fingers
    typist.enter(["FIGOS"])
    fingers.tap("A")
    runner._macros.run(Act("arbiter", ("2580", "amend")))
    assert fingers.place() == "letters" and device.status()["phase"] == "challenge"
    typist.clear()
    typist.enter(["HIGOS"])
    for key in ("A", "B"):
        fingers.tap(key)
    device.run_until(device.now_us + 9_000_000)
    assert device.status()["verdict"] == "valid"
    device.close()
