"""`corrido trace`: a board's traceback with the names of these sources."""

import argparse
import sys
from pathlib import Path

from host_tools import arguments
from host_tools.errors import UserError
from host_tools.files import read_text


def run(args: argparse.Namespace) -> int:
    """Print a traceback with its short names translated."""
    from host_tools.build.sources import explained

    text = sys.stdin.read() if args.file is None else read_text(args.file)
    if not text.strip():
        raise UserError("nothing to translate: give the traceback as a file or on standard input")
    print(explained(text))
    return 0


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `trace`."""
    trace = arguments.command(
        subparsers, "trace", "translate the short names in a board's traceback", run,
        "example: corrido trace crash.txt",
        "Prints a board's traceback with the names of these sources, which must be those "
        "that it was deployed from.",
    )  # fmt: skip
    trace.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="by default standard input"
    )
