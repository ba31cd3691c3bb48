"""The arbiter's acts (art. 5.2, 24, 28, 44, 46.5, 47, 49)."""

from core_table import Table
from corrido.core import events


def test_the_menu_makes_one_stop():
    table = Table().start()
    table.do(11000, events.MENU)
    assert table.logs() == ["stop"]
    assert ("stop-warnings",) in table.effects
    table.shows(phase="stopped", reason="arbiter", running="none")
    table.do(12000, events.MENU)
    assert table.logs() == []
    table.do(13000, events.STOP)
    table.do(14000, events.STOP)
    table.do(15000, events.REASON, 0, events.TILES)
    table.do(16000, events.MENU)
    table.shows(reason="tiles")


def test_the_menu_before_the_start_stops_nothing():
    table = Table()
    table.do(0, events.ARM)
    table.do(10, events.LATE, events.A)
    table.do(20, events.MENU)
    table.shows(phase="late", running="A")
    assert table.logs() == []


def test_set_a_clock():
    table = Table().start()
    table.do(11000, events.SET, events.B, 754000)
    assert table.effects == [("log", "adjust", events.B, 754000)]
    table.shows(clock_B="12:34.000")
    table.do(12000, events.SET, events.A, -1)
    table.shows(clock_A="-0:00.001", points_A=10)
    table.do(13000, events.SET, events.A, 5999000)
    table.shows(clock_A="99:59.000")
    for ms in (5999001, -5999001):
        table.do(14000, events.SET, events.A, ms)
        assert table.effects[-1] == ("refused", events.SET)
    table.do(14000, events.SET, events.A, -5999000)
    table.shows(clock_A="-99:59.000")


def test_no_old_minute_is_announced_after_a_set():
    table = Table().start()
    table.do(11000, events.STOP)
    table.do(12000, events.SET, events.A, -90000)
    table.do(13000, events.STOP)
    assert table.sounds() == []
    assert table.at(43000) == []
    assert table.at(43001) == [("sound", "minute")]


def test_a_turn_that_ran_out_is_given_time():
    table = Table("fise-temporizador").start()
    table.at(121000)
    table.do(125000, events.MENU)
    table.do(125000, events.SET, events.A, 20000)
    table.shows(clock_A="0:20.000", notice="none")
    table.do(130000, events.STOP)
    assert table.sounds() == []
    table.shows(phase="running", running="A")
    assert table.at(135000) == [("sound", "warn2")]
    table.at(150000)
    table.shows(phase="count", notice="turn-expired")


def test_the_other_players_turn_timer_is_not_set():
    table = Table("fise-temporizador").start()
    table.do(11000, events.SET, events.B, 5000)
    table.shows(clock_B="2:00.000")


def test_penalties_cards_and_their_revocation():
    table = Table().start()
    table.do(11000, events.PENALTY, events.A, 30 + 49000)
    assert table.effects == [("log", "penalty", events.A, 49030)]
    table.do(12000, events.PENALTY, events.A, 25)
    table.do(13000, events.CARD, events.A, 1 + 47000)
    assert table.effects == [("log", "card", events.A, 47001)]
    table.do(14000, events.CARD, events.B, 2)
    table.do(15000, events.CARD, events.A, 3)
    table.shows(penalty_A=55, penalty_B=0, card_A="red", card_B="yellow")
    table.do(16000, events.REVOKE, events.A)
    assert table.effects == [("log", "revoke", events.A, 0)]
    table.shows(card_A="warning", penalty_A=55)
    table.do(17000, events.REVOKE, events.A)
    table.shows(card_A="none", penalty_A=55)
    table.do(18000, events.REVOKE, events.A)
    table.shows(penalty_A=30, card_B="yellow")
    table.do(19000, events.REVOKE, events.A)
    table.do(20000, events.REVOKE, events.A)
    assert table.effects == [("refused", events.REVOKE)]
    table.shows(card_B="yellow", penalty_A=0)


def test_the_price_of_a_failed_challenge_is_revoked_first():
    table = Table(failed_challenge=5).start()
    table.do(2000, events.CARD, events.B, 1)
    table.challenge(11000, events.VALID)
    table.do(20000, events.REVOKE, events.B)
    table.shows(card_B="warning", penalty_B=0)


def test_the_closed_game_takes_no_sanction():
    table = Table().start()
    table.do(2000, events.PENALTY, events.A, 30)
    table.over(3000)
    table.press(10000, events.A)
    table.press(11000, events.B)
    for kind, value in (
        (events.PENALTY, 30),
        (events.CARD, 1),
        (events.REVOKE, 0),
        (events.SET, 5),
        (events.LIMIT, 5),
    ):
        table.do(12000, kind, events.A, value)
        assert table.effects == [("refused", kind)]
    table.shows(penalty_A=30, card_A="none")


def test_sanctions_before_the_start_and_in_the_summary():
    table = Table()
    table.do(10, events.CARD, events.A, 1)
    assert table.effects == [("refused", events.CARD)]
    table.do(20, events.ARM)
    table.do(30, events.CARD, events.A, 1)
    table.shows(card_A="warning")
    table.press(1000, events.B)
    table.over(2000)
    table.do(9000, events.PENALTY, events.B, 25)
    table.shows(phase="over", penalty_B=25)


def test_swap_sides():
    table = Table(budget_ms=60000).start()
    table.do(2000, events.ABSENT, events.B)
    table.do(3000, events.MARK, events.A, events.EXCHANGE)
    table.do(71000, events.STOP)
    table.do(72000, events.PENALTY, events.A, 30)
    table.do(73000, events.CARD, events.B, 2)
    table.do(74000, events.LOSE_TURN, events.B)
    table.do(75000, events.ASKED, events.A)
    table.do(76000, events.SWAP)
    assert table.effects == [("log", "swap", 0, 0)]
    table.shows(turn="B", clock_B="-0:10.000", clock_A="1:00.000", points_B=10, points_A=0)
    table.shows(penalty_B=30, penalty_A=0, card_A="yellow", card_B="none", marks="exchange")
    match = table.match
    a, b = match.players
    assert (a.absent, b.absent, match.opener) == (True, False, events.B)
    assert (a.turns_to_lose, b.turns_to_lose) == ([events.LOST], [])
    assert (match.stop.asked, match.stop.owner) == (events.B, events.B)
    table.do(77000, events.STOP)
    table.shows(running="B")


def test_swap_of_stopped_time_turns_and_challenges():
    table = Table().start()
    table.challenge(11000, events.INVALID)
    table.press(20000, events.A)
    table.do(21000, events.SWAP)
    table.shows(running="A", turn="A", turns_A=0, turns_B=1, forfeit="none")
    a, b = table.match.players
    assert (a.challenges, a.challenges_won) == (1, 1)
    assert (b.challenges, b.challenges_won) == (0, 0)
    assert table.match.stopped == {(events.CHALLENGED, events.B, events.NONE): (1, 9000)}


def test_a_turn_taken_now():
    table = Table().start()
    table.do(11000, events.MENU)
    table.do(12000, events.LOSE_TURN, events.A)
    assert table.effects == [("log", "lose-turn", events.A, 0)]
    table.shows(phase="stopped", turn="B", turns_A=1, reason="arbiter")
    table.do(13000, events.STOP)
    table.shows(running="B", clock_A="29:50.000")
    assert table.match.row.passes == 0


def test_a_turn_taken_now_from_recuento():
    table = Table("fise-no-corrido").start()
    table.press(11000, events.A)
    table.do(12000, events.MENU)
    table.do(12000, events.LOSE_TURN, events.A)
    table.do(13000, events.STOP)
    table.shows(phase="running", running="B", turns_A=1)


def test_the_next_turns_taken():
    table = Table().start()
    table.do(11000, events.LOSE_TURN, events.B)
    table.do(12000, events.LOSE_TURN, events.B)
    table.press(13000, events.A)
    table.shows(running="A", turns_A=1, turns_B=1)
    table.press(14000, events.A)
    table.shows(running="A", turns_A=2, turns_B=2)
    table.press(15000, events.A)
    table.shows(running="B", turns_A=3, turns_B=2)


def test_the_first_turn_taken():
    table = Table()
    table.do(0, events.ARM)
    table.do(10, events.LOSE_TURN, events.A)
    table.press(1000, events.B)
    table.shows(running="B", turn="B", turns_A=1)


def test_forfeit():
    for who, name in ((events.A, "A"), (events.B, "B"), (events.BOTH, "AB")):
        table = Table().start()
        table.do(11000, events.FORFEIT, who)
        assert table.logs() == ["forfeit"]
        table.shows(phase="over", forfeit=name, notice="forfeit", running="none", turns_A=0)


def test_forfeit_in_the_summary():
    table = Table().start()
    table.over(11000)
    table.do(20000, events.FORFEIT, events.A)
    assert table.effects == [("log", "forfeit", events.A, 0)]
    table.shows(phase="over", forfeit="A", notice="forfeit")


def test_the_score_sheet():
    table = Table(budget_ms=60000).start()
    table.over(11000)
    table.do(20000, events.SHEET, events.A)
    assert table.effects == [("log", "sheet", events.A, 0)]
    table.shows(phase="over", running="A")
    table.press(30000, events.B)
    assert table.logs() == ["ignored"]
    table.do(30000, events.CLOSE, events.B, 1)
    assert table.effects == [("refused", events.CLOSE)]
    assert table.at(70001) == [("sound", "minute")]
    table.shows(points_A=10)
    table.do(80000, events.STOP)
    assert table.logs() == ["press"]
    table.shows(phase="over", running="none", clock_A="-0:10.000")
    table.do(81000, events.STOP)
    assert table.logs() == ["ignored"]


def test_no_score_sheet_elsewhere():
    table = Table().start()
    table.do(11000, events.SHEET, events.A)
    assert table.effects == [("refused", events.SHEET)]
    table = Table("fise-temporizador").start()
    table.over(11000)
    table.do(20000, events.SHEET, events.A)
    assert table.effects == [("refused", events.SHEET)]


def test_end_and_void():
    table = Table().start()
    table.do(11000, events.END)
    assert table.logs() == ["end"]
    table.shows(phase="over", turns_A=0, notice="none", running="none")
    table.do(12000, events.END)
    assert table.effects == [("refused", events.END)]
    table.do(13000, events.VOID)
    assert table.logs() == ["void"]
    table.shows(phase="closed")
    table.do(14000, events.VOID)
    assert table.effects == [("refused", events.VOID)]


def test_void_in_the_game():
    table = Table().start()
    table.do(11000, events.VOID)
    table.shows(phase="closed", running="none", turn="none")
    assert table.match.ending.voided
    table = Table()
    table.do(10, events.VOID)
    assert table.effects == [("refused", events.VOID)]


def test_reopen_needs_both():
    table = Table().start()
    table.do(2000, events.REOPEN)
    assert table.effects == [("refused", events.REOPEN)]
    table.over(11000)
    table.press(20000, events.A)
    table.press(21000, events.B)
    table.do(22000, events.REOPEN)
    table.press(23000, events.A)
    table.shows(phase="closed")
    table.press(24000, events.A)
    assert table.logs() == ["ignored"]
    table.press(25000, events.B)
    assert table.logs() == ["press", "reopen"]
    table.shows(phase="over")
    table.press(26000, events.B)
    table.press(27000, events.A)
    table.shows(phase="closed")


def test_a_void_game_reopened_is_void_no_more():
    table = Table().start()
    table.do(11000, events.VOID)
    table.do(12000, events.REOPEN)
    table.press(13000, events.B)
    table.press(14000, events.A)
    table.shows(phase="over")
    assert not table.match.ending.voided


def test_close_for_a_player():
    table = Table().start()
    table.do(2000, events.CLOSE, events.A, 1)
    assert table.effects == [("refused", events.CLOSE)]
    table.over(11000)
    table.press(20000, events.A)
    table.do(21000, events.CLOSE, events.B, 1)
    assert table.logs() == ["close"]
    table.shows(phase="closed")


def test_the_first_turn_taken_is_taken_once():
    table = Table()
    table.do(0, events.ARM)
    table.do(10, events.LOSE_TURN, events.A)
    table.press(1000, events.B)
    table.press(2000, events.B)
    table.shows(running="A", turns_A=1, turns_B=1)


def test_reopened_to_be_reopened_again():
    table = Table().start()
    table.over(11000)
    for t_ms in (20000, 30000):
        table.press(t_ms, events.A)
        table.press(t_ms + 1000, events.B)
        table.do(t_ms + 2000, events.REOPEN)
        table.press(t_ms + 3000, events.B)
        table.shows(phase="closed")
        table.press(t_ms + 4000, events.A)
        table.shows(phase="over")


def test_an_arbiters_menu_and_acts_have_their_article():
    table = Table().start()
    table.do(2000, events.PENALTY, events.B, 25 + 47000)
    assert table.match.player(events.B).sanctions == [(events.PENALTY, 25, 47)]


def test_a_match_knows_the_last_event():
    table = Table().start()
    table.do(3000, events.STOP)
    assert table.match.seq == table.seq == 3
