"""The one file for a board, made by the page: the same bytes as `corrido image` makes."""

from pathlib import Path

import pytest
from browsing import expect

from host_tools.cli import main
from tests.device.test_device_image import base_of

SPACE = {"rp2040": (0xA0000, 1408 << 10), "rp2350": (0x100000, 3072 << 10)}
BOARDS = {"rp2040": "pico", "rp2350": "pico2"}


@pytest.fixture
def page(page, url):
    """The page, without a serial port: any browser makes the file."""
    page.goto(url + "board.html")
    page.wait_for_selector("#board option", state="attached")
    return page


def made_by(page, base, board, preset):
    """Return the bytes of the file that the page offers."""
    page.select_option("#board", board)
    page.select_option("#preset", preset)
    page.set_input_files("#base", base)
    with page.expect_download() as offered:
        page.click("#compose")
    assert offered.value.suggested_filename == f"corrido-{board}.uf2"
    return Path(offered.value.path()).read_bytes()


@pytest.mark.parametrize("chip", SPACE)
def test_the_page_and_the_command_make_the_same_file(page, tmp_path, chip):
    base = base_of(tmp_path, chip, region=SPACE[chip])
    made = tmp_path / "club.uf2"
    words = ["--preset", "fise-no-corrido", "--set", "language=es", "-o", str(made)]
    assert main(["image", "--base", str(base), *words]) == 0
    assert made_by(page, base, BOARDS[chip], "fise-no-corrido") == made.read_bytes()
    expect(page.locator("#said")).to_contain_text(f"corrido-{BOARDS[chip]}.uf2 está hecho")


def test_a_wrong_base_is_told_and_nothing_is_offered(page, tmp_path):
    page.select_option("#board", "pico")
    page.click("#compose")
    expect(page.locator("#wrong")).to_contain_text("RPI_PICO")
    whole = base_of(tmp_path, region=SPACE["rp2040"])
    cut, text = tmp_path / "cut.uf2", tmp_path / "text.uf2"
    cut.write_bytes(whole.read_bytes()[:-512])
    text.write_bytes(b"no image")
    other = base_of(tmp_path, "rp2350", region=SPACE["rp2350"])
    for wrong in (cut, text, other):
        page.set_input_files("#base", wrong)
        page.click("#compose")
        expect(page.locator("#wrong")).to_contain_text("RPI_PICO")
        expect(page.locator("#said")).to_be_empty()


def test_a_board_that_no_drive_shows_has_no_such_file(page):
    page.select_option("#board", "esp32c3")
    expect(page.locator("#drag")).to_be_hidden()
