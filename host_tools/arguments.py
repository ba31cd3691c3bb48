"""What commands share: how one is added, and types of arguments that reject a bad value."""

import argparse
import re
import textwrap
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from host_tools.errors import UserError

Given = TypeVar("Given")
Run = Callable[[argparse.Namespace], int]
Option = tuple[str, dict[str, Any]]  # its names, apart by a space; how argparse is told of it
Verb = tuple[str, Run, str, str, Iterable[Option]]  # name, function, summary, examples, options
JSON: Option = ("--json", {"action": "store_true", "help": "one JSON document on stdout"})


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Leaves examples and descriptions as they are, but folds what is wider than the terminal."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(part for line in text.splitlines() for part in _folded(line, width))


def _folded(line: str, width: int) -> list[str]:
    """Return the parts of a line: what an example shows, and below it what it says."""
    if len(line) <= width:
        return [line]
    start = line[: len(line) - len(line.lstrip())]
    shown, _, said = line.strip().partition("   ") if start else (line, "", "")
    more = f"{start}    " if start else ""
    end = " \\" if shown.startswith(("corrido ", "example: ")) else ""
    wrap = partial(textwrap.wrap, subsequent_indent=more, break_on_hyphens=False)
    parts = wrap(shown, width - len(end), initial_indent=start)
    parts[:-1] = [part + end for part in parts[:-1]]
    return parts + wrap(said.strip(), width, initial_indent=more)


def command(
    to: argparse._SubParsersAction,
    name: str,
    text: str,
    run: Run | None = None,
    examples: str = "",
    description: str = "",
    options: Iterable[Option] = (),
) -> argparse.ArgumentParser:
    """Add a command, or a command's verb, and return its parser.

    text: its line in the list, and its description if none is given.
    """
    parser = to.add_parser(
        name,
        help=text,
        description=description or f"{text[0].upper()}{text[1:]}.",
        epilog=examples,
        formatter_class=Formatter,
    )
    if run:
        parser.set_defaults(run=run)
    for names, told in options:
        parser.add_argument(*names.split(), **told)
    return parser


def add_verbs(parser: argparse.ArgumentParser, verbs: Iterable[Verb]) -> None:
    """Add a command's verbs, of which one is needed."""
    to = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, run, text, examples, options in verbs:
        command(to, name, text, run, examples, options=options)


def contradict(
    parser: argparse.ArgumentParser, one: str, *others: str, required: bool = False
) -> None:
    """Let an option go with none of the others, which may go together; required: with one."""
    known = parser._option_string_actions
    for other in others:
        group = parser.add_mutually_exclusive_group(required=required)
        group._group_actions.extend([known[one], known[other]])


def once(pairs: Iterable[tuple[str, Given]]) -> dict[str, Given]:
    """Return settings by name; UserError for one that is given twice."""
    found: dict[str, Given] = {}
    for name, value in pairs:
        if name in found:
            raise UserError(f"{name}: given twice")
        found[name] = value
    return found


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a type for whole numbers from least to most; its error names that range."""

    def number(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,18}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a whole number from {least} to {most}"
            )
        return int(text)

    return number


port = whole(0, 65_535)  # of a network; 0: any free one


def place(usual: int, least: int) -> Callable[[str], tuple[str, int]]:
    """Return a type for HOST or HOST:PORT; its usual port, and the least one."""

    def host_and_port(text: str) -> tuple[str, int]:
        host, colon, number = text.partition(":")
        if not host:
            raise argparse.ArgumentTypeError(f"{text!r} is not HOST or HOST:PORT")
        return host, whole(least, 65_535)(number) if colon else usual

    return host_and_port


def filled(text: str) -> str:
    """Return a text; ArgumentTypeError if it is empty."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the text must not be empty")
    return text


def path(text: str) -> Path:
    """Return a path; ArgumentTypeError for an empty one, which would be the current folder."""
    return Path(filled(text))


def sha256(text: str) -> str:
    """Return a published SHA-256 in lower case; ArgumentTypeError if it is incomplete."""
    if not re.fullmatch(r"[0-9A-Fa-f]{64}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a SHA-256 hash: 64 hexadecimal digits")
    return text.lower()
