"""Details of the rulebook: the least turn, absence, signatures."""

from core_table import Table
from corrido.core import challenge, events
from corrido.core.ending import deaf_ms
from corrido.core.summary import summary

# -- a turn has a least length (rules 1)


def test_a_hand_that_comes_with_the_opponents_hands_nothing_over():
    table = Table().start()
    table.press(11000, events.A)
    table.press(11199, events.B)
    assert table.logs() == ["ignored"]
    table.press(11200, events.B)
    table.shows(running="A", turns_B=1)


def test_the_least_turn_may_be_switched_off():
    table = Table(least_turn_ms=0).start()
    table.press(11000, events.A)
    table.press(11000, events.B)
    table.shows(turns_B=1)


def test_a_stop_is_part_of_the_least_turn():
    table = Table(least_turn_ms=1000).start()
    table.press(11000, events.A)
    table.do(11100, events.STOP)
    table.do(12000, events.STOP)
    table.press(12000, events.B)
    table.shows(turns_B=1)


def test_the_second_press_has_the_guard_and_no_least_turn():
    table = Table("fise-no-corrido", least_turn_ms=2000).start()
    table.press(2000, events.A)
    assert table.logs() == ["ignored"]
    table.press(3000, events.A)
    table.press(3500, events.A)
    table.shows(running="B")


# -- who is here (art. 37, absent)


def absent_b():
    """B was marked absent in A's turn, which is over: so B's turn began with B absent."""
    table = Table(budget_ms=60000).start()
    table.do(2000, events.ABSENT, events.B)
    table.press(11000, events.A)
    return table


def test_his_own_press_brings_him_back():
    table = absent_b()
    table.press(21000, events.B)
    assert table.logs() == ["press", "back"]
    table.press(22000, events.A)
    table.at(90000)
    table.shows(phase="running", points_B=10, forfeit="none")


def test_taken_back_it_does_not():
    table = absent_b()
    table.press(21000, events.B)
    table.undo(22000)
    assert table.match.player(events.B).absent


def test_an_ignored_press_says_nothing():
    table = absent_b()
    table.press(11050, events.B)
    assert table.logs() == ["ignored"] and table.match.player(events.B).absent


def test_a_mark_made_in_his_own_turn_outlives_its_press():
    table = Table().start()
    table.do(2000, events.ABSENT, events.A)
    table.press(11000, events.A)
    assert table.match.player(events.A).absent
    table.press(21000, events.B)
    table.press(22000, events.A)
    assert not table.match.player(events.A).absent


def test_a_mark_made_anew_in_his_turn_counts_as_made_there():
    table = absent_b()
    table.do(12000, events.ABSENT, events.B)
    table.press(21000, events.B)
    assert table.match.player(events.B).absent


# -- the summary is signed by those who have read it (art. 44)


def test_five_seconds_after_the_limit_the_buttons_sign_nothing():
    table = Table(limit_ms=60000).start()
    table.press(61000, events.A)
    table.press(62000, events.B)
    assert table.logs() == ["ignored"] and deaf_ms(table.match) == 4000
    table.press(65999, events.B)
    assert table.logs() == ["ignored"]
    table.press(66000, events.B)
    table.press(66001, events.A)
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
    table.press(11000, events.A)
    table.press(70000, events.B)
    table.shows(phase="over")
    assert deaf_ms(table.match) == 5000
    table = Table().start()
    table.do(20000, events.LIMIT, 0, 0)
    table.shows(phase="over", notice="time-over")
    assert deaf_ms(table.match) == 5000


def test_fin_the_arbiters_end_and_his_forfeit_are_signed_at_once():
    table = Table().start()
    table.over(11000)
    assert deaf_ms(table.match) == 0 and table.logs() == ["press", "end"]
    for kind in (events.END, events.FORFEIT):
        table = Table().start()
        table.do(11000, kind, events.A)
        assert deaf_ms(table.match) == 0


def test_a_cut_does_not_lengthen_the_five_seconds():
    table = Table(limit_ms=60000).start()
    table.at(61000)
    table.do(61500, events.POWER)
    table.press(61600, events.A)
    table.press(61700, events.B)
    table.shows(phase="closed")


def signed_by_a():
    """Over, and signed by A."""
    table = Table().start()
    table.over(11000)
    table.press(20000, events.A)
    return table


def test_a_figure_that_changes_lapses_the_signatures():
    for kind, who, value in (
        (events.PENALTY, events.B, 30), (events.CARD, events.A, 1), (events.SET, events.A, -1000),
        (events.FORFEIT, events.A, 0), (events.SWAP, 0, 0), (events.FINAL_SCORE, events.A, 321),
    ):  # fmt: skip
        table = signed_by_a()
        table.do(21000, kind, who, value)
        table.press(22000, events.B)
        table.press(22500, events.B)
        table.shows(phase="over")
        table.press(23000, events.A)
        table.shows(phase="closed")


def test_every_act_lapses_a_signature_but_opening_the_menu():
    for act, phase in ((False, "closed"), (True, "over")):
        table = signed_by_a()
        table.do(21000, events.MENU)
        if act:
            table.do(21000, events.ABSENT, events.A)
        table.do(22000, events.CLOSE, events.B, 1)
        table.shows(phase=phase)


def test_the_scores_are_in_the_summary():
    table = Table().start()
    table.do(2000, events.FINAL_SCORE, events.A, 300)
    assert summary(table.match)["A"]["score"] is None
    table.over(11000)
    table.do(20000, events.FINAL_SCORE, events.A, 412)
    table.do(20000, events.FINAL_SCORE, events.B, -3)
    assert table.logs() == ["score"]
    table.do(21000, events.FINAL_SCORE, events.B, 10000)
    assert (summary(table.match)["A"]["score"], summary(table.match)["B"]["score"]) == (412, -3)


# -- neutralised time (art. 47.5)


def test_recuento_has_a_row_by_mover():
    table = Table("fise-no-corrido").start()
    table.press(11000, events.A)
    table.do(14000, events.STOP)
    table.do(15000, events.STOP)
    table.press(20000, events.A)
    table.press(30000, events.B)
    table.press(31000, events.B)
    assert summary(table.match)["stops"] == [
        ("other", "none", "none", 1000, 1),
        ("count", "A", "none", 8000, 1),
        ("count", "B", "none", 1000, 1),
    ]


def test_stops_are_counted_by_reason():
    table = Table().start()
    for t_ms in (2000, 4000, 6000):
        table.do(t_ms, events.STOP)
        table.do(t_ms + 1000, events.STOP)
    assert summary(table.match)["stops"] == [("other", "A", "none", 3000, 3)]


def test_a_challenge_given_up_is_booked_to_him_whose_clock_it_stopped():
    table = Table().start()
    table.do(11000, events.CHALLENGE, events.B)
    table.do(14000, events.CANCEL)
    table.do(16000, events.STOP)
    assert summary(table.match)["stops"] == [
        ("other", "A", "none", 2000, 1),
        ("challenge", "A", "none", 3000, 1),
    ]


def test_a_challenge_from_a_stop_is_booked_to_the_same_clock():
    table = Table().start()
    table.do(11000, events.STOP)
    table.challenge(12000, events.VALID)
    table.do(20000, events.OK)
    assert table.match.stopped[(events.CHALLENGED, events.A, events.NONE)] == (1, 8000)


# -- challenges: by whom, once for a play, and the appeal (art. 39, 40, 42.4)


def test_a_play_is_challenged_once():
    table = Table().start()
    table.do(2000, events.CHALLENGE, events.B)
    table.do(3000, events.CANCEL)
    table.do(4000, events.STOP)
    table.challenge(5000, events.VALID)
    table.do(20000, events.OK)
    assert challenge.refusal(table.match) == challenge.JUDGED
    table.do(21000, events.CHALLENGE, events.B)
    assert table.logs() == ["ignored"]
    table.press(22000, events.A)
    table.challenge(23000, events.INVALID)
    table.shows(verdict="invalid")


def test_why_it_is_refused():
    table = Table("fise-no-corrido").start()
    assert challenge.refusal(table.match) == challenge.NOT_COUNTED
    table.press(2000, events.A)
    assert challenge.refusal(table.match) == ""
    table.do(3000, events.STOP)
    table.do(3000, events.REASON, 0, events.TILES)
    assert challenge.refusal(table.match) == challenge.REASON
    table.do(4000, events.END)
    assert challenge.refusal(table.match) == challenge.NOT_NOW


def test_after_a_fault_not_before_stop():
    table = Table().start()
    table.do(2000, events.CHALLENGE, events.B)
    table.do(3000, events.FAULT, 0, 1)
    table.do(4000, events.OK)
    table.do(5000, events.REASON, 0, events.VERIFY)
    assert challenge.refusal(table.match) == challenge.REASON
    table.do(6000, events.STOP)
    assert challenge.refusal(table.match) == ""


def test_the_mover_asks_for_an_appeal_once():
    table = Table().start()
    table.do(2000, events.APPEAL_ASKED)
    assert table.effects == [("refused", events.APPEAL_ASKED)]
    table.challenge(11000, events.INVALID)
    table.do(20000, events.APPEAL_ASKED)
    assert table.effects == [("log", "appeal-asked", events.A, 0)]
    table.do(21000, events.APPEAL_ASKED)
    assert table.effects == [("refused", events.APPEAL_ASKED)]
    table.do(22000, events.APPEAL, 0, 1)
    table.shows(verdict="valid")


def test_what_meant_nothing_means_nothing_after_a_revert():
    """BACK in the letters as the Director ends the game: it is not an event."""
    table = Table().start()
    table.do(2000, events.CHALLENGE, events.B)
    table.do(3000, events.MENU)
    table.do(3000, events.END)
    table.do(3000, events.CANCEL)
    assert ("refused", events.CANCEL) in table.effects


# -- turns taken, penalties, ends (art. 20.1, 24, 28, 45, 49)


def test_a_play_declared_invalid_is_a_pass_too():
    table = Table().start()
    table.do(2000, events.MENU)
    table.do(3000, events.LOSE_TURN, events.A, 1)
    table.shows(turn="B", turns_A=1, passes=1, phase="stopped")
    table.do(4000, events.LOSE_TURN, events.B)
    table.shows(turn="A", turns_B=1, passes=0)
    table.do(5000, events.LOSE_TURN, events.B, 1)
    table.do(6000, events.STOP)
    table.press(7000, events.A)
    table.shows(turn="A", turns_A=2, turns_B=2, passes=1)
    figures = summary(table.match)
    assert (figures["A"]["turns_lost"], figures["B"]["turns_lost"]) == (1, 2)


def test_no_turn_is_taken_in_a_challenge():
    table = Table().start()
    table.do(2000, events.CHALLENGE, events.B)
    table.do(3000, events.LOSE_TURN, events.A)
    assert table.effects == [("refused", events.LOSE_TURN)]
    table.do(4000, events.CANCEL)
    table.do(5000, events.STOP)
    table.challenge(6000, events.INVALID)
    table.do(20000, events.LOSE_TURN, events.B)
    assert table.effects == [("refused", events.LOSE_TURN)]


def test_a_penalty_below_the_least_is_refused_under_fise():
    table = Table().start()
    table.do(2000, events.PENALTY, events.A, 24 + 49 * events.ARTICLE_UNIT)
    assert table.effects == [("refused", events.PENALTY)]
    table.do(3000, events.PENALTY, events.A, 25 + 49 * events.ARTICLE_UNIT)
    table.shows(penalty_A=25)
    table = Table(penalty_min=1).start()
    table.do(3000, events.PENALTY, events.A, 1)
    table.shows(penalty_A=1)


def test_how_many_in_a_row_end_a_game_is_the_presets():
    table = Table(end_passes=-1, end_scoreless=2).start()
    table.press(2000, events.A)
    for t_ms, who in ((3000, events.B), (4000, events.A), (5000, events.B), (6000, events.A)):
        table.do(t_ms, events.MARK, who, events.PASS)
        table.press(t_ms + 500, who)
        table.shows(notice="twelve-scoreless" if t_ms > 3000 else "none")
    table.shows(passes=4, scoreless=4)


def test_time_given_before_the_start_runs_on_there():
    table = Table(limit_ms=10000)
    table.do(0, events.ARM)
    table.do(1000, events.LATE, events.A)
    table.at(12000)
    table.shows(phase="over", clock_A="29:50.000")
    table.do(20000, events.LIMIT, 0, 60000)
    table.shows(phase="late", running="A", limit="1:00.000")
    table.at(21000)
    table.shows(clock_A="29:49.000")


def test_the_preset_is_a_field():
    Table("fise-no-corrido").shows(preset="fise-no-corrido", passes=0, scoreless=0)
