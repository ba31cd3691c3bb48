"""`corrido bench heap`: who holds the heap while a clock runs."""

import argparse
from collections import Counter
from typing import Any

from host_tools.errors import UserError
from host_tools.workshop.bench.device import find_image

SUMMARY = "the heap in play by owner, on an emulated RP2040: modules, classes, instances' data"
EXAMPLE = "--modules --uf2 CORRIDO_PICO.uf2"
SETTINGS = {"preset": "fise-corrido", "budget": "600", "sounds": "all", "pin": "0000"}
INTERPRETER = "the interpreter's own"
_ARMED_US = 3e6
_TURNS = ("B", "A", "B")  # the first press starts A's clock
_AT_REST_US = 18e6  # collections are at most 16 s apart, and unload what only keys needed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument(
        "--uf2", metavar="FILE",
        help="the MicroPython image; by default CORRIDO_UF2, or an image in ~/.cache/corrido",
    )  # fmt: skip
    parser.add_argument(
        "--modules", action="store_true", help="a row for each module, not for each package"
    )


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Play up to the third turn, let the heap settle, and read it from outside."""
    from host_tools.device.uf2 import read_uf2
    from host_tools.workshop.emulator.heapmap import HeapMap
    from host_tools.workshop.emulator.owners import bytes_by_owner
    from host_tools.workshop.emulator.player import Player
    from host_tools.workshop.emulator.table import Table

    uf2 = find_image(args.uf2)
    player = Player(Table(uf2, SETTINGS))
    player.press("OK", apart_us=_ARMED_US)
    player.press(*_TURNS)
    player.chip.run_for(_AT_REST_US)
    heap = HeapMap.of(player.chip)
    if player.status()["running"] == "none":
        raise UserError("no clock runs", 1)
    owners = [(owner.module, owner.kind, size) for owner, size in bytes_by_owner(heap).items()]
    return {
        "image": uf2.name,
        "frozen": read_uf2(uf2).frozen,
        "owners": rows(owners, args.modules),
        "in_use": sum(size for *_, size in owners),
        "free": heap.free_after,
        "largest": heap.largest_after,
    }


def rows(owners: list[tuple[str, str, int]], by_module: bool) -> dict[str, dict[str, int]]:
    """Return the bytes of each package or module by kind, the greatest sum first."""
    packages = {module.rpartition(".")[0] for module, *_ in owners}
    found: dict[str, Counter[str]] = {}
    for module, kind, size in owners:
        alone = by_module or module in packages or "." not in module
        name = module if alone else module.rpartition(".")[0]
        found.setdefault(name or INTERPRETER, Counter())[kind or "data"] += size
    ordered = sorted(found, key=lambda name: (-found[name].total(), name))
    return {name: dict(found[name]) for name in ordered}


def table(result: dict[str, Any]) -> str:
    """Return the figures for people."""
    from host_tools.workshop.emulator.owners import KINDS

    frozen = "frozen into it" if result["frozen"] else "on its disk"
    lines = [
        f"image {result['image']}, firmware {frozen}; emulated RP2040, a clock runs, no garbage",
        f"{'bytes held by':<34}" + "".join(f"{head:>10}" for head in (*KINDS, "all")),
    ]
    whole: Counter[str] = Counter()
    for sizes in result["owners"].values():
        whole.update(sizes)
    for name, sizes in (*result["owners"].items(), ("all", whole)):
        cells = [*(sizes.get(kind, 0) for kind in KINDS), sum(sizes.values())]
        lines.append(f"{name:<34}" + "".join(f"{cell:>10,}" for cell in cells))
    return "\n".join(
        [*lines, f"free: {result['free']:,}, the largest piece {result['largest']:,}"]
    )
