"""`corrido bench NAME`: run one of the project's own benchmarks, print its table or JSON."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from host_tools import arguments
from host_tools.workshop.bench import device, faults


def _device(args: argparse.Namespace) -> int:
    return _told(args, device.run(args), [])


def _faults(args: argparse.Namespace) -> int:
    result = faults.run(args)
    return _told(args, result, faults.failures(result))


def _told(args: argparse.Namespace, result: dict[str, Any], bad: list[str]) -> int:
    """Print figures as a table, or a JSON document with --json; return 1 if some are bad."""
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


BENCHES: tuple[arguments.Verb, ...] = (
    ("device", _device, "main loop, heap, worst case and boot on an emulated RP2040",
     "example: corrido bench device --only boot --uf2 CORRIDO_PICO.uf2", [
        arguments.JSON,
        ("--uf2", {"metavar": "FILE", "help": "the MicroPython image; by default CORRIDO_UF2, or "
                   "an image in ~/.cache/corrido"}),
        ("--only", {"choices": device.PARTS, "action": "append",
                    "help": "measure this part only; may be repeated"}),
    ]),
    ("faults", _faults, "power cuts, torn writes, bad blocks, crashes: cases and losses",
     "example: corrido bench faults --only cuts", [
        arguments.JSON,
        ("--long", {"action": "store_true", "help": "far more cases (hours), not a sample"}),
        ("--only", {"choices": faults.CAMPAIGNS, "metavar": "NAME",
                    "help": "one campaign: " + ", ".join(faults.CAMPAIGNS)}),
    ]),
)  # fmt: skip


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `bench` with a verb for each benchmark."""
    parser = arguments.command(
        subparsers, "bench", "the project's own benchmarks", None,
        "example: corrido bench faults --json", "Runs a benchmark.",
    )  # fmt: skip
    arguments.add_verbs(parser, BENCHES)
