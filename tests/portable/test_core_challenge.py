"""Challenges: where, both confirm, one verdict, the way back, the cost, appeal (art. 38-42)."""

from core_table import Table
from corrido.core import events


def test_in_corrido_while_the_clock_runs():
    table = Table().start()
    table.do(11000, events.CHALLENGE, events.B)
    assert table.logs() == ["press", "challenge"]
    assert table.effects[0] == ("log", "press", events.B, events.CHALLENGE)
    table.shows(phase="challenge", reason="challenge", running="none", turn="A")
    table.at(90000)
    table.shows(clock_A="29:50.000")


def test_elsewhere_only_in_recuento():
    table = Table("fise-no-corrido").start()
    table.do(11000, events.CHALLENGE, events.B)
    assert table.logs() == ["ignored"]
    table.do(12000, events.STOP)
    table.do(12000, events.REASON, 0, events.VERIFY)
    table.do(13000, events.CHALLENGE, events.B)
    assert table.logs() == ["ignored"]
    table.do(14000, events.STOP)
    table.press(15000, events.A)
    table.do(16000, events.CHALLENGE, events.B)
    table.shows(phase="challenge")


def test_from_a_stop_to_verify_or_to_score():
    for reason, opens in (
        (events.VERIFY, True), (events.SCORE, True), (events.TILES, False),
        (events.ARBITER, False), (events.OTHER, True),
    ):  # fmt: skip
        table = Table().start()
        table.do(11000, events.STOP)
        table.do(11000, events.REASON, 0, reason)
        table.do(12000, events.CHALLENGE, events.B)
        assert (table.match.phase == "challenge") == opens
        if opens:
            assert table.match.stopped == {(reason, events.A, events.NONE): (1, 1000)}


def test_both_confirm_before_the_look_up():
    table = Table().start()
    table.do(11000, events.CHALLENGE, events.B)
    table.press(12000, events.A)
    assert table.logs() == ["ignored"]
    table.do(13000, events.SUBMIT)
    assert ("lookup",) not in table.effects
    table.press(14000, events.B)
    table.press(15000, events.B)
    assert table.logs() == ["ignored"]
    table.press(16000, events.A)
    assert ("lookup",) in table.effects


def test_back_to_the_words_undoes_the_signatures():
    table = Table().start()
    table.do(11000, events.CHALLENGE, events.B)
    table.do(12000, events.SUBMIT)
    table.press(13000, events.A)
    table.do(14000, events.EDIT)
    table.press(15000, events.B)
    assert table.logs() == ["ignored"]
    table.do(16000, events.SUBMIT)
    table.press(17000, events.B)
    assert ("lookup",) not in table.effects
    table.press(18000, events.A)
    assert ("lookup",) in table.effects


def test_without_confirmation_the_words_are_looked_up_at_once():
    table = Table(failed_challenge=10, confirm_challenge=False).start()
    table.do(11000, events.CHALLENGE, events.B)
    assert ("lookup",) in table.do(12000, events.SUBMIT)


def test_words_mean_nothing_outside_a_challenge():
    table = Table(failed_challenge=10, confirm_challenge=False).start()
    assert ("lookup",) not in table.do(2000, events.SUBMIT)
    table.do(3000, events.VERDICT, 0, events.INVALID)
    table.shows(phase="running", verdict="none")


def test_valid_goes_on_where_it_stopped():
    for kind in (events.OK, events.STOP):
        table = Table().start()
        effects = table.challenge(11000, events.VALID)
        assert ("sound", "valid") in effects
        assert table.logs() == ["verdict"]
        assert table.effects[0] == ("log", "verdict", events.B, events.VALID)
        table.shows(phase="verdict", verdict="valid", reason="challenge", turns_A=0, marks="play")
        table.press(20000, events.A)
        assert table.logs() == ["ignored"]
        table.do(21000, kind)
        table.shows(phase="running", running="A", verdict="none", reason="none", turns_A=0)


def test_invalid_loses_the_turn_as_a_pass():
    table = Table().start()
    assert ("sound", "invalid") in table.challenge(11000, events.INVALID)
    table.shows(verdict="invalid", marks="pass", turn="A")
    table.press(20000, events.B)
    assert table.logs() == ["ignored"]
    table.do(21000, events.STOP)
    assert table.logs() == ["ignored"]
    table.press(22000, events.A)
    table.shows(phase="running", running="B", turns_A=1, verdict="none", clock_B="30:00.000")
    assert table.match.row.passes == 1


def test_ok_leaves_an_invalid_verdict_too():
    table = Table().start()
    table.challenge(11000, events.INVALID)
    table.do(22000, events.OK)
    table.shows(running="B", turns_A=1)


def test_the_way_back_from_recuento():
    table = Table("fise-no-corrido").start()
    table.press(11000, events.A)
    table.challenge(12000, events.VALID)
    table.do(20000, events.OK)
    table.shows(phase="count", turn="A", reason="none")


def test_made_and_won():
    table = Table().start()
    table.challenge(11000, events.VALID)
    table.do(20000, events.OK)
    table.press(21000, events.A)
    table.press(22000, events.B)
    table.challenge(23000, events.INVALID)
    a, b = table.match.players
    assert (a.challenges, a.challenges_won) == (0, 0)
    assert (b.challenges, b.challenges_won) == (2, 1)


def test_a_failed_challenge_costs_points():
    table = Table(failed_challenge=10).start()
    table.challenge(11000, events.VALID)
    table.shows(penalty_B=10, penalty_A=0, points_B=0)
    table.do(20000, events.OK)
    table.press(21000, events.A)
    table.challenge(22000, events.INVALID)
    table.shows(penalty_B=10, penalty_A=0)


def test_a_failed_challenge_costs_a_turn():
    table = Table(failed_challenge=-1).start()
    table.challenge(11000, events.VALID)
    table.do(20000, events.OK)
    table.press(21000, events.A)
    table.shows(running="A", turn="A", turns_A=1, turns_B=1, penalty_B=0)
    table.press(22000, events.A)
    table.shows(running="B", turns_A=2, turns_B=1)


def test_a_lost_turn_is_no_pass_and_no_play():
    table = Table(failed_challenge=-1).start()
    for _ in range(3):
        table.do(table.t_ms + 1000, events.MARK, table.match.mover, events.PASS)
        table.press(table.t_ms + 1000, table.match.mover)
    table.challenge(table.t_ms + 1000, events.VALID)
    table.do(table.t_ms + 9000, events.OK)
    table.do(table.t_ms + 1000, events.MARK, events.B, events.PASS)
    table.press(table.t_ms + 1000, events.B)
    assert table.match.row.passes == 0
    assert not table.match.row.scored


def test_one_appeal_against_invalid():
    table = Table().start()
    table.do(2000, events.MARK, events.A, events.EXCHANGE)
    table.challenge(11000, events.INVALID)
    table.do(20000, events.APPEAL, 0, 1)
    assert table.effects == [("log", "appeal", events.A, 1)]
    table.shows(verdict="valid", marks="exchange", phase="verdict")
    assert [player.challenges_won for player in table.match.players] == [0, 0]
    table.do(21000, events.APPEAL, 0, 1)
    assert table.effects == [("refused", events.APPEAL)]
    table.do(22000, events.OK)
    table.shows(running="A", turns_A=0)


def test_an_appeal_refused_is_final():
    table = Table(failed_challenge=10, confirm_challenge=False).start()
    table.challenge(11000, events.INVALID)
    table.do(20000, events.APPEAL, 0, 0)
    assert table.logs() == ["appeal"]
    table.shows(verdict="invalid", penalty_B=0)
    table.do(21000, events.APPEAL, 0, 1)
    assert table.effects == [("refused", events.APPEAL)]


def test_an_appeal_upheld_is_a_challenge_that_failed():
    table = Table(failed_challenge=10, confirm_challenge=False).start()
    table.challenge(11000, events.INVALID)
    table.do(20000, events.APPEAL, 0, 1)
    table.shows(penalty_B=10)


def test_no_appeal_without_an_invalid_verdict():
    table = Table().start()
    table.do(2000, events.APPEAL, 0, 1)
    assert table.effects == [("refused", events.APPEAL)]
    table.challenge(11000, events.VALID)
    table.do(20000, events.APPEAL, 0, 0)
    assert table.effects == [("refused", events.APPEAL)]


def test_the_next_challenge_may_be_appealed_again():
    table = Table().start()
    table.challenge(11000, events.INVALID)
    table.do(20000, events.APPEAL, 0, 0)
    table.press(21000, events.A)
    table.challenge(30000, events.INVALID)
    table.do(40000, events.APPEAL, 0, 1)
    table.shows(verdict="valid")


def test_giving_up_leaves_a_stop():
    table = Table().start()
    table.do(11000, events.CHALLENGE, events.B)
    table.do(12000, events.CANCEL)
    table.shows(phase="stopped", reason="other", turn="A", running="none")
    table.do(13000, events.STOP)
    table.shows(running="A", clock_A="29:50.000")


def test_a_refused_verdict():
    table = Table("fise-no-corrido").start()
    table.press(11000, events.A)
    table.do(12000, events.CHALLENGE, events.B)
    table.do(13000, events.FAULT, 0, 1)
    assert table.effects[-1] == ("log", "fault", 0, 1)
    table.shows(phase="fault", verdict="none", running="none")
    for kind in (events.PRESS, events.STOP, events.CHALLENGE):
        table.do(14000, kind, events.A)
        assert table.logs() == ["ignored"]
    table.do(15000, events.OK)
    table.shows(phase="stopped", reason="arbiter")
    table.do(16000, events.STOP)
    table.shows(phase="count", turn="A")


def test_a_fault_before_the_game_goes_back():
    table = Table()
    table.do(10, events.FAULT, 0, 2)
    table.shows(phase="fault")
    assert table.match.fault.code == 2
    table.do(20, events.OK)
    table.shows(phase="setup")
    table.do(30, events.ARM)
    table.do(40, events.FAULT, 0, 1)
    table.shows(phase="fault")
    table.do(45, events.FAULT, 0, 3)
    assert table.match.fault.code == 3
    table.do(50, events.OK)
    table.shows(phase="ready")
    table.do(60, events.FAULT, 0, 1)
    table.do(70, events.POWER)
    table.shows(phase="ready")
