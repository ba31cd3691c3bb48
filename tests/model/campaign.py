"""Core and model side by side: random hands that follow the screens, and arbitrary inputs."""

from hypothesis import HealthCheck, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from tests.model.games import KINDS, kind_of
from tests.model.table import NEEDS_MENU, PAUSES, Table, hand, offered, play, value_of

INPUTS_A_GAME = 150
KEYS = (
    "press", "press", "press", "stop", "challenge", "submit", "verdict", "ok", "mark", "reason",
    "power", "set", "undo", "revert", "again", "swap", "late", "finish", "lose-turn", "penalty",
    "limit", "absent", "back", "appeal", "end", "forfeit", "sheet", "close", "reopen", "card",
    "revoke", "edit", "cancel", "fault", "menu",
)  # fmt: skip
STEP = st.tuples(st.sampled_from(KEYS), st.sampled_from(PAUSES), st.integers(0, 1 << 30))
ANY_KIND = st.integers(0, len(KINDS) - 1)
ANY_STEPS = st.lists(STEP, min_size=1, max_size=60)


def table_for(seed, kinds=0):
    """Return a table with a game of this seed's kind, played until the hand's patience ends."""
    table = Table(kind_of(seed, kinds))
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


def any_games(examples, seed):
    """Try this many lists of inputs, made and shrunk by hypothesis; raise for any difference."""

    @seeded(seed)
    @settings(
        max_examples=examples, deadline=None, database=None, report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(ANY_KIND, ANY_STEPS)
    def find(kind, steps):
        any_game(kind, steps)

    find()
