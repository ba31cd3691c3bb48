"""`corrido flash` of an ESP32, by the real esptool against a boot loader behind a pty."""

from contextlib import closing

import pytest

from tests.device.esp_rom import EspRom, application
from tests.hostile.peers import Peer


@pytest.fixture
def flash(tmp_path, corrido):
    """Call it with a port: flash an image for an ESP32-C3; return how the command ended."""
    image = tmp_path / "ESP32_GENERIC_C3.bin"
    image.write_bytes(application())
    return lambda port, *words: corrido("flash", image, "--port", port, *words)


def test_an_image_goes_to_the_chip(flash):
    with closing(EspRom()) as rom:
        done = flash(rom.port, "--erase")
    assert done.returncode == 0, done.stderr
    data = application()
    assert rom.flash[: len(data)] == data and rom.erased == 1
    assert done.stdout.startswith(f"{rom.port}: ESP32_GENERIC_C3.bin for esp32c3, SHA-256 ")


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: EspRom(chip_id=9), "ESP32-S3"), (lambda: EspRom(broken=True), "esptool: "),
        (Peer, "No serial data received; hold BOOT"),
    ],
    ids=["another chip", "a flash that keeps something else", "silence"],
)  # fmt: skip
def test_what_fails_is_one_line(flash, made, says):
    with closing(made()) as rom:
        done = flash(rom.port)
    assert done.returncode == 1 and says in done.stderr
    assert done.stderr.startswith(f"corrido: {rom.port}: ") and done.stderr.count("\n") == 1
