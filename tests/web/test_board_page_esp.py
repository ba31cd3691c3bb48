"""MicroPython flashed from the browser: the real esptool-js against a boot loader behind a pty."""

from contextlib import ExitStack

import pytest
from browsing import expect
from serial_bridge import on_port

from tests.device.esp_rom import EspRom, application

# The chip's own numbers: `IMAGE_CHIP_ID` in Espressif's esptool.
C3, S3 = 5, 9


@pytest.fixture
def bench(browser, url, tmp_path):
    """Call it with a boot loader; returns the page, an image chosen, that chip on its port."""
    with ExitStack() as stack:

        def opened(rom):
            stack.callback(rom.close)
            page, _ = stack.enter_context(on_port(browser, url + "board.html", lambda: rom.port))
            page.select_option("#board", "esp32c3")
            image = tmp_path / "ESP32_GENERIC_C3.bin"
            image.write_bytes(application())
            page.set_input_files("#bin", image)
            return page

        yield opened


def test_an_image_goes_to_the_chip(bench):
    rom = EspRom(C3)
    page = bench(rom)
    page.click("#flash")
    expect(page.locator("#said")).to_contain_text("MicroPython está grabado")
    image = application()
    assert rom.flash[: len(image)] == image and rom.erased == 1
    expect(page.locator("#deploy")).to_be_enabled()


@pytest.mark.parametrize(
    ("board", "chip", "name"), [("esp32c3", S3, "ESP32-S3"), ("esp32", C3, "ESP32-C3")]
)
def test_another_chip_than_the_board_is_left_alone(bench, board, chip, name):
    rom = EspRom(chip)
    page = bench(rom)
    page.select_option("#board", board)
    page.click("#flash")
    expect(page.locator("#wrong")).to_contain_text(f"Esa placa es otra ({name})")
    assert rom.erased == 0


def test_a_flash_that_keeps_something_else_is_told(bench):
    page = bench(EspRom(C3, broken=True))
    page.click("#flash")
    expect(page.locator("#wrong")).to_contain_text("MicroPython no ha quedado grabado: MD5")
    expect(page.locator("#said")).not_to_contain_text("está grabado")


def test_no_image_is_chosen_yet(bench):
    page = bench(EspRom(C3))
    page.set_input_files("#bin", [])
    page.click("#flash")
    expect(page.locator("#wrong")).to_contain_text("Elija antes el archivo .bin")
