"""The one table of types and ranges: it knows every field, and lets in whatever a device makes."""

import pytest
from corrido.app import carried
from corrido.core import phases
from corrido.core.game import Game
from corrido.core.presets import COMMON, PRESETS, rules_for
from corrido.core.rules import Rules
from corrido.store import door
from corrido.store import settings_table as table
from corrido.store.game_record import blanks, folded, unfolded

from tests.model.test_laws import wild

# A value that no setting and no preset has, by the page of the settings.
OUT = {
    "budget_ms": 5_000, "budget_a_ms": 6_000_000, "turn_ms": 1, "limit_ms": -2, "guard_ms": 5_001,
    "signals_ms": (1500,), "overtime_points": -1, "overtime_unit_ms": 1, "end_passes": 0,
    "failed_challenge": 1005, "confirm_challenge": 1, "challenge_when": 2, "at_zero": "never",
    "overtime_from_ms": -9007199254740992, "name": "", "mode": 4, "verified": None,
    "official": "umpire", "language": "spanish", "hold_ms": 1.0, "low_time_ms": True,
}  # fmt: skip


def test_every_field_has_its_row():
    rules = rules_for("fise-corrido")
    told = {name for row in door.TABLE["Rules"].split() for name in (row.partition("=")[0],)}
    assert told | {table.field_of(name) for name in table.OVERRIDES} == {*COMMON, "name"}
    assert set(door.TABLE) == {type(one).__name__ for one in blanks(rules)} | {"Rules"}
    door.state(Game(rules))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_passes(preset):
    door.rules(rules_for(preset))


@pytest.mark.parametrize("field", OUT)
def test_a_rule_out_of_range_is_named(field):
    values = {"name": "blitz", **COMMON, field: OUT[field]}
    with pytest.raises(ValueError, match=field):
        door.rules(Rules(**values))


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_every_state_of_a_game_passes(first):
    for seed in range(first, first + 30):
        for core, t, key, who, value in wild(seed):
            core.feed(t, key, who, value)
            match = door.state(core.match)
            at_rest = match.phase in (phases.STOPPED, phases.RECOVERED)
            if at_rest and not (match.question or match.ending or match.left):
                carried.stopped(unfolded(folded(match), match.rules))
