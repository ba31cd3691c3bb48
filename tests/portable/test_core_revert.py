"""The arbiter takes back his own last act (rules 8)."""

from core_table import Table
from corrido.core import events
from corrido.core.replay import revertible


def play():
    """A has played, B's clock runs."""
    table = Table().start()
    table.press(11000, events.A)
    table.do(20000, events.MENU)
    return table


def test_a_penalty_and_a_clock_one_after_the_other():
    table = play()
    table.do(21000, events.PENALTY, events.A, 30)
    table.do(22000, events.SET, events.B, 60000)
    assert table.revert(23000)
    table.shows(clock_B="29:51.000", penalty_A=30, phase="stopped")
    assert table.revert(24000)
    table.shows(penalty_A=0)
    assert not table.revert(25000)
    table.do(26000, events.STOP)
    table.shows(running="B")


def test_every_act_that_changes_the_game():
    for kind, who, value in (
        (events.PENALTY, events.A, 30), (events.CARD, events.B, 2), (events.SET, events.A, 1000),
        (events.SWAP, 0, 0), (events.LOSE_TURN, events.B, 0), (events.LOSE_TURN, events.A, 1),
        (events.FORFEIT, events.A, 0), (events.END, 0, 0), (events.LIMIT, 0, 0),
        (events.ABSENT, events.A, 0),
    ):  # fmt: skip
        table = play()
        before = table.match.status()
        table.do(21000, kind, who, value)
        assert table.effects[-1] != ("refused", kind)
        assert table.revert(21000), kind
        assert table.match.status() == before, kind
        assert not any([player.absent for player in table.match.players])


def test_an_undo_is_taken_back_too():
    table = play()
    before = table.match.status()
    table.undo(21000)
    table.shows(turn="A", turns_A=0)
    assert table.revert(22000)
    assert table.match.status() == before
    table.undo(23000)
    table.shows(turn="A", turns_A=0)


def test_a_revert_is_not_itself_taken_back():
    table = play()
    table.do(21000, events.CARD, events.A, 1)
    table.do(22000, events.CARD, events.A, 2)
    table.revert(23000)
    table.revert(24000)
    table.shows(card_A="none")
    assert revertible(table.match) == 0


def test_a_press_that_changed_a_field_bars_it():
    for key in (
        lambda table: table.do(22000, events.STOP),
        lambda table: table.do(22000, events.REASON, 0, events.TILES),
        lambda table: table.do(22000, events.MARK, events.B, events.PASS),
        lambda table: table.do(22000, events.CHALLENGE, events.A),
    ):
        table = play()
        table.do(20500, events.REASON, 0, events.OTHER)
        table.do(21000, events.PENALTY, events.A, 30)
        key(table)
        assert not table.revert(23000)
        table.shows(penalty_A=30)


def test_what_is_no_bar():
    table = play()
    table.do(21000, events.PENALTY, events.A, 30)
    table.press(21500, events.B)
    assert table.logs() == ["ignored"]
    table.do(21600, events.ASKED, events.A)
    table.do(22000, events.POWER)
    assert table.revert(23000)
    table.shows(penalty_A=0, phase="recovered")


def test_an_end_that_time_brought_bars_it():
    table = Table(limit_ms=60000).start()
    table.do(20000, events.MENU)
    table.do(20000, events.PENALTY, events.A, 30)
    table.at(62000)
    table.shows(phase="over", notice="time-over")
    assert not table.revert(63000)


def test_a_verdict_bars_it_and_an_appeal_does_not():
    table = Table().start()
    table.do(2000, events.PENALTY, events.B, 30)
    table.challenge(11000, events.INVALID)
    assert not table.revert(20000)
    table.do(21000, events.APPEAL, 0, 1)
    table.shows(verdict="valid")
    assert table.revert(22000)
    table.shows(verdict="invalid", marks="pass", phase="verdict")
    table.do(23000, events.APPEAL, 0, 0)
    assert table.logs() == ["appeal"]


def test_what_ran_on_has_run_on():
    table = Table(limit_ms=600000)
    table.do(0, events.ARM)
    table.do(1000, events.LATE, events.A)
    table.do(11000, events.END)
    table.shows(phase="over")
    table.revert(21000)
    table.shows(phase="late", running="A", clock_A="29:40.000", limit="9:40.000")


def test_signatures_lapse_with_it():
    table = Table().start()
    table.over(11000)
    table.do(15000, events.PENALTY, events.A, 30)
    table.press(16000, events.A)
    table.revert(17000)
    table.press(18000, events.B)
    table.shows(phase="over", penalty_A=0)
    table.press(19000, events.A)
    table.shows(phase="closed")
    assert not table.revert(20000)
