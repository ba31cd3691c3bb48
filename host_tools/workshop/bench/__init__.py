"""`corrido bench NAME`: run one of the project's own benchmarks, print its table or JSON.

Each is a module with SUMMARY, EXAMPLE (arguments), add_arguments(parser), run(args) and
table(result). One that can fail also has failed(result), which is True if it did.
"""

import argparse
import json

from host_tools import arguments
from host_tools.workshop.bench import device, faults, lexicon

EXAMPLE = "example: corrido bench {}"
BENCHES = {"device": device, "faults": faults, "lexicon": lexicon}


def run(args: argparse.Namespace) -> int:
    """Run a benchmark; print a table, or a JSON document with --json. Return 1 if it failed."""
    result = args.bench.run(args)
    print(json.dumps(result, indent=2) if args.json else args.bench.table(result))
    failed = getattr(args.bench, "failed", None)
    return 1 if failed and failed(result) else 0


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `bench` with a sub-command for each benchmark."""
    parser = arguments.command(
        subparsers, "bench", "the project's own benchmarks", None,
        EXAMPLE.format("lexicon --json"), "Runs a benchmark.",
    )  # fmt: skip
    names = parser.add_subparsers(dest="name", metavar="NAME", required=True)
    for name, bench in BENCHES.items():
        example = EXAMPLE.format(f"{name} {bench.EXAMPLE}")
        one = arguments.command(names, name, bench.SUMMARY, run, example, json=True)
        bench.add_arguments(one)
        one.set_defaults(bench=bench)
