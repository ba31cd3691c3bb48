"""A stock Pico image with deployed files: a whole game with a challenge, by the pins."""

import pytest

# All tests share one boot from files and one game, half a minute of the chip's time.
pytestmark = [pytest.mark.lab, pytest.mark.timeout(1500)]

FREE, LARGEST = 16 * 1024, 6 * 1024  # bytes free at every screen, in all and in one piece


@pytest.fixture(scope="module")
def gauge(stock_uf2):
    from host_tools.workshop.emulator.heap import played

    return played(stock_uf2)


def test_every_screen_leaves_a_reserve(gauge):
    assert len(gauge.found) == 8
    assert min(heap.free for heap in gauge.found.values()) >= FREE, gauge.found


def test_every_screen_leaves_a_large_piece(gauge):
    assert min(heap.largest for heap in gauge.found.values()) >= LARGEST, gauge.found


def test_a_game_with_a_verdict(gauge):
    """The record, the lexicon and the code share 240 KB."""
    player = gauge.player
    status = player.status()
    assert (status["phase"], status["verdict"], status["turns.A"]) == ("verdict", "invalid", "1")
    assert len(player.chip.outputs.tones(15)) >= 3
    player.press("OK")
    status = player.status()
    assert (status["phase"], status["running"]) == ("running", "B"), status


@pytest.mark.parametrize("more", [8192, 12288, 16384])
def test_more_live_data_refuses_screens_and_stops_no_clock(gauge, more):
    from host_tools.workshop.emulator.heap import pressed_with

    assert sorted(pressed_with(gauge, more)) == ["A", "B"]
    assert gauge.player.chip.resets == 0
