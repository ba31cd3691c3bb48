"""Anything missing from a log, or foreign to it, is reported: games, blocks, the end."""

import json

import pytest
from corrido.core import events
from corrido.store.journal import codec

from host_tools.log import blocks, games
from tests.conftest import type_in
from tests.log.conftest import image_of, journal_on, play, played, recording


@pytest.fixture
def log():
    """The pulled log of six games, with the end that its device reported."""
    image = image_of(played(6))
    last = games.one_game(image, 6)
    seq = max(entry.seq for entry in last.entries if entry.kind)
    image.device |= {"game": 6, "seq": seq}
    return image


def findings(image, end=None):
    return [str(finding) for finding in games.verify(image, end).findings]


def test_an_older_state_put_back_is_told(tmp_path, capsys):
    flash, recorder = recording()
    states = []
    for _ in range(3):
        play(recorder, {})
        recorder.send(events.OK, 0, 0, 230_000)
        states.append(bytes(flash.data))
    earlier = image_of(flash)
    entry = games.one_game(earlier, 3).entries[-1].seq
    gone = (f"an earlier pull ends with entry {entry} of game 3, which is gone: "
            "erased since, or an older state put back")  # fmt: skip
    for state, played_on, told in ((2, 0, []), (1, 0, [gone]), (2, 1, []), (1, 1, [gone])):
        flash.data[:] = states[state]
        journal = journal_on(flash)
        for _ in range(played_on):
            journal.begin(9, b"played on")
        later = image_of(flash)
        assert [str(finding) for finding in games.since(earlier, later)] == told
    later.device["pulled"] = "2026-03-01T10:05:00+0000"
    later.save(tmp_path / "a.corridolog")
    earlier.device["pulled"] = "2026-03-01T11:00:00+0200"  # an hour before
    earlier.save(tmp_path / "b.corridolog")
    _, out, _ = type_in(capsys, "log", "verify", "--json", str(tmp_path))
    found = [one["findings"] for one in json.loads(out)]
    assert gone in found[0] and found[1] == []


def heads(image):
    """Return the blocks of the flash by their numbers in the ring."""
    return {blocks.head_of(data).number: n for n, data in image.blocks.items()
            if blocks.head_of(data)}  # fmt: skip


@pytest.mark.parametrize(("which", "chained", "told"), [
    (1, False, "blocks are missing: number {}"),
    (1, False, "games are missing: "),  # no other block knows them
    (-1, True, "the end is cut off"),  # the chain alone does not show it
])  # fmt: skip
def test_a_block_taken_out_is_missed(log, which, chained, told):
    numbers = heads(log)
    gone = sorted(numbers)[which]
    del log.blocks[numbers[gone]]
    assert any(one.startswith(told.format(gone)) for one in findings(log))
    assert games.verify(log).unbroken or not chained


def test_entries_without_a_header_break_the_chain(log):
    numbers = heads(log)
    first = numbers[min(numbers)]
    log.blocks[first] = b"\xff" * 32 + log.blocks[first][32:]
    assert not games.verify(log).unbroken


@pytest.mark.parametrize("room", [0, 1])
def test_a_record_out_of_reach_breaks_the_chain_up_to_the_last_byte(log, room):
    fields = 6, 999, 1000, events.STOP, 0, 0
    record = codec.encode(codec.TAG_ENTRY, fields, b"", b"", b"", lambda *_: codec.NO_CHAIN)
    last = max(set(log.blocks) - set(heads(log).values()))  # erased and ready
    assert len(record) == codec.FRAME_BYTES and games.verify(log).unbroken
    log.blocks[last] = log.blocks[last][: -len(record) - room] + record + b"\xff" * room
    assert not games.verify(log).unbroken


def test_an_end_cut_off_is_told_by_what_the_screen_showed(log):
    end = blocks.told_end(log)
    assert games.verify(log).whole
    log.device.pop("seq")
    assert findings(log) == [] and findings(log, end) == []
    assert "the device had 999" in findings(log, blocks.End(6, 999))[0]
    assert "more than the device had" in findings(log, blocks.End(6, 2))[0]
    assert "game 7 is missing" in findings(log, blocks.End(8, 0))[0]


def test_the_command_says_so_and_what_a_chain_proves(log, tmp_path, capsys):
    path = tmp_path / "mesa.corridolog"
    log.save(path)
    code, out, _ = type_in(capsys, "log", "verify", str(path))
    assert code == 3 and "unbroken, unsigned" in out and "not a forger" in out
    code, out, _ = type_in(capsys, "log", "verify", str(path), "--end", "6:999")
    assert code == 1 and "NOT WHOLE: the end is cut off" in out
    code, out, _ = type_in(capsys, "log", "verify", str(path), "--end", "6:999", "--json")
    (found,) = json.loads(out)
    assert (code, found["whole"], found["chain_whole"]) == (1, False, True)
    del log.blocks[sorted(heads(log).items())[1][1]]
    log.save(path)
    _, out, _ = type_in(capsys, "log", "show", str(path), "--language", "en")
    assert "Log NOT WHOLE: blocks are missing" in out
