"""Core and model side by side: the same status after each input."""

from random import Random

import pytest

from tests.model.table import Table, kind_of, play

CHUNKS = 8
INPUTS_A_CHUNK = 25_000
INPUTS_A_GAME = 150


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_hands(chunk):
    made, seed = 0, chunk * 100_000
    while made < INPUTS_A_CHUNK:
        table = Table(kind_of(seed))
        play(table, Random(seed), INPUTS_A_GAME)
        made, seed = made + len(table.told), seed + 1
