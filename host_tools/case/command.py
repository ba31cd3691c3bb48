"""`corrido case build`: the enclosure, for a board, a display and a form."""

import argparse
from pathlib import Path

from host_tools import arguments
from host_tools.case.kit import Choice
from host_tools.ending import abrupt
from host_tools.files import made_folder

EXAMPLES = """examples:
  corrido case build -o case                                   a Pico, 2.42", flat
  corrido case build -o case --form tilted --board esp32s3     two displays, one per player
  corrido case build -o case --power lipo                      room for a cell and its charger"""


def _build(args: argparse.Namespace) -> int:
    """Write the files of a case, unless a check complains of it."""
    made_folder(args.output)  # one that cannot be is said first
    from host_tools.case import layout

    made = layout.make(Choice(args.board, args.form, args.display, args.power))
    with abrupt():  # the CAD kernel's libraries swallow Ctrl-C while they load
        from host_tools.case import files

    paths = [str(path) for path in files.write(made, args.output)]
    print("\n".join([*paths, "not yet printed"]))
    return 0


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `case` to the command line."""
    parser = arguments.command(
        subparsers, "case", "the enclosure, from code", None, EXAMPLES,
        "The enclosure as STL to print, STEP to change, a drilling template and a sheet of labels "
        "as SVG at 1:1. Not yet printed.",
    )  # fmt: skip
    arguments.add_verbs(parser, [("build", _build, "write the files of a case", EXAMPLES, [
        ("-o --output", {"type": Path, "required": True, "metavar": "DIR"}),
        ("--board", {"default": "pico", "help": "pico (default), pico_w, esp32, ..."}),
        ("--display", {"default": "2.42", "help": "inches: 2.42 (default), 1.3, 0.96"}),
        ("--form", {"default": "flat", "help": "flat (default), or tilted like a roof"}),
        ("--power", {"default": "usb", "help": "usb (default): a power bank; or lipo: a cell"}),
    ])])  # fmt: skip
