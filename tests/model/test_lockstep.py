"""Core and model side by side: the same status after each input."""

from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.model.table import (
    GAMES,
    NEEDS_MENU,
    PAUSES,
    Table,
    kind_of,
    offered,
    play,
    value_of,
)  # fmt: skip

CHUNKS = 8
INPUTS_A_CHUNK = 25_000
INPUTS_A_GAME = 150
KEYS = (
    "press", "press", "press", "stop", "challenge", "submit", "verdict", "ok", "mark", "reason",
    "power", "set", "again", "swap", "late", "finish", "lose-turn", "penalty",
    "limit", "absent", "back", "appeal", "end", "forfeit", "sheet", "close", "reopen", "card",
    "revoke", "edit", "cancel", "fault", "menu",
)  # fmt: skip
STEP = st.tuples(st.sampled_from(KEYS), st.sampled_from(PAUSES), st.integers(0, 1 << 30))
ANY_KIND = st.integers(0, len(GAMES) - 1)
ANY_STEPS = st.lists(STEP, min_size=1, max_size=60)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_hands(chunk):
    made, seed = 0, chunk * 100_000
    while made < INPUTS_A_CHUNK:
        table = Table(kind_of(seed))
        play(table, Random(seed), INPUTS_A_GAME)
        made, seed = made + len(table.told), seed + 1


@settings(
    max_examples=150, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
@given(ANY_KIND, ANY_STEPS)
# A turn that the arbiter takes while the device is in `recovered` is taken at once.
@example(0, [("press", 0, 0), ("power", 0, 0), ("lose-turn", 0, 1)])
def test_any_inputs(kind, steps):
    """One game of arbitrary inputs among those that the device ever offers."""
    table = Table(kind_of(kind))
    table.step(0, "arm")
    for key, pause, salt in steps:
        who, value = value_of(Random(salt), key)
        table.look(table.t + pause)
        if not offered(table, key, who, value):
            continue
        if key in NEEDS_MENU:
            table.step(table.t, "menu")
        table.step(table.t, key, who, value)
