"""Presses during loads that stop the processor, captured in four ways in the same run."""

import ast
from pathlib import Path

import pytest

pytestmark = pytest.mark.lab

BOUNCE = (150.0, 90.0, 1200.0, 300.0)
WRAP = 1 << 30
# The board's key number, its pin, closed at and opened at, in us after the script's sign.
# Both players nearly at once, and both again with the order reversed.
IN_ONE_ERASE = (
    (0, 10, 60_000, 130_000), (1, 11, 60_300, 150_000),
    (1, 11, 240_000, 300_000), (0, 10, 240_200, 330_000),
)  # fmt: skip

# Key, pin, when, and what the contact does after its first closing: us closed, open, closed ...
UNSEEN = (
    (0, 10, 150_000, (400, 1500, 34_000)),  # is open again when the loop next looks
    (1, 11, 400_000, (400, 1500, 150_000)),  # is still closed
    (0, 10, 700_000, (400,)),  # a spike
    (1, 11, 950_000, (60_000, 1500, 900)),  # bounces when it opens
)


def at_repl(uf2):
    """Return a chip at its REPL, with the firmware's files and the slowest flash."""
    from host_tools.sim.ssd1306 import Ssd1306
    from host_tools.workshop.emulator.chip import Chip
    from host_tools.workshop.emulator.flash import WORST
    from host_tools.workshop.emulator.payload import needed_files, prepared_flash

    files = {name: data for name, data in needed_files(uf2).items() if name != "main.py"}
    chip = Chip(uf2, prepared_flash(uf2, files), {0x3C: Ssd1306()}, WORST)
    chip.run_until(lambda: chip.console.connected, 5e6)
    return chip


def test_booked_exactly_when_idle(one_uf2):
    from host_tools.workshop.emulator.presses import measure

    seen = measure(one_uf2, "idle", 6)
    assert seen["pio"].lost == seen["pio"].extra == 0
    assert abs(seen["pio"].worst_us) <= 2
    assert seen["hard"].lost == 0 and abs(seen["hard"].worst_us) <= 50


@pytest.mark.slow
def test_booked_exactly_through_an_erase_of_400_ms(one_uf2):
    from host_tools.workshop.emulator.presses import measure

    seen = measure(one_uf2, "4 KiB erases, 400 ms", 5)
    assert seen["pio"].lost == seen["pio"].extra == 0
    assert abs(seen["pio"].worst_us) <= 2
    assert seen["hard"].lost + seen["poll"].lost > 0


def test_presses_inside_one_erase_of_400_ms_are_all_right_in_time(one_uf2):
    """Two by each player while the processor sees nothing: no press is lost, none doubled."""
    from host_tools.device.payload import beside_firmware
    from host_tools.workshop.emulator.pins import bouncing

    chip = at_repl(one_uf2)
    truth = []

    def fingers():
        for key, gpio, closed_us, opened_us in IN_ONE_ERASE:
            chip.at(closed_us, lambda key=key: truth.append((key, chip.ticks_us() % WRAP)))
            chip.play(gpio, bouncing(True, BOUNCE), closed_us)
            chip.play(gpio, bouncing(False, BOUNCE), opened_us)

    chip.console.on_output(b"fingers, please", fingers)
    source = beside_firmware(Path(__file__).with_name("erase_on_chip.py"))
    lines = chip.execute(source, limit_us=20e6).splitlines()
    answers = {
        name: ast.literal_eval(value)
        for name, _, value in (line.partition(": ") for line in lines if ": " in line)
    }
    start_us, erased_us = answers["span"]
    assert erased_us >= 400_000
    assert len(truth) == 4
    assert all(start_us < us < start_us + erased_us - 60_000 for _, us in truth)
    booked = [(key, us) for key, pressed, us in answers["events"] if pressed]
    assert [key for key, _ in booked] == [key for key, _ in truth]
    assert all(abs(us - at) <= 1 for (_, us), (_, at) in zip(booked, truth, strict=True))
    # Each is also released, or the key's second press would be none.
    assert sorted(key for key, pressed, _ in answers["events"] if not pressed) == [0, 0, 1, 1]
    assert answers["overflows"] == 0


def test_a_press_that_ends_while_nobody_looks_is_no_spike(one_uf2):
    """The loop has seen the contact open in its bounce, and is then busy for 70 ms."""
    from host_tools.device.payload import beside_firmware

    chip = at_repl(one_uf2)
    truth = []

    def fingers():
        for key, gpio, at_us, spans_us in UNSEEN:
            chip.at(at_us, lambda key=key: truth.append((key, chip.ticks_us() % WRAP)))
            closed = True
            for span_us in (*spans_us, 0):
                chip.at(at_us, lambda gpio=gpio, closed=closed: chip.contact(gpio, closed))
                at_us, closed = at_us + span_us, not closed

    chip.console.on_output(b"fingers, please", fingers)
    source = beside_firmware(Path(__file__).with_name("blind_on_chip.py"))
    out = chip.execute(source)
    events = ast.literal_eval(out.partition("events: ")[2].splitlines()[0])
    booked = [(key, us) for key, pressed, us in events if pressed]
    real = [truth[0], truth[1], truth[3]]
    assert [key for key, _ in booked] == [key for key, _ in real], events
    assert all(abs(us - at) <= 1 for (_, us), (_, at) in zip(booked, real, strict=True))
    assert sorted(key for key, pressed, _ in events if not pressed) == [0, 1, 1]


def test_stamps_are_given_to_presses():
    from host_tools.workshop.emulator.presses import judge

    found = judge([1000, 200_000, 400_000], [1010, 200_500, 200_900])
    assert found.lost == 1 and found.extra == 1 and found.worst_us == 500
    assert judge([5], [(1 << 30) - 3]).worst_us == -8
    assert judge([], []).median_us is None
