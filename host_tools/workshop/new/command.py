"""`corrido new`: begin a board, preset, language, alphabet or screen; list its missing parts."""

import argparse
import json
import re
from functools import partial
from pathlib import Path

from host_tools.errors import UserError
from host_tools.tree import ROOT
from host_tools.workshop.new.board import MODEL, begin_board
from host_tools.workshop.new.kinds import KINDS

EXAMPLES = """examples:
  corrido new board pico2          a folder in boards/, marked where something is to be said
  corrido new board s3mini --like esp32s3     begun with the folder of a board of the same chip
  corrido new language ca          the texts, to be translated
  corrido new language ca          once more: what is still missing
docs/extending.md has a recipe for each."""


def run(args: argparse.Namespace) -> int:
    """Begin the contribution if it is absent; return 0 if nothing is missing, else 1."""
    kind, root = KINDS[args.kind], Path(args.root or ROOT)
    if not re.fullmatch(kind.pattern, args.name) or len(args.name) > 24:
        raise UserError(f"{args.kind} {args.name!r}: must match {kind.pattern}, 24 at most")
    if args.like and args.kind != "board":
        raise UserError("--like names a board to copy: only `new board` takes it")
    touched: list[Path] = []
    if args.name not in kind.names(root):
        begin = partial(begin_board, like=args.like) if args.like else kind.begin
        touched = begin(root, args.name)
    lacking = kind.lacks(root, args.name)
    files = [str(path.relative_to(root)) for path in touched]
    if args.json:
        print(json.dumps({"files": files, "missing": lacking}, ensure_ascii=False, indent=2))
    else:
        said = [*(f"wrote {file}" for file in files), *lacking]
        print("\n".join(said or ["nothing is missing"]))
    return 1 if lacking else 0


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `new`."""
    parser = subparsers.add_parser(
        "new", help="begin a board, preset, language, alphabet or screen",
        description="Begin a board, preset, language, alphabet or screen; called again, list what "
        "it still lacks. The tests fail until it lacks nothing.",
        epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("name", metavar="NAME")
    parser.add_argument(
        "--like", metavar="BOARD",
        help=f"the board whose folder a new one begins with, best of the same port ({MODEL})",
    )  # fmt: skip
    parser.add_argument("--root", metavar="FOLDER", help="another checkout than this one")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.set_defaults(run=run)
