"""The scenario language has a word for all that the firmware says, and no other."""

from corrido.core import phases
from corrido.core.game import Game
from corrido.core.presets import rules_for
from corrido.ui.screens.actions import ACTIONS

from host_tools.scenario import vocabulary as v
from host_tools.untrusted.reading import schema

# The device's menu also has these: `appeal refused`, and two that no macro uses.
ONLY_ON_THE_DEVICE = {"set-both", "appeal-refused", "lose-turn-pass", "close-for", "log"}
ADDED_BY_THE_APP = {"game", "locked"}


def test_fields_and_acts_are_the_firmwares():
    assert set(v.FIELDS) == {*Game(rules_for("fise-corrido")).status(), *ADDED_BY_THE_APP}
    assert set(v.ARBITER) == {act[0] for act in ACTIONS} - ONLY_ON_THE_DEVICE
    schema_of = schema()["$defs"]["hall_status"]["properties"]
    assert set(schema_of["phase"]["enum"]) == set(phases.ALL)
