"""The test of the tests: one change at a time to journal, stores, debounce and clock."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from multiprocessing.pool import ThreadPool
from pathlib import Path
from queue import SimpleQueue

from host_tools.errors import UserError
from host_tools.workshop.bench._options import count
from host_tools.workshop.campaigns.mutant_list import MUTANTS, SURVIVORS, Mutant

SUMMARY = "mutants of journal, recovery, debounce and clock: how many the tests kill"
EXAMPLE = "--only time --jobs 4"
ROOT = Path(__file__).resolve().parents[3]
COPIED = ("firmware", "boards", "host_tools", "tests", "pyproject.toml")
WORKERS = 2
SECONDS = 900  # a busy computer is no test
_PORTABLE = "tests/portable/test_"
SUITES = {
    "store": [_PORTABLE + "journal.py", _PORTABLE + "settings.py", _PORTABLE + "pin.py",
              _PORTABLE + "journal_damage.py", "tests/crash/test_tail.py",
              "tests/crash/test_quick.py"],
    "game": ["tests/crash/test_recovery.py", "tests/crash/test_worn_out.py"],
    "time": [_PORTABLE + "debounce.py", _PORTABLE + "debounce_sources.py",
             _PORTABLE + "timebase.py"],
    "rules": [_PORTABLE + "core_clock.py", "tests/model/test_lockstep.py",
              "tests/crash/test_recovery.py"],
}  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `corrido bench mutants`."""
    parser.add_argument("--only", metavar="SUITE", help="one of " + ", ".join(SUITES))
    parser.add_argument("--jobs", type=count, default=WORKERS, help="how many at a time")


def run(args: argparse.Namespace) -> dict:
    """{"total", "killed", "survivors"}, these with the reason where it is known.

    UserError without a checkout or pytest, for an unknown suite, or if a suite fails without any
    change.
    """
    if not (ROOT / "tests").is_dir():
        raise UserError("mutants: needs a checkout with its tests, not an installed package")
    if find_spec("pytest") is None:
        raise UserError("mutants: no pytest here: pip install -r requirements/test.txt")
    if args.only and args.only not in SUITES:
        raise UserError(f"suite {args.only!r}: one of {', '.join(SUITES)}")
    chosen = [mutant for mutant in MUTANTS if args.only in (None, mutant.suite)]
    with tempfile.TemporaryDirectory() as folder:
        trees: SimpleQueue = SimpleQueue()
        for number in range(args.jobs):
            trees.put(_tree(Path(folder) / str(number)))
        _sound(trees, {mutant.suite for mutant in chosen})
        with ThreadPool(args.jobs) as pool:
            killed = pool.map(lambda mutant: _killed(mutant, trees), chosen, chunksize=1)
    lived = [mutant for mutant, dead in zip(chosen, killed, strict=True) if not dead]
    return {
        "total": len(chosen),
        "killed": sum(killed),
        "survivors": [_told(mutant) for mutant in lived],
    }


def failed(result: dict) -> bool:
    """Whether a mutant lived that is not known to change nothing."""
    return any(not one["why"] for one in result["survivors"])


def table(result: dict) -> str:
    """For people."""
    lines = [f"killed {result['killed']} of {result['total']}"]
    for one in result["survivors"]:
        lines.append(f"  {one['path']}: {one['change']}\n      {one['why'] or 'UNEXPLAINED'}")
    return "\n".join(lines)


def _told(mutant: Mutant) -> dict:
    change = f"{mutant.old.strip()} -> {mutant.new.strip()}".replace("\n", " ")
    why = SURVIVORS.get((mutant.path, mutant.old), "")
    return {"suite": mutant.suite, "path": mutant.path, "change": change, "why": why}


def _tree(folder: Path) -> Path:
    """A copy of what the tests need."""
    folder.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "node_modules", "*.png")
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    return folder


def _sound(trees: SimpleQueue, suites: set[str]) -> None:
    """A suite that fails anyhow would kill every mutant."""
    tree = trees.get()
    for suite in sorted(suites):
        if _suite_fails(tree, SUITES[suite]):
            raise UserError(f"mutants: the tests of {suite!r} fail without any change")
    trees.put(tree)


def mutate(mutant: Mutant, source: str) -> str:
    """The changed source; UserError if the place is not there exactly once."""
    count = source.count(mutant.old)
    if count != 1:
        raise UserError(f"mutant of {mutant.path}: {mutant.old!r} stands there {count} times")
    return source.replace(mutant.old, mutant.new)


def _killed(mutant: Mutant, trees: SimpleQueue) -> bool:
    tree = trees.get()
    path = tree / "firmware" / "corrido" / mutant.path
    source = path.read_text(encoding="utf-8")
    path.write_text(mutate(mutant, source), encoding="utf-8")
    try:
        return _suite_fails(tree, SUITES[mutant.suite])
    finally:
        path.write_text(source, encoding="utf-8")
        trees.put(tree)


def _suite_fails(tree: Path, tests: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    # Two sources of one length within a second would look the same to cached bytecode.
    settings = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    settings.pop("PYTHONPATH", None)
    try:
        done = subprocess.run(
            command, cwd=tree, env=settings, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0
