"""Turns in the three ways of keeping time, their guard, signals and overtime (art. 31-33, 35)."""

from core_table import Table
from corrido.core import events


def test_the_opener_is_the_other_one():
    table = Table().start()
    assert table.logs() == ["press", "start"]
    assert table.effects[0] == ("log", "press", events.B, events.PRESS)
    table.shows(phase="running", running="A", turn="A", notice="none", marks="play")
    other = Table()
    other.do(0, events.ARM)
    other.press(10, events.A)
    other.shows(running="B", turn="B")


def test_corrido_hands_over_at_the_first_press():
    table = Table().start()
    table.press(31000, events.A)
    assert table.logs() == ["press"]
    assert ("stop-warnings",) in table.effects
    assert table.sounds() == []
    table.shows(running="B", turn="B", turns_A=1, turns_B=0, clock_A="29:30.000")


def test_the_other_players_press_is_ignored_and_silent():
    table = Table().start()
    table.press(2000, events.B)
    assert table.effects == [("log", "ignored", events.B, events.PRESS)]
    table.shows(running="A", turns_A=0)


def test_no_corrido_counts_between_two_presses():
    table = Table("fise-no-corrido").start()
    table.press(31000, events.A)
    table.shows(phase="count", running="none", turn="A", turns_A=0, clock_A="24:30.000")
    table.press(31499, events.A)
    assert table.logs() == ["ignored"]
    table.press(31500, events.A)
    table.shows(phase="running", running="B", turns_A=1, clock_A="24:30.000")


def test_the_guard_is_a_setting_and_holds_over_a_stop():
    table = Table("fise-no-corrido", guard_ms=2000).start()
    table.press(31000, events.A)
    table.do(31100, events.STOP)
    table.do(31200, events.STOP)
    table.press(32999, events.A)
    table.shows(phase="count")
    table.press(33000, events.A)
    table.shows(phase="running", running="B")


def test_only_the_mover_ends_his_recuento():
    table = Table("fise-no-corrido").start()
    table.press(31000, events.A)
    table.press(40000, events.B)
    assert table.logs() == ["ignored"]
    table.shows(phase="count", turn="A")


def test_temporizador_gives_every_turn_its_full_time():
    table = Table("fise-temporizador").start()
    table.press(31000, events.A)
    table.shows(phase="count", clock_A="1:30.000", clock_B="2:00.000")
    table.press(41000, events.A)
    table.shows(running="B", clock_A="2:00.000", clock_B="2:00.000", turns_A=1)
    table.at(161000)
    table.shows(phase="count", notice="turn-expired", clock_B="0:00.000", running="none")
    table.press(161499, events.B)
    table.shows(phase="count")
    table.press(161500, events.B)
    table.shows(running="A", notice="none", turns_B=1)


def test_a_press_in_the_millisecond_of_the_end_comes_after_it():
    table = Table("fise-temporizador").start()
    table.press(121000, events.A)
    assert table.logs() == ["ignored"]
    table.shows(phase="count", notice="turn-expired", turns_A=0)


def test_three_signals_and_the_end():
    table = Table("fise-temporizador").start()
    assert table.match.next_due_ms() == 91000
    assert table.at(90999) == []
    assert table.at(91000) == [("sound", "warn1")]
    assert table.match.next_due_ms() == 106000
    assert table.at(106000) == [("sound", "warn2")]
    assert table.at(116000) == [("sound", "warn3")]
    assert table.match.next_due_ms() == 121000
    assert table.at(121000) == [("stop-warnings",)]
    assert table.match.next_due_ms() == -1


def test_a_signal_does_not_sound_twice_save_the_last():
    table = Table("fise-temporizador").start()
    table.at(91000)
    table.do(92000, events.STOP)
    assert ("stop-warnings",) in table.effects
    table.do(93000, events.STOP)
    assert table.at(106999) == []
    assert table.at(107000) == [("sound", "warn2")]
    assert table.at(117000) == [("sound", "warn3")]
    table.do(118000, events.STOP)
    assert ("stop-warnings",) in table.effects
    table.do(120000, events.STOP)
    assert table.sounds() == ["warn3"]
    table.shows(clock_A="0:04.000")


def test_a_new_turn_has_all_its_signals():
    table = Table("fise-temporizador").start()
    table.at(117000)
    table.press(118000, events.A)
    table.press(120000, events.A)
    assert table.at(210000) == [("sound", "warn1")]
    assert table.at(225000) == [("sound", "warn2")]
    assert table.at(235000) == [("sound", "warn3")]


def test_a_single_signal_is_one_short_warning():
    table = Table("duplicate-fr").start()
    assert table.at(181000) == [("sound", "warn1"), ("stop-warnings",), ("sound", "end")]


def test_signals_longer_than_the_turn_do_not_sound():
    table = Table("fise-temporizador", turn_ms=20000).start()
    assert table.sounds() == []
    assert table.at(6000) == [("sound", "warn2")]
    assert table.at(16000) == [("sound", "warn3")]


def test_each_minute_of_overtime_is_announced_once():
    table = Table(budget_ms=10000).start()
    assert table.match.next_due_ms() == 11001
    assert table.at(11000) == []
    assert table.at(11001) == [("sound", "minute")]
    table.shows(clock_A="-0:00.001", points_A=10)
    assert table.at(71000) == []
    table.do(71000, events.STOP)
    table.do(80000, events.STOP)
    assert table.sounds() == []
    assert table.at(80001) == [("sound", "minute")]
    table.shows(points_A=20)


def test_both_may_be_in_overtime():
    table = Table(budget_ms=10000).start()
    table.press(12000, events.A)
    assert table.at(22001) == [("sound", "minute")]
    table.shows(points_A=10, points_B=10, clock_A="-0:01.000")


def test_the_overtime_limit_is_lost_on_reaching_it():
    table = Table(overtime_limit_ms=300000, budget_ms=10000).start()
    table.at(310999)
    table.shows(phase="running", points_A=50)
    table.at(311000)
    assert table.logs() == ["forfeit"]
    table.shows(phase="over", notice="forfeit", forfeit="A", clock_A="-5:00.000", running="none")


def test_marks_last_for_the_turn():
    table = Table().start()
    table.do(2000, events.MARK, events.A, events.EXCHANGE)
    table.shows(marks="exchange")
    table.do(3000, events.MARK, events.B, events.PASS)
    table.shows(marks="exchange")
    table.press(4000, events.A)
    table.shows(marks="play")


def passes(table, marks):
    """Play turns of five seconds with these marks, in sequence."""
    t_ms = table.t_ms
    for mark in marks:
        t_ms += 5000
        table.do(t_ms - 1000, events.MARK, table.match.mover, mark)
        table.press(t_ms, table.match.mover)


def test_four_passes_running():
    table = Table().start()
    passes(table, (events.PASS, events.PASS, events.PASS))
    table.shows(notice="none")
    passes(table, (events.PASS,))
    table.shows(notice="four-passes", phase="running")
    passes(table, (events.PASS,))
    table.shows(notice="four-passes")
    passes(table, (events.EXCHANGE,))
    table.shows(notice="none")
    passes(table, (events.PASS, events.PASS, events.PASS))
    table.shows(notice="none")


def test_twelve_turns_without_a_score():
    table = Table().start()
    passes(table, (events.PLAY,) + (events.EXCHANGE,) * 11)
    table.shows(notice="none")
    passes(table, (events.EXCHANGE,))
    table.shows(notice="twelve-scoreless")
    passes(table, (events.PASS,) * 4)
    table.shows(notice="four-passes")
    passes(table, (events.EXCHANGE,))
    table.shows(notice="twelve-scoreless")
    passes(table, (events.PLAY,))
    table.shows(notice="none")


def test_not_while_the_score_is_nil():
    table = Table().start()
    passes(table, (events.EXCHANGE,) * 14)
    table.shows(notice="none")
    passes(table, (events.PLAY,) + (events.EXCHANGE,) * 12)
    table.shows(notice="twelve-scoreless")
