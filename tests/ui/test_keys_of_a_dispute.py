"""How many keys settle a dispute, from a stop, the PIN's four digits included."""

import pytest

from host_tools.scenario.macros import Macros
from host_tools.scenario.model import Macro
from host_tools.sim.device import Device

PIN = ["BACK", "A", "B", "STOP", "CHALLENGE", "OK"]  # 1234


@pytest.fixture
def device():
    device = Device.provisioned({"preset": "fise-corrido", "pin": "1234"})
    device.power_on()
    device.macros = Macros(device, "es")
    device.macros.after_power_on(True)
    keys(device, "B", "A", "B", "A", "STOP")  # the last press was wrong
    yield device
    device.close()


def keys(device, *names):
    for name in names:
        device.press(name)
        device.run_until(device.now_us + 500_000)


CASES = {
    "wrong press": ([*PIN, "OK", "STOP"], 8, {"phase": "running", "turns.A": "1"}),
    "penalty": ([*PIN, "DOWN", "OK", "A", "OK"], 10, {"penalty.A": "25"}),
}


@pytest.mark.parametrize("case", CASES)
def test_a_dispute_takes_few_keys(device, case):
    pressed, most, expected = CASES[case]
    assert len(pressed) <= most
    keys(device, *pressed)
    assert expected.items() <= device.status().items()


def test_both_clocks_are_one_act(device):
    before = device.status()
    device.macros.run(Macro("arbiter", ("1234", "set", "both", "12:34", "10:00")))
    pressed = device.macros._fingers.taps - 1  # the last leaves the menu
    assert device.status()["clock.A"] == "12:34.000" and device.status()["clock.B"] == "10:00.000"
    device.macros.run(Macro("arbiter", ("1234", "revert")))
    assert [device.status()[c] for c in ("clock.A", "clock.B")] == [
        before[c] for c in ("clock.A", "clock.B")
    ]
    assert pressed <= 25  # 17


def test_a_word_is_amended(device):
    keys(device, "STOP")
    device.macros.run(Macro("challenge", ("ZZ",)))
    assert device.status()["verdict"] == "invalid"
    keys(device, *PIN, "OK")
    assert device.status()["phase"] == "challenge" and len([*PIN, "OK"]) <= 12


def test_a_session_ends_after_a_minute_or_when_the_arbiter_leaves(device):
    keys(device, *PIN, "OK", "DOWN", "OK", "B", "OK")
    assert device.status()["turns.A"] == "1" and device.status()["penalty.B"] == "25"
    assert device.focus().startswith("arbiter:")
    device.run_until(device.now_us + 61_000_000)
    assert device.focus().startswith("stopped:")
    keys(device, *PIN, "BACK", "BACK")
    assert device.focus().startswith("pin:")


def test_an_act_says_what_it_will_change(device):
    from host_tools.sim.ocr import read_text

    keys(device, *PIN)
    device.run_until(device.now_us + 500_000)
    shown = []
    for _ in range(4):
        device.run_until(device.now_us + 1_000_000)
        shown += read_text(device.frame())
    assert {"B 29:59 ▶ 30:00", "turnos A 2 ▶ 1"} <= set(shown)
    keys(device, "DOWN", "OK", "A")
    assert "pen. A 0 ▶ -25" in " ".join(read_text(device.frame()))
