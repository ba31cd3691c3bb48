"""`corrido bench device`: the firmware on an emulated RP2040, next to the naive way."""

import argparse
import os
from pathlib import Path
from typing import Any

from host_tools.errors import UserError
from host_tools.paths import cache_dir

PARTS = ("game", "worst", "boot")


def find_image(given: str | None) -> Path:
    """Return the image to run: as given, from the environment, or from the cache.

    Raises UserError if there is none.
    """
    if given or os.environ.get("CORRIDO_UF2"):
        return Path(given or os.environ["CORRIDO_UF2"])
    for name in ("CORRIDO_PICO.uf2", "RPI_PICO.uf2"):
        if (cache_dir() / name).is_file():
            return cache_dir() / name
    raise UserError(
        "no MicroPython image: --uf2 FILE, or CORRIDO_UF2=FILE (RPI_PICO from micropython.org)"
    )


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Measure; the same image and firmware give every figure again, to the bit."""
    uf2 = find_image(args.uf2)
    from host_tools.device.image import load
    from host_tools.workshop.emulator import games

    parts = args.only or PARTS
    image = load(str(uf2))
    result: dict[str, Any] = {"image": uf2.name, "own": image.own, "frozen": image.frozen}
    measures = {"boot": games.boot, "game": games.game, "worst": games.worst}
    return result | {part: measure(uf2) for part, measure in measures.items() if part in parts}
