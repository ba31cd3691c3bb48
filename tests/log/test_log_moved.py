"""A game goes on elsewhere: device to phone's build to device, in the middle of a challenge."""

import json
from types import SimpleNamespace

import pytest

from host_tools.device import game
from host_tools.errors import UserError
from host_tools.log import account, games
from host_tools.log.pull import pull
from host_tools.scenario.macros import Macros, Refused
from host_tools.scenario.model import Macro
from host_tools.sim.device import Device

SETTINGS = {"preset": "fise-corrido", "pin": "1234"}
KEPT = ("clock.A", "clock.B", "turns.A", "turns.B", "penalty.B", "passes", "turn", "marks")
MOST_BYTES = 3500  # 2,878 measured


def on(runtime="cpython", armed=False):
    device = Device.provisioned(SETTINGS, runtime)
    device.power_on()
    macros = Macros(device, "es", "1234")
    macros.after_power_on(armed)
    return device, macros


def cable(macros):
    macros.ask("unlock 1234")
    return macros.ask


def log_of(macros):
    """Return the newest game of a device's log, pulled over its cable."""
    image = pull(SimpleNamespace(ask=macros.ask, port="sim"))
    assert games.report_on(image).whole
    return games.one_game(image, None)


def test_it_moves_twice_and_each_log_names_the_one_before():
    device, macros = on(armed=True)
    device.tap("B", "A", "B", pause_us=920_000)
    macros.run(Macro("arbiter", ("1234", "penalty", "B", "30")))
    device.tap("STOP", "CHALLENGE", pause_us=920_000)
    device.power_cut()
    device.power_on()
    device.run_until(device.now_us + 1_000_000)
    before_it = macros
    for runtime in ("micropython", "cpython"):
        before = device.status()
        assert before["phase"] in ("recovered", "stopped")
        file = game.take(cable(macros))
        assert len(file) < MOST_BYTES
        device, macros = on(runtime)
        game.put(cable(macros), file, "state")
        assert device.status()["phase"] == "recovered"
        device.tap("OK", "A", "B", "OK", pause_us=920_000)
        after = device.status()
        assert [after[name] for name in KEPT] == [before[name] for name in KEPT]
        assert after["phase"] == "stopped" and after["running"] == "none"
        mover = before["turn"]
        device.tap("STOP", mover, "STOP", pause_us=920_000)
        assert int(device.status()[f"turns.{mover}"]) == int(before[f"turns.{mover}"]) + 1
        break_at = json.loads(file)["from"].split()[0]
        last = log_of(before_it).entries[-1]
        assert "handover" in last.logs and last.chain.hex() == break_at
        told = log_of(macros)
        assert break_at in account.heading(told, "es")
        assert told.match().status()["turns.A"] == device.status()["turns.A"]
        before_it = macros


def test_what_is_refused_says_so():
    device, macros = on(armed=True)
    with pytest.raises(Refused, match="PIN"):
        macros.ask("take")
    cable(macros)
    with pytest.raises(Refused, match="no game is stopped"):
        macros.ask("take")
    device.tap("B", "STOP", pause_us=920_000)
    file = game.take(cable(macros))
    with pytest.raises(Refused, match="no game is stopped"):
        game.take(cable(macros))
    with pytest.raises(Refused, match="under way"):
        game.put(cable(macros), file, "state")
    macros.run(Macro("arbiter", ("1234", "revert")))
    device.tap("STOP", pause_us=920_000)
    assert device.status()["phase"] == "running"
    for wrong in (b"{}", b"no", file.replace(b"budget", b"bodget")):
        with pytest.raises(UserError, match="state"):
            game.put(macros.ask, wrong, "state")
