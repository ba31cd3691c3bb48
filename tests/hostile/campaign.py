"""Malicious input from outside, tried on the commands.

`python -m tests.hostile.campaign` makes every try in a separate process, with the waiting times
that a user has; the tests make the same tries in theirs, with short ones. A try is a command
against a peer of peers.py. It has held if the command ended by itself within LIMIT_S, with exit
code 1 or 2, one line that says why (the doctor: a finding), no traceback, no harmful character
and nothing saved.
"""

import collections
import contextlib
import io
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.hostile import peers
from tests.hostile.peers import ABOUT, HEALTH, IDENTITY, REGION, STATUS, Liar, Peer, Repl, Text

LIMIT_S = 40.0
AT_ONCE = 8  # most of a try's time is waiting
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


def in_a_process(words: tuple[str, ...], port: str) -> Done:
    """Run a command as a user does."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "host_tools", *words, "--port", port], cwd=folder,
                capture_output=True, text=True, timeout=3 * LIMIT_S, check=False,
            )  # fmt: skip
            code, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            code, out, err = -1, "", "it hung\n"
        return Done(code, out, err, time.monotonic() - started, _files(folder))


def in_this_process(words: tuple[str, ...], port: str) -> Done:
    """Run a command here; the caller handles its exceptions."""
    from host_tools.cli import main

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


def attempts() -> Iterator[Try]:
    """Yield every try."""
    yield from talkers()
    yield from wrong_answers()
    yield from repls()
    yield from nasty_texts()


def _made(attempt: Try) -> Done:
    with peers.plugged_in(attempt.peer()) as peer:
        return in_a_process(attempt.words, peer.port)


def main() -> int:
    """Make every try in a separate process; print attack | tries | held | longest."""
    rows: dict[str, list[float]] = collections.defaultdict(list)
    faults = []
    every = list(attempts())
    with ThreadPoolExecutor(AT_ONCE) as pool:
        ends = list(pool.map(_made, every))
    for attempt, done in zip(every, ends, strict=True):
        rows[attempt.attack].append(done.seconds)
        if fault := fault_of(attempt, done):
            faults.append((attempt.attack, attempt.words, fault, done.err[-300:]))
    print("| attack | tries | held | longest |\n|---|---:|---:|---:|")
    for attack, times in rows.items():
        bad = sum(attack == fault[0] for fault in faults)
        print(f"| {attack} | {len(times)} | {len(times) - bad} | {max(times):.1f} s |")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
