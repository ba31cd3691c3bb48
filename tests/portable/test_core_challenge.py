"""Challenges: where, both confirm, one verdict, the way back, the cost, appeal (art. 38-42)."""

from core_table import Table
from corrido.core import events as e


def test_in_corrido_while_the_clock_runs():
    table = Table().start()
    table.do(11000, e.CHALLENGE, e.B)
    assert table.logs() == ["press", "challenge"]
    assert table.effects[0] == ("log", "press", e.B, e.CHALLENGE)
    table.shows(phase="challenge", reason="challenge", running="none", turn="A")
    table.at(90000)
    table.shows(clock_A="29:50.000")


def test_elsewhere_only_in_recuento():
    table = Table("fise-no-corrido").start()
    table.do(11000, e.CHALLENGE, e.B)
    assert table.logs() == ["ignored"]
    table.do(12000, e.STOP)
    table.do(12000, e.REASON, 0, e.VERIFY)
    table.do(13000, e.CHALLENGE, e.B)
    assert table.logs() == ["ignored"]
    table.do(14000, e.STOP)
    table.press(15000, e.A)
    table.do(16000, e.CHALLENGE, e.B)
    table.shows(phase="challenge")


def test_from_a_stop_to_verify_or_to_score():
    for reason, opens in (
        (e.VERIFY, True), (e.SCORE, True), (e.TILES, False), (e.ARBITER, False), (e.OTHER, True),
    ):  # fmt: skip
        table = Table().start()
        table.do(11000, e.STOP)
        table.do(11000, e.REASON, 0, reason)
        table.do(12000, e.CHALLENGE, e.B)
        assert (table.match.phase == "challenge") == opens
        if opens:
            assert table.match.stopped == {(reason, e.A, e.NONE): (1, 1000)}


def test_both_confirm_before_the_look_up():
    table = Table().start()
    table.do(11000, e.CHALLENGE, e.B)
    table.press(12000, e.A)
    assert table.logs() == ["ignored"]
    table.do(13000, e.SUBMIT)
    assert ("lookup",) not in table.effects
    table.press(14000, e.B)
    table.press(15000, e.B)
    assert table.logs() == ["ignored"]
    table.press(16000, e.A)
    assert ("lookup",) in table.effects


def test_back_to_the_words_undoes_the_signatures():
    table = Table().start()
    table.do(11000, e.CHALLENGE, e.B)
    table.do(12000, e.SUBMIT)
    table.press(13000, e.A)
    table.do(14000, e.EDIT)
    table.press(15000, e.B)
    assert table.logs() == ["ignored"]
    table.do(16000, e.SUBMIT)
    table.press(17000, e.B)
    assert ("lookup",) not in table.effects
    table.press(18000, e.A)
    assert ("lookup",) in table.effects


def test_without_confirmation_the_words_are_looked_up_at_once():
    table = Table(failed_challenge=10, confirm_challenge=False).start()
    table.do(11000, e.CHALLENGE, e.B)
    assert ("lookup",) in table.do(12000, e.SUBMIT)


def test_words_mean_nothing_outside_a_challenge():
    table = Table(failed_challenge=10, confirm_challenge=False).start()
    assert ("lookup",) not in table.do(2000, e.SUBMIT)
    table.do(3000, e.VERDICT, 0, e.INVALID)
    table.shows(phase="running", verdict="none")


def test_valid_goes_on_where_it_stopped():
    for kind in (e.OK, e.STOP):
        table = Table().start()
        effects = table.challenge(11000, e.VALID)
        assert ("sound", "valid") in effects
        assert table.logs() == ["verdict"]
        assert table.effects[0] == ("log", "verdict", e.B, e.VALID)
        table.shows(phase="verdict", verdict="valid", reason="challenge", turns_A=0, marks="play")
        table.press(20000, e.A)
        assert table.logs() == ["ignored"]
        table.do(21000, kind)
        table.shows(phase="running", running="A", verdict="none", reason="none", turns_A=0)


def test_invalid_loses_the_turn_as_a_pass():
    table = Table().start()
    assert ("sound", "invalid") in table.challenge(11000, e.INVALID)
    table.shows(verdict="invalid", marks="pass", turn="A")
    table.press(20000, e.B)
    assert table.logs() == ["ignored"]
    table.do(21000, e.STOP)
    assert table.logs() == ["ignored"]
    table.press(22000, e.A)
    table.shows(phase="running", running="B", turns_A=1, verdict="none", clock_B="30:00.000")
    assert table.match.row.passes == 1


def test_ok_leaves_an_invalid_verdict_too():
    table = Table().start()
    table.challenge(11000, e.INVALID)
    table.do(22000, e.OK)
    table.shows(running="B", turns_A=1)


def test_the_way_back_from_recuento():
    table = Table("fise-no-corrido").start()
    table.press(11000, e.A)
    table.challenge(12000, e.VALID)
    table.do(20000, e.OK)
    table.shows(phase="count", turn="A", reason="none")


def test_made_and_won():
    table = Table().start()
    table.challenge(11000, e.VALID)
    table.do(20000, e.OK)
    table.press(21000, e.A)
    table.press(22000, e.B)
    table.challenge(23000, e.INVALID)
    a, b = table.match.players
    assert (a.challenges, a.challenges_won) == (0, 0)
    assert (b.challenges, b.challenges_won) == (2, 1)


def test_a_failed_challenge_costs_points():
    table = Table(failed_challenge=10).start()
    table.challenge(11000, e.VALID)
    table.shows(penalty_B=10, penalty_A=0, points_B=0)
    table.do(20000, e.OK)
    table.press(21000, e.A)
    table.challenge(22000, e.INVALID)
    table.shows(penalty_B=10, penalty_A=0)


def test_a_failed_challenge_costs_a_turn():
    table = Table(failed_challenge=-1).start()
    table.challenge(11000, e.VALID)
    table.do(20000, e.OK)
    table.press(21000, e.A)
    table.shows(running="A", turn="A", turns_A=1, turns_B=1, penalty_B=0)
    table.press(22000, e.A)
    table.shows(running="B", turns_A=2, turns_B=1)


def test_a_lost_turn_is_no_pass_and_no_play():
    table = Table(failed_challenge=-1).start()
    for _ in range(3):
        table.do(table.t_ms + 1000, e.MARK, table.match.mover, e.PASS)
        table.press(table.t_ms + 1000, table.match.mover)
    table.challenge(table.t_ms + 1000, e.VALID)
    table.do(table.t_ms + 9000, e.OK)
    table.do(table.t_ms + 1000, e.MARK, e.B, e.PASS)
    table.press(table.t_ms + 1000, e.B)
    assert table.match.row.passes == 0
    assert not table.match.row.scored


def test_one_appeal_against_invalid():
    table = Table().start()
    table.do(2000, e.MARK, e.A, e.EXCHANGE)
    table.challenge(11000, e.INVALID)
    table.do(20000, e.APPEAL, 0, 1)
    assert table.effects == [("log", "appeal", e.A, 1)]
    table.shows(verdict="valid", marks="exchange", phase="verdict")
    assert [player.challenges_won for player in table.match.players] == [0, 0]
    table.do(21000, e.APPEAL, 0, 1)
    assert table.effects == [("refused", e.APPEAL)]
    table.do(22000, e.OK)
    table.shows(running="A", turns_A=0)


def test_an_appeal_refused_is_final():
    table = Table(failed_challenge=10, confirm_challenge=False).start()
    table.challenge(11000, e.INVALID)
    table.do(20000, e.APPEAL, 0, 0)
    assert table.logs() == ["appeal"]
    table.shows(verdict="invalid", penalty_B=0)
    table.do(21000, e.APPEAL, 0, 1)
    assert table.effects == [("refused", e.APPEAL)]


def test_an_appeal_upheld_is_a_challenge_that_failed():
    table = Table(failed_challenge=10, confirm_challenge=False).start()
    table.challenge(11000, e.INVALID)
    table.do(20000, e.APPEAL, 0, 1)
    table.shows(penalty_B=10)


def test_no_appeal_without_an_invalid_verdict():
    table = Table().start()
    table.do(2000, e.APPEAL, 0, 1)
    assert table.effects == [("refused", e.APPEAL)]
    table.challenge(11000, e.VALID)
    table.do(20000, e.APPEAL, 0, 0)
    assert table.effects == [("refused", e.APPEAL)]


def test_the_next_challenge_may_be_appealed_again():
    table = Table().start()
    table.challenge(11000, e.INVALID)
    table.do(20000, e.APPEAL, 0, 0)
    table.press(21000, e.A)
    table.challenge(30000, e.INVALID)
    table.do(40000, e.APPEAL, 0, 1)
    table.shows(verdict="valid")


def test_giving_up_leaves_a_stop():
    table = Table().start()
    table.do(11000, e.CHALLENGE, e.B)
    table.do(12000, e.CANCEL)
    table.shows(phase="stopped", reason="other", turn="A", running="none")
    table.do(13000, e.STOP)
    table.shows(running="A", clock_A="29:50.000")


def test_a_refused_verdict():
    table = Table("fise-no-corrido").start()
    table.press(11000, e.A)
    table.do(12000, e.CHALLENGE, e.B)
    table.do(13000, e.FAULT, 0, 1)
    assert table.effects[-1] == ("log", "fault", 0, 1)
    table.shows(phase="fault", verdict="none", running="none")
    for kind in (e.PRESS, e.STOP, e.CHALLENGE):
        table.do(14000, kind, e.A)
        assert table.logs() == ["ignored"]
    table.do(15000, e.OK)
    table.shows(phase="stopped", reason="arbiter")
    table.do(16000, e.STOP)
    table.shows(phase="count", turn="A")


def test_a_fault_before_the_game_goes_back():
    table = Table()
    table.do(10, e.FAULT, 0, 2)
    table.shows(phase="fault")
    assert table.match.fault.code == 2
    table.do(20, e.OK)
    table.shows(phase="setup")
    table.do(30, e.ARM)
    table.do(40, e.FAULT, 0, 1)
    table.shows(phase="fault")
    table.do(45, e.FAULT, 0, 3)
    assert table.match.fault.code == 3
    table.do(50, e.OK)
    table.shows(phase="ready")
    table.do(60, e.FAULT, 0, 1)
    table.do(70, e.POWER)
    table.shows(phase="ready")
