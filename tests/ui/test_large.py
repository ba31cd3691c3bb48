"""The setting `large`, beside its pictures: both clocks again, and a time too wide for it."""

from host_tools.sim import ocr
from host_tools.workshop.screens.cases import walk


def test_a_second_press_and_a_time_too_wide_show_both_as_ever():
    table = walk('@large-other UP "A_T0', "es")
    one = walk("@large", "es").picture()[:1]
    assert table.wait(4500).picture()[:1] == one == b"\xff", "A's alone again, with its bar"
    table.match.player(1).clock.left_ms = -6_900_000  # two hours would take long
    assert any("-115:" in line for line in ocr.read_text(table.wait(2000).picture()))
