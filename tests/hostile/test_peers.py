"""Whatever is on the port, a command ends in time, in one line, and saves nothing.

A try is a command against a peer of peers.py. It has held if the command ended by itself within
LIMIT_S, with exit code 1 or 2, one line that says why (the doctor: a finding), no traceback, no
harmful character and nothing saved.
"""

import contextlib
import io
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from host_tools.cli import main
from host_tools.device import client, doctor, ready, repl, wire
from tests.hostile import peers
from tests.hostile.peers import ABOUT, HEALTH, IDENTITY, REGION, STATUS, Liar, Peer, Repl, Text

LIMIT_S = 300.0  # of a busy computer; what waits for nothing ends in no time at all
LEXICON_OK = {"ok": True, "why": ""}
DEEP = Text("[" * 2000 + "]" * 2000)
NASTY = "\x1b[2J\x9b31m\u202eevil\u2066\x07"
HARMFUL = ("\x1b", "\x9b", "\u202e", "\u2066", "\x07", "Traceback")


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str
    seconds: float
    saved: list[str]


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
COMMANDS = (
    ("status",), ("doctor",), ("config", "get"), ("config", "export"),
    ("config", "set", "budget=60"), PULL, DEPLOY, PROVISION,
)  # fmt: skip
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
    "used": (PULL,),
    "read": (PULL,),
    "repl": (DEPLOY,),
}
RIGHT = {"status": STATUS, "about": ABOUT, "health": HEALTH, "lexicon": LEXICON_OK,
         "region": REGION}  # fmt: skip
ANYWHERE: dict[str, object] = {
    "not JSON": Text("{"), "nothing": Text(""), "deep brackets": DEEP,
    "not UTF-8": b'\n!1 ok "\xff"\n!2 ok "\xff"\n!3 ok "\xff"\n', "NaN": Text("NaN"),
    "no verdict": b"\n!1 k 7\n!2 k 7\n!3 k 7\n",
    "a number too long": Text("9" * 5000), "a text of 1 MB": "x" * (1 << 20),
}  # fmt: skip
NOT_A_RECORD: dict[str, object] = {
    "a list": [], "null": None, "an empty object": {}, "a number": 7, "a text": "x",
    "true": True, "10,000 names": {f"n{n}": 0 for n in range(10_000)},
}  # fmt: skip
WRONG_REGIONS: dict[str, object] = {
    name: {**REGION, **change}
    for name, change in {
        "a billion blocks": {"blocks": 10**9}, "-5 blocks": {"blocks": -5},
        "blocks of 0 bytes": {"block": 0}, "blocks of 16 bytes": {"block": 16},
        "pages of 0 bytes": {"page": 0}, "blocks as a text": {"blocks": "60"},
        "half a block": {"blocks": 1.5}, "a true page": {"page": True},
    }.items()
}  # fmt: skip


def _wrong_answers() -> Iterator[tuple[str, str, object]]:
    """Yield (command of the console, the fault, the answer)."""
    for name in ASKED_BY:
        for what, answer in ANYWHERE.items():
            yield name, what, answer
    for name, right in RIGHT.items():
        for what, answer in NOT_A_RECORD.items():
            yield name, what, answer
        for field in right:
            if field in ("name", "lexicon", "turn", "regions", "limit"):
                continue
            yield name, "a field of another type", {**right, field: [[]]}
    for what, answer in WRONG_REGIONS.items():
        yield "region", what, answer
    for what, answer in {"a text": "ab", "an object": {}, "deep": [[[1]]]}.items():
        yield "used", what, answer
    for name in ("set", "unlock", "repl"):
        yield name, "null", None
    yield "get", "an object", {}


def wrong_answers() -> Iterator[Try]:
    """Yield every command that asks, with every wrong answer."""
    for name, what, answer in _wrong_answers():
        answers: dict[str, object] = {name: answer}
        if name == "read":
            answers["used"] = [4]
        if name == "unlock":
            answers["about"] = {**ABOUT, "pin": True}
        for words in ASKED_BY[name]:
            # `config get` asks 24 times: numbered answers are for the first question.
            yield Try(f"wrong answers: {what}", lambda a=answers: Liar(**a), words)


def talkers() -> Iterator[Try]:
    """Yield every command against peers that only talk, or say nothing."""
    for attack, peer in TALKERS.items():
        for words in COMMANDS:
            yield Try(attack, peer, words)


def _board(wrong: dict[str, str]) -> Callable[[], Peer]:
    """Return a maker of boards at the raw REPL that print `wrong` for code with such a word."""

    def told(code: str) -> str:
        for word, text in wrong.items():
            if word in code:
                return text
        return json.dumps(IDENTITY) if "_frozen()" in code else ""

    return lambda: Repl(told)


def repls() -> Iterator[Try]:
    """Yield deployments to boards that answer code at the raw REPL wrongly."""
    wrong = {
        "no identity": {"_frozen()": ""},
        "an identity that is a list": {"_frozen()": "[]"},
        "an identity with too much": {"_frozen()": json.dumps({**IDENTITY, "more": 1})},
        "an identity with too little": {"_frozen()": "{}"},
        "a deep identity": {"_frozen()": str(DEEP)},
        "sums that are no sums": {"_sums(": '["/boot.py", "zz", 1]\n'},
        "sums without end": {"_sums(": '["/x", "00", 1]\n' * 100_000},
        "files that are numbers": {"_walk(": "7\n"},
        "two million files": {"_walk(": '"/corrido/x.py"\n' * 200_000},
        "no room told": {"statvfs": "{}"},
        "harmful names": {"_frozen()": json.dumps({**IDENTITY, "machine": NASTY * 30})},
    }
    for what, answers in wrong.items():
        for words in (DEPLOY, PROVISION, ("doctor",)):
            if words == ("doctor",) and ("sums" in what or "room" in what):
                continue
            yield Try(f"at the raw REPL: {what}", _board(answers), words)


def nasty_texts() -> Iterator[Try]:
    """Yield right answers whose texts would move a terminal's cursor or reverse its line."""
    for words in (("status",), ("doctor",), PULL, ("config", "get", "table")):
        yield Try(
            "harmful characters", lambda: Liar(
                about={**ABOUT, "name": NASTY, "lexicon": NASTY, "more": NASTY},
                status={**STATUS, "phase": NASTY, "reason": "[bold]"}, get=NASTY,
                health={**HEALTH, "closed": [NASTY], "reset": NASTY},
                lexicon={"ok": False, "why": NASTY},
            ), words,
        )  # fmt: skip


def run(words: tuple[str, ...], port: str) -> Done:
    """Run a command here."""
    started = time.monotonic()
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main([*words, "--port", port])
            except SystemExit as leaving:
                code = int(leaving.code or 0)
        saved = _files(folder)
    return Done(code, out.getvalue(), err.getvalue(), time.monotonic() - started, saved)


def _files(folder: str) -> list[str]:
    return sorted(path.name for path in Path(folder).rglob("*") if path.is_file())


def fault_of(attempt: Try, done: Done) -> str:
    """Return the fault of the way a command ended; "" if it held."""
    harmless = attempt.attack == "harmful characters"
    if done.seconds > LIMIT_S:
        return f"took {done.seconds:.0f} s"
    if any(mark in done.out + done.err for mark in HARMFUL):
        return "let something harmful through"
    if not harmless and (done.code not in (1, 2) or done.saved):
        return f"exit {done.code}, saved {done.saved}"
    if done.err.count("\n") > (1 if attempt.words[0] != "log" else 2):
        return f"{done.err.count(chr(10))} lines on stderr"
    if not harmless and not (done.err or done.out):
        return "said nothing"
    return ""


SHORT_S = 0.4


@pytest.fixture
def impatient(monkeypatch):
    """Shorten the waits to a test's patience; the campaign waits as long as a user does."""
    for name in ("ANSWER_S", "WORK_S"):
        monkeypatch.setattr(wire, name, SHORT_S)
    for name in ("ANSWER_S", "FIRST_ANSWER_S", "LONGEST_SILENCE_S"):
        monkeypatch.setattr(client, name, SHORT_S)
    monkeypatch.setattr(ready, "START_S", SHORT_S)
    for module in (doctor, ready):
        monkeypatch.setattr(module, "LEXICON_S", SHORT_S)
    for name in ("KNOCK_S", "KNOCK_MORE_S", "PROMPT_S"):
        monkeypatch.setattr(repl, name, SHORT_S / 4)


def faults_in(attempts):
    """Return the attempts that did not hold, each with its command."""
    found = []
    for attempt in attempts:
        with contextlib.closing(attempt.peer()) as peer:
            done = run(attempt.words, peer.port)
        if fault := fault_of(attempt, done):
            found.append((attempt.attack, attempt.words, fault, done.err))
    return found


@pytest.mark.parametrize("attack", TALKERS)
def test_what_only_talks_keeps_no_command_waiting(attack, impatient):
    tries = [t for t in talkers() if t.attack == attack]
    assert faults_in(tries[::3]) == []


WRONG = sorted({attempt.attack for attempt in wrong_answers()})


@pytest.mark.parametrize("attack", WRONG)
def test_an_answer_of_another_shape_is_one_line(attack, impatient):
    tries = [t for t in wrong_answers() if t.attack == attack]
    assert tries and faults_in(tries) == []


def test_a_board_that_lies_at_the_raw_repl_is_one_line(impatient):
    assert faults_in(list(repls())[::4]) == []


def test_what_a_device_is_called_moves_no_terminal(impatient):
    assert faults_in(nasty_texts()) == []


def test_an_honest_device_is_believed():
    """The same tests without a fault: so the failures above have the stated reason."""
    for words in (("status",), ("doctor",), PULL, ("config", "export")):
        with contextlib.closing(peers.Liar()) as peer:
            done = run(words, peer.port)
        assert done.code == 0, done
