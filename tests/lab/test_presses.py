"""Presses while the processor sees nothing, captured as in play."""

import ast

import pytest

from tests.lab.conftest import WRAP, run_script

pytestmark = pytest.mark.lab

BOUNCE = (150.0, 90.0, 1200.0, 300.0)
# A key's number, its pin, closed at and opened at, in us after the script's sign.
# Both players nearly at once, and both again with the order reversed.
IN_ONE_ERASE = (
    (0, 10, 60_000, 130_000), (1, 11, 60_300, 150_000),
    (1, 11, 240_000, 300_000), (0, 10, 240_200, 330_000),
)  # fmt: skip

# Key, pin, closed at in us after the script's sign, and from then on: us closed, open, closed ...
SPIKE = (0, 10, 700_000, (400,))
UNSEEN = (
    (0, 10, 150_000, (400, 1500, 34_000)),  # is open again when the loop next looks
    (1, 11, 400_000, (400, 1500, 150_000)),  # is still closed
    SPIKE,
    (1, 11, 950_000, (60_000, 1500, 900)),  # bounces when it opens
    # Open so briefly that some close again between the look and what follows it.
    *((n % 2, 10 + n % 2, 1_200_000 + 170_000 * n, (400, 60 + 60 * n, 110_000)) for n in range(8)),
)


def played(uf2, name, presses, limit_us=60e6):
    """Run that script on a chip with the slowest flash while contacts are closed and opened.

    presses: as UNSEEN. Return what the script prints, by name, and the true presses: key and
    ticks_us modulo WRAP.
    """
    from host_tools.workshop.emulator.flash import WORST

    truth = []

    def fingers(chip):
        for key, gpio, at_us, spans_us in presses:
            chip.at(at_us, lambda key=key: truth.append((key, chip.ticks_us() % WRAP)))
            chip.move(gpio, True, at_us, spans_us)

    _, told = run_script(name, uf2, {"fingers, please": fingers}, limit_us, timing=WORST)
    return {name: ast.literal_eval(value) for name, value in told.items()}, truth


def assert_booked(events, truth):
    """Assert that these presses, no others, are booked at their first edges, to 1 us."""
    booked = [(key, us) for key, pressed, us in events if pressed]
    assert [key for key, _ in booked] == [key for key, _ in truth], events
    assert all(abs(us - at) <= 1 for (_, us), (_, at) in zip(booked, truth, strict=True))
    # Each is also released, or the key's next press would be none.
    released = [key for key, pressed, _ in events if not pressed]
    assert sorted(released) == sorted(key for key, _ in truth)


def test_presses_inside_one_erase_of_400_ms_are_all_right_in_time(uf2):
    """Two by each player while the processor sees nothing: no press is lost, none doubled."""
    presses = [
        (key, gpio, at_us, (*BOUNCE, end_us - at_us - sum(BOUNCE), *BOUNCE))
        for key, gpio, at_us, end_us in IN_ONE_ERASE
    ]
    answers, truth = played(uf2, "erase_on_chip.py", presses, 20e6)
    start_us, erased_us = answers["span"]
    assert erased_us >= 400_000
    assert len(truth) == 4
    assert all(start_us < us < start_us + erased_us - 60_000 for _, us in truth)
    assert_booked(answers["events"], truth)
    assert answers["overflows"] == 0


def test_a_press_that_ends_while_nobody_looks_is_no_spike(uf2):
    """The loop has seen the contact open in its bounce, and is then busy for 70 ms."""
    answers, truth = played(uf2, "blind_on_chip.py", UNSEEN)
    spike = UNSEEN.index(SPIKE)
    assert_booked(answers["events"], truth[:spike] + truth[spike + 1 :])
