"""The laboratory's parts without an image: exact PIO, tones, bouncing contacts."""

import random

import pytest

pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")

from host_tools.workshop.emulator.pins import bouncing, tones_of
from host_tools.workshop.emulator.pio import ExactPio

# hal/rp2_capture.py as rp2.asm_pio assembles it, with the quiet time in OSR.
PROGRAM = (0xA047, 0x0042, 0x00C4, 0x0000, 0x0181, 0x0246, 0x00C5, 0x403E, 0x0049, 0x8000)
QUIET = 400
INPUT_ENABLE = 1 << 6


class Clock:
    nanos = 0.0


def capture(exact: bool):
    """A PIO block that runs the capture's program on pin 10, and its clock."""
    from rp2040py.rp2040 import RP2040

    chip, clock = RP2040(), Clock()
    chip.simulator = object()
    block = chip.pio[0]
    for index, word in enumerate(PROGRAM):
        block.write_uint32(0x48 + 4 * index, word)
    machine = block.machines[0]
    machine.write_uint32(0x00, 31 << 16 | 64 << 8)
    machine.write_uint32(0x04, 10 << 24 | 9 << 12)
    machine.write_uint32(0x08, 1 << 31)
    machine.output_shift_reg, machine.x = QUIET, 0xFFFFFFFF
    chip.gpio[10].pad_value |= INPUT_ENABLE
    chip.gpio[10].set_input_value(True)
    if exact:
        pio = ExactPio(block, clock)
        pio._join(0)
        pio.write_uint32(0, 1)
        return chip, clock, pio.catch_up, machine
    machine.enabled = True
    block.stopped = True

    def step_all():
        while machine.next_due_fp <= int(clock.nanos / 8) << 8:
            machine.step()

    return chip, clock, step_all, machine


def test_computed_loops_are_the_loops_stepped():
    noise = random.Random(3)
    moves, at = [], 0.0
    for _ in range(60):
        at += noise.choice((3e3, 40e3, 450e3, 900e3)) * (1 + noise.random())
        moves.append(at)
    seen = []
    for exact in (True, False):
        chip, clock, advance, machine = capture(exact)
        booked, level = [], True
        for at in moves:
            clock.nanos = at
            advance()
            level = not level
            chip.gpio[10].set_input_value(level)
            while not machine.rx_fifo.empty:
                booked.append(machine.rx_fifo.pull())
        clock.nanos = at + 2e6
        advance()
        seen.append((booked, machine.pc, machine.x, machine.y, machine.next_due_fp))
    assert seen[0] == seen[1] and len(seen[0][0]) >= 5


def test_tones_of_a_square_wave():
    rises = [1000 + 500 * index for index in range(100)]
    rises += [200_000 + 400 * index for index in range(51)]
    first, second = tones_of([float(rise) for rise in rises])
    assert round(first.hz) == 2000 and round(second.hz) == 2500
    assert (second.start_us, second.end_us) == (200_000, 220_000)
    assert tones_of([]) == tones_of([5.0]) == []


def test_a_change_of_pitch_without_a_gap():
    rises = [500.0 * index for index in range(41)]
    rises += [rises[-1] + 250.0 * (index + 1) for index in range(40)]
    assert [round(tone.hz) for tone in tones_of(rises)] == [2000, 4000]


def test_a_bouncing_contact_ends_where_it_should():
    moves = [tuple(move) for move in bouncing(True, (100.0, 50.0))]
    assert moves == [(0, True), (100, False), (150, True)]
