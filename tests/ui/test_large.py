"""The setting `large`: one clock in figures as tall as the display, the other by a key."""

import pytest

from host_tools.sim import ocr
from host_tools.workshop.screens.cases import Table, playing


@pytest.fixture
def table() -> Table:
    """A device that plays with large figures, A's clock running."""
    return playing("es", budget="65", large="yes").wait(500)


def halved(frame: bytes, x: int) -> bytes:
    """Return the picture at half the size, from column x on, its last columns dark."""
    small = bytearray(1024)
    for y in range(0, 64, 2):
        for at, column in enumerate(range(x, 128, 2)):
            bit = frame[y // 8 * 128 + column] >> y % 8 & 1
            small[(y // 16 + 2) * 128 + at] |= bit << y // 2 % 8
    return bytes(small)


def read(table: Table) -> str:
    """Return the large time whose figures begin in column 8 or after it."""
    return "".join(ocr.read_text(halved(table.picture(), 8))).strip()


def bars(table: Table) -> tuple[bool, bool]:
    """Return whether there is a bar at A's side, and at B's."""
    frame = table.picture()
    return frame[0] == 0xFF, frame[127] == 0xFF


def test_the_clock_on_turn_then_the_other_then_both(table: Table) -> None:
    assert read(table) == "1:05" and bars(table) == (True, False)
    table.press("UP")
    assert bars(table) == (False, True), "B's clock"
    table.press("UP")
    assert "A T0" in " ".join(ocr.read_text(table.picture())), "both, as ever"
    assert bars(table.wait(4500)) == (True, False), "and A's alone again"


def test_a_time_too_wide_is_shown_as_ever(table: Table) -> None:
    assert read(table.wait(67_000)) == "-0:03"
    table.match.player(1).clock.left_ms = -6_900_000  # two hours would take long
    assert any("-115:" in line for line in ocr.read_text(table.wait(2000).picture()))
