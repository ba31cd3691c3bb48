"""The scenario language has a word for all that the firmware says, and no other."""

from corrido.core import phases
from corrido.core.game import Game
from corrido.core.presets import rules_for

from host_tools.scenario import vocabulary as v
from host_tools.untrusted.reading import schema

ADDED_BY_THE_APP = {"game", "locked"}


def test_fields_are_the_firmwares():
    assert set(v.FIELDS) == {*Game(rules_for("fise-corrido")).status(), *ADDED_BY_THE_APP}
    schema_of = schema()["$defs"]["hall_status"]["properties"]
    assert set(schema_of["phase"]["enum"]) == set(phases.ALL)
