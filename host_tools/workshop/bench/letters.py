"""Letter entry: mean key actions per word, against a plain alphabetical wheel.

A key action is one closing of a key or one detent of an encoder. A count covers every tile of the
word and its ending: with keys, one key of the game; with an encoder, a cell. The wheel has the
same cells in alphabetical order, may turn both ways, and is counted twice: starting at A for each
tile, and staying where it was; the cheaper of the two is the reference.
"""

import argparse
import random
from typing import Any

from corrido.ui import rings, tiles
from corrido.ui.screens.letters import split

from host_tools.errors import UserError
from host_tools.lexicon.ask import listing, open_whole
from host_tools.paths import lexicon_path
from host_tools.workshop.bench._options import count

SUMMARY = "letter entry: key actions a word, for keys and for an encoder"
EXAMPLE = "--lexicon es --words 2000"
KEYS_BOUND, ENCODER_BOUND = 1 / 2, 2 / 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument("--lexicon", default="es", help="name or path of a .lex file (default es)")
    parser.add_argument("--words", type=count, default=1000, help="number of words (default 1000)")
    parser.add_argument("--seed", type=int, default=7, help="for the draw (default 7)")


def wheel_actions(words: list[list[str]], order: list[str], stays: bool) -> int:
    """Return the actions on a wheel that returns to its first cell for each tile, or stays."""
    place = {tile: at for at, tile in enumerate(order)}
    total, at = 0, 0
    for word in words:
        for tile in word + [tiles.DONE]:
            way = abs(place[tile] - at)
            total += min(way, len(order) - way) + 1
            at = place[tile] if stays else 0
    return total


def screen_actions(words: list[list[str]], alphabet: str, linear: bool) -> int:
    """Return the actions on the device's own grid, using the firmware's own movements."""
    cells = tiles.grid(alphabet, linear)
    known: dict[tuple[int, str], Any] = {}
    total, at = 0, tiles.home(cells, alphabet, linear)
    for word in words:
        for tile in word + ([tiles.DONE] if linear else []):
            if (at, tile) not in known:
                known[at, tile] = len(tiles.steps(cells, at, tile, linear)) + 1
            total += known[at, tile]
            taken = "" if tile == tiles.DONE else tile
            at = tiles.after(cells, taken, alphabet, linear)
        if not linear:
            total, at = total + 1, tiles.home(cells, alphabet, linear)
    return total


def draw(lexicon: str, most: int, seed: int) -> tuple[str, list[list[str]]]:
    """Return (alphabet code, `most` words as lists of tiles), drawn evenly."""
    path = lexicon_path(lexicon)
    with open_whole(path) as opened:
        code = opened.alphabet
    if code not in rings.BY_USE:
        known = ", ".join(rings.BY_USE)
        raise UserError(f"{lexicon}: alphabet {code} has no order by use; known: {known}")
    words = listing(path)
    chosen = random.Random(seed).sample(words, min(most, len(words)))
    return code, [split(word.upper(), code) for word in chosen]


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Measure; every figure is a mean per word."""
    code, words = draw(args.lexicon, args.words, args.seed)
    order = tiles.letters(code) + [tiles.NEXT, tiles.DONE, tiles.DELETE]
    home = wheel_actions(words, order, False) / len(words)
    stays = wheel_actions(words, order, True) / len(words)
    keys = screen_actions(words, code, False) / len(words)
    encoder = screen_actions(words, code, True) / len(words)
    wheel = min(home, stays)
    return {
        "lexicon": args.lexicon,
        "words": len(words),
        "seed": args.seed,
        "tiles": sum(map(len, words)) / len(words),
        "wheel_from_a": home,
        "wheel_stays": stays,
        "keys": keys,
        "encoder": encoder,
        "keys_share": keys / wheel,
        "encoder_share": encoder / wheel,
        "ok": keys <= KEYS_BOUND * wheel and encoder <= ENCODER_BOUND * wheel,
    }


def failed(result: dict[str, Any]) -> bool:
    """Return whether keys or encoder take more than their bound."""
    return not result["ok"]


def table(result: dict[str, Any]) -> str:
    """Return the figures for people."""
    rows = [
        ("plain wheel, from A for each tile", result["wheel_from_a"], ""),
        ("plain wheel, staying", result["wheel_stays"], ""),
        ("grid, keys", result["keys"], "{:.2f}  (bound 0.50)".format(result["keys_share"])),
        (
            "ring, encoder",
            result["encoder"],
            "{:.2f}  (bound 0.67)".format(result["encoder_share"]),
        ),
    ]
    head = "{words} words of {lexicon}, {tiles:.2f} tiles a word".format(**result)
    lines = [head, f"{'actions a word':36}{'mean':>8}  of the cheaper wheel"]
    return "\n".join(lines + [f"{name:36}{mean:8.2f}  {share}" for name, mean, share in rows])
