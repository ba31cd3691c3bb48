"""Test of the tests: small faults put into the firmware, one at a time, and how many are noticed.

    python -m tests.model.mutants [--files flow.py timers.py] [--workers 2] [--list]
    python -m tests.model.mutants --again survivors.txt --quick    only those, portable tests only
    python -m tests.model.mutants --beside                         what stands beside the core

Each mutant lives in a child process of its own, where its file is loaded from the changed source.
For the core its portable tests run first, then games beside the model; what stands beside it has
the tests that BESIDE names.  It prints every survivor and the count; docs/mutation.md explains
those that are left.
"""

import argparse
import ast
import contextlib
import copy
import importlib.abc
import importlib.util
import io
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "firmware" / "corrido"
FILES = (
    "clock.py", "controls.py", "arbiter.py", "flow.py", "history.py", "match.py", "status.py",
    "timers.py", "rules.py",
)  # fmt: skip
_JOURNAL = ("test_journal", "test_journal_damage", "test_recorder")
_BOARDS = ("tests/contract/test_chip_boards.py", "tests/contract/test_contract.py")
BESIDE = {
    "services/recorder.py": ("test_recorder",),
    "store/journal/journal.py": _JOURNAL,
    "store/journal/ring.py": _JOURNAL,
    "store/journal/scan.py": (*_JOURNAL, "tests/crash/test_tail.py"),
    "store/journal/codec.py": _JOURNAL,
    "store/two_slots.py": ("test_slots", "test_settings", "test_pin", "test_journal_damage"),
    "store/settings.py": ("test_settings", "test_slots"),
    "store/settings_table.py": ("test_settings",),
    "store/game_settings.py": ("test_settings",),
    "store/pin.py": ("test_pin",),
    "services/judge.py": ("tests/lexicon/test_judge.py",),
    "services/keys.py": ("test_keys",),
    "services/timebase.py": ("test_timebase",),
    "services/health.py": ("test_health",),
    "services/sound.py": ("test_sound",),
    "services/lights.py": ("test_lights",),
    "contacts/debouncer.py": ("test_debounce", "test_debounce_sources", "test_keys"),
    "hal/encoder.py": ("test_debounce_sources",),
    "hal/ssd1306.py": ("test_ssd1306",),
    "hal/flash.py": ("tests/contract/test_reserved_blocks.py", *_BOARDS),
    "hal/buzzer.py": ("test_sound", *_BOARDS),
    "hal/watchdog.py": (*_BOARDS, "tests/device/test_device_watchdog.py"),
    "hal/i2c_bus.py": _BOARDS,
    "hal/esp32_buttons.py": _BOARDS,
}
GAMES = range(50)
SECONDS = 60
SECONDS_BESIDE = 15  # portable tests of one file take less than one

SWAPS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


class Mutant(NamedTuple):
    """One changed source."""

    file: str
    line: int
    change: str
    source: str


def label(mutant: Mutant) -> str:
    """How a survivor is named in a list."""
    return f"{mutant.file}:{mutant.line}: {mutant.change}"


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The faults that can be put in the place of this node, each with a few words."""
    if isinstance(node, ast.Compare):
        for place, op in enumerate(node.ops):
            yield _named(op, SWAPS[type(op)]), _with_op(node, place)
    elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in SWAPS:
        twin = copy.deepcopy(node)
        twin.op = SWAPS[type(node.op)]()
        yield _named(node.op, SWAPS[type(node.op)]), twin
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert | ast.USub):
        yield f"no {type(node.op).__name__}", copy.deepcopy(node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{node.value} -> {not node.value}", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield f"{node.value} -> {node.value + 1}", ast.Constant(node.value + 1)
    if isinstance(node, ast.Assign | ast.AugAssign) or _is_call(node):
        yield "left out: " + ast.unparse(node)[:60], ast.Pass()


def _named(old: ast.AST, new: type) -> str:
    return f"{type(old).__name__} -> {new.__name__}"


def _with_op(node: ast.Compare, place: int) -> ast.Compare:
    twin = copy.deepcopy(node)
    twin.ops[place] = SWAPS[type(node.ops[place])]()
    return twin


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def inside_functions(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node of every function's body; what stands at the top of a module is data."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                yield from ast.walk(statement)


def mutants(file: str) -> list[Mutant]:
    """Every mutant of one file, of the core if no folder is named."""
    path = PACKAGE / file if "/" in file else PACKAGE / "core" / file
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = []
    for node in inside_functions(tree):
        for change, fault in changes(node):
            source = _replaced(tree, node, fault)
            found.append(Mutant(file, node.lineno, change, source))
    return found


def _replaced(tree: ast.Module, old: ast.AST, new: ast.AST) -> str:
    """The source of tree with one node replaced; tree stays as it was."""

    class Put(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return ast.copy_location(new, node) if node is old else self.generic_visit(node)

    memo = {id(old): old}
    return ast.unparse(ast.fix_missing_locations(Put().visit(copy.deepcopy(tree, memo))))


# -- one mutant ----------------------------------------------------------------------------------


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from the changed source."""

    def __init__(self, mutant: Mutant) -> None:
        file = mutant.file if "/" in mutant.file else "core/" + mutant.file
        self.name = "corrido." + file[:-3].replace("/", ".")
        self.source = mutant.source

    def find_spec(self, fullname: str, path: object, target: object = None) -> object:
        if fullname == self.name:
            return importlib.util.spec_from_loader(fullname, self)
        return None

    def exec_module(self, module: object) -> None:
        exec(compile(self.source, self.name, "exec"), module.__dict__)


def _portable(stem: str) -> None:
    module = importlib.import_module(stem)
    for name in sorted(vars(module)):
        if name.startswith("test_"):
            getattr(module, name)()


def beside(tests: tuple) -> None:
    """The tests of a file beside the core: portable ones by name, others by their path."""
    for name in tests:
        if not name.endswith(".py"):
            _portable(name)
    paths = [str(ROOT / name) for name in tests if name.endswith(".py")]
    if paths:
        import pytest

        assert pytest.main(["-q", "-x", "-p", "no:cacheprovider", *paths]) == 0


def suite(quick: bool = False) -> None:
    """All tests that a mutant of the core has to pass to survive; the portable ones if quick."""
    for path in sorted((ROOT / "tests" / "portable").glob("test_core_*.py")):
        _portable(path.stem)
    if quick:
        return
    from tests.model.games import kind_of
    from tests.model.table import Table, hand, play

    for seed in GAMES:
        play(Table(kind_of(seed)), hand(seed), 150)
    from tests.model import test_laws

    test_laws.test_nothing_raises_or_hangs_and_every_status_is_whole(range(20))
    test_laws.test_time_is_conserved(range(20))
    test_laws.test_a_replay_of_what_was_recorded_gives_the_same_state(range(40))
    test_laws.test_time_in_small_steps_is_time_in_one(range(3))


def survives(mutant: Mutant, quick: bool) -> bool:
    """Whether the suite notices nothing; in a child process, with a limit of time."""
    child = os.fork()
    if child == 0:
        os._exit(_in_child(mutant, quick))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _in_child(mutant: Mutant, quick: bool) -> int:
    tests = BESIDE.get(mutant.file)
    portable = tests and not any(name.endswith(".py") for name in tests)
    signal.alarm(SECONDS_BESIDE if portable else SECONDS)
    for folder in (ROOT / "tests" / "portable", ROOT / "firmware", ROOT):
        sys.path.insert(0, str(folder))
    sys.meta_path.insert(0, Changed(mutant))
    quiet = io.StringIO()
    try:
        with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
            beside(tests) if tests else suite(quick)
    except BaseException:  # noqa: BLE001 - whatever a mutant does, it was noticed
        return 1
    return 0


def main(argv: list[str] | None = None) -> int:
    """Run the campaign; exit code 0 whatever survives."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", nargs="+", default=FILES, help="files of the core or BESIDE")
    parser.add_argument("--beside", action="store_const", const=tuple(BESIDE), dest="files")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="only say how many there are")
    parser.add_argument("--again", type=Path, help="only those that this file's lines name")
    parser.add_argument("--quick", action="store_true", help="the portable tests only")
    args = parser.parse_args(argv)
    whole = [mutant for file in args.files for mutant in mutants(file)]
    if args.again:
        named = {line.strip() for line in args.again.read_text(encoding="utf-8").splitlines()}
        whole = [mutant for mutant in whole if label(mutant) in named]
    if args.list:
        print(len(whole))
        return 0
    killed = dict.fromkeys(args.files, 0)
    with ProcessPoolExecutor(args.workers, mp_context=get_context("fork")) as pool:
        found = pool.map(survives, whole, repeat(args.quick), chunksize=4)
        for mutant, lives in zip(whole, found):
            killed[mutant.file] += not lives
            if lives:
                print(label(mutant), flush=True)
    for file in args.files:
        print(f"{file}: {killed[file]}/{sum(mutant.file == file for mutant in whole)}")
    print(f"killed {sum(killed.values())}/{len(whole)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
