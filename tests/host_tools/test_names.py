"""The two-letter names that the firmware is compiled with."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from corrido.core import events
from corrido.store.game_record import blanks, folded, pack_fold

from host_tools.build import constants, sources
from host_tools.build.mpy import Target
from host_tools.build.names import renamed, short_names
from host_tools.build.sources import sources_of
from host_tools.cli import main
from host_tools.device.payload import firmware_files
from host_tools.paths import boards_dir, firmware_dir
from tests.log.conftest import recording


def names_of_firmware():
    return sources.of_firmware(firmware_dir()).names


@pytest.mark.long
def test_no_name_of_micropython_is_taken(root):
    """Its stubs are those of the boards."""
    stubs = os.environ.get("CORRIDO_STUBS")
    if not stubs or not os.path.isdir(stubs):
        pytest.skip(
            "no stubs of MicroPython: CORRIDO_STUBS names none; `make test-all` fetches them"
        )
    theirs = set()
    for stub in Path(stubs).rglob("*.pyi"):
        for node in ast.walk(ast.parse(stub.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                theirs.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                theirs.add(node.id)
    assert len(theirs) > 1000
    assert not theirs & set(names_of_firmware())


def run(command, folder, files, **environment):
    """Run a program where these files are; return how it ended."""
    for path, data in files.items():
        (folder / path.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        (folder / path.lstrip("/")).write_bytes(data)
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **environment},
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip


TAKEN_IN = """
import sys
from corrido.store.game_record import folded, pack_fold, unfolded, unpack_rules
import json

for line in open(sys.argv[1]):
    rules = unpack_rules(line.encode())
    match = unfolded(json.loads(line)[2], rules)
    print(match.status()["phase"], pack_fold(rules, {"player-a": "Ana"}, folded(match)).decode())
"""


def test_a_device_with_short_names_takes_in_a_game_and_gives_it_back(tmp_path, micropython):
    _, recorder = recording()
    lines, phases = [], []

    def keep():
        match = recorder.match
        phases.append(match.status()["phase"])
        packed = pack_fold(match.rules, {"player-a": "Ana"}, folded(match))
        lines.append(packed.decode())

    recorder.arm(recorder.match.rules, {}, 0)
    acts = [(events.LATE, events.A, 0), (events.ARRIVAL, events.A, 0), (events.PRESS, events.B, 0),
            (events.PRESS, events.A, 0), (events.CHALLENGE, events.A, 0), (events.CANCEL, 0, 0),
            (events.PENALTY, events.A, 30 + 49_000), (events.FINISH, 0, 1), (events.CANCEL, 0, 0),
            (events.END, 0, 0)]  # fmt: skip
    for number, act in enumerate(acts):
        recorder.send(*act, 10_000 * (number + 1))
        keep()
    kinds = blanks(recorder.match.rules)
    missing = [kind for at, kind in enumerate(kinds) if f"[{at + 4}, " not in str(lines)]
    assert not missing, phases
    lean = sources.of_firmware(firmware_dir()).short
    script = sources.beside({"taken_in.py": TAKEN_IN.encode()}, short=True)
    states = {"states": "\n".join(lines).encode()}
    command = [micropython, "taken_in.py", "states"]
    done = run(command, tmp_path, lean | script | states, MICROPYPATH=str(tmp_path))
    assert done.stdout.splitlines() == [" ".join(pair) for pair in zip(phases, lines, strict=True)]


def test_the_renamed_firmware_plays_as_the_other_does(tmp_path):
    top, boards = firmware_dir(), boards_dir()
    host = boards.parent / "host_tools"
    users = [*(boards / "sim").glob("*.py"), *host.glob("*.py")]
    for room in ("build", "device", "sim", "scenario", "lexicon", "untrusted"):
        users += host.glob(f"{room}/*.py")
    outside = [file.read_bytes() for file in users]
    folded = constants.folded(sources_of(top), outside)
    short = short_names(folded, outside)
    assert len(short) > 900 and len(set(short.values())) < 200
    (tmp_path / "lexicons").symlink_to(top / "lexicons")
    played = [host.parent / "tests/scenarios" / f"{name}.scn" for name in ("games", "own-preset")]
    command = [sys.executable, "-m", "host_tools", "scenario", *played]
    files = {path: renamed(text, short) for path, text in folded.items()}
    done = run(command, tmp_path, files, PYTHONPATH=f"{tmp_path}{os.pathsep}{host.parent}")
    assert done.returncode == 0 and done.stdout.count("PASS") >= 20, done.stdout


def traceback(folder, micropython, call):
    """What MicroPython prints when a call of the compiled firmware's fails."""
    script = f"from corrido.core import presets\npresets.{call}('no-such-preset')\n"
    files = firmware_files(Target(6, 3, "x64"))
    done = run([micropython, "-c", script], folder, files, MICROPYPATH=".")
    return done.stdout + done.stderr


def test_a_small_boards_traceback_is_told_in_the_words_of_the_sources(
    tmp_path, micropython, monkeypatch, capsys
):
    monkeypatch.setattr(sources, "SMALL", ("x64",))
    trace = tmp_path / "crash.txt"
    trace.write_text(traceback(tmp_path, micropython, names_of_firmware()["rules_for"]))
    assert "rules_for" not in trace.read_text(encoding="utf-8")
    assert main(["trace", str(trace)]) == 0
    told = capsys.readouterr().out
    assert 'File "corrido/core/presets.py", in rules_for' in told, told
