"""A word entered wrongly, found while the players confirm: the arbiter opens the entry again."""

from pathlib import Path

from host_tools.scenario.model import Macro
from host_tools.scenario.parser import parse
from host_tools.scenario.runner import Runner
from host_tools.sim.device import Device

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
    runner._macros.run(Macro("arbiter", ("2580", "amend")))
    assert fingers.place() == "letters" and device.status()["phase"] == "challenge"
    typist.clear()
    typist.enter(["HIGOS"])
    for key in ("A", "B"):
        fingers.tap(key)
    device.run_until(device.now_us + 9_000_000)
    assert device.status()["verdict"] == "valid"
    device.close()
