"""Contacts: presses become transitions; bounce is reproducible and ends when it should."""

import random

import pytest

from host_tools.sim.contacts import Contact, Edge, bounce


@pytest.mark.parametrize("seed", range(100))
def test_bounce_alternates_and_has_settled_in_time(seed: int) -> None:
    closed, bounce_us = seed % 2 == 0, random.Random(seed).choice((seed // 4, seed * 300))
    edges = bounce(7, closed, bounce_us, seed)
    assert edges[0] == Edge(7, closed)
    assert edges[-1].closed == closed
    assert edges[-1].t_us == 7 + (bounce_us if bounce_us >= 4 else 0)
    for before, after in zip(edges, edges[1:], strict=False):
        assert before.t_us < after.t_us
        assert before.closed != after.closed
    assert edges == bounce(7, closed, bounce_us, seed)
    assert len(bounce(0, closed, 8000, seed)) > 2, "not trivial"


@pytest.mark.parametrize("gap_us", [1, 500, 3_999])
def test_a_new_move_ends_the_bounce_before(gap_us: int) -> None:
    contact = Contact(1, bounce_us=4_000)
    contact.press(0, 80_000)
    contact.press(80_000 + gap_us, 80_000)
    edges = contact.take(10**12)
    for before, after in zip(edges, edges[1:], strict=False):
        assert before.closed != after.closed and before.t_us <= after.t_us
    assert edges[-1].t_us == 80_000 + gap_us + 84_000
