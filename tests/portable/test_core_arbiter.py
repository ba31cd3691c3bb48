"""The arbiter's acts (art. 5.2, 24, 28, 44, 46.5, 47, 49)."""

from core_table import Table
from corrido.core import events as e


def test_the_menu_makes_one_stop():
    table = Table().start()
    table.do(11000, e.MENU)
    assert table.logs() == ["stop"]
    assert ("stop-warnings",) in table.effects
    table.shows(phase="stopped", reason="arbiter", running="none")
    table.do(12000, e.MENU)
    assert table.logs() == []
    table.do(13000, e.STOP)
    table.do(14000, e.STOP)
    table.do(15000, e.REASON, 0, e.TILES)
    table.do(16000, e.MENU)
    table.shows(reason="tiles")


def test_the_menu_before_the_start_stops_nothing():
    table = Table()
    table.do(0, e.ARM)
    table.do(10, e.LATE, e.A)
    table.do(20, e.MENU)
    table.shows(phase="late", running="A")
    assert table.logs() == []


def test_set_a_clock():
    table = Table().start()
    table.do(11000, e.SET, e.B, 754000)
    assert table.effects == [("log", "adjust", e.B, 754000)]
    table.shows(clock_B="12:34.000")
    table.do(12000, e.SET, e.A, -1)
    table.shows(clock_A="-0:00.001", points_A=10)
    table.do(13000, e.SET, e.A, 5999000)
    table.shows(clock_A="99:59.000")
    for ms in (5999001, -5999001):
        table.do(14000, e.SET, e.A, ms)
        assert table.effects[-1] == ("refused", e.SET)
    table.do(14000, e.SET, e.A, -5999000)
    table.shows(clock_A="-99:59.000")


def test_no_old_minute_is_announced_after_a_set():
    table = Table().start()
    table.do(11000, e.STOP)
    table.do(12000, e.SET, e.A, -90000)
    table.do(13000, e.STOP)
    assert table.sounds() == []
    assert table.at(43000) == []
    assert table.at(43001) == [("sound", "minute")]


def test_a_turn_that_ran_out_is_given_time():
    table = Table("fise-temporizador").start()
    table.at(121000)
    table.do(125000, e.MENU)
    table.do(125000, e.SET, e.A, 20000)
    table.shows(clock_A="0:20.000", notice="none")
    table.do(130000, e.STOP)
    assert table.sounds() == []
    table.shows(phase="running", running="A")
    assert table.at(135000) == [("sound", "warn2")]
    table.at(150000)
    table.shows(phase="count", notice="turn-expired")


def test_the_other_players_turn_timer_is_not_set():
    table = Table("fise-temporizador").start()
    table.do(11000, e.SET, e.B, 5000)
    table.shows(clock_B="2:00.000")


def test_penalties_cards_and_their_revocation():
    table = Table().start()
    table.do(11000, e.PENALTY, e.A, 30 + 49000)
    assert table.effects == [("log", "penalty", e.A, 49030)]
    table.do(12000, e.PENALTY, e.A, 25)
    table.do(13000, e.CARD, e.A, 1 + 47000)
    assert table.effects == [("log", "card", e.A, 47001)]
    table.do(14000, e.CARD, e.B, 2)
    table.do(15000, e.CARD, e.A, 3)
    table.shows(penalty_A=55, penalty_B=0, card_A="red", card_B="yellow")
    table.do(16000, e.REVOKE, e.A)
    assert table.effects == [("log", "revoke", e.A, 0)]
    table.shows(card_A="warning", penalty_A=55)
    table.do(17000, e.REVOKE, e.A)
    table.shows(card_A="none", penalty_A=55)
    table.do(18000, e.REVOKE, e.A)
    table.shows(penalty_A=30, card_B="yellow")
    table.do(19000, e.REVOKE, e.A)
    table.do(20000, e.REVOKE, e.A)
    assert table.effects == [("refused", e.REVOKE)]
    table.shows(card_B="yellow", penalty_A=0)


def test_the_price_of_a_failed_challenge_is_revoked_first():
    table = Table(failed_challenge=5).start()
    table.do(2000, e.CARD, e.B, 1)
    table.challenge(11000, e.VALID)
    table.do(20000, e.REVOKE, e.B)
    table.shows(card_B="warning", penalty_B=0)


def test_the_closed_game_takes_no_sanction():
    table = Table().start()
    table.do(2000, e.PENALTY, e.A, 30)
    table.over(3000)
    table.press(10000, e.A)
    table.press(11000, e.B)
    for kind, value in ((e.PENALTY, 30), (e.CARD, 1), (e.REVOKE, 0), (e.SET, 5), (e.LIMIT, 5)):
        table.do(12000, kind, e.A, value)
        assert table.effects == [("refused", kind)]
    table.shows(penalty_A=30, card_A="none")


def test_sanctions_before_the_start_and_in_the_summary():
    table = Table()
    table.do(10, e.CARD, e.A, 1)
    assert table.effects == [("refused", e.CARD)]
    table.do(20, e.ARM)
    table.do(30, e.CARD, e.A, 1)
    table.shows(card_A="warning")
    table.press(1000, e.B)
    table.over(2000)
    table.do(9000, e.PENALTY, e.B, 25)
    table.shows(phase="over", penalty_B=25)


def test_swap_sides():
    table = Table(budget_ms=60000).start()
    table.do(2000, e.ABSENT, e.B)
    table.do(3000, e.MARK, e.A, e.EXCHANGE)
    table.do(71000, e.STOP)
    table.do(72000, e.PENALTY, e.A, 30)
    table.do(73000, e.CARD, e.B, 2)
    table.do(74000, e.LOSE_TURN, e.B)
    table.do(75000, e.ASKED, e.A)
    table.do(76000, e.SWAP)
    assert table.effects == [("log", "swap", 0, 0)]
    table.shows(turn="B", clock_B="-0:10.000", clock_A="1:00.000", points_B=10, points_A=0)
    table.shows(penalty_B=30, penalty_A=0, card_A="yellow", card_B="none", marks="exchange")
    match = table.match
    a, b = match.players
    assert (a.absent, b.absent, match.opener) == (True, False, e.B)
    assert (a.turns_to_lose, b.turns_to_lose) == ([e.LOST], [])
    assert (match.stop.asked, match.stop.owner) == (e.B, e.B)
    table.do(77000, e.STOP)
    table.shows(running="B")


def test_swap_of_stopped_time_turns_and_challenges():
    table = Table().start()
    table.challenge(11000, e.INVALID)
    table.press(20000, e.A)
    table.do(21000, e.SWAP)
    table.shows(running="A", turn="A", turns_A=0, turns_B=1, forfeit="none")
    a, b = table.match.players
    assert (a.challenges, a.challenges_won) == (1, 1)
    assert (b.challenges, b.challenges_won) == (0, 0)
    assert table.match.stopped == {(e.CHALLENGED, e.B, e.NONE): (1, 9000)}


def test_a_turn_taken_now():
    table = Table().start()
    table.do(11000, e.MENU)
    table.do(12000, e.LOSE_TURN, e.A)
    assert table.effects == [("log", "lose-turn", e.A, 0)]
    table.shows(phase="stopped", turn="B", turns_A=1, reason="arbiter")
    table.do(13000, e.STOP)
    table.shows(running="B", clock_A="29:50.000")
    assert table.match.row.passes == 0


def test_a_turn_taken_now_from_recuento():
    table = Table("fise-no-corrido").start()
    table.press(11000, e.A)
    table.do(12000, e.MENU)
    table.do(12000, e.LOSE_TURN, e.A)
    table.do(13000, e.STOP)
    table.shows(phase="running", running="B", turns_A=1)


def test_the_next_turns_taken():
    table = Table().start()
    table.do(11000, e.LOSE_TURN, e.B)
    table.do(12000, e.LOSE_TURN, e.B)
    table.press(13000, e.A)
    table.shows(running="A", turns_A=1, turns_B=1)
    table.press(14000, e.A)
    table.shows(running="A", turns_A=2, turns_B=2)
    table.press(15000, e.A)
    table.shows(running="B", turns_A=3, turns_B=2)


def test_the_first_turn_taken():
    table = Table()
    table.do(0, e.ARM)
    table.do(10, e.LOSE_TURN, e.A)
    table.press(1000, e.B)
    table.shows(running="B", turn="B", turns_A=1)


def test_forfeit():
    for who, name in ((e.A, "A"), (e.B, "B"), (e.BOTH, "AB")):
        table = Table().start()
        table.do(11000, e.FORFEIT, who)
        assert table.logs() == ["forfeit"]
        table.shows(phase="over", forfeit=name, notice="forfeit", running="none", turns_A=0)


def test_forfeit_in_the_summary():
    table = Table().start()
    table.over(11000)
    table.do(20000, e.FORFEIT, e.A)
    assert table.effects == [("log", "forfeit", e.A, 0)]
    table.shows(phase="over", forfeit="A", notice="forfeit")


def test_the_score_sheet():
    table = Table(budget_ms=60000).start()
    table.over(11000)
    table.do(20000, e.SHEET, e.A)
    assert table.effects == [("log", "sheet", e.A, 0)]
    table.shows(phase="over", running="A")
    table.press(30000, e.B)
    assert table.logs() == ["ignored"]
    table.do(30000, e.CLOSE, e.B, 1)
    assert table.effects == [("refused", e.CLOSE)]
    assert table.at(70001) == [("sound", "minute")]
    table.shows(points_A=10)
    table.do(80000, e.STOP)
    assert table.logs() == ["press"]
    table.shows(phase="over", running="none", clock_A="-0:10.000")
    table.do(81000, e.STOP)
    assert table.logs() == ["ignored"]


def test_no_score_sheet_elsewhere():
    table = Table().start()
    table.do(11000, e.SHEET, e.A)
    assert table.effects == [("refused", e.SHEET)]
    table = Table("fise-temporizador").start()
    table.over(11000)
    table.do(20000, e.SHEET, e.A)
    assert table.effects == [("refused", e.SHEET)]


def test_end_and_void():
    table = Table().start()
    table.do(11000, e.END)
    assert table.logs() == ["end"]
    table.shows(phase="over", turns_A=0, notice="none", running="none")
    table.do(12000, e.END)
    assert table.effects == [("refused", e.END)]
    table.do(13000, e.VOID)
    assert table.logs() == ["void"]
    table.shows(phase="closed")
    table.do(14000, e.VOID)
    assert table.effects == [("refused", e.VOID)]


def test_void_in_the_game():
    table = Table().start()
    table.do(11000, e.VOID)
    table.shows(phase="closed", running="none", turn="none")
    assert table.match.ending.voided
    table = Table()
    table.do(10, e.VOID)
    assert table.effects == [("refused", e.VOID)]


def test_reopen_needs_both():
    table = Table().start()
    table.do(2000, e.REOPEN)
    assert table.effects == [("refused", e.REOPEN)]
    table.over(11000)
    table.press(20000, e.A)
    table.press(21000, e.B)
    table.do(22000, e.REOPEN)
    table.press(23000, e.A)
    table.shows(phase="closed")
    table.press(24000, e.A)
    assert table.logs() == ["ignored"]
    table.press(25000, e.B)
    assert table.logs() == ["press", "reopen"]
    table.shows(phase="over")
    table.press(26000, e.B)
    table.press(27000, e.A)
    table.shows(phase="closed")


def test_a_void_game_reopened_is_void_no_more():
    table = Table().start()
    table.do(11000, e.VOID)
    table.do(12000, e.REOPEN)
    table.press(13000, e.B)
    table.press(14000, e.A)
    table.shows(phase="over")
    assert not table.match.ending.voided


def test_close_for_a_player():
    table = Table().start()
    table.do(2000, e.CLOSE, e.A, 1)
    assert table.effects == [("refused", e.CLOSE)]
    table.over(11000)
    table.press(20000, e.A)
    table.do(21000, e.CLOSE, e.B, 1)
    assert table.logs() == ["close"]
    table.shows(phase="closed")


def test_the_first_turn_taken_is_taken_once():
    table = Table()
    table.do(0, e.ARM)
    table.do(10, e.LOSE_TURN, e.A)
    table.press(1000, e.B)
    table.press(2000, e.B)
    table.shows(running="A", turns_A=1, turns_B=1)


def test_reopened_to_be_reopened_again():
    table = Table().start()
    table.over(11000)
    for t_ms in (20000, 30000):
        table.press(t_ms, e.A)
        table.press(t_ms + 1000, e.B)
        table.do(t_ms + 2000, e.REOPEN)
        table.press(t_ms + 3000, e.B)
        table.shows(phase="closed")
        table.press(t_ms + 4000, e.A)
        table.shows(phase="over")


def test_an_arbiters_menu_and_acts_have_their_article():
    table = Table().start()
    table.do(2000, e.PENALTY, e.B, 25 + 47000)
    assert table.match.player(e.B).sanctions == [(e.PENALTY, 25, 47)]


def test_a_match_knows_the_last_event():
    table = Table().start()
    table.do(3000, e.STOP)
    assert table.match.seq == table.seq == 3
