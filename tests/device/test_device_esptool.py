"""`corrido flash` of an ESP32, by the real esptool against a boot loader behind a pty."""

import os
import pty
import subprocess
import sys

import pytest

from tests.device.esp_rom import EspRom, application
from tests.device.rig import _raw

pytest.importorskip("esptool", reason="no esptool here: pip install esptool")


@pytest.fixture
def image(tmp_path):
    """An application image for an ESP32-C3."""
    path = tmp_path / "ESP32_GENERIC_C3.bin"
    path.write_bytes(application())
    return path


@pytest.fixture
def rom():
    """An ESP32-C3 in its boot loader."""
    rom = EspRom()
    yield rom
    rom.close()


def test_esptool_reads_the_image_as_we_do(image):
    command = [sys.executable, "-m", "esptool", "image-info", str(image)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "ESP32-C3" in said and "(valid)" in said


def test_an_image_goes_to_the_chip(rom, image, corrido):
    done = corrido("flash", image, "--port", rom.port, "--erase")
    assert done.returncode == 0, done.stderr
    data = image.read_bytes()
    assert rom.flash[: len(data)] == data and rom.erased == 1
    assert done.stdout.startswith(f"{rom.port}: {image.name} for esp32c3, SHA-256 ")


def _one_line(done, port):
    assert done.returncode == 1
    assert done.stderr.startswith(f"corrido: {port}: ") and done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize(
    ("chip", "says"), [({"chip_id": 9}, "ESP32-S3"), ({"broken": True}, "esptool: ")]
)
def test_another_chip_than_the_image_is_for_and_a_flash_that_keeps_something_else(
    image, chip, says, corrido
):
    rom = EspRom(**chip)
    line = _one_line(corrido("flash", image, "--port", rom.port), rom.port)
    rom.close()
    assert says in line


def test_a_port_that_says_nothing(image, corrido):
    device_side, held = pty.openpty()
    _raw(held, signals=False)
    port = os.ttyname(held)
    line = _one_line(corrido("flash", image, "--port", port), port)
    assert "No serial data received; hold BOOT" in line
    for side in (device_side, held):
        os.close(side)
