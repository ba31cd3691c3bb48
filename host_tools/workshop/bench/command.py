"""`corrido bench NAME`: find a benchmark, run it, print its table or JSON."""

import argparse
import json
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

import host_tools.workshop.bench
from host_tools.cli import missing_extra
from host_tools.errors import UserError

EXAMPLE = "example: corrido bench {}"


def benches() -> list[str]:
    """Return the benchmarks' names: every module here except this one and `_helpers`."""
    names = (module.name for module in iter_modules(host_tools.workshop.bench.__path__))
    return sorted(name for name in names if name != "command" and not name.startswith("_"))


def run(args: argparse.Namespace) -> int:
    """Run a benchmark; print a table, or a JSON document with --json. Return 1 if it failed."""
    result = args.bench.run(args)
    print(json.dumps(result, indent=2) if args.json else args.bench.table(result))
    failed = getattr(args.bench, "failed", None)
    return 1 if failed and failed(result) else 0


def _unavailable(lacking: UserError) -> Callable[[argparse.Namespace], int]:
    def run_not(_args: argparse.Namespace) -> int:
        raise lacking

    return run_not


def _add(names: argparse._SubParsersAction, name: str) -> None:
    """Add one benchmark; if a library is missing, its help and its run name it."""
    try:
        bench = import_module(f"host_tools.workshop.bench.{name}")
    except ModuleNotFoundError as error:
        lacking = missing_extra(error)
        one = names.add_parser(name, help=str(lacking), epilog=EXAMPLE.format(name))
        one.set_defaults(run=_unavailable(lacking))
        return
    one = names.add_parser(
        name, help=bench.SUMMARY, description=bench.SUMMARY,
        epilog=EXAMPLE.format(f"{name} {bench.EXAMPLE}"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    one.add_argument("--json", action="store_true", help="one JSON document")
    if hasattr(bench, "add_arguments"):
        bench.add_arguments(one)
    one.set_defaults(run=run, bench=bench)


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `bench` with a sub-command for each benchmark."""
    parser = subparsers.add_parser(
        "bench", help="the project's own benchmarks", description="Runs a benchmark.",
        epilog=EXAMPLE.format("lexicon --json"),
    )  # fmt: skip
    names = parser.add_subparsers(dest="name", metavar="NAME", required=True)
    for name in benches():
        _add(names, name)
