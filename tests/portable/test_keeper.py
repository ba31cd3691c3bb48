"""The keeper: what it books and notes, what comes back, and when it refuses."""

from corrido.core import events as e
from corrido.core import phases as p
from corrido.core.presets import rules_for
from corrido.services.keeper import (
    HEARTBEAT_MS,
    NOT_RECORDED,
    RECORD_DAMAGED,
    Keeper,
    pack_rules,
    unpack_rules,
)
from test_journal import Flash, mounted

START_MS = 50000  # milliseconds since power-on as the game is armed


class Table:
    """A keeper on a flash, and all that it asked the device to do."""

    def __init__(self, flash=None, **changes):
        self.flash = flash or Flash()
        self.journal = mounted(self.flash)
        self.acts = []
        self.keeper = Keeper(self.journal, rules_for("fise-corrido", **changes), self.acts.append)

    def started(self):
        """Armed at START_MS; A's clock runs 1 s later."""
        self.keeper.arm(self.keeper.match.rules, {"table": "4", "round": None}, START_MS)
        assert self.at(1000, e.PRESS, e.B)
        return self

    def at(self, ms, kind, who=0, value=0, payload=b""):
        return self.keeper.send(kind, who, value, START_MS + ms, payload)

    def again(self):
        """After a power cut."""
        return Table(self.flash)

    def entries(self):
        """(t_ms, kind, names of the log kinds, payload) of each."""
        return [(x[2], x[3], x[6], x[7]) for x in mounted(self.flash).records()]

    def wear_out(self):
        self.flash.program = refuse


def refuse(*_arguments):
    raise OSError(5)


def test_rules_come_back_as_they_were_armed():
    rules = rules_for("naspa", signals_ms=(30000, 5000))
    back = unpack_rules(pack_rules(rules, {"table": "4"}))
    assert (back.name, back.signals_ms, back.failed_challenge) == ("naspa", (30000, 5000), -1)


def test_labels_that_were_not_set_are_not_in_the_record():
    table = Table().started()
    payload = table.entries()[0][3]
    assert b'"table": "4"' in payload and b"round" not in payload and b"source" not in payload


def test_a_game_has_its_own_line_of_time():
    table = Table().started()
    keeper = table.keeper
    assert keeper.on_line(START_MS) == 0 and keeper.match.t_ms == 1000
    assert keeper.late_ms(START_MS + 1700) == 700
    assert [x[:2] for x in table.entries()] == [(0, e.ARM), (1000, e.PRESS)]
    keeper.advance(START_MS + 500)
    assert keeper.match.t_ms == 1000, "never backwards"
    assert table.at(900, e.STOP) and table.entries()[-1][0] == 1000


def test_what_a_press_means_is_recorded_with_it():
    table = Table().started()
    table.at(2000, e.STOP)
    table.at(3000, e.STOP)
    assert [x[1:] for x in mounted(table.flash).events()][2:] == [
        (2000, e.STOP, 0, 1), (3000, e.STOP, 0, 2)]


def test_in_setup_nothing_but_the_players_keys_is_heard():
    table = Table()
    assert not table.at(0, e.MENU) and not table.at(0, e.OK) and table.entries() == []
    for kind in (e.PRESS, e.STOP, e.CHALLENGE):
        assert not table.at(0, kind, e.A)
    assert [x[2] for x in table.entries()] == [("ignored",)] * 3
    assert table.keeper.match.phase == p.SETUP and table.acts == []


def test_an_ignored_press_is_noted_with_its_kind_and_player():
    table = Table().started()
    assert not table.at(2000, e.PRESS, e.B)
    entry = list(mounted(table.flash).records())[-1]
    assert entry[2:8] == (2000, 0, e.B, 0, ("ignored",), bytes([e.PRESS]))


def test_an_act_of_the_arbiter_is_recorded_with_what_it_changed():
    table = Table().started()
    table.at(2000, e.MENU)
    table.at(3000, e.SET, e.B, 60000, b"why")
    payload = table.entries()[-1][3]
    assert b"clock.B 30:00.000>1:00.000" in payload and payload.endswith(b"why")
    assert b"phase running>stopped" in table.entries()[-2][3], "the menu's own"
    assert b"clock.A" not in payload


def test_a_stop_that_ends_says_how_long_it_was_and_whose():
    table = Table().started()
    table.at(2000, e.STOP)
    table.at(4500, e.STOP)
    assert table.entries()[-1][3] == b"stopped other clock A asked none 2500 ms"


def test_a_game_comes_back_after_a_cut_where_the_journal_knows_it():
    table = Table().started()
    assert table.keeper.beat(START_MS + 8000)
    table = table.again()
    keeper = table.keeper
    assert keeper.match.phase == p.RECOVERED and keeper.game == 1
    assert 7750 <= keeper.on_line(0) <= 8000 and keeper.match.t_ms == keeper.on_line(0)
    assert table.entries()[-1][2] == ("recovered",)
    assert keeper.match.rules.budget_ms == 1800000


def test_a_game_that_is_closed_or_was_left_is_not_recovered():
    table = closed(Table().started())
    again = table.again()
    assert again.keeper.match.phase == p.CLOSED and again.keeper.game == 1
    assert len(again.entries()) == len(table.entries())
    assert again.keeper.send(e.OK, 0, 0, 99000)
    assert again.keeper.match.phase == p.SETUP and again.keeper.game == 2
    assert (again.keeper.match.seq, again.keeper.match.t_ms) == (0, 0)
    third = again.again()
    assert third.keeper.match.phase == p.SETUP and third.keeper.game == 2


def test_a_game_that_is_opened_again_keeps_its_number():
    table = closed(Table().started())
    for ms, kind, who in ((9000, e.REOPEN, 0), (9500, e.PRESS, e.A), (9900, e.PRESS, e.B)):
        assert table.at(ms, kind, who)
    assert table.keeper.match.phase != p.CLOSED and table.keeper.game == 1


def test_a_game_is_armed_with_the_rules_of_now():
    table = Table()
    table.keeper.arm(rules_for("naspa"), {}, START_MS)
    assert table.keeper.match.rules.name == "naspa" and not table.keeper.time_matters()
    assert table.again().keeper.match.rules.name == "naspa"


def closed(table):
    for ms, kind, who in ((5000, e.MENU, 0), (6000, e.END, 0), (7000, e.PRESS, e.A),
                          (8000, e.PRESS, e.B)):
        assert table.at(ms, kind, who), kind
    assert table.keeper.match.phase == p.CLOSED
    return table


def test_time_is_kept_twice_a_second_while_it_counts():
    table = Table(limit_ms=60000)
    assert table.keeper.beat_due_ms(0) == -1 and not table.keeper.beat(HEARTBEAT_MS)
    keeper = table.started().keeper
    now = START_MS + 1000
    assert keeper.beat_due_ms(now + 100) == now + HEARTBEAT_MS
    assert not keeper.beat(now + HEARTBEAT_MS - 1) and keeper.beat(now + HEARTBEAT_MS)
    assert keeper.beat_due_ms(now + 700) == now + 2 * HEARTBEAT_MS
    assert keeper.beat_due_ms(now + 5000) == now + 5000, "overdue: at once"
    closed(table)
    assert not keeper.time_matters() and keeper.beat_due_ms(now + 9000) == -1


def test_blocks_are_erased_between_games_only():
    table = Table()
    assert table.keeper.tidy()
    while table.keeper.tidy():
        pass
    keeper = table.started().keeper
    for ms, kind in ((2000, e.STOP), (3000, e.STOP)):
        assert not keeper.tidy()
        table.at(ms, kind)
    assert not keeper.tidy()
    table.journal.prepare = lambda: True
    assert not keeper.tidy()
    closed(table)
    assert keeper.tidy()


def test_an_undo_is_recorded_and_folds_the_game_anew():
    table = Table().started()
    table.at(9000, e.PRESS, e.A)
    table.at(12000, e.MENU)
    table.acts.clear()
    assert table.at(13000, e.UNDO)
    match = table.keeper.match
    assert match.turns[e.A] == 0 and match.turn == e.A and ("hush",) in table.acts
    assert list(mounted(table.flash).events())[-1][2:] == (e.UNDO, 0, 3)
    assert b"turns.A 1>0" in table.entries()[-1][3]
    assert table.again().keeper.match.turns[e.A] == 0
    assert table.keeper.as_of(START_MS + 12500).t_ms == 13000
    assert Table().keeper.send(e.UNDO, 0, 0, 0) is False


def test_without_a_press_there_is_nothing_to_take_back():
    table = Table()
    table.keeper.arm(table.keeper.match.rules, {}, START_MS)
    assert not table.at(500, e.UNDO)
    assert len(table.entries()) == 1


def test_what_is_not_recorded_is_a_fault_and_the_sounds_end():
    table = Table().started()
    table.wear_out()
    table.acts.clear()
    table.at(2000, e.PRESS, e.A)
    match = table.keeper.match
    assert match.phase == p.FAULT and match.fault_code == NOT_RECORDED and match.run == 0
    assert not table.keeper.recording and ("hush",) in table.acts


def test_a_note_that_is_not_recorded_is_a_fault_too():
    for note in (lambda t: t.keeper.log("pin", b"wrong"), lambda t: t.at(2000, e.PRESS, e.B),
                 lambda t: t.keeper.beat(START_MS + 3000)):
        table = Table().started()
        table.wear_out()
        note(table)
        assert table.keeper.match.phase == p.FAULT


def test_a_note_is_no_event():
    table = Table().started()
    table.keeper.log("pin", b"wrong", e.A, 7)
    entry = list(mounted(table.flash).records())[-1]
    assert entry[1:8] == (0, 1000, 0, e.A, 7, ("pin",), b"wrong")
    assert table.keeper.match.phase == p.RUNNING


def test_the_next_game_is_recorded_again():
    table = closed(Table().started())
    table.keeper.recording = False
    assert table.at(9000, e.OK) and table.keeper.game == 2
    table.keeper.arm(table.keeper.match.rules, {}, START_MS + 10000)
    assert table.keeper.recording and table.keeper.match.phase == p.READY
    assert list(mounted(table.flash).events()) == [(1, 0, e.ARM, 0, 0)]


def test_a_record_that_is_lost_is_a_fault_and_the_next_game_has_the_next_number():
    table = Table().started()
    at = table.flash.data.find(b'"table"')
    for offset in range(4):
        table.flash.data[at + offset] ^= 0x18
    keeper = table.again().keeper
    assert keeper.match.phase == p.FAULT and keeper.match.fault_code == RECORD_DAMAGED
    assert keeper.game == 2


def test_a_fault_in_a_game_is_an_event_of_it():
    flash = Table().started().flash
    journal = mounted(flash)
    journal.whole = lambda: False
    keeper = Keeper(journal, rules_for("fise-corrido"), lambda effect: None)
    assert keeper.match.phase == p.FAULT and keeper.send(e.OK, 0, 0, 5000)
    events = list(mounted(flash).events())
    assert [event[0] for event in events] == [1, 2, 3, 4, 5]
    assert events[3][2:] == (e.FAULT, 0, RECORD_DAMAGED)


def test_the_past_is_read_while_a_press_is_not_certain():
    table = Table(budget_ms=10000).started()
    keeper = table.keeper
    keeper.advance(START_MS + 9000)
    assert keeper.as_of(START_MS + 4000).left_ms(e.A) == 7000
    keeper.advance(START_MS + 20000)
    for ms, left_ms in ((1000, 10000), (4000, 7000), (10999, 1), (12000, -1000), (25000, -14000)):
        assert keeper.as_of(START_MS + ms).left_ms(e.A) == left_ms, ms
    assert keeper.as_of(START_MS).t_ms == 1000, "not before the latest event"
    assert keeper.match.t_ms == 20000
    table.at(21000, e.PRESS, e.A)
    assert keeper.as_of(START_MS + 12000).t_ms == 21000


def test_the_past_before_the_games_limit_is_what_it_was():
    table = Table(limit_ms=5000).started()
    table.keeper.advance(START_MS + 20000)
    table.keeper.advance(START_MS + 21000)
    for ms in (1500, 5999, 6000, 6001, 19000):
        no_further = Table(limit_ms=5000).started()
        no_further.keeper.advance(START_MS + ms)
        assert table.keeper.as_of(START_MS + ms).status() == no_further.keeper.match.status(), ms


def test_what_falls_due_is_noted_and_acted_on_before_what_comes_then():
    table = Table(limit_ms=5000).started()
    table.acts.clear()
    assert table.at(20000, e.MENU)
    limit, menu = table.entries()[-2:]
    assert limit[1:3] == (0, ("limit", "end")) and menu[:2] == (20000, e.MENU)
    assert ("sound", "limit") in table.acts


def test_what_is_not_recorded_has_no_effect():
    for worn in (False, True):
        table = Table().started()
        for ms, kind, who in ((2000, e.CHALLENGE, e.B), (3000, e.SUBMIT, 0), (4000, e.PRESS, e.A)):
            assert table.at(ms, kind, who)
        if worn:
            table.wear_out()
        table.at(5000, e.PRESS, e.B)
        assert (("lookup",) in table.acts) != worn
