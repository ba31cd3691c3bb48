"""Random command lines and files: `python -m tests.hostile.words [TRIES] [SEED]`.

Every line is made of the command's own words, options, files of all kinds, spoilt files and
rubbish. It has held if it ended with exit code 0, 1 or 2, one line on stderr where it is 2, and
nothing of Python's in either stream.
"""

import base64
import contextlib
import io
import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

RUBBISH = (
    "", "-", "--", "-o", "--json", "--port", "\x1b[2J", "é", "\ud800", "=1+1", "-5", "1e9", "nan",
    "9" * 40, "a" * 3000, "../..", ".", "/", "/dev/null", "x=y", "budget=", "pin=12", "=",
    "lexicon=", "signals=1,2", "*", "*.corridolog", "NUL", "COM1", "/dev/ttyNONE", "%s", "{}",
    "a\nb", "\t", "socket://", "loop://", "rfc2217://x",
)  # fmt: skip
# By command, words that lead somewhere; commands that serve or use a registry are left out.
GRAMMAR: dict[str, tuple[str, ...]] = {
    "lexicon": ("build", "info", "check", "list", "audit", "diff", "es", "-o", "out.lex",
                "--alphabet", "es", "--name", "n", "--edition", "e", "--play", "--json", "--cases",
                "--runtime", "cpython"),
    "log": ("verify", "show", "export", "--list", "--game", "1", "--format", "csv", "json", "html",
            "svg", "-o", "out", "--last", "--no-words", "--language", "en", "--key", "hall.keys"),
    "config": ("get", "set", "export", "import", "--pin", "4711", "--port", "budget=60", "budget"),
    "preset": ("list", "add", "use", "remove", "--pin", "x", "fise-corrido", "budget=60"),
    "provision": ("--plan", "--set", "--port", "--report", "r", "--jobs", "0", "--board", "pico",
                  "--keys", "new.keys"),
    "deploy": ("--port", "--board", "pico", "--lexicon", "--firmware", "--force"),
    "doctor": ("--port", "--pin"),
    "status": ("--port", "--json"),
    "flash": ("--port", "--sha256", "00", "--drive", "--erase"),
    "scenario": ("--json", "--runtime", "cpython"),
    "rules": ("--json", "presets", "table"),
}  # fmt: skip


def _log_file() -> bytes:
    block = base64.b64encode(b"CJ\x01\xfe" + bytes(60)).decode()
    return json.dumps(
        {"corrido_log": 1, "device": {"id": "0a", "name": "M"}, "block": 4096, "page": 256,
         "first": 4, "blocks": 4, "data": {"4": block}}
    ).encode()  # fmt: skip


def _samples(root: Path) -> dict[str, bytes]:
    """Return valid files, by name."""
    return {
        "some.corridolog": _log_file(),
        "plan.csv": b"id,table,pin\n0a,1,4711\n",
        "plan.json": b'[{"id": "0a", "table": "1"}]',
        "hall.keys": b'{"corrido_keys": 1, "keys": {"0a": "' + b"ab" * 32 + b'"}}',
        "hall.json": b'{"budget": 60, "signals": [30, 15, 5], "silent": false}',
        "list.txt": "casa\nperro\nñandú\n".encode(),
        "cases.tsv": b"1\tcasa\tyes\n",
        "game.scn": b"device preset=fise-corrido budget=60\nat 0 power on\nat 1 press B\n",
        "club.lex": (root / "firmware/lexicons/es.lex").read_bytes()[:5000],
        "image.uf2": b"UF2\n" + bytes(508),
        "image.bin": b"\xe9" + bytes(31),
    }


def _spoilt(data: bytes, chance: random.Random) -> bytes:
    """Return the file with bytes flipped, cut, doubled or replaced by brackets."""
    kind = chance.randrange(6)
    at = chance.randrange(len(data) + 1)
    if kind == 0:
        return data
    if kind == 1:
        return data[:at]
    if kind == 2:
        return data[:at] + bytes(chance.randrange(256) for _ in range(8)) + data[at + 8 :]
    if kind == 3:
        return data[:at] + b"[" * 2000 + data[at:]
    if kind == 4:
        return data + data
    return data.replace(b":", b": -1e400,", 1).replace(b",", b"\x1b\xe2\x80\xae,", 2)


def line(chance: random.Random, files: list[str]) -> list[str]:
    """Return one command line."""
    command = chance.choice(sorted(GRAMMAR))
    pool: list[Callable[[], str]] = [
        lambda: chance.choice(GRAMMAR[command]), lambda: chance.choice(GRAMMAR[command]),
        lambda: chance.choice(files), lambda: chance.choice(RUBBISH),
    ]  # fmt: skip
    words = [chance.choice(pool)() for _ in range(chance.randrange(7))]
    first = [chance.choice(GRAMMAR[command])] if chance.random() < 0.8 else []
    return [command, *first, *words]


def ended(words: list[str]) -> str:
    """Run a line in this process; return the fault of its ending, or ""."""
    from host_tools.cli import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(list(words))
        except SystemExit as leaving:
            code = leaving.code
        except Exception as error:  # noqa: BLE001 - what is looked for
            return f"{type(error).__name__}: {error}"
    said = err.getvalue()
    if "Traceback" in said + out.getvalue():
        return "a traceback"
    if code not in (0, 1, 2):
        return f"exit {code}"
    lines = said.count("\n")
    if code == 2 and lines != 1 and words[0] != "scenario":  # a file with one line per input
        return f"{lines} lines: {said[:200]!r}"
    return "a harmful character" if "\x1b" in said else ""


def campaign(root: Path, tries: int, seed: int) -> list[tuple[list[str], str]]:
    """Return the lines that did not hold."""
    chance, found = random.Random(seed), []
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        samples = _samples(root)
        for _ in range(tries):
            for name, data in samples.items():
                Path(name).write_bytes(_spoilt(data, chance))
            words = line(chance, sorted(samples))
            if wrong := ended(words):
                found.append((words, wrong))
    return found


if __name__ == "__main__":
    tries, seed = (int(word) for word in [*sys.argv[1:], "2000", "1"][:2])
    faults = campaign(Path.cwd(), tries, seed)
    print(f"{tries} command lines (seed {seed}): {len(faults)} did not hold")
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)
