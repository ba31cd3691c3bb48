"""`corrido bench device`: the firmware on an emulated RP2040, next to the naive way."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools import arguments
from host_tools.errors import UserError
from host_tools.paths import cache_dir

SUMMARY = "main loop, heap, worst case and boot on an emulated RP2040"
EXAMPLE = "--only boot --uf2 CORRIDO_PICO.uf2"
PARTS = ("game", "worst", "boot")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument(
        "--uf2", metavar="FILE",
        help="the MicroPython image; by default CORRIDO_UF2, or an image in ~/.cache/corrido",
    )  # fmt: skip
    parser.add_argument(
        "--beside", metavar="FILE", type=Path, action="append", default=[],
        help="another image, whose worst case is shown too; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--bounces", type=arguments.whole(1, 999_999), default=7, metavar="SEED",
        help="how the contacts bounce in the worst case (default 7)",
    )  # fmt: skip
    parser.add_argument(
        "--only", choices=PARTS, action="append",
        help="measure this part only; may be repeated",
    )  # fmt: skip


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
    if "boot" in parts:
        result["boot"] = games.boot(uf2)
    if "game" in parts:
        result["game"] = games.game(uf2)
        result["turned"] = games.game(uf2, rotate="both")
    if "worst" in parts:
        result["worst"] = {}
        for path in (uf2, *args.beside):
            try:
                result["worst"][path.name] = games.worst(path, args.bounces)
            except UserError as error:  # its game did not finish
                result["worst"][path.name] = {"ended": str(error)}
    return result


def table(result: dict[str, Any]) -> str:
    """Return the figures for people."""
    frozen = "frozen into it" if result["frozen"] else "on its disk"
    lines = [f"image {result['image']}, firmware {frozen}; emulated RP2040, 125 MHz"]
    lines += _game_table(result) if "game" in result else []
    lines += _worst_table(result["worst"]) if "worst" in result else []
    lines += _boot_table(result["boot"]) if "boot" in result else []
    return "\n".join(lines)


def _game_table(result: dict[str, Any]) -> list[str]:
    game, turned = result["game"], result["turned"]
    return [
        "",
        f"a game of {game['presses']} presses by the pins",
        f"  longest turn while a clock runs   {_longest(game, 'running')}"
        f"   ({game['running'][0]['over']} of {game['running'][0]['count']} over 15 ms)",
        f"  second to its digits' last pixel  {game['digit_ms']:8.1f} ms",
        f"  both, each half turned over       {_longest(turned, 'running')} "
        f"{turned['digit_ms']:8.1f} ms",
        f"  longest collection after a press  {game['collection_us'] / 1000:8.1f} ms",
        f"  longest turn while none runs      {_longest(game, 'stopped')}",
        f"  press to durable                  {game['durable_ms']:8.1f} ms",
        f"  press to the first, last pixel    {game['first_pixel_ms']:8.1f} ms "
        f"{game['last_pixel_ms']:8.1f} ms",
        f"  erases while a clock ran          {game['erases_in_play']:8d}",
        f"  heap in use after start, in play  {game['heap_start']:8,d}    {game['heap_play']:,d}",
        f"  share of time awake               {100 * game['awake_share']:8.1f} %",
    ]


def _longest(game: dict[str, Any], when: str) -> str:
    return f"{game[when][0]['longest_us'] / 1000:8.1f} ms"


def _boot_table(boot: dict[str, Any]) -> list[str]:
    lines = [""]
    for name, text in (("first", "first start"), ("later", "a later one")):
        found = boot[name]
        lines.append(f"{text}: power to first pixels {found['first_pixels_s']:.2f} s, "
                     f"to the whole picture {found['whole_picture_s']:.2f} s")  # fmt: skip
    return lines


def _worst_table(columns: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of each image's worst case. columns: image name -> what worst() returns."""
    for name, worst in columns.items():
        if "ended" in worst:
            yield f"\nthe worst case of {name} ended: {worst['ended']}"
            continue
        yield (f"\nthe worst case of {name}: {worst['presses']} presses that bounce, every sound, "
               "a host that asks twice a second (longest; over the limit, of all)")  # fmt: skip
        for text, kind, limit in (
            ("turn while a clock runs", "running", "limit_us"),
            ("turn while none runs", "stopped", "stopped_limit_us"),
        ):
            plain, collecting = worst[kind]
            yield _row(f"{text}, over {worst[limit] / 1000:g} ms", _turns(plain))
            yield _row("  with a collection", _turns(collecting))
        waits, clicks, limit_ms = worst["durable_ms"], worst["click_ms"], worst["durable_limit_ms"]
        late = sum(wait > limit_ms for wait in waits)
        yield _row("erases of flash in one turn, most", str(worst["most_erases"]))
        yield _row("longest collection", _ms(worst["collection_us"]))
        hasty = f"{worst['hasty_collections']} of {worst['collections']}"
        yield _row("  begun with a press under way", hasty)
        yield _row(f"press to durable, over {limit_ms:g} ms",
                   f"{max(waits):.1f} ms, {late} of {len(waits)}")  # fmt: skip
        yield _row("key click, shortest and longest", f"{clicks[0]:.1f} and {clicks[-1]:.1f} ms")


def _row(label: str, cell: str) -> str:
    return f"  {label:<44}{cell:>24}"


def _turns(kind: dict[str, Any]) -> str:
    return f"{_ms(kind['longest_us'])}, {kind['over']} of {kind['count']}"


def _ms(us: float) -> str:
    return f"{us / 1000:,.1f} ms"
