"""The boards with an ESP32-C3 and an ESP32 in QEMU, on official images, with the files deployed.

CORRIDO_QEMU names the folder of PICSimLab's QEMU; the images are CORRIDO_ESP32C3_IMAGE and
CORRIDO_ESP32_IMAGE, or lie under their own names in the cache. No time here measures the chip.
"""

import pytest

from host_tools.cli import main
from tests.lab.esp_images import bare, image_of

pytestmark = [pytest.mark.lab, pytest.mark.slow]

CHIPS = ("esp32c3", "esp32")
# Files of the portable tests that an emulated chip finishes within seconds.
QUICK = ("compat", "core_clock", "core_turns", "debounce_sources", "lights", "sound")


@pytest.fixture(params=CHIPS, scope="module")
def image(request):
    """Each available official image in turn."""
    return image_of(request.param)


@pytest.fixture(scope="module")
def seen(image):
    """Run the script of `corrido bench chips` once for each image; return its findings."""
    from host_tools.workshop.emulator.parts import look

    return look(image)


def test_nothing_is_missing(seen):
    assert seen["missing"] == [] and seen["reset"] == "power" and seen["resets"] == 0


def test_flash_is_nor(seen):
    assert seen["blocks"] == 64 and seen["erased"] and seen["programmed"]


def test_the_picture_on_the_bus(seen):
    frame = bytes.fromhex(seen["frame"])
    assert seen["picture_steps"] > 8
    assert sum(byte.bit_count() for byte in frame) == 8 * 64 * 4


def test_the_buzzer_is_heard(seen):
    assert [round(hz, -2) for hz in seen["tones_hz"]] == [2000]


def test_bouncing_presses_are_booked_once(seen):
    from host_tools.workshop.emulator.parts import PRESSED

    assert seen["pressed"] == seen["released"] == list(PRESSED)
    assert seen["overflows"] == 0


def test_the_list_is_opened_and_words_are_looked_up(seen):
    from host_tools.workshop.emulator.parts import WORDS

    assert seen["list_whole"] and seen["found"] == list(WORDS.values())


def test_a_heap_too_small_is_refused_and_a_doctor_says_what_is_missing(capfd):
    """Over the emulated UART; an ESP32's heap grows to 191 KB."""
    with bare(image_of("esp32")) as (name, port):
        assert main(["deploy", "--port", port, "--board", name]) == 2
        assert "as files the firmware needs" in capfd.readouterr().err
        assert main(["doctor", "--port", port]) == 1
        assert "no firmware on the board" in capfd.readouterr().out


def test_portable_tests(image, capsys):
    assert main(["test-board", "--uf2", str(image), *QUICK]) == 0
    assert "0 failed" in capsys.readouterr().out
