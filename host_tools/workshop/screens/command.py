"""`corrido screens`: every screen in every language as PNG, with its hash.

tests/screens/hashes.txt has one picture per line: language/name, its hash, and the packed picture
itself, so that the old one can be shown beside the new.
"""

import argparse
import base64
import re
import zlib
from pathlib import Path

from corrido.ui.texts import LANGUAGES

from host_tools import arguments
from host_tools.errors import UserError
from host_tools.files import made_folder
from host_tools.scenario.view import picture_hash
from host_tools.tree import ROOT
from host_tools.workshop.screens.cases import CASES, HASHES, drawn, read_hashes

MANUAL = Path(ROOT) / "docs" / "manual"
EXAMPLE = "example: corrido screens -o build/screens"


def manual_pictures() -> dict[str, bytes]:
    """Return {file name: PNG}: the pictures of the manuals; `a+b` has two screens."""
    from host_tools.sim import png  # Pillow is needed only here

    named: set[tuple[str, str]] = set()
    for page in (*MANUAL.glob("*.md"), *MANUAL.glob("*.html")):
        named.update(re.findall(r"img/([a-z0-9+-]+)\.([a-z]{2})\.png", page.read_text("utf-8")))
    found = {}
    for name, language in sorted(named):
        frames = [drawn(one, language)[1] for one in name.split("+")]
        sheet = png.sheet(frames, 2 if len(frames) == 4 else 3)
        found[f"{name}.{language}.png"] = png.encode(sheet, 2)
    return found


def run(args: argparse.Namespace) -> int:
    """Render, compare with the stored hashes, and write the requested files."""
    if args.manual:
        for name, data in manual_pictures().items():
            (MANUAL / "img" / name).write_bytes(data)
        return 0
    if unknown := [name for name in args.name if name not in CASES]:
        raise UserError(f"no screen {unknown[0]}: tests/screens/cases.scn has them")
    made_folder(args.output)
    languages = args.language or LANGUAGES
    frames = {f"{code}/{name}": drawn(name, code)[1] for code in languages for name in args.name}
    kept = read_hashes()
    changed = [name for name in frames if kept.get(name, ("",))[0] != picture_hash(frames[name])]
    for code in languages:
        write_pictures({name: frames[f"{code}/{name}"] for name in args.name}, code, args.output)
    for name in changed:
        said = drawn(*reversed(name.split("/", 1)))[2]
        if ": expected picture" in said:  # it came to its shot
            said = f"kept {name}" if args.keep else said if name in kept else f"new: {name}"
        print(said)
    if args.keep:
        kept |= {name: (picture_hash(one), one) for name, one in frames.items()}
        lines = [f"{name} {digest} {base64.b64encode(zlib.compress(picture, 9)).decode()}\n"
                 for name, (digest, picture) in sorted(kept.items())]  # fmt: skip
        HASHES.write_text("".join(lines), "utf-8")
    print(f"{len(frames)} pictures in {args.output}, {len(changed)} differ from the kept ones")
    return 1 if changed and not args.keep else 0


def write_pictures(frames: dict[str, bytes], language: str, folder: Path) -> None:
    """Write one PNG per picture of a language, and one sheet of them all."""
    from host_tools.sim import png

    for name, frame in frames.items():
        (folder / f"{name}.{language}.png").write_bytes(png.encode(png.pixels(frame)))
    sheet = png.encode(png.sheet([*frames.values()], 5), 2)
    (folder / f"sheet.{language}.png").write_bytes(sheet)


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `screens`."""
    parser = arguments.command(
        subparsers, "screens", "render every screen to pictures", run, EXAMPLE,
        "Renders every screen in every language to PNG and compares the hashes; those that differ "
        "are named, with the picture that has before beside after.",
    )  # fmt: skip
    parser.add_argument("name", nargs="*", default=CASES, help="screens to render (default: all)")
    parser.add_argument("-o", "--output", type=Path, default="build/screens",
                        help="folder for the pictures")  # fmt: skip
    parser.add_argument(
        "--language", action="append", choices=LANGUAGES, help="languages (default: all)"
    )
    parser.add_argument("--keep", action="store_true", help="accept these as the reference")
    parser.add_argument("--manual", action="store_true", help="draw the manuals' pictures again")
