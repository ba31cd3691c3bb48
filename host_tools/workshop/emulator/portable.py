"""`corrido test-board`: the portable tests on a chip, real or emulated.

Each file is compiled for the chip, imported there, run and unloaded, so that its memory is free
for the next. The tests run against the board's own firmware, frozen or as files, unchanged.
"""

import argparse
import ast
import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from host_tools import arguments
from host_tools.errors import UserError

if TYPE_CHECKING:  # they need mpremote, which the help text does not
    from host_tools.build import mpy
    from host_tools.device.repl import Repl

Run: TypeAlias = Callable[[str], str]  # runs code on the chip and returns its output
FOLDER = "/corrido_tests"
TESTS = Path(__file__).resolve().parents[3] / "tests" / "portable"
# How long one test may be silent, in seconds of the board's time.
LONGEST_TEST_S = 120.0
# How long a whole file may take on an emulated chip, in seconds of its time.
LONGEST_FILE_S = 3600.0
ON_BOARD = Path(__file__).with_name("ondevice") / "portable_tests.py"
EXAMPLES = """examples:
  corrido test-board                          all portable tests on the one board on USB
  corrido test-board debounce timebase
  corrido test-board --uf2 CORRIDO_PICO.uf2 sound   on an emulated RP2040 (slow)

The firmware stands still meanwhile and starts again afterwards."""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `test-board` to the command line."""
    parser = arguments.command(
        subparsers, "test-board", "run the portable tests on a board", run, EXAMPLES,
        "Runs tests/portable on a board, or on an emulated chip.", options=[arguments.JSON],
    )  # fmt: skip
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="a file, such as `debounce`; default: all")  # fmt: skip
    parser.add_argument("--port", action="append", metavar="PORT", help="serial port of the board")
    parser.add_argument("--uf2", type=Path, metavar="FILE",
                        help="no board: an emulated chip with this image")  # fmt: skip
    parser.add_argument("--force", action="store_true", help="go on even while a clock runs")


def run(args: argparse.Namespace) -> int:
    """Run `corrido test-board`: 0 if every test passed, 1 if one failed."""
    tests = chosen(args.names)
    done: list[Outcome] = []
    with _chip(args) as run_on:
        for outcome in outcomes(run_on, tests):
            done.append(outcome)
            if not args.json:
                print(_line(outcome), flush=True)
    if args.json:
        print(json.dumps([outcome._asdict() for outcome in done], indent=2))
    else:
        failed = sum(len(outcome.faults) for outcome in done)
        print(f"{sum(outcome.ran for outcome in done)} tests ran, {failed} failed")
    return 1 if any(outcome.faults for outcome in done) else 0


@contextlib.contextmanager
def _chip(args: argparse.Namespace) -> Iterator[Run]:
    """Yield what runs code on a chip that has the tests on it."""
    if args.uf2:
        if args.port:
            raise UserError("--port or --uf2, not both")
        yield emulated(args.uf2)
        return
    from host_tools.device import faults, ports, session, wire
    from host_tools.device.repl import Repl

    with Repl(ports.only(args.port)) as repl, session.standing(repl, args.force):
        try:
            _bring(repl)
            yield lambda code: repl.run(code, wire.PATIENCE * LONGEST_TEST_S, LONGEST_TEST_S)
        finally:
            with contextlib.suppress(faults.DeviceFault):
                repl.enter()  # a test may still be running
                repl.run(ON_BOARD.read_text("utf-8") + "take_off()\n")


def _bring(repl: "Repl") -> None:
    """Put the tests on a board, in whose memory no firmware is left."""
    from host_tools.build import mpy
    from host_tools.device.deploy import identify

    repl.empty()
    identity = identify(repl)
    target = mpy.target_of(identity.mpy, repl.port, identity.version)
    for path, data in test_files(target, bool(identity.frozen)).items():
        repl.run(f"_mkdirs({path!r})")
        repl.put(path, data)


def emulated(uf2: Path) -> Run:
    """Power an emulated chip that has the firmware, in its image or as files, and the tests."""
    from host_tools.device.image import load
    from host_tools.workshop.emulator import table

    files = table.needed_files(table.known(uf2))
    tests = test_files(table.TARGET, load(str(uf2)).frozen)
    del files["boot.py"], files["main.py"]  # so that power-on leads to the REPL
    files |= {path.lstrip("/"): data for path, data in tests.items()}
    chip = table.Chip(uf2, table.prepared_flash(uf2, files), {})
    chip.run_until(lambda: chip.console.connected, 8e6, 5000)
    return lambda code: chip.execute(code, LONGEST_FILE_S * 1e6)


class Outcome(NamedTuple):
    """The result of a file's tests: faults are (test, traceback); heap_bytes used after it."""

    name: str
    ran: int
    took_ms: int
    heap_bytes: int
    faults: list[tuple[str, str]]


def _line(outcome: Outcome) -> str:
    """Return a file's result, with each failed test's name and last line of traceback."""
    mark = "FAIL" if outcome.faults else "PASS"
    head = (
        f"{mark} {outcome.name:<24} {outcome.ran:3} tests {outcome.took_ms / 1000:7.1f} s "
        f"{outcome.heap_bytes / 1000:6.1f} KB of heap"
    )
    told = [f"     {name}: {text.strip().splitlines()[-1]}" for name, text in outcome.faults]
    return "\n".join([head, *told])


def chosen(names: list[str]) -> list[Path]:
    """Return the test files of these names (`debounce` or `test_debounce.py`), all by default.

    UserError for an unknown name.
    """
    found = {file.stem: file for file in sorted(TESTS.glob("test_*.py"))}
    stems = [f"test_{Path(name).stem.removeprefix('test_')}" for name in names]
    for name, stem in zip(names, stems, strict=True):
        if stem not in found:
            known = ", ".join(key.removeprefix("test_") for key in found)
            raise UserError(f"no portable test {name!r}: one of {known}")
    return [found[stem] for stem in stems] if names else list(found.values())


def test_files(target: "mpy.Target", frozen: bool) -> dict[str, bytes]:
    """Return all test files and their helpers, compiled, by path on the chip.

    frozen: the firmware is in the chip's image.
    """
    from host_tools.build import mpy
    from host_tools.build.sources import are_names_short, beside

    found = sorted(TESTS.glob("*.py"))
    texts = beside(
        {file.name: file.read_bytes() for file in found},
        short=are_names_short(target.architecture, frozen),
    )
    return {
        f"{FOLDER}/{file.stem}.mpy": mpy.compile_file(
            file, file.name, target, whole=True, text=texts[file.name]
        )
        for file in found
    }


def outcomes(run_on: Run, tests: list[Path]) -> Iterator[Outcome]:
    """Run the files one after the other."""
    from host_tools.device import faults

    run_on(ON_BOARD.read_text("utf-8"))
    for test in tests:
        try:
            said = run_on(f"run_file({test.stem!r})").strip().splitlines()
        except faults.LinkLost:
            raise
        except UserError as error:
            # The import failed, or memory ran out: the next file may do better.
            run_on("forget([m for m in sys.modules if m.startswith('test_')])")
            yield Outcome(test.stem, 0, 0, 0, [(test.stem, str(error))])
        else:
            yield Outcome(test.stem, *ast.literal_eval(said[-1]))
