"""`corrido release`: wheel, source archive, bundle per board, word lists, hashes."""

import argparse
import json
from pathlib import Path

from host_tools import arguments

NAMES = ("packages", "bundles", "lexicons", "site", "case", "manuals", "notes")


def run(args: argparse.Namespace) -> int:
    """Make a release and print its hashes."""
    from host_tools.workshop.release.build import PARTS, release

    files = release(args.output, args.only or tuple(PARTS))
    if args.json:
        print(json.dumps([file.name for file in files]))
    else:
        print(files[-1].read_text(encoding="utf-8"), end="")
    return 0


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `release`."""
    parser = arguments.command(
        subparsers, "release", "make all files of a release, with hashes", run,
        "example: corrido release -o dist/1.0.0", json=True,
        description="Make a release: wheel, source archive, a bundle of compiled files per board, "
        "the lists of words, the site, the case, the manuals as PDF, the changes, SHA256SUMS. "
        "The same sources always give the same hashes.",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    parser.add_argument(
        "--only", action="append", choices=NAMES, metavar="PART",
        help=f"only these parts: {', '.join(NAMES)}",
    )  # fmt: skip
