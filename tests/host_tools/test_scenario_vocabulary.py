"""The scenario language's words agree with the firmware's: neither may change alone."""

import pytest
from corrido.core import events, match, phases
from corrido.core.game import Game
from corrido.core.presets import rules_for
from corrido.parts import KEYS
from corrido.services.sound import PATTERNS
from corrido.store.journal.codec import LOG_KINDS
from corrido.ui import tiles
from corrido.ui.screens.actions import ACTIONS
from corrido.ui.texts import LANGUAGES
from corrido.ui.texts.source import whole

from host_tools.clocks import clock_ms, clock_text
from host_tools.scenario import vocabulary as v
from host_tools.untrusted.reading import schema

# The device's menu also has these: `appeal refused`, and two that no macro uses.
ONLY_ON_THE_DEVICE = {"set-both", "appeal-refused", "lose-turn-pass", "close-for", "log"}
# Log entries that no `expect log` counts.
UNCOUNTED = {"dropped", "folded"}
ADDED_BY_THE_APP = {"game", "locked"}


@pytest.mark.parametrize(
    ("ours", "firmware"),
    [
        (v.KEYS, KEYS),
        (set(v.PHASES), set(phases.ALL)),
        (set(schema()["$defs"]["hall_status"]["properties"]["phase"]["enum"]), set(phases.ALL)),
        (v.WHO, events.WHO_NAMES),
        (v.MARKS, events.MARKS),
        (v.FIELDS["reason"], events.REASONS[: events.COUNTING]),
        (v.FIELDS["verdict"], events.VERDICTS),
        (v.FIELDS["card.A"], events.CARDS),
        (set(v.LOG_KINDS), set(LOG_KINDS) - UNCOUNTED),
        (set(v.SOUNDS), set(PATTERNS)),
        (v.MOST_WORDS, tiles.MOST_WORDS),
        (set(v.ARBITER), {a[0] for a in ACTIONS} - ONLY_ON_THE_DEVICE),
        (set(v.FIELDS), {*Game(rules_for("fise-corrido")).status(), *ADDED_BY_THE_APP}),
    ],
)
def test_words_are_the_firmwares(ours, firmware):
    assert ours == firmware


@pytest.mark.parametrize("language", LANGUAGES)
def test_notices_are_those_that_have_a_text(language):
    texts = whole(language)
    told = {key.partition(".")[2] for key in texts if key.startswith("notice.")}
    assert set(v.NOTICES) == told


@pytest.mark.parametrize("ms", [0, 1, 999, 59_999, 60_000, 3_600_001, -1, -1000, -60_000, -61_042])
def test_a_clock_reads_as_the_firmware_writes_it(ms):
    assert clock_text(ms) == match.exact(ms)
    assert clock_ms(match.exact(ms), decimals=True) == ms
