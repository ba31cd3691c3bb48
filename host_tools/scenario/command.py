"""`corrido scenario`: runs scenario files and prints one line per scenario."""

import argparse
import base64
import json
import shlex
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from fnmatch import fnmatchcase
from pathlib import Path

from host_tools import arguments
from host_tools.ending import tidy_ending
from host_tools.errors import UserError
from host_tools.files import expanded, read_text
from host_tools.scenario.model import ParseError, Scenario
from host_tools.scenario.parser import load
from host_tools.scenario.runner import Outcome, run
from host_tools.sim.device import RUNTIMES

EXAMPLES = """examples:
  corrido scenario tests/scenarios
  corrido scenario tests/scenarios --only "art-35-*"
  corrido scenario --runtime micropython game.scn    the real interpreter, a device's heap
  corrido scenario --runtime wasm game.scn           the build for browsers, under Node
  corrido scenario --json game.scn
  corrido scenario --trace game.scn                  what each step finds, does and causes
  corrido scenario --until 12 game.scn               stops there; then `corrido sim` opens it

a scenario:
  device preset=fise-corrido budget=60 bounce=4      # settings, before power
  at 0 power on
  at 1 press B                                       # A is the opener
  at 11.250 press A
  expect clock.A 0:49.750, running B, turns.A 1      # now, at 11.250
  +5 expect clock.B 0:55.000                         # five seconds later"""


def load_all(paths: list[str], only: str) -> tuple[list[Scenario], bool]:
    """Return the scenarios of the files that parse, and whether all do; report those that do not.

    Raises UserError if there are scenarios, and the pattern `only` fits the name of none.
    """
    scenarios, whole = [], True
    for path in expanded(map(Path, paths), "*.scn"):
        try:
            scenarios += load(path)
        except UserError as error:
            whole = False
            print(f"corrido: {error}", file=sys.stderr)
    chosen = [one for one in scenarios if fnmatchcase(one.name, only)]
    if scenarios and not chosen:
        raise UserError(f"no scenario is named {only!r}: one of them is {scenarios[0].name!r}")
    return chosen, whole


def of_line(scenarios: list[Scenario], line: int) -> Scenario:
    """Return the scenario that has a line; UserError if none has."""
    for scenario in scenarios:
        if scenario.steps[0].line <= line <= scenario.steps[-1].line:
            return scenario
    lines = ", ".join(f"{one.steps[0].line} to {one.steps[-1].line}" for one in scenarios[:4])
    raise UserError(f"--until {line}: no step stands there; lines {lines} would be right")


def read_shots(path: str) -> dict[str, tuple[str, bytes]]:
    """Return a table's pictures by name: the hash, and the picture if the line has it.

    UserError if there is none.
    """
    rows = [line.split() for line in read_text(Path(path)).splitlines()]
    if not rows or any(len(row) < 2 for row in rows):
        raise UserError(f"{path}: lines of a name and a hash would be right")
    found: dict[str, tuple[str, bytes]] = {}
    for name, digest, *more in rows:
        found[name] = digest, b""
        with suppress(ValueError, zlib.error):
            found[name] = digest, zlib.decompress(base64.b64decode("".join(more)))
    return found


@contextmanager
def _body(args: argparse.Namespace) -> Iterator[Callable[[Scenario], Outcome]]:
    """Yield what plays a scenario: on the simulated device, or on the phone's page."""
    if args.body == "phone":
        from host_tools.scenario.phone import stage

        with stage(print if args.trace else None) as play:
            yield play
    else:
        told = print if args.trace else None
        yield lambda scenario: run(scenario, args.runtime, told, args.until or 0)


def execute(args: argparse.Namespace) -> int:
    """Run `corrido scenario`; return 0 if all pass, 1 if one fails, 2 if one cannot be run.

    A file that does not parse is not run at all; the others are.
    """
    if args.trace and args.runtime != "cpython":
        raise UserError(f"--trace sees the core of cpython only, not of {args.runtime}")
    scenarios, whole = load_all(args.files, args.only)
    if args.until is not None:
        scenarios = [of_line(scenarios, args.until)]
    shots = read_shots(args.shots) if args.shots else {}
    outcomes: list[Outcome] = []
    with _body(args) as play:
        for scenario in scenarios:
            scenario.shots = shots
            try:
                with tidy_ending():
                    outcome = play(scenario)
            except ParseError as error:
                whole = False
                print(f"corrido: {error}", file=sys.stderr)
                continue
            outcomes.append(outcome)
            if not args.json:
                print(outcome.text(), flush=True)
    if args.until is not None and outcomes and outcomes[0].passed and not args.json:
        words = ["corrido", "sim", "--scenario", outcomes[0].path, "--until", str(args.until)]
        print(f"stopped behind line {args.until}: `{shlex.join(words)}` opens it in the page")
    passed = sum(outcome.passed for outcome in outcomes)
    if args.json:
        told = {"runtime": args.runtime, "passed": passed, "failed": len(outcomes) - passed,
                "scenarios": [asdict(outcome) for outcome in outcomes]}  # fmt: skip
        print(json.dumps(told, indent=2))
    if not whole:
        return 2
    return 0 if passed == len(outcomes) else 1


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `scenario` to the command line."""
    parser = arguments.command(
        subparsers, "scenario", "run scenario files against the whole firmware", execute, EXAMPLES,
        "Plays scenario files on the simulated device: the whole firmware, driven by its pins in "
        "virtual time. Prints one line per scenario: PASS, or FAIL with the line and the reason.",
        options=[arguments.JSON],
    )  # fmt: skip
    parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario, ending in .scn")
    parser.add_argument("--runtime", choices=RUNTIMES, default="cpython", metavar="NAME",
                        help="cpython (the default), micropython or wasm")  # fmt: skip
    parser.add_argument("--body", choices=("device", "phone"), default="device",
                        help="phone: on the clock's page in Chromium")  # fmt: skip
    parser.add_argument("--only", metavar="PATTERN", default="*",
                        help="those whose name fits: art-35-*")  # fmt: skip
    parser.add_argument("--trace", action="store_true",
                        help="a line a step: time, clocks, focus, the core's events")  # fmt: skip
    parser.add_argument("--until", type=int, metavar="LINE",
                        help="stop behind this line; says how to open it in the page")  # fmt: skip
    parser.add_argument("--shots", metavar="TABLE",
                        help="what each `shot NAME` must be: lines of name and hash")  # fmt: skip
