"""Challenges after the press, of the play just handed over (WESPA, NASPA; rules 7.1)."""

from core_table import Table
from corrido.core import challenge, events
from corrido.core.rules import AFTER

OTHERS = {"challenge_when": AFTER, "confirm_challenge": False}


def handed_over(**changes):
    """A has played at 11 s; B's clock runs."""
    values = dict(OTHERS)
    values.update(changes)
    table = Table(**values).start()
    table.press(11000, events.A)
    return table


def test_the_challengers_own_clock_stops_and_goes_on():
    table = handed_over()
    table.challenge(20000, events.INVALID)
    table.shows(phase="verdict", running="none", turn="B", passes=0, clock_B="29:51.000")
    table.do(30000, events.OK)
    table.shows(phase="running", running="B", turns_A=1, turns_B=0, passes=1)
    assert table.match.player(events.B).challenges_won == 1
    table.press(31000, events.B)
    table.shows(running="A", passes=0, clock_B="29:50.000")


def test_his_button_leaves_an_invalid_verdict_and_is_no_turn():
    table = handed_over()
    table.challenge(20000, events.INVALID)
    table.press(30000, events.A)
    assert table.logs() == ["ignored"]
    table.press(31000, events.B)
    table.shows(phase="running", running="B", turns_B=0, passes=1)


def test_a_valid_play_costs_points_when_it_is_shown():
    table = handed_over(failed_challenge=5)
    table.challenge(20000, events.VALID)
    table.shows(penalty_B=5, penalty_A=0)
    table.do(30000, events.STOP)
    table.shows(running="B", turn="B", turns_B=0)


def test_a_valid_play_costs_the_turn_when_the_verdict_is_left():
    table = handed_over(failed_challenge=-1)
    table.challenge(20000, events.VALID)
    table.shows(turn="B", turns_B=0)
    table.do(30000, events.OK)
    table.shows(running="A", turn="A", turns_B=1, passes=0)
    assert table.match.player(events.B).turns_lost == 1
    table.do(31000, events.CHALLENGE, events.A)
    assert table.logs() == ["ignored"]  # nobody challenges their own play
    assert table.undo(40000)
    table.shows(phase="stopped", turn="B", turns_B=0, turns_A=1)
    table.do(41000, events.STOP)
    table.shows(running="B")
    table.do(42000, events.CHALLENGE, events.B)
    assert table.logs() == ["ignored"]  # the play stays judged


def test_nothing_is_challenged_before_the_first_hand_over():
    table = Table(**OTHERS).start()
    assert challenge.refusal(table.match) == challenge.NO_PLAY
    table.do(2000, events.CHALLENGE, table.match.challenger)
    table.shows(phase="running")


def test_nor_after_his_own_first_press():
    table = Table("fise-no-corrido", **OTHERS).start()
    table.press(5000, events.A)
    table.press(6000, events.A)
    assert challenge.refusal(table.match) == ""
    table.press(9000, events.B)
    assert challenge.refusal(table.match) == challenge.PRESSED
    table.do(9500, events.CHALLENGE, events.B)
    table.shows(phase="count")


def test_from_a_stop_of_the_challengers_turn():
    table = handed_over()
    table.do(15000, events.STOP)
    table.do(16000, events.CHALLENGE, events.B)
    table.shows(phase="challenge")
    table.do(17000, events.SUBMIT)
    table.do(18000, events.VERDICT, 0, events.VALID)
    table.do(19000, events.OK)
    table.shows(phase="running", running="B", clock_B="29:56.000")


def test_an_appeal_charges_what_a_valid_play_costs():
    table = handed_over(failed_challenge=5)
    table.challenge(20000, events.INVALID)
    table.do(30000, events.APPEAL, 0, 1)
    table.shows(verdict="valid", penalty_B=5)
    table.do(31000, events.OK)
    table.shows(passes=0, running="B")


def test_the_last_play_is_challenged_in_over_until_a_signature():
    table = handed_over()
    table.over(12000)
    table.shows(phase="over", turn="none")
    table.challenge(20000, events.INVALID)
    table.shows(phase="verdict", passes=0)
    table.do(30000, events.OK)
    table.shows(phase="over", passes=1, turns_A=1)
    table.do(31000, events.CHALLENGE, events.B)
    assert table.logs() == ["ignored"]
    table.press(32000, events.A)
    table.press(33000, events.B)
    table.shows(phase="closed")


def test_a_signature_accepts_the_last_play():
    table = handed_over()
    table.over(12000)
    table.press(20000, events.A)
    assert challenge.refusal(table.match) == challenge.SIGNED
    table.do(21000, events.CHALLENGE, events.B)
    table.shows(phase="over")


def test_given_up_or_cut_off_in_over_it_is_over_still():
    for kind in (events.CANCEL, events.POWER):
        table = handed_over()
        table.over(12000)
        table.do(20000, events.CHALLENGE, events.B)
        table.do(21000, kind)
        table.shows(phase="over", turns_A=1)
        assert table.match.challenge is None
        table.press(30000, events.A)
        table.press(31000, events.B)
        table.shows(phase="closed")


def test_a_fault_in_over_leads_back_to_over():
    table = handed_over()
    table.over(12000)
    table.do(20000, events.CHALLENGE, events.B)
    table.do(21000, events.FAULT, 0, 1)
    table.do(22000, events.OK)
    table.shows(phase="over")


def test_a_verdict_in_over_outlives_a_cut():
    table = handed_over()
    table.over(12000)
    table.challenge(20000, events.INVALID)
    table.do(30000, events.POWER)
    table.do(31000, events.OK)
    table.do(32000, events.STOP)
    table.shows(phase="verdict", verdict="invalid")
    assert table.undo(33000) is False
    table.do(34000, events.OK)
    table.shows(phase="over", passes=1)
    table.undo(40000)
    table.shows(phase="stopped", turn="A", turns_A=0, passes=0)


def test_an_invalid_play_in_a_row_of_passes():
    table = Table(**OTHERS).start()
    table.press(2000, events.A)
    for t_ms, who in ((3000, events.B), (4000, events.A)):
        table.do(t_ms, events.MARK, who, events.PASS)
        table.press(t_ms + 500, who)
    table.press(6000, events.B)
    table.shows(passes=0, scoreless=0)
    table.challenge(7000, events.INVALID)
    table.do(20000, events.OK)
    table.shows(passes=3, scoreless=3)


def test_the_only_play_off_the_board_leaves_no_score():
    table = handed_over()
    table.shows(scoreless=0)
    assert table.match.row.scored
    table.challenge(20000, events.INVALID)
    table.do(30000, events.OK)
    assert not table.match.row.scored
    table.shows(passes=1, scoreless=0)


def test_a_swap_takes_the_play_with_it():
    table = handed_over()
    table.do(12000, events.STOP)
    table.do(13000, events.SWAP)
    table.do(14000, events.STOP)
    table.shows(running="A", turn="A")
    table.challenge(15000, events.INVALID)
    assert table.match.player(events.A).challenges == 1


def test_the_press_taken_back_takes_the_challenge_with_it():
    table = handed_over(failed_challenge=5)
    table.challenge(20000, events.VALID)
    table.do(30000, events.OK)
    table.shows(penalty_B=5)
    table.undo(40000)
    table.shows(turn="A", turns_A=0, penalty_B=0, phase="stopped")
    assert table.match.player(events.B).challenges == 0


def test_the_arbiter_opens_the_play_again():
    table = handed_over()
    table.do(12000, events.AGAIN)
    assert table.effects == [("refused", events.AGAIN)]
    table.challenge(20000, events.VALID)
    table.do(30000, events.OK)
    assert challenge.refusal(table.match) == challenge.JUDGED
    table.do(31000, events.MENU)
    table.do(31000, events.AGAIN)
    assert table.logs() == ["again"]
    table.do(32000, events.STOP)
    assert challenge.refusal(table.match) == ""
