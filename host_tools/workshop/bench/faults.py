"""The fault campaigns: figures that show that no game is lost."""

import argparse
from collections.abc import Callable
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from host_tools import arguments
from host_tools.errors import UserError
from host_tools.scenario.model import Scenario
from host_tools.scenario.parser import load
from host_tools.tree import ROOT
from host_tools.workshop.campaigns import (
    attacks,
    crafted,
    games,
    random_play,
    starve,
    storage,
)

SUMMARY = "power cuts, torn writes, bad blocks, turned bits, wear, crashes: cases and losses"
EXAMPLE = "--only cuts-in-the-journal"
# Figures that count the attempts; any other figure is a failure unless it is 0.
TRIED = (
    "operations", "cuts", "comparisons", "scenarios", "cases", games.WORST_MS,
    "erases a block stands", games.WORST_HUNG_MS,
    "games before the first refusal", "most worn block, erases",
    "games until 100,000 erases (60 blocks)", "older games hidden", "crashes", "faults",
    "devices", "presses", "stalls", "faults of the bus", "resets and cuts", "games",
    "games replayed from the log",
    "survived", "told by a fault", "functions", "lists", "refused by the host",
    "answered by the host", "refused by native code", "answered by it",
)  # fmt: skip
WORST = (games.WORST_MS, games.WORST_HUNG_MS)
SHORT_SCENARIOS = 3
CRAFTED_PARTS = [(10_000, seed) for seed in range(1, 11)]  # (lists, seed) of each part
SCENARIOS = Path(ROOT) / "tests" / "scenarios"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `corrido bench faults`."""
    parser.add_argument("--long", action="store_true", help="far more cases (hours), not a sample")
    parser.add_argument(
        "--every", type=arguments.whole(1, 999_999), metavar="N",
        help="with --long: each N-th operation of the games, each N-th scenario for the hangs, "
        "each N-th poll for the memory, each N-th read for the attacks (default: 7, 1, 7, 1)",
    )  # fmt: skip
    parser.add_argument("--only", metavar="NAME", help="one campaign: " + ", ".join(CAMPAIGNS))


Figures = dict[str, int]
Campaign = Callable[[list[Scenario], int], Figures]


def run(args: argparse.Namespace) -> dict[str, Figures]:
    """Return {campaign: {figure: number}}; UserError for an unknown campaign or no scenarios."""
    if args.only and args.only not in CAMPAIGNS:
        raise UserError(f"campaign {args.only!r}: one of {', '.join(CAMPAIGNS)}")
    chosen = [args.only] if args.only else list(CAMPAIGNS)
    return {name: CAMPAIGNS[name](args) for name in chosen}


def failures(result: dict[str, Any]) -> list[str]:
    """Return every figure that should be 0 and is not."""
    return [
        f"{campaign}: {name.strip()} {number}"
        for campaign, figures in result.items()
        for name, number in figures.items()
        if number and name not in TRIED and not name.endswith(attacks.FINE)
    ]


def failed(result: dict[str, Any]) -> bool:
    """Return whether any figure that should be 0 is not."""
    return bool(failures(result))


def table(result: dict[str, Any]) -> str:
    """Return the figures for people, failures at the end."""
    lines = []
    for campaign, figures in result.items():
        lines.append(campaign)
        lines += [f"  {name:<44}{number:>10}" for name, number in figures.items()]
    bad = failures(result)
    lines.append("FAILURES: " + "; ".join(bad) if bad else "no record lost, no recovery failed")
    return "\n".join(lines)


def _journal(args: argparse.Namespace) -> Figures:
    return storage.journal_cuts(3) if args.long else storage.journal_cuts(60, 3)


def _stores(_args: argparse.Namespace) -> Figures:
    return storage.store_cuts()


def _games(args: argparse.Namespace) -> Figures:
    every = args.every or 7
    chosen = _chosen(args, 1, SHORT_SCENARIOS)
    return _each(games.cuts, every if args.long else 97, chosen)


def _hangs(args: argparse.Namespace) -> Figures:
    return _each(games.hangs, 2 if args.long else 1, _chosen(args, args.every or 1, 2))


def _starved(args: argparse.Namespace) -> Figures:
    every = args.every or 7
    return _each(starve.starved, every if args.long else 199, _chosen(args, 6, 2))


def _chosen(args: argparse.Namespace, step: int, few: int) -> list[Scenario]:
    """Return every `step`-th scenario, or in the short form the `few` with the most steps."""
    scenarios = [one for path in sorted(SCENARIOS.glob("*.scn")) for one in load(path)]
    if not args.long:
        scenarios = sorted(scenarios, key=lambda one: (-len(one.steps), one.name))[:few]
        step = 1
    return scenarios[::step]


def _each(campaign: Campaign, much: int, chosen: list[Scenario]) -> Figures:
    """Run a campaign once per scenario, several at a time; return its figures."""
    with Pool() as pool:
        return _sum(
            pool.starmap(
                _one, [(campaign, one.path, one.name, much) for one in chosen], chunksize=1
            )
        )


def _one(campaign: Campaign, path: Path, name: str, much: int) -> Figures:
    return campaign([one for one in load(path) if one.name == name], much)


def _sum(parts: list[Figures]) -> Figures:
    total: Figures = {}
    for part in parts:
        for name, number in part.items():
            worst = name in WORST
            total[name] = max(total.get(name, 0), number) if worst else total.get(name, 0) + number
    return total


def _exceptions(args: argparse.Namespace) -> Figures:
    few = _chosen(args, args.every or 1, 2)
    return games.exceptions(few, 2) if args.long else games.exceptions(few[:1], 1, 12)


def _display(args: argparse.Namespace) -> Figures:
    return games.bus_faults(600 if args.long else 60)


def _presses(args: argparse.Namespace) -> Figures:
    return random_play.random_play(2000 if args.long else 6)


def _attacks(args: argparse.Namespace) -> Figures:
    """Attack every read in the long form, or each `every`-th, with as many fewer rounds."""
    every = args.every or 1
    return attacks.attacks(every, max(1, 30 // every)) if args.long else attacks.attacks(23, 1)


def _crafted(args: argparse.Namespace) -> Figures:
    """Return the figures of 100,000 lists in the long form, in parts with a seed each."""
    if not args.long:
        return crafted.crafted_lists(200)
    with Pool() as pool:
        return _sum(pool.starmap(crafted.crafted_lists, CRAFTED_PARTS, chunksize=1))


CAMPAIGNS: dict[str, Callable[[argparse.Namespace], Figures]] = {
    "cuts-in-the-journal": _journal,
    "cuts-in-settings-and-pin": _stores,
    "cuts-in-whole-games": _games,
    "bad-blocks": lambda _args: storage.bad_blocks(),
    "wear": lambda _args: storage.wear(),
    "exceptions": _exceptions,
    "hangs": _hangs,
    "no-memory": _starved,
    "display-bus": _display,
    "random-presses": _presses,
    "attacks": _attacks,
    "crafted-lists": _crafted,
}
