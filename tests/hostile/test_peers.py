"""Whatever is on the port, a command ends by itself, in one line, and saves nothing.

It has held against a peer of peers.py if it ended with exit code 1 or 2, one line that says why
(the doctor: a finding), no traceback, no harmful character and nothing saved.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from host_tools.device import client, faults, ready, repl, wire
from tests.conftest import type_in
from tests.hostile import peers
from tests.hostile.peers import ABOUT, HEALTH, REGION, STATUS, Liar, Peer, Text

DEEP = Text("[" * 2000 + "]" * 2000)
NASTY = "\x1b[2J\x9b31m\u202eevil\u2066\x07"
HARMFUL = ("\x1b", "\x9b", "\u202e", "\u2066", "\x07", "Traceback")
SHORT_S = 0.4


class Try(NamedTuple):
    """One attack on one command."""

    attack: str
    peer: Callable[[], Peer]
    words: tuple[str, ...]


TALKERS: dict[str, Callable[[], Peer]] = {
    "a receiver that talks every 0.3 s": peers.Gps,
    "a flood without a line's end": peers.Flood,
    "an echo": peers.Echo,
    "an answer that drips": peers.Drip,
    "silence": peers.Peer,
}
PULL = ("log", "pull", "-o", "pulled.corridolog")
DEPLOY = ("deploy", "--board", "pico")
PROVISION = ("provision", "--board", "pico", "--set", "budget=60")
# The commands that wait for an answer, with all other answers right.
ASKED_BY = {
    "status": (("status",), ("doctor",), DEPLOY, PROVISION),
    "about": (("status",), ("doctor",), PULL),
    "health": (("doctor",),),
    "lexicon": (("doctor",),),
    "get": (("config", "get"), ("config", "get", "budget"), ("config", "export")),
    "set": (("config", "set", "budget=60"),),
    "unlock": (("config", "set", "budget=60", "--pin", "4711"),),
    "region": (PULL,),
    "read": (PULL,),
    "repl": (DEPLOY,),
}
RIGHT = {name: told for name, told in Liar.RIGHT.items() if isinstance(told, dict)}
# test_text.py has the documents that are none.
ANYWHERE: dict[str, object] = {
    "not JSON": Text("{"), "deep brackets": DEEP, "a text of 1 MB": "x" * (1 << 20),
    "not UTF-8": b'\n!1 ok "\xff"\n!2 ok "\xff"\n!3 ok "\xff"\n',
    "no verdict": b"\n!1 k 7\n!2 k 7\n!3 k 7\n",
}  # fmt: skip
NOT_A_RECORD: dict[str, object] = {
    "a list": [],
    "null": None,
    "10,000 names": {f"n{n}": 0 for n in range(10_000)},
}
WRONG_REGIONS: dict[str, object] = {
    name: {**REGION, **change}
    for name, change in {
        "a billion blocks": {"blocks": 10**9}, "blocks of 16 bytes": {"block": 16},
        "pages of 0 bytes": {"page": 0}, "a true page": {"page": True},
    }.items()
}  # fmt: skip


def _wrong_answers():
    """Yield (command of the console, the fault, the answer)."""
    for name in ASKED_BY:
        for what, answer in ANYWHERE.items():
            yield name, what, answer
    for name, right in RIGHT.items():
        for what, answer in NOT_A_RECORD.items():
            yield name, what, answer
        for field in right:
            if field in ("name", "lexicon", "turn", "limit"):
                continue
            yield name, "a field of another type", {**right, field: [[]]}
    for what, answer in WRONG_REGIONS.items():
        yield "region", what, answer
    for name in ("set", "unlock", "repl"):
        yield name, "null", None
    yield "get", "an object", {}


def wrong_answers():
    """Yield every command that asks, with every wrong answer."""
    for name, what, answer in _wrong_answers():
        answers: dict[str, object] = {name: answer}
        if name == "unlock":
            answers["about"] = {**ABOUT, "pin": True}
        for words in ASKED_BY[name]:
            # `config get` asks 24 times: numbered answers are for the first question.
            yield Try(what, lambda a=answers: Liar(**a), words)


@pytest.fixture
def impatient(monkeypatch):
    """Shorten the waits to a test's patience."""
    for name in ("ANSWER_S", "WORK_S"):
        monkeypatch.setattr(wire, name, SHORT_S)
    for name in ("ANSWER_S", "FIRST_ANSWER_S", "LONGEST_SILENCE_S"):
        monkeypatch.setattr(client, name, SHORT_S)
    for name in ("START_S", "LEXICON_S"):
        monkeypatch.setattr(ready, name, SHORT_S)
    for name in ("KNOCK_S", "KNOCK_MORE_S", "PROMPT_S"):
        monkeypatch.setattr(repl, name, SHORT_S / 4)


@pytest.fixture
def ended(monkeypatch, tmp_path, capsys):
    """How a command ended: its exit code, output and errors, checked for what none may do."""
    monkeypatch.chdir(tmp_path)

    def run(attempt):
        with contextlib.closing(attempt.peer()) as peer:
            code, out, err = type_in(capsys, *attempt.words, "--port", peer.port)
        assert not [mark for mark in HARMFUL if mark in out + err], attempt
        assert err.count("\n") <= (1 if attempt.words[0] != "log" else 2), (attempt, err)
        return code, out, err

    return run


@pytest.fixture
def refused(ended, impatient):
    """Check that a command gives up, says why and saves nothing."""

    def check(attempt):
        code, out, err = ended(attempt)
        assert code in (1, 2) and (out or err) and not list(Path().iterdir()), attempt

    return check


@pytest.mark.parametrize("attack", TALKERS)
def test_what_only_talks_keeps_no_command_waiting(attack, refused):
    for words in (("status",), ("config", "export"), DEPLOY):
        refused(Try(attack, TALKERS[attack], words))


@pytest.mark.parametrize("attack", sorted({attempt.attack for attempt in wrong_answers()}))
def test_an_answer_of_another_shape_is_one_line(attack, refused):
    for attempt in wrong_answers():
        if attempt.attack == attack:
            refused(attempt)


@pytest.mark.parametrize(
    ("shape", "text"),
    [("identity", "{}"), ("file_sum", '["/boot.py", "zz", 1]'), ("path", "7"), ("statvfs", "{}")],
)
def test_what_a_board_tells_at_the_raw_repl_has_its_shape(shape, text, monkeypatch):
    monkeypatch.setattr(repl.Repl, "__init__", lambda board: setattr(board, "port", "PORT"))
    monkeypatch.setattr(repl.Repl, "run", lambda _board, _code: text)
    for told in (repl.Repl().told, repl.Repl().told_lines):
        with pytest.raises(faults.BadAnswer, match="PORT: gives a senseless answer"):
            told("", shape)


@pytest.mark.parametrize("words", [("status",), ("doctor",), PULL, ("config", "get", "table")])
def test_what_a_device_is_called_moves_no_terminal(words, ended, impatient):
    ended(Try("harmful characters", lambda: Liar(
        about={**ABOUT, "name": NASTY, "lexicon": NASTY, "more": NASTY},
        status={**STATUS, "phase": NASTY, "reason": "[bold]"}, get=NASTY,
        health={**HEALTH, "closed": [NASTY], "reset": NASTY},
        lexicon={"ok": False, "why": NASTY},
    ), words))  # fmt: skip


@pytest.mark.parametrize("words", [("status",), ("doctor",), PULL, ("config", "export")])
def test_an_honest_device_is_believed(words, ended):
    """The same tests without a fault: so the failures above have the stated reason."""
    code, _, err = ended(Try("", Liar, words))
    assert code == 0, err


def test_a_console_is_asked_as_long_as_one_likes(monkeypatch):
    """As `corrido talk` does, for a whole round: only one answer is bounded."""
    monkeypatch.setattr(wire, "OUTPUT_BYTES", 100)
    with contextlib.closing(Liar()) as peer, client.Client(peer.port) as asking:
        assert [asking.ask("status") for _ in range(3)] == [STATUS] * 3
