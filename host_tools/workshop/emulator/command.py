"""`corrido test-board`: the portable tests on a board, or on an emulated chip."""

import argparse
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.errors import UserError

if TYPE_CHECKING:  # it needs mpremote, which the help text does not
    from host_tools.workshop.emulator import portable

EXAMPLES = """examples:
  corrido test-board                          all portable tests on the one board on USB
  corrido test-board debounce timebase
  corrido test-board --uf2 CORRIDO_PICO.uf2 sound   on an emulated RP2040 (slow)

The firmware stands still meanwhile and starts again afterwards."""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `test-board` to the command line."""
    parser = subparsers.add_parser(
        "test-board",
        help="run the portable tests on a board",
        description="Runs tests/portable on a board, or on an emulated chip.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="a file, such as `debounce`; default: all")  # fmt: skip
    parser.add_argument("--port", action="append", metavar="PORT", help="serial port of the board")
    parser.add_argument("--uf2", type=Path, metavar="FILE",
                        help="no board: an emulated chip with this image")  # fmt: skip
    parser.add_argument("--tests", type=Path, metavar="FOLDER",
                        help="the portable tests' folder, outside a checkout")  # fmt: skip
    parser.add_argument("--force", action="store_true", help="go on even while a clock runs")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.set_defaults(run=run)


@contextlib.contextmanager
def _bench(args: argparse.Namespace) -> "Iterator[portable.Bench]":
    """Yield a chip at its raw REPL with the tests on it."""
    from host_tools.workshop.emulator import portable

    if args.uf2:
        if args.port:
            raise UserError("--port or --uf2, not both")
        with contextlib.closing(portable.ChipBench(args.uf2, args.tests)) as chip:
            yield chip
        return
    from host_tools.device import faults, ports, session
    from host_tools.device.repl import Repl

    with Repl(ports.only(args.port)) as repl, session.standing(repl, args.force):
        board = portable.ReplBench(repl)
        try:
            board.bring(args.tests)
            yield board
        except faults.LinkLost:
            raise
        except (UserError, KeyboardInterrupt, OSError):
            with contextlib.suppress(faults.DeviceFault):
                repl.enter()  # a test may still be running
                board.tidy()
            raise
        board.tidy()


def run(args: argparse.Namespace) -> int:
    """Run `corrido test-board`: 0 if every test passed, 1 if one failed."""
    from host_tools.workshop.emulator import portable

    args.tests = args.tests or portable.TESTS
    tests = portable.chosen(args.names, args.tests)
    done: list[portable.Outcome] = []
    with _bench(args) as bench:
        for outcome in portable.outcomes(bench, tests):
            done.append(outcome)
            if not args.json:
                print(_line(outcome), flush=True)
    if args.json:
        print(json.dumps([outcome._asdict() for outcome in done], indent=2))
    else:
        failed = sum(len(outcome.faults) for outcome in done)
        print(f"{sum(outcome.ran for outcome in done)} tests ran, {failed} failed")
    return 1 if any(outcome.faults for outcome in done) else 0


def _line(outcome: "portable.Outcome") -> str:
    """Return a file's result, with each failed test's name and last line of traceback."""
    mark = "FAIL" if outcome.faults else "PASS"
    head = (
        f"{mark} {outcome.name:<24} {outcome.ran:3} tests {outcome.took_ms / 1000:7.1f} s "
        f"{outcome.heap_bytes / 1000:6.1f} KB of heap"
    )
    told = [f"     {name}: {text.strip().splitlines()[-1]}" for name, text in outcome.faults]
    return "\n".join([head, *told])
