"""Both clocks stop: reasons, resuming, neutralised time, and the end (art. 34, 45, 47.5)."""

from core_table import Table
from corrido.core import events


def test_a_stop_and_its_way_back():
    table = Table().start()
    table.do(11000, events.STOP)
    assert table.logs() == ["press", "stop"]
    assert table.effects[-1] == ("log", "stop", events.A, 0)
    table.shows(phase="stopped", reason="other", running="none", turn="A")
    table.do(21000, events.REASON, 0, events.TILES)
    table.shows(reason="tiles")
    table.at(30000)
    table.shows(clock_A="29:50.000")
    table.do(31000, events.STOP)
    assert table.logs() == ["press"]
    table.shows(phase="running", running="A", reason="none")


def test_reasons_are_the_five():
    table = Table().start()
    table.do(2000, events.REASON, 0, events.TILES)
    table.shows(reason="none")
    table.do(11000, events.STOP)
    for value, name in enumerate(("verify", "score", "tiles", "arbiter", "other"), 1):
        table.do(11000 + value, events.REASON, 0, value)
        table.shows(reason=name)
    for value in (0, 6):
        table.do(12000, events.REASON, 0, value)
        table.shows(reason="other")


def test_stopped_time_is_booked_by_reason_owner_and_asker():
    table = Table().start()
    table.do(11000, events.STOP)
    table.do(12000, events.REASON, 0, events.SCORE)
    table.do(13000, events.ASKED, events.B)
    table.do(21000, events.STOP)
    assert ("stopped", events.SCORE, events.A, events.B, 10000) in table.effects
    assert table.match.stopped == {(events.SCORE, events.A, events.B): (1, 10000)}
    table.do(22000, events.STOP)
    table.do(22000, events.REASON, 0, events.SCORE)
    table.do(22000, events.ASKED, events.B)
    table.do(25000, events.STOP)
    assert table.match.stopped == {(events.SCORE, events.A, events.B): (2, 13000)}
    table.press(26000, events.A)
    table.do(27000, events.STOP)
    table.do(28500, events.STOP)
    assert table.match.stopped[(events.OTHER, events.B, events.NONE)] == (1, 1500)


def test_asking_without_a_stop_means_nothing():
    table = Table().start()
    table.do(2000, events.ASKED, events.B)
    table.do(3000, events.STOP)
    assert table.match.stop.asked == events.NONE


def test_a_challenge_is_stopped_time_of_its_own():
    table = Table().start()
    table.challenge(11000, events.VALID)
    table.do(31000, events.OK)
    assert table.match.stopped == {(events.CHALLENGED, events.A, events.NONE): (1, 20000)}


def test_a_stop_in_recuento_goes_back_to_it():
    table = Table("fise-no-corrido").start()
    table.press(11000, events.A)
    table.do(12000, events.STOP)
    assert table.effects[-1] == ("log", "stop", events.NONE, 0)
    table.press(13000, events.A)
    assert table.logs() == ["ignored"]
    table.do(14000, events.STOP)
    table.shows(phase="count", turn="A", reason="none")


def test_time_of_nobody_and_time_of_both():
    table = Table().start()
    table.do(11000, events.STOP)
    table.do(31000, events.STOP)
    table.at(41000)
    match = table.match
    assert [player.clock.used_ms for player in match.players] == [20000, 0]
    assert (match.still_ms, match.both_ms) == (21000, 0)


def test_fin_needs_both():
    table = Table().start()
    table.do(11000, events.FINISH)
    assert table.match.asking == 0
    table.do(12000, events.STOP)
    table.do(13000, events.FINISH)
    table.press(14000, events.A)
    table.shows(phase="stopped")
    table.press(15000, events.A)
    assert table.logs() == ["ignored"]
    table.press(16000, events.B)
    assert table.logs() == ["press", "end"]
    table.shows(phase="over", turns_A=0, turn="none", reason="none", notice="none")


def test_fin_with_the_turn_counted():
    table = Table("fise-no-corrido").start()
    table.press(11000, events.A)
    table.over(20000, 1)
    table.shows(phase="over", turns_A=1, turns_B=0)


def test_fin_is_dropped_by_going_on_and_by_the_menu():
    for kind in (events.STOP, events.CANCEL, events.MENU):
        table = Table().start()
        table.do(12000, events.STOP)
        table.do(13000, events.FINISH)
        table.press(14000, events.B)
        table.do(15000, kind)
        table.press(16000, events.A)
        assert table.match.phase != "over"
        assert table.match.asking == 0


def test_signing_the_summary():
    table = Table().start()
    table.over(11000)
    table.press(20000, events.B)
    table.shows(phase="over")
    table.press(21000, events.B)
    assert table.logs() == ["ignored"]
    table.press(22000, events.A)
    assert table.logs() == ["press", "close"]
    table.shows(phase="closed", turn="none")
    for kind in (events.PRESS, events.STOP, events.CHALLENGE):
        table.do(23000, kind, events.A)
        assert table.logs() == ["ignored"]
    table.do(24000, events.OK)
    table.shows(phase="setup")


def test_before_the_game_the_buttons_mean_nothing():
    table = Table()
    for kind in (events.PRESS, events.STOP, events.CHALLENGE):
        table.do(10, kind, events.A)
        assert table.logs() == ["ignored"]
    table.shows(phase="setup", running="none", turn="none")
    table.do(20, events.ARM)
    for kind in (events.STOP, events.CHALLENGE):
        table.do(30, kind)
        assert table.logs() == ["ignored"]
    table.shows(phase="ready")
    table.do(40, events.OK)
    table.shows(phase="ready")
