"""`corrido rules table|presets` and `corrido trace`: a device's behaviour, from its code."""

import argparse
import json
import sys
from pathlib import Path

from host_tools.errors import UserError
from host_tools.files import read_text

EXAMPLE = """examples:
  corrido rules table      what every event does in which phase
  corrido rules presets    every preset with the source of each figure"""
TRACE_EXAMPLE = """example:
  corrido trace crash.txt"""


def _table(args: argparse.Namespace) -> int:
    from host_tools.workshop.pages.table import markdown, rows

    if args.json:
        print(json.dumps([dict(zip(("event", "in", "does"), row)) for row in rows()], indent=2))
    else:
        print(markdown(), end="")
    return 0


def _presets(args: argparse.Namespace) -> int:
    from corrido.core.presets import PRESETS, values_of

    from host_tools.workshop.pages.presets_page import markdown

    if args.json:
        print(json.dumps({name: values_of(name) for name in PRESETS}, indent=2))
    else:
        print(markdown(), end="")
    return 0


def _trace(args: argparse.Namespace) -> int:
    from host_tools.lean_sources import explained
    from host_tools.paths import boards_dir, firmware_dir

    text = sys.stdin.read() if args.file is None else read_text(args.file)
    if not text.strip():
        raise UserError("nothing to translate: give the traceback as a file or on standard input")
    print(explained(text, firmware_dir(), boards_dir()))
    return 0


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `rules` with its two pages, and `trace`."""
    parser = subparsers.add_parser(
        "rules", help="the phase table and the presets, from the code",
        description="Prints the device's behaviour by the rules, from its own code.",
        epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    pages = parser.add_subparsers(dest="page", metavar="PAGE", required=True)
    for name, run, text in (
        ("table", _table, "what every event does in which phase"),
        ("presets", _presets, "every preset, with the source of each figure"),
    ):
        page = pages.add_parser(
            name, help=text, description=f"Prints {text}.", epilog=EXAMPLE,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )  # fmt: skip
        page.add_argument("--json", action="store_true", help="one JSON document")
        page.set_defaults(run=run)
    trace = subparsers.add_parser(
        "trace", help="translate the short names in a board's traceback",
        description="Prints a board's traceback with the files and names of these sources, which "
        "must be those that it was deployed from.",
        epilog=TRACE_EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    trace.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="by default standard input"
    )
    trace.set_defaults(run=_trace)
