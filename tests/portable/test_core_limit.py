"""The game's own limit: its time never stops, and turns are made equal (art. 30, 42.6, 45.5)."""

from core_table import Table
from corrido.core import events


def limited(preset="fise-corrido", limit_ms=60000):
    return Table(preset, limit_ms=limit_ms).start()


def test_none_by_default():
    Table().start().shows(limit="none")


def test_it_starts_with_the_first_clock():
    table = Table(limit_ms=60000)
    table.do(0, events.ARM)
    table.at(30000)
    table.shows(limit="1:00.000")
    table.press(31000, events.B)
    table.at(41000)
    table.shows(limit="0:50.000")


def test_it_starts_in_late_too():
    table = Table(limit_ms=60000)
    table.do(0, events.ARM)
    table.do(10000, events.LATE, events.A)
    table.at(20000)
    table.shows(limit="0:50.000")
    table.at(70000)
    table.shows(phase="over", notice="time-over")


def test_it_runs_through_stops_and_challenges():
    table = limited()
    table.challenge(11000, events.VALID)
    table.at(31000)
    table.shows(limit="0:30.000", clock_A="29:50.000")
    table.do(32000, events.OK)
    table.do(33000, events.STOP)
    table.at(41000)
    table.shows(limit="0:20.000")


def test_over_at_once_with_equal_turns():
    table = limited()
    assert table.match.next_due_ms() == 61000
    table.at(61000)
    assert table.logs() == ["limit"]
    assert table.sounds() == ["limit"]
    table.shows(phase="over", notice="time-over", turns_A=0, limit="0:00.000", running="none")
    assert table.match.next_due_ms() == -1


def test_it_comes_before_a_hand_over_of_the_same_millisecond():
    table = limited()
    table.press(61000, events.A)
    table.shows(phase="over", turns_A=0)


def test_the_second_player_gets_his_turn():
    table = limited()
    table.press(11000, events.A)
    table.at(61000)
    assert table.logs() == ["limit"]
    table.shows(phase="running", running="B", notice="last-turn", limit="0:00.000")
    table.press(90000, events.B)
    assert table.logs() == ["press"]
    table.shows(phase="over", notice="time-over", turns_A=1, turns_B=1, clock_B="28:41.000")


def test_in_the_last_turn_all_is_as_usual():
    table = limited("fise-no-corrido")
    table.press(11000, events.A)
    table.press(12000, events.A)
    table.at(61000)
    table.press(70000, events.B)
    table.shows(phase="count", notice="last-turn")
    table.challenge(71000, events.INVALID)
    table.shows(phase="verdict", notice="last-turn")
    table.press(80000, events.B)
    table.shows(phase="over", notice="time-over", turns_B=1, verdict="none")


def test_an_appeal_comes_before_the_end():
    table = limited()
    table.press(11000, events.A)
    table.at(61000)
    table.challenge(62000, events.INVALID)
    table.do(70000, events.APPEAL, 0, 1)
    table.do(71000, events.OK)
    table.shows(phase="running", running="B", notice="last-turn")


def test_over_in_whatever_phase():
    for prepare in (
        lambda table: table.do(11000, events.STOP),
        lambda table: table.do(11000, events.CHALLENGE, events.B),
        lambda table: table.challenge(11000, events.INVALID),
        lambda table: table.do(11000, events.POWER),
        lambda table: table.do(11000, events.FAULT, 0, 1),
    ):
        table = limited()
        prepare(table)
        table.at(61000)
        table.shows(phase="over", notice="time-over", turns_A=0, reason="none", verdict="none")


def test_a_lost_turn_makes_them_equal():
    table = limited()
    table.press(11000, events.A)
    table.at(61000)
    table.do(62000, events.MENU)
    table.do(62000, events.LOSE_TURN, events.B)
    table.shows(phase="over", notice="time-over", turns_B=1)


def test_an_owed_turn_is_the_last():
    table = limited()
    table.do(2000, events.MENU)
    table.do(2000, events.LOSE_TURN, events.B)
    table.do(3000, events.STOP)
    table.at(61000)
    table.shows(phase="over", turns_A=0, turns_B=0)


def test_time_is_given_and_taken():
    table = limited()
    table.do(11000, events.LIMIT, 0, 300000)
    assert table.logs() == ["limit"]
    table.at(21000)
    table.shows(limit="4:50.000")
    table.do(22000, events.LIMIT, 0, 1000)
    table.at(23000)
    table.shows(phase="over", notice="time-over")


def test_a_limit_is_given_to_a_game_without():
    table = Table()
    table.do(0, events.ARM)
    table.do(10, events.LIMIT, 0, 60000)
    table.at(20000)
    table.shows(limit="1:00.000")
    table.press(21000, events.B)
    table.at(31000)
    table.shows(limit="0:50.000")


def test_a_limit_below_nothing_is_refused():
    table = limited()
    table.do(11000, events.LIMIT, 0, -1)
    assert table.effects == [("refused", events.LIMIT)]
    table.shows(limit="0:50.000")


def test_time_for_a_last_turn():
    table = limited()
    table.press(11000, events.A)
    table.at(62000)
    table.do(63000, events.LIMIT, 0, 60000)
    table.shows(notice="none", phase="running")
    table.press(70000, events.B)
    table.shows(phase="running", running="A")


def test_time_for_a_game_that_its_limit_ended():
    table = limited()
    table.at(61000)
    table.do(90000, events.LIMIT, 0, 60000)
    table.shows(phase="stopped", reason="arbiter", turn="A", notice="none", limit="1:00.000")
    table.do(100000, events.STOP)
    table.shows(phase="running", running="A", clock_A="29:00.000", limit="0:50.000")
    table.at(150000)
    table.shows(phase="over", notice="time-over")


def test_time_after_the_last_turn_goes_on_with_the_next():
    table = limited()
    table.press(11000, events.A)
    table.press(70000, events.B)
    table.do(90000, events.LIMIT, 0, 60000)
    table.shows(phase="stopped", turn="A", turns_A=1, turns_B=1, clock_B="29:01.000")


def test_a_limit_in_over_that_it_did_not_end_changes_only_itself():
    table = limited()
    table.over(11000)
    table.do(20000, events.LIMIT, 0, 30000)
    table.shows(phase="over", notice="none")


def test_the_limit_stands_when_the_game_is_over():
    table = limited()
    table.over(11000)
    table.at(90000)
    table.shows(phase="over", limit="0:47.000", notice="none")
