"""Duplicate: one clock for the room, the same boards for all (French and FISE's)."""

from core_table import Table
from corrido.core import challenge, events


def room():
    """Armed, with the first board begun by either button at 1000."""
    table = Table("duplicate-fr")
    table.do(0, events.ARM)
    table.press(1000, events.A)
    return table


def test_either_button_begins_a_board():
    for who in (events.A, events.B):
        table = Table("duplicate-fr")
        table.do(0, events.ARM)
        table.press(1000, who)
        table.shows(phase="running", running="A", turn="A", clock_A="3:00.000")


def test_its_signal_its_end_and_the_next_board():
    table = room()
    table.at(151000)
    assert table.sounds() == ["warn1"]
    table.at(181000)
    table.shows(phase="count", notice="turn-expired", clock_A="0:00.000")
    table.press(181400, events.B)
    assert table.logs() == ["ignored"]  # the guard after the end
    table.press(240000, events.B)
    table.shows(phase="running", running="A", turns_A=1, turns_B=0, clock_A="3:00.000")


def test_a_board_may_end_early():
    table = room()
    table.press(61000, events.B)
    table.shows(phase="count", clock_A="2:00.000", notice="none")
    table.press(70000, events.A)
    table.shows(phase="running", turns_A=1)


def test_nobody_challenges():
    table = room()
    assert challenge.refusal(table.match) == challenge.NO_PLAY
    table.do(2000, events.CHALLENGE, table.match.challenger)
    assert table.logs() == ["ignored"]
    table.at(181000)
    table.do(182000, events.CHALLENGE, table.match.challenger)
    assert table.logs() == ["ignored"]


def test_a_stop_an_undo_and_the_end():
    table = room()
    table.do(31000, events.STOP)
    table.do(61000, events.STOP)
    table.shows(running="A", clock_A="2:30.000")
    table.at(211000)
    table.press(212000, events.B)
    table.shows(turns_A=1)
    table.undo(213000)
    table.shows(phase="stopped", turns_A=0, clock_A="0:00.000")
    table.do(214000, events.STOP)
    table.shows(phase="count")
    table.over(215000)
    table.press(230000, events.A)
    table.press(231000, events.B)
    table.shows(phase="closed")


def test_the_limit_ends_it_between_two_boards():
    table = Table("duplicate-fr", limit_ms=200000)
    table.do(0, events.ARM)
    table.press(1000, events.A)
    table.at(201000)
    table.shows(phase="over", notice="time-over")
