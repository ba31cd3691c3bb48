"""`corrido bench NAME`: run one of the project's own benchmarks, print its table or JSON.

Each is a module with SUMMARY, EXAMPLE (arguments), add_arguments(parser) and run(args), whose
result has its figures by name. One that can fail also has failures(result), one line each.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from host_tools import arguments
from host_tools.workshop.bench import device, faults

EXAMPLE = "example: corrido bench {}"
BENCHES = {"device": device, "faults": faults}


def run(args: argparse.Namespace) -> int:
    """Run a benchmark; print a table, or a JSON document with --json. Return 1 if it failed."""
    result = args.bench.run(args)
    bad = args.bench.failures(result) if hasattr(args.bench, "failures") else []
    if args.json:
        print(json.dumps(result, indent=2))
    else:
        print("\n".join([*table(result), *(f"FAILURE: {line}" for line in bad)]))
    return 1 if bad else 0


def table(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield a result for people: a line for each figure and each row, groups indented."""
    for name, found in result.items():
        if isinstance(found, Mapping):
            yield name
            yield from (f"  {line}" for line in table(found))
        elif isinstance(found, list) and not all(isinstance(one, float) for one in found):
            yield name
            for one in found:
                row = one.items() if isinstance(one, Mapping) else [("", one)]
                yield "  " + ", ".join(f"{what} {_cell(value)}".strip() for what, value in row)
        else:
            yield f"{name:<44}{_cell(found):>14}"


def _cell(found: Any) -> str:
    """Return a figure as text; of many measured ones the least and the most."""
    if isinstance(found, list) and found and isinstance(found[0], float):
        return f"{_cell(min(found))} to {_cell(max(found))}, of {len(found)}"
    return f"{found:,.2f}" if isinstance(found, float) else str(found)


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `bench` with a sub-command for each benchmark."""
    parser = arguments.command(
        subparsers, "bench", "the project's own benchmarks", None,
        EXAMPLE.format("faults --json"), "Runs a benchmark.",
    )  # fmt: skip
    names = parser.add_subparsers(dest="name", metavar="NAME", required=True)
    for name, bench in BENCHES.items():
        example = EXAMPLE.format(f"{name} {bench.EXAMPLE}")
        one = arguments.command(names, name, bench.SUMMARY, run, example, json=True)
        bench.add_arguments(one)
        one.set_defaults(bench=bench)
