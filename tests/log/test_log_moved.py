"""A game goes on elsewhere, by codes and over USB, in the middle of a challenge."""

import json
from binascii import crc32
from types import SimpleNamespace

import pytest
from corrido.app.carried import joined
from corrido.core.presets import COMMON

from host_tools.device import game
from host_tools.errors import UserError
from host_tools.log import account, games
from host_tools.log.pull import pull
from host_tools.scenario.macros import Macros, Refused
from host_tools.scenario.model import Act
from host_tools.sim.device import Device
from tests.ui.test_closing import read_code

SETTINGS = {"preset": "fise-corrido", "pin": "1234"}
KEPT = ("clock.A", "clock.B", "turns.A", "turns.B", "penalty.B", "passes", "turn", "marks")
KEY = bytes(range(32))
NUMBERS = sorted(COMMON)  # of the rules, in a state
MOST_BYTES = 650  # 600 measured, in three codes


def on(runtime="cpython", armed=False):
    device = Device.provisioned(SETTINGS, runtime)
    device.power_on()
    macros = Macros(device, "es", "1234")
    macros.after_power_on(armed)
    return device, macros


def cable(macros):
    macros.ask("unlock 1234")
    return macros.ask


def joined_of(file):
    return game._state_in(file, "state")


def parted(state):
    """A state as a file of one part."""
    text = json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode()
    return b"corrido 1/1 %08x\n%s\n" % (crc32(text), text)


def log_of(macros):
    """Return the newest game of a device's log, pulled over its cable."""
    image = pull(SimpleNamespace(ask=macros.ask, port="sim"))
    assert games.verify(image).whole
    return games.one_game(image, None)


def scanned(device, macros):
    """Let the arbiter send the game away; return what a phone reads off the display."""
    macros.run(Act("arbiter", ("1234", "hand-over")))
    texts, since_us = set[str](), device.now_us
    while not texts or len(texts) < int(min(texts).split()[1].partition("/")[2]):
        device.run_until(device.now_us + 500_000)
        texts |= {read_code(device.frame())} - {""}
        assert device.now_us < since_us + 20_000_000
    print(f"{len(texts)} codes in {(device.now_us - since_us) / 1e6} s")
    return "\n".join(texts).encode()


def test_it_moves_twice_and_each_log_names_the_one_before():
    device, macros = on(armed=True)
    device.tap("B", "A", "B", pause_us=920_000)
    macros.run(Act("arbiter", ("1234", "penalty", "B", "30")))
    device.tap("STOP", "CHALLENGE", pause_us=920_000)
    device.power_cut()
    device.power_on()
    device.run_until(device.now_us + 1_000_000)
    before_it = macros
    for runtime in ("micropython", "cpython"):
        before = device.status()
        assert before["phase"] in ("recovered", "stopped")
        by_code = runtime == "cpython"
        file = scanned(device, macros) if by_code else game.take(cable(macros))
        print(len(file), "bytes")
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
        break_at = file.decode().partition('"from":"')[2].split()[0]
        left = [entry for entry in log_of(before_it).entries if "handover" in entry.logs]
        assert left[-1].chain.hex() == break_at
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
    macros.run(Act("arbiter", ("1234", "revert")))
    device.tap("STOP", pause_us=920_000)
    assert device.status()["phase"] == "running"
    for wrong in (b"{}", b"no", file.replace(b"running", b"ruining"), file.splitlines()[0]):
        with pytest.raises(UserError, match="state"):
            game.put(macros.ask, wrong, "state")


def shown(device):
    """Every figure that both confirm, as one text."""
    return str(device.app.navigator.place(whole=True)["figures"])


def test_all_that_decides_is_shown_before_both_confirm():
    """Whatever is changed in a state that is taken in all the same, the screen shows it."""
    device, macros = on(armed=True)
    device.tap("B", "A", "B", "STOP", pause_us=920_000)
    state = json.loads(joined_of(game.take(cable(macros))))
    seen = set()
    for differ, labels in (
        ({}, {}), ({"budget_ms": 900_000}, {}), ({"turn_ms": 200_000}, {}),
        ({"overtime_unit_ms": 120_000}, {}), ({"failed_challenge": 10}, {}),
        ({"least_turn_ms": 1000}, {}), ({}, {"player-a": "Ana"}), ({}, {"player-b": "Ana"}),
    ):  # fmt: skip
        other, onto = on()
        state[2] = [part for name in differ for part in (NUMBERS.index(name), differ[name])]
        state[3] = {**state[3], **labels}
        own_ms = differ.get("budget_ms", 1_800_000)  # each has the budget of the rules
        told = json.loads(json.dumps(state).replace("1800000, [0", f"{own_ms}, [0"))
        game.put(cable(onto), parted(told), "state")
        other.run_until(other.now_us + 1_000_000)
        assert other.status()["phase"] == "recovered"
        seen.add(shown(other))
    assert len(seen) == 8 and all("SIN FIRMA" in one for one in seen)


def test_whose_turn_it_is_and_which_are_still_lost_are_shown():
    """Two states whose other figures are the same would go on differently."""
    for who, owed in (("A", ""), ("B", ""), ("A", "B")):
        device, macros = on(armed=True)
        device.tap("B" if who == "A" else "A", "STOP", pause_us=920_000)
        if owed:
            macros.run(Act("arbiter", ("1234", "lose-turn", owed)))
        other, onto = on()
        game.put(cable(onto), game.take(cable(macros)), "state")
        other.run_until(other.now_us + 1_000_000)
        assert f"('', 'turno de', '{who}')" in shown(other)
        assert ("('0', 'turnos a perder', '1')" in shown(other)) == bool(owed)


def test_a_tag_is_checked_where_both_have_the_key_and_its_absence_is_told():
    device, macros = on(armed=True)
    device.app.settings.set_log_key(KEY)
    device.app.journal.set_key(KEY)
    device.tap("B", "A", "B", "STOP", pause_us=920_000)
    file = game.take(cable(macros))
    state = json.loads(joined_of(file))
    assert len(state[5]) == 20
    state[3]["player-a"] = "Ana"
    for key, sent, signed in ((KEY, file, True), (b"", file, False), (KEY, parted(state), None)):
        other, onto = on()
        other.app.journal.set_key(key)
        if signed is None:
            with pytest.raises(Refused, match="its tag does not fit"):
                game.put(cable(onto), sent, "state")
            continue
        game.put(cable(onto), sent, "state")
        other.run_until(other.now_us + 1_000_000)
        assert ("SIN FIRMA" in shown(other)) is not signed


def test_a_state_survives_another_order_of_its_parts_and_no_change():
    device, macros = on(armed=True)
    device.tap("B", "STOP", pause_us=920_000)
    lines = game.take(cable(macros)).decode().splitlines()
    parts = [f"{lines[at]}\n{lines[at + 1]}" for at in range(0, len(lines), 2)]
    assert joined(parts[::-1]) == joined(parts)
    with pytest.raises(ValueError, match="not arrived whole"):
        joined(parts[:-1])
    with pytest.raises(ValueError, match="no state of a game: .* 99 parts"):
        joined(["corrido []/99999999999999999999 5b1f2a3c\n"])
