"""A game that outgrows the journal is folded: its record goes on, whatever is pressed."""

import json

from corrido.core import events, phases
from corrido.store import game_record
from corrido.store.game_record import folded, unfolded, unpack_rules
from nor_flash import Flash, refusal
from played_journal import mounted
from recorded_table import Table

BLOCKS, BLOCK_BYTES = 6, 2048  # a small ring, of blocks that are soon full


def hammered(presses, blocks=BLOCKS):
    """Play a game in which both players press as fast as it counts; each press is recorded."""
    table = Table(Flash(blocks, BLOCK_BYTES)).started()
    for number in range(presses):
        press(table, number)
    return table


def press(table, number):
    """Make the press of that number."""
    table.acts[:] = []
    who = events.A if number % 2 == 0 else events.B
    assert table.at(4000 + 3000 * number, events.PRESS, who), number
    table.recorder.beat(4500 + 3000 * number)


def test_no_press_is_the_last_that_is_recorded():
    table = hammered(300)
    match = table.recorder.match
    assert table.recorder.recording and table.journal.current.folded
    assert match.phase == phases.RUNNING and match.players[0].turns == 150
    again = table.again()
    assert again.recorder.match.phase == phases.RECOVERED and again.journal.current.whole
    before, now = match.status(), again.recorder.match.status()
    for name in ("opener", "turns.A", "turns.B", "points.A", "game"):
        if name in before:
            assert now[name] == before[name], name
    assert again.recorder.match.seq == match.seq + 1
    lost_ms = match.t_ms - again.recorder.match.t_ms
    assert 0 <= lost_ms <= 1000


def test_a_press_after_the_fold_can_be_taken_back_and_none_before_it():
    table, number = hammered(200), 200
    folded_at = table.journal.current.folded
    while table.journal.current.folded == folded_at:  # no other falls among the next entries
        press(table, number)
        number += 1
    recorder = table.recorder
    at_ms = recorder.match.t_ms + 3000
    turn = recorder.match.turn.who
    assert recorder.send(events.PRESS, turn, 0, at_ms - recorder._offset_ms)
    assert recorder.match.turn.who != turn
    assert recorder.send(events.STOP, 0, 0, at_ms + 100 - recorder._offset_ms)
    assert recorder.send(events.UNDO, 0, 0, at_ms + 200 - recorder._offset_ms)
    assert recorder.match.turn.who == turn and recorder.match.phase == phases.STOPPED
    assert table.again().recorder.match.turn.who == turn


def test_a_fold_that_finds_no_memory_is_tried_again_at_the_next_entry():
    def starved(_match):
        raise MemoryError

    table = Table(Flash(BLOCKS, BLOCK_BYTES)).started()
    whole, game_record.folded = game_record.folded, starved
    try:
        number = 0
        while not table.journal.crowded:
            number += 1
            assert table.at(2000 + 100 * number, events.STOP)
        assert table.at(2100 + 100 * number, events.STOP)
    finally:
        game_record.folded = whole
    assert table.recorder.recording and not table.journal.current.folded
    assert table.at(2200 + 100 * number, events.STOP) and table.journal.current.folded
    assert table.again().recorder.match.seq == table.recorder.match.seq + 1


def test_the_labels_and_rules_stay():
    table = hammered(250)
    for _ in range(2):
        rules, labels, state = json.loads(table.journal.beginning().decode())
        assert labels == {"table": "4"} and rules["name"] == "fise-corrido" and state
        table = table.again()


def test_a_cut_between_the_parts_of_a_fold_leaves_the_events_as_they_were():
    table = hammered(60)
    journal, match = table.journal, table.recorder.match
    payload = table.journal.beginning()[:-1] + b"," + json.dumps(folded(match)).encode() + b"]"
    assert len(payload) > 990
    write, parts = journal._write, []

    def cut(*args):
        parts.append(args)
        if len(parts) == 2:
            raise KeyboardInterrupt
        write(*args)

    journal._write = cut
    try:
        journal.fold(match.seq, match.t_ms, payload)
    except KeyboardInterrupt:
        pass
    again = table.again()
    assert not again.journal.current.folded and again.journal.current.whole
    assert again.recorder.match.players[0].turns == match.players[0].turns


def test_every_state_comes_back_as_it_was():
    table = Table(Flash(BLOCKS, BLOCK_BYTES)).started()
    steps = (
        (events.PRESS, events.A, 0), (events.CHALLENGE, events.A, 0), (events.SUBMIT, 0, 0),
        (events.VERDICT, 0, events.INVALID), (events.OK, 0, 0), (events.STOP, 0, 0),
        (events.REASON, 0, events.TILES), (events.PENALTY, events.B, 49_010), (events.STOP, 0, 0),
        (events.PRESS, events.B, 0), (events.FAULT, 0, 1), (events.OK, 0, 0), (events.MENU, 0, 0),
        (events.END, 0, 0),
    )  # fmt: skip
    for number, (kind, who, value) in enumerate(steps):
        table.at(3000 + 5000 * number, kind, who, value)
        match = table.recorder.match
        made = unfolded(json.loads(json.dumps(folded(match))), match.rules)
        assert made.status() == match.status() and made.t_ms == match.t_ms
        assert made.neutral.stops == match.neutral.stops and made.row.marks == match.row.marks
        twin, later = match.copy(), made
        twin.seqs.acts, twin.seqs.press = [], 0
        for step in range(4):
            t_ms = match.t_ms + 1000 * step + 1000
            kind = (events.STOP, events.OK, events.PRESS, events.PRESS)[step]
            event = (match.seq + step + 1, t_ms, kind, 1 + step % 2, 0)
            assert twin.handle(event) == later.handle(event)
            assert twin.status() == later.status()


def test_a_game_folded_before_its_start_begins_with_the_fold():
    table = Table(Flash(BLOCKS, BLOCK_BYTES))
    table.recorder.arm(table.recorder.match.rules, {}, 0)
    table.journal.fold(1, 0, b"what lies in the block of the arming")
    for journal in (table.journal, mounted(table.flash)):
        assert journal.beginning() == b"what lies in the block of the arming"


def test_a_fold_of_rubbish_is_no_match():
    rules = unpack_rules(Table().started().journal.beginning())
    for rubbish in (
        [], [4], [99], [0, 1], 7, [15, 0], [4, [4]], [4.5], ["x"],
    ):  # fmt: skip
        assert refusal(unfolded, rubbish, rules), rubbish


def test_the_longest_row_stays():
    game = hammered(2).recorder.match
    game.row.marks = bytes([events.PLAY] + [events.PASS] * 99)
    assert unfolded(folded(game), game.rules).row.passes == 99
