"""The wiring diagrams show the pins in use, and every board's page has one."""

import xml.etree.ElementTree as ET

import pytest

from host_tools.device.kinds import wiring_of
from host_tools.workshop.emulator.wiring import draw, wired_boards


@pytest.mark.parametrize("board", wired_boards(), ids=lambda board: board.name)
def test_the_picture_is_up_to_date(board):
    assert (board / "wiring.svg").read_text(encoding="utf-8") == draw(wiring_of(board))


@pytest.mark.parametrize("board", wired_boards(), ids=lambda board: board.name)
def test_the_picture_names_every_key_and_pin(board):
    wiring = wiring_of(board)
    text = " ".join(ET.fromstring(draw(wiring)).itertext())
    for name, gpio in wiring["keys"]:
        assert f"{name} to GND" in text and f"GPIO {gpio}" in text


@pytest.mark.parametrize("board", wired_boards(), ids=lambda board: board.name)
def test_every_board_has_a_page_with_picture_and_parts(board):
    page = (board / "README.md").read_text(encoding="utf-8")
    assert "(wiring.svg)" in page and "## Parts" in page
    assert max(map(len, page.splitlines())) <= 200


@pytest.mark.parametrize("board", wired_boards(), ids=lambda board: board.name)
@pytest.mark.parametrize(
    ("name", "run", "only_there"),
    [
        ("README.md", "## What has been run\n", "only silicon can show"),
        ("README.es.md", "## Lo que se ha probado\n", "solo el chip real puede enseñar"),
    ],
)
def test_every_board_says_what_was_run_and_what_only_silicon_shows(board, name, run, only_there):
    page = (board / name).read_text(encoding="utf-8")
    told = page.partition(run)[2].partition("\n## ")[0]
    assert only_there in " ".join(told.lower().split())
