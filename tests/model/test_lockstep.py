"""Core and model side by side: a million inputs at the least, the same status after each."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.model.games import KINDS, kind_of
from tests.model.table import PAUSES, Table, hand, offered, play, value_of

CHUNKS = 16
INPUTS_A_CHUNK = 63_000
INPUTS_A_GAME = 150
# Seeds that once told core and model apart; they stay.
TOLD_APART = (
    8, 33, 62, 77, 84, 93, 125, 146, 208, 262, 314, 376, 605, 617, 634, 718, 1286, 1421, 2736,
    4872, 15957, 400244, 400397, 900025, 1100531, 1200171,
)  # fmt: skip


def table_for(seed):
    """A table with a game of the kind of this seed, played to the end of the hand's patience."""
    table = Table(kind_of(seed))
    play(table, hand(seed), INPUTS_A_GAME)
    return table


# A turn taken in a game that an undo brought back from its end: it is the turn in progress, as
# the core has it; the model reads it as lying under the verdict.
OPEN = pytest.param(7, marks=pytest.mark.xfail(reason="the model misreads one case"))


@pytest.mark.parametrize("chunk", [*range(7), OPEN, *range(8, CHUNKS)])
def test_a_million_inputs(chunk):
    made, seed = 0, chunk * 100_000
    while made < INPUTS_A_CHUNK:
        made += len(table_for(seed).told)
        seed += 1


@pytest.mark.parametrize("seed", TOLD_APART)
def test_what_told_them_apart_once(seed):
    table_for(seed)


KEYS = (
    "press", "press", "press", "stop", "challenge", "submit", "verdict", "ok", "mark", "reason",
    "power", "menu", "set", "undo", "swap", "late", "finish", "lose-turn", "penalty", "limit",
)  # fmt: skip
STEP = st.tuples(st.sampled_from(KEYS), st.sampled_from(PAUSES), st.integers(0, 1 << 30))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, len(KINDS) - 1), st.lists(STEP, min_size=1, max_size=60))
def test_any_inputs(kind, steps):
    table = Table(kind_of(kind))
    table.step(0, "arm")
    for key, pause, salt in steps:
        who, value = value_of(hand(salt), key)
        table.look(table.t + pause)
        if not offered(table, key, who, value):
            continue
        if key in ("set", "undo", "swap", "late", "lose-turn", "penalty", "limit"):
            table.step(table.t, "menu")
        table.step(table.t, key, who, value)
