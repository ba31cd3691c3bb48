"""The recorder: its entries and notes, recovery, and refusals."""

from corrido.core import events, phases
from corrido.core.presets import rules_for
from corrido.services.recorder import HEARTBEAT_MS, Recorder
from corrido.store.game_record import pack_rules
from played_journal import mounted
from recorded_table import START_MS, Table


def test_every_runtime_records_the_same_bytes():
    # The chain of the log and the QR code at the end depend on them.
    payload = pack_rules(rules_for("naspa"), {"table": 4, "player-a": 'Núñez "Ł"', "date": ""})
    assert payload.startswith(b'[{"at_zero": "overtime", "budget_a_ms": -1, "budget_b_ms": -1, ')
    assert payload.endswith(
        ', "verified": false}, {"player-a": "Núñez \\"Ł\\"", "table": 4}]'.encode()
    )


def test_a_game_has_its_own_line_of_time():
    table = Table().started()
    recorder = table.recorder
    assert recorder.on_line(START_MS) == 0 and recorder.match.t_ms == 1000
    assert recorder.late_ms(START_MS + 1700) == 700
    assert [x[:2] for x in table.entries()] == [(0, events.ARM), (1000, events.PRESS)]
    recorder.advance(START_MS + 500)
    assert recorder.match.t_ms == 1000, "never backwards"
    assert table.at(900, events.STOP) and table.entries()[-1][0] == 1000


def test_an_ignored_press_is_noted_with_its_kind_and_player():
    table = Table().started()
    assert not table.at(2000, events.PRESS, events.B)
    entry = list(mounted(table.flash).records())[-1]
    assert entry[2:8] == (2000, 0, events.B, 0, ("ignored",), bytes([events.PRESS]))


def closed(table):
    for ms, kind, who in (
        (5000, events.MENU, 0), (6000, events.END, 0),
        (7000, events.PRESS, events.A), (8000, events.PRESS, events.B),
    ):  # fmt: skip
        assert table.at(ms, kind, who), kind
    assert table.recorder.match.phase == phases.CLOSED
    return table


def test_time_is_kept_twice_a_second_while_it_counts():
    table = Table(limit_ms=60000)
    assert table.recorder.beat(HEARTBEAT_MS) == -1
    recorder = table.started().recorder
    now = START_MS + 1000
    for after_ms in (100, HEARTBEAT_MS - 1, HEARTBEAT_MS):
        assert recorder.beat(now + after_ms) == now + HEARTBEAT_MS
    assert recorder.beat(now + 700) == now + 2 * HEARTBEAT_MS
    assert recorder.beat(now + 5000) == now + 5000, "overdue: at once"
    closed(table)
    assert not recorder.match.measures_time() and recorder.beat(now + 9000) == -1


def test_blocks_are_erased_between_games_only():
    table = Table()
    assert table.recorder.prepare()
    while table.recorder.prepare():
        pass
    recorder = table.started().recorder
    for ms, kind in ((2000, events.STOP), (3000, events.STOP)):
        assert not recorder.prepare()
        table.at(ms, kind)
    assert not recorder.prepare()
    table.journal.prepare = lambda: True
    assert not recorder.prepare()
    closed(table)
    assert recorder.prepare()


def test_a_note_that_is_not_recorded_is_a_fault_too():
    table = Table().started()
    table.wear_out()
    table.recorder.log("pin", b"wrong")
    assert table.recorder.match.phase == phases.FAULT


def test_a_fault_in_a_game_is_an_event_of_it():
    flash = Table().started().flash
    journal = mounted(flash)
    journal.current.whole = False
    recorder = Recorder(journal, rules_for("fise-corrido"), lambda effect: None)
    assert recorder.match.phase == phases.FAULT and recorder.send(events.OK, 0, 0, 5000)
    found = list(mounted(flash).events())
    assert [event[0] for event in found] == [1, 2, 3, 4, 5]
    assert found[3][2:] == (events.FAULT, 0, events.FAULTS.index("record-damaged"))


def test_what_is_not_recorded_has_no_effect():
    for worn in (False, True):
        table = Table().started()
        for ms, kind, who in (
            (2000, events.CHALLENGE, events.B),
            (3000, events.SUBMIT, 0),
            (4000, events.PRESS, events.A),
        ):
            assert table.at(ms, kind, who)
        if worn:
            table.wear_out()
        table.at(5000, events.PRESS, events.B)
        assert (("lookup",) in table.acts) != worn


def test_a_game_with_more_events_than_its_record_can_count_is_a_fault_and_starts_again():
    table = Table().started()
    table.recorder.match.seq = 0xFFFE
    assert table.at(2000, events.STOP) and table.recorder.recording
    table.at(3000, events.STOP)
    match = table.recorder.match
    assert (
        match.phase == phases.FAULT
        and match.fault == events.FAULTS.index("not-recorded")
        and match.run == 0
    )
    again = table.again()
    assert again.recorder.match.phase == phases.FAULT and again.recorder.match.seq >= 0xFFFF
    assert list(mounted(table.flash).events())[-1][0] == 0xFFFF


def test_after_as_many_games_as_can_be_counted_none_is_armed():
    table = Table()
    table.recorder.game = 0x10000
    table.recorder.arm(table.recorder.match.rules, {}, START_MS)
    assert table.recorder.match.phase == phases.FAULT and not table.recorder.recording
    assert table.again().recorder.match.phase == phases.SETUP
