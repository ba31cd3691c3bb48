"""`corrido case build`: the enclosure, for a board, a display and a form."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools import arguments
from host_tools.case.kit import Choice
from host_tools.ending import abrupt
from host_tools.errors import UserError

if TYPE_CHECKING:
    from host_tools.case.layout import Layout

EXAMPLES = """examples:
  corrido case build -o case                                   a Pico, 2.42", flat
  corrido case build -o case --form tilted --board esp32s3     two displays, one per player
  corrido case build -o case --power lipo                      room for a cell and its charger
  corrido case check --form tilted --display 0.96              is it closed, thick, printable?"""


def _layout(args: argparse.Namespace) -> "Layout":
    from host_tools.case import layout

    return layout.make(Choice(args.board, args.form, args.display, args.power))


def _build(args: argparse.Namespace) -> int:
    """Write the files of a case, unless a check complains of it."""
    args.output.mkdir(parents=True, exist_ok=True)  # a folder that cannot be is said first
    layout = _layout(args)
    found = _complaints(layout)
    if found:
        raise UserError(f"this case cannot be built: {'; '.join(found)}", exit_code=1)
    from host_tools.case.files import write

    paths = [str(path) for path in write(layout, args.output)]
    print(json.dumps(paths, indent=2) if args.json else "\n".join([*paths, "not yet printed"]))
    return 0


def _complaints(layout: "Layout") -> list[str]:
    with abrupt():  # the CAD kernel's libraries swallow Ctrl-C while they load
        from host_tools.case.check import complaints

    return complaints(layout)


def _check(args: argparse.Namespace) -> int:
    found = _complaints(_layout(args))
    print(
        json.dumps({"ok": not found, "complaints": found})
        if args.json
        else "\n".join(found) or "closed, thick enough, printable, and everything fits"
    )
    return 1 if found else 0


def _add(
    verbs: argparse._SubParsersAction,
    name: str,
    summary: str,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    one = arguments.command(verbs, name, summary, run, EXAMPLES, json=True)
    one.add_argument("--board", default="pico", help="pico (default), pico_w, esp32, ...")
    one.add_argument("--display", default="2.42", help="inches: 2.42 (default), 1.3, 0.96")
    one.add_argument("--form", default="flat", help="flat (default), or tilted like a roof")
    one.add_argument("--power", default="usb", help="usb (default): a power bank; or lipo: a cell")
    return one


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `case` to the command line."""
    parser = arguments.command(
        subparsers, "case", "the enclosure, from code", None, EXAMPLES,
        "The enclosure as STL to print, STEP to change, a drilling template and a sheet of labels "
        "as SVG at 1:1. Not yet printed.",
    )  # fmt: skip
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    build = _add(verbs, "build", "write the files of a case", _build)
    build.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    _add(verbs, "check", "measure a case without writing it", _check)
