"""The Pico's board code on the emulated chip, with our own image and with a stock one."""

import ast

import pytest

from tests.lab.conftest import WRAP, run_script

pytestmark = pytest.mark.lab

BOUNCE = (150.0, 90.0, 1200.0, 300.0, 40.0, 700.0)
DIODE_MV = 230  # between the cell and the pin that is measured; boards/pico/board.py


@pytest.fixture(scope="module")
def seen(uf2):
    """Run the script once for each image; return the chip, its output and the true presses."""
    truth = {}

    def press(chip):
        for gpio, after in ((11, 5000.0), (10, 5400.0), (20, 200_000.0)):
            chip.at(after, lambda gpio=gpio: truth.setdefault(gpio, chip.ticks_us() % WRAP))
            chip.move(gpio, True, after, BOUNCE)
            chip.move(gpio, False, after + 90_000, BOUNCE)

    def hold(chip):
        chip.wire.held_low = True

    signs = {"hold the bus": hold, "fingers, please": press}
    return *run_script("on_chip.py", uf2, signs, 20e6, battery_raw=1500), truth


def test_flash_cause_and_battery_are_told(seen):
    _, answers, _ = seen
    blocks, cause, battery = answers["blocks"].split()
    assert int(blocks) == 64 and cause == "power"
    assert abs(int(battery) - 3 * 3300 * 1500 // 4095 - DIODE_MV) < 60


def test_flash_is_nor_and_quick(seen):
    chip, answers, _ = seen
    assert answers["erased"] == "True"
    assert answers["programmed"] == repr(b"journal\x0f\xff")
    assert int(answers["program_us"]) < 3000
    assert chip.flash.operations[-1].kind == "program"


def test_the_bus_answers_within_its_time(seen):
    _, answers, _ = seen
    code, us = answers["nack"].split()
    assert int(code) == 5 and int(us) < 1000
    code, us = answers["held"].split()
    assert int(code) == 110 and int(us) < 5000
    assert answers["recovered"] == "yes"


def test_the_buzzer_is_heard(seen):
    chip, _, _ = seen
    (tone,) = chip.outputs.tones(15)
    assert abs(tone.hz - 2000) < 5 and abs(tone.end_us - tone.start_us - 60_000) < 2000
    assert chip.outputs.high(6)


def test_bouncing_presses_are_booked_at_their_first_edge(seen):
    _, answers, truth = seen
    events = ast.literal_eval(answers["events"])
    presses = [(key, us) for key, pressed, us in events if pressed]
    assert [key for key, _ in presses] == [1, 0, 8]
    for (_, us), gpio, limit in zip(presses, (11, 10, 20), (1, 1, 50), strict=True):
        assert abs(us - truth[gpio]) <= limit
    assert sorted(key for key, pressed, _ in events if not pressed) == [0, 1, 8]
    assert answers["overflows"] == "0"
