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

# Key, pin, closed at, and what the contact does from then on: us closed, open, closed ...
SPIKE = (0, 10, 700_000, (400,))
UNSEEN = (
    (0, 10, 150_000, (400, 1500, 34_000)),  # is open again when the loop next looks
    (1, 11, 400_000, (400, 1500, 150_000)),  # is still closed
    SPIKE,
    (1, 11, 950_000, (60_000, 1500, 900)),  # bounces when it opens
    # Open so briefly that some close again between the look and what follows it.
    *((n % 2, 10 + n % 2, 1_200_000 + 170_000 * n, (400, 60 + 60 * n, 110_000)) for n in range(8)),
)


def played(uf2, name, contacts, limit_us=60e6):
    """Run that script on a chip with the slowest flash while contacts are closed and opened.

    contacts: for each press the key's number, a time in us after the script's sign, and a function
    of the chip that moves the contact from then on. Return what the script prints, by name, and
    the true presses: key and ticks_us modulo WRAP.
    """
    from host_tools.workshop.emulator.flash import WORST

    truth = []

    def fingers(chip):
        for key, at_us, move in contacts:
            chip.at(at_us, lambda key=key: truth.append((key, chip.ticks_us() % WRAP)))
            move(chip)

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
    from host_tools.workshop.emulator.pins import bouncing

    def press(gpio, closed_us, opened_us):
        def move(chip):
            chip.play(gpio, bouncing(True, BOUNCE), closed_us)
            chip.play(gpio, bouncing(False, BOUNCE), opened_us)

        return move

    contacts = [
        (key, at_us, press(gpio, at_us, end_us)) for key, gpio, at_us, end_us in IN_ONE_ERASE
    ]
    answers, truth = played(uf2, "erase_on_chip.py", contacts, 20e6)
    start_us, erased_us = answers["span"]
    assert erased_us >= 400_000
    assert len(truth) == 4
    assert all(start_us < us < start_us + erased_us - 60_000 for _, us in truth)
    assert_booked(answers["events"], truth)
    assert answers["overflows"] == 0


def test_a_press_that_ends_while_nobody_looks_is_no_spike(uf2):
    """The loop has seen the contact open in its bounce, and is then busy for 70 ms."""

    def steps(gpio, at_us, spans_us):
        def move(chip):
            us, closed = at_us, True
            for span_us in (*spans_us, 0):
                chip.at(us, lambda closed=closed: chip.contact(gpio, closed))
                us, closed = us + span_us, not closed

        return move

    contacts = [(key, at_us, steps(gpio, at_us, spans)) for key, gpio, at_us, spans in UNSEEN]
    answers, truth = played(uf2, "blind_on_chip.py", contacts)
    spike = UNSEEN.index(SPIKE)
    assert_booked(answers["events"], truth[:spike] + truth[spike + 1 :])
