"""The fault campaigns: figures that show that no game is lost."""

import argparse
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from host_tools.scenario.model import Scenario
from host_tools.scenario.parser import load
from host_tools.tree import ROOT
from host_tools.workshop.campaigns import crafted, games, power, random_play

# Figures that count the attempts; any other figure is a failure unless it is 0.
TRIED = (
    "operations", "cuts", "scenarios", "cases", games.WORST_MS,
    games.WORST_HUNG_MS, "crashes",
    "devices", "presses", "stalls", "faults of the bus", "resets and cuts", "games",
    "games replayed from the log",
    "survived", "told by a fault", "functions", "lists", "refused by the host",
    "answered by the host", "refused by native code", "answered by it",
)  # fmt: skip
WORST = (games.WORST_MS, games.WORST_HUNG_MS)
CRAFTED_PARTS = [(10_000, seed) for seed in range(1, 11)]  # (lists, seed) of each part
SCENARIOS = Path(ROOT) / "tests" / "scenarios"
Figures = dict[str, int]


def run(args: argparse.Namespace) -> dict[str, Figures]:
    """Return {campaign: {figure: number}}."""
    chosen = [args.only] if args.only else CAMPAIGNS
    return {name: CAMPAIGNS[name](args) for name in chosen}


def failures(result: dict[str, Any]) -> list[str]:
    """Return every figure that should be 0 and is not."""
    return [
        f"{campaign}: {name.strip()} {number}"
        for campaign, figures in result.items()
        for name, number in figures.items()
        if number and name not in TRIED
    ]


def _chosen(args: argparse.Namespace, step: int, few: int) -> list[Scenario]:
    """Return every `step`-th scenario, or in the short form the `few` with the most steps."""
    scenarios = [one for path in sorted(SCENARIOS.glob("*.scn")) for one in load(path)]
    if args.long:
        return scenarios[::step]
    return sorted(scenarios, key=lambda one: (-len(one.steps), one.name))[:few]


def _one(path: Path, name: str, every: int) -> Figures:
    return next(games.cuts(one, every) for one in load(path) if one.name == name)


def _shared(part: Callable[..., Figures], work: list[Any]) -> Figures:
    """Return the figures of all parts of the work, several processes at a time."""
    total: Figures = {}
    with get_context("spawn").Pool() as pool:  # a fork of a process with threads may hang
        for found in pool.starmap(part, work, chunksize=1):
            for name, number in found.items():
                before = total.get(name, 0)
                total[name] = max(before, number) if name in WORST else before + number
    return total


def _broken_off(
    args: argparse.Namespace, errors: tuple[type[BaseException], ...], step: int, short: int
) -> Figures:
    """Break off each function at two calls, by each `step`-th scenario; else `short`-th at one."""
    few = _chosen(args, step, 1)
    return games.broken_off(few, errors, 2 if args.long else 1, 1 if args.long else short)


CAMPAIGNS: dict[str, Callable[[argparse.Namespace], Figures]] = {
    "cuts": lambda args: power.cuts(*(1, 47) if args.long else (7, 500)),
    "cuts-in-whole-games": lambda args: _shared(
        _one, [(s.path, s.name, 13 if args.long else 97) for s in _chosen(args, 1, 3)]
    ),
    "bad-blocks": lambda _: power.bad_blocks(),
    "exceptions": lambda args: _broken_off(args, (MemoryError, RuntimeError), 1, 12),
    "hangs": lambda args: _broken_off(args, (games.Hung,), 6, 16),
    "random-presses": lambda args: _shared(
        random_play.random_play, [(seed,) for seed in range(2000 if args.long else 6)]
    ),
    "crafted-lists": lambda args: (
        _shared(crafted.crafted_lists, CRAFTED_PARTS) if args.long else crafted.crafted_lists(200)
    ),
}
