"""Coming late, leaving (art. 36, 37)."""

from core_table import Table
from corrido.core import events


def late(who, preset="fise-corrido", **changes):
    table = Table(preset, **changes)
    table.do(0, events.ARM)
    table.do(1000, events.LATE, who)
    return table


def test_the_absent_players_clock_runs():
    table = late(events.A)
    assert table.effects[-1] == ("log", "late", events.A, 0)
    table.shows(phase="late", running="A", turn="none")
    table.at(61000)
    table.shows(clock_A="29:00.000", clock_B="30:00.000")


def test_his_press_is_his_arrival_and_his_time_goes_on():
    table = late(events.A)
    table.press(61000, events.B)
    assert table.logs() == ["ignored"]
    table.do(62000, events.STOP)
    assert table.logs() == ["ignored"]
    table.press(101000, events.A)
    assert table.logs() == ["press"]
    table.shows(phase="ready", running="A", turn="none")
    table.press(121000, events.A)
    table.shows(phase="running", running="B", clock_A="28:00.000", turn="B")
    table.at(131000)
    table.shows(clock_A="28:00.000", clock_B="29:50.000")


def test_both_absent():
    table = late(events.BOTH)
    table.shows(running="AB")
    table.press(101000, events.B)
    table.shows(phase="late", running="A", clock_B="28:20.000")
    table.press(102000, events.B)
    assert table.logs() == ["ignored"]
    table.press(201000, events.A)
    table.shows(phase="ready", running="A", clock_A="26:40.000")
    assert table.match.both_ms == 100000
    assert table.match.still_ms == 1000


def test_an_absent_player_loses_at_zero():
    table = late(events.B, budget_ms=60000)
    table.at(60999)
    table.shows(phase="late")
    table.at(61000)
    assert table.logs() == ["forfeit"]
    assert ("sound", "minute") not in table.effects
    table.shows(phase="over", notice="forfeit", forfeit="B", clock_B="0:00.000", points_B=0)


def test_both_lose():
    table = late(events.BOTH, budget_ms=60000)
    table.at(61000)
    table.shows(phase="over", forfeit="AB")


def test_who_has_arrived_goes_into_overtime():
    table = late(events.B, budget_ms=60000)
    table.press(60000, events.B)
    table.at(70000)
    table.shows(phase="ready", running="B", points_B=10, forfeit="none")


def test_the_other_one_is_late_as_well():
    table = late(events.A)
    table.do(11000, events.LATE, events.B)
    table.shows(phase="late", running="AB")
    table.press(21000, events.A)
    table.shows(phase="late", running="B")


def test_late_is_before_the_start_only():
    table = Table().start()
    table.do(2000, events.LATE, events.A)
    assert table.effects == [("refused", events.LATE)]
    table.shows(phase="running")


def test_in_temporizador_no_clock_runs_and_nobody_loses():
    table = late(events.BOTH, "fise-temporizador")
    table.shows(phase="late", running="none")
    table.at(500000)
    table.press(500000, events.A)
    table.shows(phase="late")
    table.press(501000, events.B)
    table.shows(phase="ready", clock_A="2:00.000", clock_B="2:00.000")


def test_the_arbiter_brings_him_back():
    table = late(events.A)
    table.do(61000, events.BACK, events.A)
    assert table.effects == [("log", "back", events.A, 0)]
    table.shows(phase="ready", running="A")


def test_the_arbiter_brings_one_of_two_back():
    table = late(events.BOTH)
    table.do(61000, events.BACK, events.B)
    table.shows(phase="late", running="A")
    table.do(62000, events.BACK, events.A)
    table.shows(phase="ready", running="A")


def test_absent_in_the_game():
    table = Table(budget_ms=60000).start()
    table.do(2000, events.ABSENT, events.B)
    assert table.effects == [("log", "absent", events.B, 0)]
    table.press(11000, events.A)
    table.at(70999)
    table.shows(phase="running", running="B")
    table.at(71000)
    table.shows(phase="over", forfeit="B", notice="forfeit")


def test_back_in_time():
    table = Table(budget_ms=60000).start()
    table.do(2000, events.ABSENT, events.A)
    table.do(3000, events.BACK, events.A)
    table.at(90000)
    table.shows(phase="running", forfeit="none", points_A=10)


def test_absent_already_in_overtime_loses_when_his_clock_runs():
    table = Table(budget_ms=60000).start()
    table.at(70000)
    table.do(71000, events.STOP)
    table.do(72000, events.ABSENT, events.A)
    table.at(80000)
    table.shows(phase="stopped")
    table.do(81000, events.STOP)
    table.shows(phase="over", forfeit="A", clock_A="-0:10.000")


def test_absence_before_the_start():
    table = Table(budget_ms=60000)
    table.do(0, events.ARM)
    table.do(10, events.ABSENT, events.A)
    table.press(1000, events.B)
    table.at(61000)
    table.shows(phase="over", forfeit="A")


def test_absence_has_no_place_outside_a_game():
    table = Table()
    for kind in (events.ABSENT, events.BACK):
        table.do(10, kind, events.A)
        assert table.effects == [("refused", kind)]


def test_nobody_absent_loses_in_temporizador():
    table = Table("fise-temporizador").start()
    table.do(2000, events.ABSENT, events.A)
    table.at(500000)
    table.shows(phase="count", forfeit="none", notice="turn-expired")
