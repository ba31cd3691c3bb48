"""The core against an independent model of the same rules: the suite's test in its long form."""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.errors import UserError
from host_tools.workshop.bench._options import count

ROOT = Path(__file__).resolve().parents[3]
SUMMARY = "the core beside an independent model of the rules: do they ever differ?"
EXAMPLE = "--inputs 1000000 --examples 5000 --seed 7"
SEEDS_A_CHUNK = 1_000_000
INPUTS_A_CHUNK = 50_000
EXAMPLES_A_CHUNK = 1_000
WORKERS = 2


class Chunk(NamedTuple):
    """A share of the campaign: `kind` is a function of tests/model/campaign.py."""

    kind: str
    amount: int
    seed: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `corrido bench lockstep`."""
    parser.add_argument("--inputs", type=count, default=1_000_000, help="random inputs to play")
    parser.add_argument("--examples", type=count, default=5_000, help="lists of arbitrary inputs")
    parser.add_argument("--seed", type=count, default=1, help="selects the games")
    parser.add_argument("--jobs", type=count, default=WORKERS, help="worker processes")


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Play; return the amount played and every difference. UserError without a checkout."""
    if not (ROOT / "tests").is_dir():
        raise UserError("lockstep: needs a checkout with its tests, not an installed package")
    for folder in (ROOT, ROOT / "firmware"):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    try:
        import_module("tests.model.campaign")
    except ModuleNotFoundError as error:
        raise UserError(f"lockstep: no {error.name} here: pip install -r requirements/test.txt") \
            from error  # fmt: skip
    began = time.monotonic()
    chunks = list(_chunks(args))
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("fork")) as pool:
        differences = [told for told in pool.map(_play, chunks) if told]
    return {
        "inputs": args.inputs, "examples": args.examples, "seed": args.seed,
        "seconds": round(time.monotonic() - began), "differences": differences,
    }  # fmt: skip


def _chunks(args: argparse.Namespace) -> "list[Chunk]":
    made = []
    for kind, amount, size in (
        ("random_games", args.inputs, INPUTS_A_CHUNK),
        ("any_games", args.examples, EXAMPLES_A_CHUNK),
    ):
        for number, start in enumerate(range(0, amount, size)):
            seed = args.seed * 1_000 + number
            seed = seed * SEEDS_A_CHUNK if kind == "random_games" else seed
            made.append(Chunk(kind, min(size, amount - start), seed))
    return made


def _play(chunk: Chunk) -> str:
    """Play a chunk; return its first difference, or "" for none."""
    campaign = import_module("tests.model.campaign")
    try:
        if chunk.kind == "random_games":
            campaign.random_games(chunk.seed, chunk.amount)
        else:
            campaign.any_games(chunk.amount, chunk.seed)
    except AssertionError as error:
        return f"{chunk.kind} from seed {chunk.seed}: {error}"
    return ""


def failed(result: dict[str, Any]) -> bool:
    """Return whether the core and the model differ anywhere."""
    return bool(result["differences"])


def table(result: dict[str, Any]) -> str:
    """Return the result for people."""
    told = "{inputs} inputs and {examples} lists, seed {seed}: {seconds} s".format(**result)
    found = len(result["differences"])
    return "\n".join([*result["differences"], f"{told}, {found} differences"])
