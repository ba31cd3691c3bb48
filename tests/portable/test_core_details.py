"""Details of the rulebook: the least turn, absence, signatures."""

from core_table import Table
from corrido.core import challenge
from corrido.core import events as e
from corrido.core.ending import deaf_ms
from corrido.core.summary import summary

# -- a turn has a least length (rules 1)


def test_a_hand_that_comes_with_the_opponents_hands_nothing_over():
    table = Table().start()
    table.press(11000, e.A)
    table.press(11199, e.B)
    assert table.logs() == ["ignored"]
    table.press(11200, e.B)
    table.shows(running="A", turns_B=1)


def test_the_least_turn_may_be_switched_off():
    table = Table(least_turn_ms=0).start()
    table.press(11000, e.A)
    table.press(11000, e.B)
    table.shows(turns_B=1)


def test_a_stop_is_part_of_the_least_turn():
    table = Table(least_turn_ms=1000).start()
    table.press(11000, e.A)
    table.do(11100, e.STOP)
    table.do(12000, e.STOP)
    table.press(12000, e.B)
    table.shows(turns_B=1)


def test_the_second_press_has_the_guard_and_no_least_turn():
    table = Table("fise-no-corrido", least_turn_ms=2000).start()
    table.press(2000, e.A)
    assert table.logs() == ["ignored"]
    table.press(3000, e.A)
    table.press(3500, e.A)
    table.shows(running="B")


# -- who is here (art. 37, absent)


def absent_b():
    """B was marked absent in A's turn, which is over: so B's turn began with B absent."""
    table = Table(budget_ms=60000).start()
    table.do(2000, e.ABSENT, e.B)
    table.press(11000, e.A)
    return table


def test_his_own_press_brings_him_back():
    table = absent_b()
    table.press(21000, e.B)
    assert table.logs() == ["press", "back"]
    table.press(22000, e.A)
    table.at(90000)
    table.shows(phase="running", points_B=10, forfeit="none")


def test_taken_back_it_does_not():
    table = absent_b()
    table.press(21000, e.B)
    table.undo(22000)
    assert table.match.player(e.B).absent


def test_an_ignored_press_says_nothing():
    table = absent_b()
    table.press(11050, e.B)
    assert table.logs() == ["ignored"] and table.match.player(e.B).absent


def test_a_mark_made_in_his_own_turn_outlives_its_press():
    table = Table().start()
    table.do(2000, e.ABSENT, e.A)
    table.press(11000, e.A)
    assert table.match.player(e.A).absent
    table.press(21000, e.B)
    table.press(22000, e.A)
    assert not table.match.player(e.A).absent


def test_a_mark_made_anew_in_his_turn_counts_as_made_there():
    table = absent_b()
    table.do(12000, e.ABSENT, e.B)
    table.press(21000, e.B)
    assert table.match.player(e.B).absent


# -- the summary is signed by those who have read it (art. 44)


def test_five_seconds_after_the_limit_the_buttons_sign_nothing():
    table = Table(limit_ms=60000).start()
    table.press(61000, e.A)
    table.press(62000, e.B)
    assert table.logs() == ["ignored"] and deaf_ms(table.match) == 4000
    table.press(65999, e.B)
    assert table.logs() == ["ignored"]
    table.press(66000, e.B)
    table.press(66001, e.A)
    table.shows(phase="closed")


def test_five_seconds_after_every_end_that_time_brings():
    ends = (
        {"limit_ms": 60000},
        {"budget_ms": 30000, "overtime_limit_ms": 30000},
    )
    for changes in ends:
        table = Table(**changes).start()
        table.at(61000)
        table.shows(phase="over")
        assert deaf_ms(table.match) == 5000 and "end" not in table.logs()
    table = absent_b()
    table.at(71000)
    table.shows(phase="over", forfeit="B")
    assert deaf_ms(table.match) == 5000


def test_the_last_turn_and_the_arbiters_limit_end_it_by_time_too():
    table = Table(limit_ms=60000).start()
    table.press(11000, e.A)
    table.press(70000, e.B)
    table.shows(phase="over")
    assert deaf_ms(table.match) == 5000
    table = Table().start()
    table.do(20000, e.LIMIT, 0, 0)
    table.shows(phase="over", notice="time-over")
    assert deaf_ms(table.match) == 5000


def test_fin_the_arbiters_end_and_his_forfeit_are_signed_at_once():
    table = Table().start()
    table.over(11000)
    assert deaf_ms(table.match) == 0 and table.logs() == ["press", "end"]
    for kind in (e.END, e.FORFEIT):
        table = Table().start()
        table.do(11000, kind, e.A)
        assert deaf_ms(table.match) == 0


def test_a_cut_does_not_lengthen_the_five_seconds():
    table = Table(limit_ms=60000).start()
    table.at(61000)
    table.do(61500, e.POWER)
    table.press(61600, e.A)
    table.press(61700, e.B)
    table.shows(phase="closed")


def signed_by_a():
    """Over, and signed by A."""
    table = Table().start()
    table.over(11000)
    table.press(20000, e.A)
    return table


def test_a_figure_that_changes_lapses_the_signatures():
    for kind, who, value in (
        (e.PENALTY, e.B, 30), (e.CARD, e.A, 1), (e.SET, e.A, -1000), (e.FORFEIT, e.A, 0),
        (e.SWAP, 0, 0), (e.FINAL_SCORE, e.A, 321),
    ):  # fmt: skip
        table = signed_by_a()
        table.do(21000, kind, who, value)
        table.press(22000, e.B)
        table.press(22500, e.B)
        table.shows(phase="over")
        table.press(23000, e.A)
        table.shows(phase="closed")


def test_every_act_lapses_a_signature_but_opening_the_menu():
    for act, phase in ((False, "closed"), (True, "over")):
        table = signed_by_a()
        table.do(21000, e.MENU)
        if act:
            table.do(21000, e.ABSENT, e.A)
        table.do(22000, e.CLOSE, e.B, 1)
        table.shows(phase=phase)


def test_the_scores_are_in_the_summary():
    table = Table().start()
    table.do(2000, e.FINAL_SCORE, e.A, 300)
    assert summary(table.match)["A"]["score"] is None
    table.over(11000)
    table.do(20000, e.FINAL_SCORE, e.A, 412)
    table.do(20000, e.FINAL_SCORE, e.B, -3)
    assert table.logs() == ["score"]
    table.do(21000, e.FINAL_SCORE, e.B, 10000)
    assert (summary(table.match)["A"]["score"], summary(table.match)["B"]["score"]) == (412, -3)


# -- neutralised time (art. 47.5)


def test_recuento_has_a_row_by_mover():
    table = Table("fise-no-corrido").start()
    table.press(11000, e.A)
    table.do(14000, e.STOP)
    table.do(15000, e.STOP)
    table.press(20000, e.A)
    table.press(30000, e.B)
    table.press(31000, e.B)
    assert summary(table.match)["stops"] == [
        ("other", "none", "none", 1000, 1),
        ("count", "A", "none", 8000, 1),
        ("count", "B", "none", 1000, 1),
    ]


def test_stops_are_counted_by_reason():
    table = Table().start()
    for t_ms in (2000, 4000, 6000):
        table.do(t_ms, e.STOP)
        table.do(t_ms + 1000, e.STOP)
    assert summary(table.match)["stops"] == [("other", "A", "none", 3000, 3)]


def test_a_challenge_given_up_is_booked_to_him_whose_clock_it_stopped():
    table = Table().start()
    table.do(11000, e.CHALLENGE, e.B)
    table.do(14000, e.CANCEL)
    table.do(16000, e.STOP)
    assert summary(table.match)["stops"] == [
        ("other", "A", "none", 2000, 1),
        ("challenge", "A", "none", 3000, 1),
    ]


def test_a_challenge_from_a_stop_is_booked_to_the_same_clock():
    table = Table().start()
    table.do(11000, e.STOP)
    table.challenge(12000, e.VALID)
    table.do(20000, e.OK)
    assert table.match.stopped[(e.CHALLENGED, e.A, e.NONE)] == (1, 8000)


# -- challenges: by whom, once for a play, and the appeal (art. 39, 40, 42.4)


def test_a_play_is_challenged_once():
    table = Table().start()
    table.do(2000, e.CHALLENGE, e.B)
    table.do(3000, e.CANCEL)
    table.do(4000, e.STOP)
    table.challenge(5000, e.VALID)
    table.do(20000, e.OK)
    assert challenge.refusal(table.match) == challenge.JUDGED
    table.do(21000, e.CHALLENGE, e.B)
    assert table.logs() == ["ignored"]
    table.press(22000, e.A)
    table.challenge(23000, e.INVALID)
    table.shows(verdict="invalid")


def test_why_it_is_refused():
    table = Table("fise-no-corrido").start()
    assert challenge.refusal(table.match) == challenge.NOT_COUNTED
    table.press(2000, e.A)
    assert challenge.refusal(table.match) == ""
    table.do(3000, e.STOP)
    table.do(3000, e.REASON, 0, e.TILES)
    assert challenge.refusal(table.match) == challenge.REASON
    table.do(4000, e.END)
    assert challenge.refusal(table.match) == challenge.NOT_NOW


def test_after_a_fault_not_before_stop():
    table = Table().start()
    table.do(2000, e.CHALLENGE, e.B)
    table.do(3000, e.FAULT, 0, 1)
    table.do(4000, e.OK)
    table.do(5000, e.REASON, 0, e.VERIFY)
    assert challenge.refusal(table.match) == challenge.REASON
    table.do(6000, e.STOP)
    assert challenge.refusal(table.match) == ""


def test_the_mover_asks_for_an_appeal_once():
    table = Table().start()
    table.do(2000, e.APPEAL_ASKED)
    assert table.effects == [("refused", e.APPEAL_ASKED)]
    table.challenge(11000, e.INVALID)
    table.do(20000, e.APPEAL_ASKED)
    assert table.effects == [("log", "appeal-asked", e.A, 0)]
    table.do(21000, e.APPEAL_ASKED)
    assert table.effects == [("refused", e.APPEAL_ASKED)]
    table.do(22000, e.APPEAL, 0, 1)
    table.shows(verdict="valid")


def test_what_meant_nothing_means_nothing_after_a_revert():
    """BACK in the letters as the Director ends the game: it is not an event."""
    table = Table().start()
    table.do(2000, e.CHALLENGE, e.B)
    table.do(3000, e.MENU)
    table.do(3000, e.END)
    table.do(3000, e.CANCEL)
    assert ("refused", e.CANCEL) in table.effects


# -- turns taken, penalties, ends (art. 20.1, 24, 28, 45, 49)


def test_a_play_declared_invalid_is_a_pass_too():
    table = Table().start()
    table.do(2000, e.MENU)
    table.do(3000, e.LOSE_TURN, e.A, 1)
    table.shows(turn="B", turns_A=1, passes=1, phase="stopped")
    table.do(4000, e.LOSE_TURN, e.B)
    table.shows(turn="A", turns_B=1, passes=0)
    table.do(5000, e.LOSE_TURN, e.B, 1)
    table.do(6000, e.STOP)
    table.press(7000, e.A)
    table.shows(turn="A", turns_A=2, turns_B=2, passes=1)
    figures = summary(table.match)
    assert (figures["A"]["turns_lost"], figures["B"]["turns_lost"]) == (1, 2)


def test_no_turn_is_taken_in_a_challenge():
    table = Table().start()
    table.do(2000, e.CHALLENGE, e.B)
    table.do(3000, e.LOSE_TURN, e.A)
    assert table.effects == [("refused", e.LOSE_TURN)]
    table.do(4000, e.CANCEL)
    table.do(5000, e.STOP)
    table.challenge(6000, e.INVALID)
    table.do(20000, e.LOSE_TURN, e.B)
    assert table.effects == [("refused", e.LOSE_TURN)]


def test_a_penalty_below_the_least_is_refused_under_fise():
    table = Table().start()
    table.do(2000, e.PENALTY, e.A, 24 + 49 * e.ARTICLE_UNIT)
    assert table.effects == [("refused", e.PENALTY)]
    table.do(3000, e.PENALTY, e.A, 25 + 49 * e.ARTICLE_UNIT)
    table.shows(penalty_A=25)
    table = Table(penalty_min=1).start()
    table.do(3000, e.PENALTY, e.A, 1)
    table.shows(penalty_A=1)


def test_how_many_in_a_row_end_a_game_is_the_presets():
    table = Table(end_passes=-1, end_scoreless=2).start()
    table.press(2000, e.A)
    for t_ms, who in ((3000, e.B), (4000, e.A), (5000, e.B), (6000, e.A)):
        table.do(t_ms, e.MARK, who, e.PASS)
        table.press(t_ms + 500, who)
        table.shows(notice="twelve-scoreless" if t_ms > 3000 else "none")
    table.shows(passes=4, scoreless=4)


def test_time_given_before_the_start_runs_on_there():
    table = Table(limit_ms=10000)
    table.do(0, e.ARM)
    table.do(1000, e.LATE, e.A)
    table.at(12000)
    table.shows(phase="over", clock_A="29:50.000")
    table.do(20000, e.LIMIT, 0, 60000)
    table.shows(phase="late", running="A", limit="1:00.000")
    table.at(21000)
    table.shows(clock_A="29:49.000")


def test_the_preset_is_a_field():
    Table("fise-no-corrido").shows(preset="fise-no-corrido", passes=0, scoreless=0)
