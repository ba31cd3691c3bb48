"""Boards that are silent while they work, and lines that lose bytes: neither ends a deployment.

An emulated ESP32-C3 was silent for 16 s within one rename of a littlefs with 120 files.
"""

import re
from collections import Counter

import pytest

from host_tools.device import faults, payload, wire
from host_tools.device.deploy import Deployment
from host_tools.device.repl import SERIAL_CHUNK_BYTES, Repl
from host_tools.device.wire import Wire
from tests.device.cuts import small_firmware, sums, sums_on
from tests.device.slow_port import GO_AHEAD, SlowPort, plugged_in

RENAME_S = 16.4
PIECE = re.compile(rb"[A-Za-z0-9+/=]{%d}" % (SERIAL_CHUNK_BYTES // 3 * 4))  # in base64


def test_a_board_that_works_in_silence_is_waited_for(monkeypatch):
    port = plugged_in(monkeypatch, SlowPort([RENAME_S]))
    assert Repl("slow").run("os.rename('/part', '/staged')") == ""
    assert RENAME_S <= port.now_s < RENAME_S + 1.0


def test_each_sign_of_life_begins_the_wait_anew(monkeypatch):
    moves = 40
    port = plugged_in(monkeypatch, SlowPort([RENAME_S] * moves + [0.0], b"." * moves))
    limit_s = moves * (RENAME_S + 1.0)
    assert Repl("slow").run("corrido_swap.finish('.')", limit_s) == "." * moves
    assert port.now_s > wire.WORK_S


def test_a_board_that_never_says_another_byte_is_given_up(monkeypatch):
    port = plugged_in(monkeypatch, SlowPort([1e9]))
    with pytest.raises(faults.Garbled, match="or the board hangs"):
        Repl("slow").run("while True: pass")
    assert wire.WORK_S <= port.now_s < wire.WORK_S + 1.0


def test_writing_a_piece_may_take_as_long(monkeypatch):
    port = plugged_in(monkeypatch, SlowPort([RENAME_S] * 3 + [0.0], GO_AHEAD * 3))
    sent = Counter()
    Repl("slow").put("/file", bytes(3 * SERIAL_CHUNK_BYTES), lambda size: sent.update([size]))
    assert sent == {SERIAL_CHUNK_BYTES: 3}
    assert port.now_s >= 3 * RENAME_S


def test_a_line_that_loses_a_byte_is_reported_and_the_next_run_goes_on(board, monkeypatch):
    files, write, patient_s = small_firmware(1), Wire.write, wire.WORK_S

    def lose(self, data):
        if PIECE.fullmatch(data) and wire.WORK_S == patient_s:
            data = data[:100] + data[101:]
            monkeypatch.setattr(wire, "WORK_S", 0.5)  # all that follows is silence
        write(self, data)

    monkeypatch.setattr(Wire, "write", lose)
    with Repl(board.port) as repl:
        repl.enter()
        with pytest.raises(faults.Garbled, match="the same command goes on"):
            Deployment(repl, files).run()
        monkeypatch.setattr(Wire, "write", write)
        monkeypatch.setattr(wire, "WORK_S", patient_s)
        repl.enter()
        assert Deployment(repl, files).run().sent > 0
        assert sums_on(repl, set(files)) == sums(files)


def test_the_commit_shows_each_move_though_the_start_imported_an_older_swap(board, monkeypatch):
    said, run = [], Repl.run

    def overheard(self, code, limit_s=0.0):
        said.append((code, run(self, code, limit_s)))
        return said[-1][1]

    monkeypatch.setattr(Repl, "run", overheard)
    files = small_firmware(1)
    with Repl(board.port) as repl:
        repl.enter()
        repl.put(payload.SWAP, b"def finish():\n    return 0\n")
        repl.run("import corrido_swap")
        outcome = Deployment(repl, files).run()
    moves = [text for code, text in said if "finish('.')" in code]
    assert moves == ["." * outcome.sent]
