"""Undo: everything is as if the press had not been made; and power cuts (rules 8, 11)."""

from core_table import Table
from corrido.core import events, timeline
from corrido.core.replay import replay


def test_a_hand_over_is_taken_back():
    table = Table().start()
    table.press(61000, events.A)
    table.do(70000, events.STOP)
    assert table.undo(110000)
    table.shows(phase="stopped", turn="A", turns_A=0, clock_A="28:51.000", clock_B="30:00.000")
    assert table.match.seq == table.seq
    table.do(120000, events.STOP)
    table.shows(running="A")


def test_without_a_stop_the_menu_stops():
    table = Table().start()
    table.press(61000, events.A)
    table.undo(71000)
    table.shows(phase="stopped", reason="arbiter", clock_A="28:50.000", clock_B="30:00.000")


def test_a_first_press_and_a_second():
    table = Table("fise-no-corrido").start()
    table.press(31000, events.A)
    table.press(41000, events.A)
    table.undo(61000)
    table.shows(turn="A", turns_A=0, clock_A="24:30.000", clock_B="25:00.000")
    table.undo(71000)
    table.shows(turn="A", clock_A="24:00.000")
    table.undo(81000)
    table.shows(phase="ready", clock_A="25:00.000", clock_B="25:00.000", turn="none")
    assert not table.undo(91000)


def test_the_start_press_gives_the_whole_limit_again():
    table = Table(limit_ms=60000).start()
    table.undo(31000)
    table.shows(phase="ready", limit="1:00.000", running="none")
    table.press(41000, events.A)
    table.at(51000)
    table.shows(limit="0:50.000", running="B")


def test_a_latecomers_clock_has_run_on():
    table = Table()
    table.do(0, events.ARM)
    table.do(1000, events.LATE, events.A)
    table.press(11000, events.A)
    table.press(21000, events.A)
    table.undo(31000)
    table.shows(phase="ready", running="A", clock_A="29:30.000", clock_B="30:00.000")


def test_leaving_an_invalid_verdict():
    for kind in (events.PRESS, events.OK):
        table = Table().start()
        table.challenge(11000, events.INVALID)
        table.do(20000, kind, events.A if kind == events.PRESS else events.NONE)
        table.undo(30000)
        table.shows(phase="stopped", turn="A", turns_A=0, verdict="none", clock_B="30:00.000")
        table.do(31000, events.STOP)
        table.shows(phase="running", running="A", turn="A")
        table.do(32000, events.CHALLENGE, events.B)
        assert table.logs() == ["ignored"]  # the play stays judged until the arbiter reopens it
        table.do(33000, events.AGAIN)
        table.do(34000, events.CHALLENGE, events.B)
        table.shows(phase="challenge")


def test_an_ignored_press_stays_ignored():
    table = Table().start()
    table.press(11000, events.A)
    table.press(11500, events.A)
    table.undo(21000)
    table.shows(turn="A", turns_A=0)


def test_a_confirmation_never_becomes_a_hand_over():
    table = Table().start()
    table.press(5000, events.A)
    table.challenge(11000, events.VALID)
    table.do(20000, events.OK)
    table.undo(30000)
    table.shows(turn="A", turns_A=0, turns_B=0, phase="stopped", clock_A="29:40.000")


def test_there_is_none_in_a_challenge_or_a_verdict():
    table = Table().start()
    table.press(5000, events.A)
    table.do(11000, events.CHALLENGE, events.A)
    assert not table.undo(12000)
    table.do(13000, events.CANCEL)
    table.do(15000, events.STOP)
    table.challenge(16000, events.INVALID)
    assert not table.undo(30000)
    table.shows(phase="verdict", turns_A=1)


def test_a_swap_does_not_bar_it():
    table = Table().start()
    table.press(11000, events.A)
    table.do(31000, events.STOP)
    table.do(32000, events.SWAP)
    table.undo(40000)
    table.shows(turn="B", clock_A="30:00.000", clock_B="29:30.000", turns_B=0)


def test_what_the_arbiter_noted_stays():
    table = Table().start()
    table.press(11000, events.A)
    table.do(12000, events.MENU)
    table.do(12000, events.PENALTY, events.B, 30)
    table.do(13000, events.SET, events.B, 60000)
    table.undo(20000)
    table.shows(penalty_B=30, clock_B="1:00.000", turn="A", clock_A="29:49.000")


def test_the_mark_is_that_of_its_turn():
    table = Table().start()
    table.do(2000, events.MARK, events.A, events.PASS)
    table.press(11000, events.A)
    table.do(12000, events.MARK, events.B, events.EXCHANGE)
    table.undo(20000)
    table.shows(marks="pass", turn="A")


def test_in_over_the_game_comes_back():
    table = Table("fise-no-corrido").start()
    table.press(11000, events.A)
    table.press(12000, events.A)
    table.over(21000)
    table.shows(phase="over")
    table.undo(40000)
    table.shows(phase="stopped", reason="arbiter", turn="A", turns_A=0, notice="none")
    table.do(41000, events.STOP)
    table.shows(phase="count", clock_A="24:50.000", clock_B="25:00.000")


def test_after_the_limit_it_ends_again_at_equal_turns():
    table = Table(limit_ms=60000).start()
    table.press(11000, events.A)
    table.press(71000, events.B)
    table.shows(phase="over")
    table.undo(80000)
    table.shows(phase="stopped", turn="B", turns_B=0, limit="0:00.000", notice="last-turn")
    table.do(90000, events.STOP)
    table.press(100000, events.B)
    table.shows(phase="over", notice="time-over", turns_A=1, turns_B=1)


def test_a_game_ended_at_once_by_its_limit():
    table = Table("fise-no-corrido", limit_ms=60000).start()
    table.press(31000, events.A)
    table.at(61000)
    table.shows(phase="over")
    table.undo(70000)
    table.shows(phase="stopped", turn="A", limit="0:00.000", notice="none", clock_A="24:00.000")
    table.do(71000, events.STOP)
    table.shows(phase="running", running="A")


def test_a_forfeit_does_not_outlive_the_undo():
    table = Table().start()
    table.press(11000, events.A)
    table.do(20000, events.FORFEIT, events.B)
    table.undo(30000)
    table.shows(phase="stopped", forfeit="none", notice="none", turn="A")


def test_a_counted_end_is_counted_no_more():
    table = Table("fise-no-corrido").start()
    table.press(11000, events.A)
    table.over(21000, 1)
    table.shows(turns_A=1)
    table.undo(40000)
    table.shows(turns_A=0, turn="A", phase="stopped")


def test_a_fold_gives_the_same_game():
    table = Table(limit_ms=600000).start()
    table.press(11000, events.A)
    table.do(12000, events.STOP)
    table.do(13000, events.SWAP)
    table.undo(20000)
    table.do(21000, events.STOP)
    table.challenge(30000, events.VALID)
    again = replay(table.match.rules, lambda: iter(table.recorded))
    again.advance(table.match.t_ms)
    assert again.status() == table.match.status()
    assert again.stopped == table.match.stopped


def recovered(table, t_ms, phase, running):
    """Cut, OK, STOP: return to the phase."""
    table.do(t_ms, events.POWER)
    assert table.logs() == ["recovered"]
    table.shows(phase="recovered", running="none", reason="none", verdict="none")
    for kind in (events.PRESS, events.STOP, events.CHALLENGE):
        table.do(t_ms, kind, events.A)
        assert table.logs() == ["ignored"]
    table.do(t_ms, events.OK)
    table.shows(phase="stopped", reason="other")
    table.do(t_ms, events.STOP)
    assert table.logs() == ["press"]
    table.shows(phase=phase, running=running)
    return table


def test_a_cut_in_a_turn_and_in_a_stop():
    recovered(Table().start(), 11000, "running", "A")
    table = Table().start()
    table.do(11000, events.STOP)
    recovered(table, 12000, "running", "A")


def test_a_cut_in_recuento():
    table = Table("fise-no-corrido").start()
    table.press(11000, events.A)
    recovered(table, 12000, "count", "none")


def test_a_cut_in_a_challenge_drops_it():
    table = Table().start()
    table.do(11000, events.CHALLENGE, events.B)
    table.do(12000, events.SUBMIT)
    recovered(table, 13000, "running", "A")


def test_a_cut_in_a_verdict_brings_it_back():
    table = Table().start()
    table.challenge(11000, events.INVALID)
    recovered(table, 20000, "verdict", "none")
    table.shows(verdict="invalid", reason="challenge")
    table.press(21000, events.A)
    table.shows(running="B", turns_A=1)


def test_a_cut_before_the_start():
    table = Table()
    table.do(0, events.ARM)
    table.do(10, events.POWER)
    assert table.logs() == []
    table.shows(phase="ready")
    table.do(1000, events.LATE, events.BOTH)
    recovered(table, 2000, "late", "AB")
    table.press(3000, events.A)
    table.press(4000, events.B)
    recovered(table, 5000, "ready", "B")


def test_a_cut_in_a_fault():
    table = Table().start()
    table.do(11000, events.CHALLENGE, events.B)
    table.do(12000, events.FAULT, 0, 1)
    recovered(table, 13000, "running", "A")


def test_setup_over_and_closed_come_back_as_they_were():
    table = Table()
    table.do(10, events.POWER)
    table.shows(phase="setup")
    table.start()
    table.over(11000)
    table.press(15000, events.A)
    table.do(16000, events.POWER)
    table.shows(phase="over")
    table.press(17000, events.B)
    table.shows(phase="closed")
    table.do(18000, events.POWER)
    table.shows(phase="closed")


def test_a_sheet_clock_stands_after_a_cut():
    table = Table().start()
    table.over(11000)
    table.do(20000, events.SHEET, events.A)
    table.do(21000, events.POWER)
    table.shows(phase="over", running="none")


def test_a_copy_is_another_match():
    table = Table().start()
    table.do(2000, events.CARD, events.A, 1)
    twin = table.match.copy()
    twin.handle((99, 5000, events.STOP, 0, 1))
    twin.handle((100, 5000, events.CARD, events.B, 1))
    twin.advance(9000)
    table.shows(phase="running", card_B="none")
    assert table.match.t_ms == 2000


def test_a_signature_under_the_summary_never_becomes_a_hand_over():
    table = Table(limit_ms=60000).start()
    table.press(11000, events.A)
    table.press(71000, events.B)
    table.press(75000, events.B)
    table.undo(80000)
    table.shows(phase="stopped", turn="B", turns_B=0, clock_B="28:51.000")


def test_a_press_after_an_undo_can_be_taken_back_too():
    table = Table().start()
    table.press(11000, events.A)
    table.undo(12000)
    table.do(13000, events.STOP)
    table.press(14000, events.A)
    table.undo(15000)
    table.shows(turn="A", turns_A=0, phase="stopped")
    table.undo(16000)
    table.shows(phase="ready")


def test_an_end_that_counted_the_wrong_turn_is_undone_with_it():
    table = Table().start()
    table.press(11000, events.A)
    table.over(20000, 1)
    table.shows(turns_A=1, turns_B=1)
    table.undo(40000)
    table.shows(phase="stopped", turn="A", turns_A=0, turns_B=0)
    table.do(41000, events.STOP)
    table.press(42000, events.A)
    table.over(50000)
    table.undo(60000)
    table.shows(turn="A", turns_A=0, turns_B=0)


def test_rewinding_is_time_that_did_not_pass():
    table = Table(budget_ms=10000, limit_ms=60000).start()
    table.do(5000, events.STOP)
    table.do(7000, events.STOP)
    before = table.match.status()
    used = table.match.player(events.A).clock.used_ms
    table.match.advance(9000)
    assert table.match.status() != before
    timeline.elapse(table.match, -2000)
    assert table.match.status() == before
    assert (table.match.player(events.A).clock.used_ms, table.match.t_ms) == (used, 7000)
    assert table.match.still_ms == 3000


def test_rewinding_in_a_stop_takes_back_its_length():
    table = Table().start()
    table.do(5000, events.STOP)
    table.match.advance(9000)
    timeline.elapse(table.match, -3000)
    table.do(6000, events.STOP)
    assert table.match.stopped == {(events.OTHER, events.A, events.NONE): (1, 1000)}


def test_a_copy_has_everything_and_shares_nothing():
    table = Table(failed_challenge=10, limit_ms=600000).start()
    table.do(2000, events.MARK, events.A, events.PASS)
    table.press(3000, events.A)
    table.do(4000, events.CARD, events.A, 1)
    table.do(5000, events.LOSE_TURN, events.A)
    table.do(6000, events.STOP)
    table.do(8000, events.STOP)
    table.challenge(9000, events.VALID)
    twin = table.match.copy()
    assert set(twin.__dict__) == set(table.match.__dict__)
    assert twin.status() == table.match.status()
    before = (
        table.match.status(),
        dict(table.match.stopped),
        table.match.player(events.B).challenges,
    )
    twin.handle((90, 20000, events.OK, 0, 0))
    twin.handle((91, 21000, events.PRESS, twin.mover, 0))
    twin.handle((92, 22000, events.SWAP, 0, 0))
    twin.handle((93, 23000, events.STOP, 0, 1))
    twin.handle((94, 25000, events.STOP, 0, 2))
    assert twin.status() != before[0]
    assert (table.match.status(), table.match.stopped) == before[:2]
    assert table.match.player(events.B).challenges == before[2]
    assert [player.turns_to_lose for player in table.match.players] == [[events.LOST], []]
