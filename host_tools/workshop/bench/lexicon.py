"""`corrido bench lexicon`: the lexicon next to other structures with the same words.

One run builds every row afresh from the words of a `.lex` file. `in memory` is the part that must
be in memory to look words up: the whole structure, except for corrido (its heap in MicroPython). A
structure whose package is not installed is left out; its row gives the reason.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from corrido.lexicon.reader import Lexicon

from host_tools.errors import UserError
from host_tools.lexicon.about import About
from host_tools.lexicon.ask import by_micropython, open_whole
from host_tools.lexicon.unpack import unpack
from host_tools.paths import lexicon_path
from host_tools.tools import install

SUMMARY = "size, look-ups, memory and building of the lexicon beside its peers"
EXAMPLE = "--json"
SAMPLE = 2_000
_TILE = 0x41  # tile 0 as a letter, for structures that store text
_INSTALL = install("bench")

Word = tuple[int, ...]
Contains = Callable[[Word], bool]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument("--lexicon", default="es", help="name or path of a .lex file (default es)")


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Build and query every structure; return {"words": count, "rows": [...]}."""
    path = lexicon_path(args.lexicon)
    with open_whole(path) as lexicon:
        words = sorted(unpack(lexicon))
    rows = [_corrido(path, words)]
    for name, make in (("dawg2", _dawg), ("Rust fst (ducer)", _ducer), ("marisa-trie", _marisa)):
        try:
            rows.append(_row(name, make, words))
        except ModuleNotFoundError as error:
            rows.append({"name": name, "skipped": f"no `{error.name}` here: {_INSTALL}"})
    return {"words": len(words), "rows": rows}


def _row(
    name: str, make: Callable[[list[Word]], tuple[int, Contains]], words: list[Word]
) -> dict[str, Any]:
    asked = random.Random(1).sample(words, min(SAMPLE, len(words)))
    start = time.perf_counter()
    size, contains = make(words)
    built = time.perf_counter()
    if not all(contains(word) for word in asked):
        raise UserError(f"{name}: a word is missing", 1)
    lookup_us = (time.perf_counter() - built) / len(asked) * 1e6
    return {"name": name, "bytes": size, "bits_per_word": round(8 * size / len(words), 2),
            "build_s": round(built - start, 2), "lookup_us": round(lookup_us, 1),
            "memory_bytes": size}  # fmt: skip


def _text(word: Word) -> str:
    return "".join([chr(_TILE + tile) for tile in word])


def _corrido(path: Path, words: list[Word]) -> dict[str, Any]:
    """Return our own row: compiled again, queried with the plain form of the device's reader."""
    from host_tools.lexicon.pack import pack

    shipped = Lexicon(str(path))
    about = About(shipped.alphabet, shipped.name, shipped.edition, *shipped.about(),
                  shipped.official)  # fmt: skip

    def make(words: list[Word]) -> tuple[int, Contains]:
        data = pack(words, about)
        if data != path.read_bytes():
            raise UserError(f"{path}: not the same when compiled again", 1)
        return len(data), shipped.contains

    row = _row("corrido", make, words)
    try:
        row["memory_bytes"] = by_micropython(path, [])[0]
    except UserError:  # no interpreter here
        row["memory_bytes"] = None
    return row


def _saved(save: Callable[[str], object]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "saved"
        save(str(path))
        return path.stat().st_size


def _marisa(words: list[Word]) -> tuple[int, Contains]:
    trie = import_module("marisa_trie").Trie([_text(word) for word in words])
    return _saved(trie.save), lambda word: _text(word) in trie


def _dawg(words: list[Word]) -> tuple[int, Contains]:
    dawg = import_module("dawg").DAWG([_text(word) for word in words])
    return _saved(dawg.save), lambda word: _text(word) in dawg


def _ducer(words: list[Word]) -> tuple[int, Contains]:
    ducer = import_module("ducer")
    data = ducer.Set.build(":memory:", [bytes(word) for word in words])
    found = ducer.Set(data)
    return len(data), lambda word: bytes(word) in found
