"""The scenario language has a word for all that the firmware says, and no other."""

import pytest
from corrido.core import match, phases
from corrido.core.game import Game
from corrido.core.presets import rules_for
from corrido.ui.screens.actions import ACTIONS
from corrido.ui.texts import LANGUAGES
from corrido.ui.texts.source import whole

from host_tools.clocks import clock_ms, clock_text
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_notices_are_those_that_have_a_text(language):
    texts = whole(language)
    told = {key.partition(".")[2] for key in texts if key.startswith("notice.")}
    assert set(v.NOTICES) == told


@pytest.mark.parametrize("ms", [0, 1, 999, 59_999, 60_000, 3_600_001, -1, -1000, -60_000, -61_042])
def test_a_clock_reads_as_the_firmware_writes_it(ms):
    assert clock_text(ms) == match.exact(ms)
    assert clock_ms(match.exact(ms), decimals=True) == ms
