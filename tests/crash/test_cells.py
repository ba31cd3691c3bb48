"""Power cuts in a flash of cells with voltages, an independent fault model: cells.py."""

from tests.crash import cells


def test_cuts_anywhere_lose_nothing_that_was_acknowledged() -> None:
    found = cells.campaign(12, 1)
    assert found.pop("tries") == 12 and found.pop("cuts") >= 12
    assert found == {}


def test_the_cells_are_uncertain_where_a_cut_left_them() -> None:
    flash = cells.CellFlash(1, 5)
    flash.cut_in, flash.cut_at = 1, 0.53
    try:
        flash.program(0, bytes(4))
        raise AssertionError("the power did not fall")
    except cells.NoPower:
        flash.power_on()
    seen = set()
    for _ in range(50):
        buffer = bytearray(4)
        flash.read(0, buffer)
        seen.add(bytes(buffer))
    assert len(seen) > 1
    flash.program(0, bytes(4))
    flash.read(0, buffer)
    assert buffer == bytes(4)
