"""`corrido screens`: every screen in every language as PNG, with its hash."""

import argparse
import os
import re
from pathlib import Path

from corrido.ui import texts
from corrido.ui.texts import LANGUAGES

from host_tools.errors import UserError
from host_tools.files import made_folder
from host_tools.scenario.view import picture_hash
from host_tools.workshop.screens import png, report
from host_tools.workshop.screens.cases import CASES, drawn

MANUAL = os.path.join(os.path.dirname(__file__), "..", "..", "..", "docs", "manual")
EXAMPLE = """example: corrido screens -o build/screens
         corrido screens --site                      the site's pages, and how fast they are
         corrido screens --report -o build/screens   changes, before beside after"""


def render(name: str, language: str) -> bytes:
    """Return the 1,024-byte picture of one case."""
    return drawn(name, language)[1]


def manual_pictures() -> dict[str, bytes]:
    """Return {file name: PNG} for every picture in the manuals."""
    named = set()
    for page in os.listdir(MANUAL):
        if page.endswith((".md", ".html")):
            with open(os.path.join(MANUAL, page), encoding="utf-8") as source:
                named |= set(re.findall(r"img/([a-z0-9-]+)\.([a-z]{2})\.png", source.read()))
    return {
        f"{name}.{language}.png": png.encode(png.pixels(render(name, language)), 2)
        for name, language in sorted(named)
    }


def write_manual() -> int:
    """Draw the manuals' pictures again."""
    pictures = manual_pictures()
    for name, data in pictures.items():
        with open(os.path.join(MANUAL, "img", name), "wb") as target:
            target.write(data)
    print(f"{len(pictures)} pictures in {os.path.normpath(MANUAL)}")
    return 0


def texts_sheet() -> str:
    """Return every text with its languages side by side, as Markdown."""
    tables = [texts.whole(code) for code in LANGUAGES]
    lines = ["| text | " + " | ".join(LANGUAGES) + " |", "|---" * (len(LANGUAGES) + 1) + "|"]
    for key in tables[0]:
        said = [table[key].replace("|", " / ") for table in tables]
        lines.append(f"| `{key}` | " + " | ".join(said) + " |")
    return "\n".join(lines)


def run(args: argparse.Namespace) -> int:
    """Render, compare with the stored hashes, and write the requested files."""
    if args.manual:
        return write_manual()
    if args.site or args.film:
        from host_tools.workshop.screens import site  # playwright and a browser

        return site.write_film() if args.film else site.write()
    if args.phone:
        from host_tools.workshop.screens import phone

        return phone.write(args.output)
    if args.texts:
        print(texts_sheet())
        return 0
    chosen = args.name or list(CASES)
    unknown = [name for name in chosen if name not in CASES]
    if unknown:
        raise UserError(f"no screen {unknown[0]}: one of {', '.join(CASES)}")
    made_folder(Path(args.output))
    frames = {(lang, name): render(name, lang) for lang in args.language for name in chosen}
    kept = report.read_hashes(args.hashes)
    changed = [
        key
        for key, frame in frames.items()
        if kept.get("{}/{}".format(*key), ("",))[0] != picture_hash(frame)
    ]
    write_pictures(frames, args.output, args.scale)
    if args.report:
        report.write(args.output, {key: frames[key] for key in changed}, kept, args.scale)
    if args.keep:
        for (language, name), frame in frames.items():
            kept[f"{language}/{name}"] = picture_hash(frame), frame.hex()
        report.write_hashes(args.hashes, kept)
    print(f"{len(frames)} pictures in {args.output}, {_compared(changed, kept)}")
    return 1 if changed and kept and not args.keep else 0


def _compared(changed: list[tuple[str, str]], kept: report.Kept) -> str:
    if not kept:
        return "none to compare them with: the kept ones are in a checkout"
    return f"{len(changed)} differ from the kept ones"


def write_pictures(frames: dict[tuple[str, str], bytes], folder: str, scale: int) -> None:
    """Write one PNG per picture, and one sheet of all pictures per language."""
    for (language, name), frame in frames.items():
        path = os.path.join(folder, f"{name}.{language}.png")
        with open(path, "wb") as target:
            target.write(png.encode(png.pixels(frame), scale))
    for language in sorted({key[0] for key in frames}):
        sheet = png.sheet([f for key, f in frames.items() if key[0] == language], 5)
        with open(os.path.join(folder, f"sheet.{language}.png"), "wb") as target:
            target.write(png.encode(sheet, 2))


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `screens`."""
    parser = subparsers.add_parser(
        "screens",
        help="render every screen to pictures",
        epilog=EXAMPLE,
        description="Renders every screen in every language to PNG and compares the hashes.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", nargs="*", help="screens to render (default: all)")
    _add_pictures(parser)
    _add_other_work(parser)
    parser.add_argument("--hashes", default=report.HASHES, help=argparse.SUPPRESS)
    parser.set_defaults(run=lambda args: run(_languages(args)))


def _add_pictures(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which pictures are drawn, and what is written beside them."""
    parser.add_argument("-o", "--output", default="build/screens", help="folder for the pictures")
    parser.add_argument(
        "--language", action="append", choices=LANGUAGES, help="languages (default: all)"
    )
    parser.add_argument(
        "--scale",
        type=int,
        default=4,
        choices=range(1, 17),
        metavar="1..16",
        help="picture pixels per display pixel",
    )
    parser.add_argument(
        "--report",
        action="store_true",
        help="also write changes.html: before and after, side by side",
    )
    parser.add_argument("--keep", action="store_true", help="accept these as the reference")


def _add_other_work(parser: argparse.ArgumentParser) -> None:
    """Add the options that do something else instead."""
    parser.add_argument(
        "--texts", action="store_true", help="print every text of each language side by side"
    )
    parser.add_argument("--manual", action="store_true", help="draw the manuals' pictures again")
    parser.add_argument(
        "--site", action="store_true", help="draw the site's pages again, and time them"
    )
    parser.add_argument(
        "--phone",
        action="store_true",
        help="draw every sheet of the phone's clock at each size; minutes of arc and taps",
    )
    parser.add_argument(
        "--film", action="store_true", help="film the moving picture of README.md again"
    )


def _languages(args: argparse.Namespace) -> argparse.Namespace:
    args.language = args.language or list(LANGUAGES)
    return args
