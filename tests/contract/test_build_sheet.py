"""The soldering sheet agrees with the board's table, and the board has the pins that it names."""

import pytest

from host_tools.device.kinds import wiring_of
from host_tools.paths import boards_dir
from host_tools.workshop.pages import build_sheet

WIRED = [p.parent for p in boards_dir().glob("*/board.py") if "WIRING" in p.read_text()]


def test_every_wired_board_has_its_header() -> None:
    assert {board.name for board in WIRED} == set(build_sheet.HEADERS)


@pytest.mark.parametrize("board", WIRED, ids=lambda board: board.name)
def test_every_wire_has_a_pin_of_its_own(board) -> None:
    wiring = wiring_of(board)
    wired = build_sheet.soldered(wiring)
    pads = [pad for _, pad in wired]
    assert len(set(pads)) == len(pads)
    names = [pad.name for pad in pads[2:]]
    if "VSYS" in names:
        assert names.pop() == "VSYS"  # the power comes last
    assert ("VSYS" in build_sheet.HEADERS[board.name][1]) == (len(names) + 3 == len(pads))
    gpios = {int(name.removeprefix("GP")) for name in names}
    wanted = {*wiring["i2c"][1:], *(gpio for _, gpio in wiring["keys"])}
    wanted |= {gpio for _, gpio in wiring["leds"]} | set(wiring["encoder"] or ())
    assert gpios >= wanted and pads[0].name == "GND" and pads[1].name == "3V3"


@pytest.mark.parametrize("board", WIRED, ids=lambda board: board.name)
def test_the_page_is_of_the_table_as_it_is_now(board) -> None:
    page = (board / "build.svg").read_text(encoding="utf-8")
    assert page == build_sheet.draw(wiring_of(board)), (
        "python -m host_tools.workshop.pages.build_sheet"
    )


def test_the_pins_of_a_pico_are_where_its_data_sheet_has_them() -> None:
    """Pin 1 is GP0, left at the USB socket; pin 40, opposite, is VBUS; 21 is GP16."""
    pads = build_sheet.pads_of("pico")
    left, right = [p for p in pads if p.left], [p for p in pads if not p.left]
    assert len(left) == len(right) == 20
    numbers = {p.name: n for n, p in enumerate(left, 1)} | {
        p.name: 41 - n for n, p in enumerate(right, 1)
    }
    assert (numbers["GP0"], numbers["GP10"], numbers["GP15"]) == (1, 14, 20)
    assert (numbers["VBUS"], numbers["VSYS"], numbers["3V3"], numbers["GP16"]) == (40, 39, 36, 21)


def test_a_pin_that_a_board_has_not_is_told() -> None:
    wiring = {**wiring_of(boards_dir() / "pico"), "keys": (("A", 23),)}
    with pytest.raises(ValueError, match="no pin GP23"):
        build_sheet.soldered(wiring)
