"""`corrido bench leaks`: whether memory in use grows over hundreds of games."""

import argparse
import sys
from pathlib import Path
from typing import Any

from host_tools.workshop.bench._options import count

SUMMARY = "heap in use after each of many games, in the real interpreter with a capped heap"
EXAMPLE = "--games 50"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument(
        "--games", type=count, default=500, metavar="N", help="games in sequence (default 500)"
    )
    parser.add_argument(
        "--heap", default="384k", metavar="SIZE",
        help="the interpreter's; twice a device's, as its words have 64 bits (default 384k)",
    )  # fmt: skip
    parser.add_argument(
        "--uf2", type=Path, metavar="FILE",
        help="on the emulated RP2040 instead, with this image; half a minute per game",
    )  # fmt: skip


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Play games, and compare the heap in use after the first ones and after the last ones."""
    from host_tools.workshop.emulator import leaks

    def told(heap: leaks.Heap) -> None:
        if heap.game % 50 == 0:
            print(f"game {heap.game}: {heap.in_use:,} bytes in use", file=sys.stderr)

    if args.uf2:
        found = leaks.play_on_chip(args.uf2, args.games)
    else:
        found = leaks.play(args.games, args.heap, told)
    settled = [heap.in_use for heap in found[leaks.WARM_GAMES :]] or [0]
    return {
        "games": len(found),
        "first_bytes": found[0].in_use,
        "last_bytes": found[-1].in_use,
        "least_bytes": min(settled),
        "most_bytes": max(settled),
        "growth_bytes_a_game": round(leaks.growth(found), 1),
    }


def table(result: dict[str, Any]) -> str:
    """Return the figures for people."""
    first, last = result["first_bytes"], result["last_bytes"]
    return "\n".join(
        [
            f"{result['games']} games one after the other, heap in use after a collection (bytes)",
            f"  after the first {first:,}, after the last {last:,}",
            f"  between them {result['least_bytes']:,} to {result['most_bytes']:,}",
            f"  growth a game {result['growth_bytes_a_game']:,.1f}",
        ]
    )
