"""`corrido screens`: every screen in every language as PNG, with its hash.

tests/screens/hashes.txt has one picture per line: language/name, its hash, and the packed picture
itself, so that a report can show the old one.
"""

import argparse
import base64
import os
import re
import zlib
from pathlib import Path

from corrido.ui.texts import LANGUAGES

from host_tools import arguments
from host_tools.errors import UserError
from host_tools.files import made_folder
from host_tools.scenario.view import picture_hash
from host_tools.tree import ROOT
from host_tools.workshop.screens import png
from host_tools.workshop.screens.cases import CASES, drawn

MANUAL = os.path.join(ROOT, "docs", "manual")
HASHES = os.path.join(ROOT, "tests", "screens", "hashes.txt")
EXAMPLE = """example: corrido screens -o build/screens
         corrido screens --report -o build/screens   changes, before beside after"""

# language/name -> (hash, picture)
Kept = dict[str, tuple[str, bytes]]


def render(name: str, language: str) -> bytes:
    """Return the 1,024-byte picture of one case."""
    return drawn(name, language)[1]


def manual_pictures() -> dict[str, bytes]:
    """Return {file name: PNG} for every picture in the manuals; `a+b` has two screens."""
    named = set()
    for page in os.listdir(MANUAL):
        if page.endswith((".md", ".html")):
            with open(os.path.join(MANUAL, page), encoding="utf-8") as source:
                named |= set(re.findall(r"img/([a-z0-9+-]+)\.([a-z]{2})\.png", source.read()))
    return {
        f"{name}.{language}.png": png.encode(
            png.sheet([render(one, language) for one in name.split("+")]), 2
        )
        for name, language in sorted(named)
    }


def write_manual() -> int:
    """Draw the manuals' pictures again."""
    pictures = manual_pictures()
    for name, data in pictures.items():
        _write(os.path.join(MANUAL, "img", name), data)
    print(f"{len(pictures)} pictures in {os.path.normpath(MANUAL)}")
    return 0


def read_hashes(path: str) -> Kept:
    """Return {language/name: (hash, picture)}; empty if there is no such file."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as source:
        rows = [line.split() for line in source if line.strip()]
    return {
        name: (digest, zlib.decompress(base64.b64decode(packed))) for name, digest, packed in rows
    }


def write_hashes(path: str, kept: Kept) -> None:
    """Write the file, sorted."""
    with open(path, "w", encoding="utf-8") as target:
        for name, (digest, picture) in sorted(kept.items()):
            packed = base64.b64encode(zlib.compress(picture, 9)).decode()
            target.write(f"{name} {digest} {packed}\n")


def run(args: argparse.Namespace) -> int:
    """Render, compare with the stored hashes, and write the requested files."""
    if args.manual:
        return write_manual()
    chosen = args.name or list(CASES)
    unknown = [name for name in chosen if name not in CASES]
    if unknown:
        raise UserError(f"no screen {unknown[0]}: one of {', '.join(CASES)}")
    made_folder(Path(args.output))
    languages = args.language or LANGUAGES
    frames = {f"{code}/{name}": render(name, code) for code in languages for name in chosen}
    kept = read_hashes(args.hashes)
    changed = [name for name in frames if kept.get(name, ("",))[0] != picture_hash(frames[name])]
    write_pictures(frames, args.output)
    if args.report and changed:
        before = [kept.get(name, ("", bytes(1024)))[1] for name in changed]
        pairs = [frame for old, name in zip(before, changed) for frame in (old, frames[name])]
        _write(os.path.join(args.output, "changes.png"), png.encode(png.sheet(pairs, 2), 2))
        print("\n".join(changed))
    if args.keep:
        new = {name: (picture_hash(frame), frame) for name, frame in frames.items()}
        write_hashes(args.hashes, kept | new)
    print(f"{len(frames)} pictures in {args.output}, {_compared(changed, kept)}")
    return 1 if changed and kept and not args.keep else 0


def _compared(changed: list[str], kept: Kept) -> str:
    if not kept:
        return "none to compare them with: the kept ones are in a checkout"
    return f"{len(changed)} differ from the kept ones"


def write_pictures(frames: dict[str, bytes], folder: str) -> None:
    """Write one PNG per picture, and one sheet of all pictures per language."""
    sheets: dict[str, list[bytes]] = {}
    for key, frame in frames.items():
        language, _, name = key.partition("/")
        sheets.setdefault(language, []).append(frame)
        _write(os.path.join(folder, f"{name}.{language}.png"), png.encode(png.pixels(frame)))
    for language, of in sheets.items():
        path = os.path.join(folder, f"sheet.{language}.png")
        _write(path, png.encode(png.sheet(of, 5), 2))


def _write(path: str, data: bytes) -> None:
    with open(path, "wb") as target:
        target.write(data)


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `screens`."""
    parser = arguments.command(
        subparsers, "screens", "render every screen to pictures", run, EXAMPLE,
        "Renders every screen in every language to PNG and compares the hashes.",
    )  # fmt: skip
    parser.add_argument("name", nargs="*", help="screens to render (default: all)")
    parser.add_argument("-o", "--output", default="build/screens", help="folder for the pictures")
    parser.add_argument(
        "--language", action="append", choices=LANGUAGES, help="languages (default: all)"
    )
    parser.add_argument(
        "--report", action="store_true",
        help="also write changes.png, before beside after, and print their names",
    )  # fmt: skip
    parser.add_argument("--keep", action="store_true", help="accept these as the reference")
    parser.add_argument("--manual", action="store_true", help="draw the manuals' pictures again")
    parser.add_argument("--hashes", default=HASHES, help=argparse.SUPPRESS)
