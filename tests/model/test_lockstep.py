"""Core and model side by side: the same status after each input."""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.model.table import (
    FIRST_GAMES,
    GAMES,
    NEEDS_MENU,
    PAUSES,
    Table,
    hand,
    kind_of,
    offered,
    play,
    value_of,
)  # fmt: skip

CHUNKS = 8
INPUTS_A_CHUNK = 25_000
# Seeds for which core and model once differed; they stay.
TOLD_APART = (
    8, 33, 62, 77, 84, 93, 125, 146, 208, 262, 314, 376, 605, 617, 634, 718, 1286, 1421, 2736,
    4872, 15957, 400244, 400397, 700128, 900025, 1100531, 1200171,
)  # fmt: skip


INPUTS_A_GAME = 150
KEYS = (
    "press", "press", "press", "stop", "challenge", "submit", "verdict", "ok", "mark", "reason",
    "power", "set", "undo", "revert", "again", "swap", "late", "finish", "lose-turn", "penalty",
    "limit", "absent", "back", "appeal", "end", "forfeit", "sheet", "close", "reopen", "card",
    "revoke", "edit", "cancel", "fault", "menu",
)  # fmt: skip
STEP = st.tuples(st.sampled_from(KEYS), st.sampled_from(PAUSES), st.integers(0, 1 << 30))
ANY_KIND = st.integers(0, len(GAMES) - 1)
ANY_STEPS = st.lists(STEP, min_size=1, max_size=60)


def table_for(seed, games=0):
    """Return a table with a game of this seed's kind, played until the hand's patience ends."""
    table = Table(kind_of(seed, games))
    play(table, hand(seed), INPUTS_A_GAME)
    return table


def random_games(first_seed, inputs):
    """Play games from `first_seed` on until this many inputs are made; return their number."""
    made, seed = 0, first_seed
    while made < inputs:
        made += len(table_for(seed).told)
        seed += 1
    return made


def any_game(kind, steps):
    """Play one game of arbitrary inputs among those that the device ever offers."""
    table = Table(kind_of(kind))
    table.step(0, "arm")
    for key, pause, salt in steps:
        who, value = value_of(hand(salt), key)
        table.look(table.t + pause)
        if not offered(table, key, who, value):
            continue
        if key in NEEDS_MENU:
            table.step(table.t, "menu")
        table.step(table.t, key, who, value)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_hands(chunk):
    random_games(chunk * 100_000, INPUTS_A_CHUNK)


@pytest.mark.parametrize("seed", TOLD_APART)
def test_what_told_them_apart_once(seed):
    table_for(seed, FIRST_GAMES)


@settings(
    max_examples=150, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
@given(ANY_KIND, ANY_STEPS)
# A turn that the arbiter takes while the device is in `recovered` is taken at once.
@example(0, [("press", 0, 0), ("power", 0, 0), ("lose-turn", 0, 1)])
def test_any_inputs(kind, steps):
    any_game(kind, steps)
