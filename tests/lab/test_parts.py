"""The laboratory's parts without an image: tones and bouncing contacts."""

import pytest

pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")

from host_tools.workshop.emulator.pins import bouncing, tones_of


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
