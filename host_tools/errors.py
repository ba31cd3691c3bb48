"""Errors of the user or the machine: reported in one line, never as a traceback."""

import difflib
import functools
import locale
import os
import re
import sys
from collections.abc import Iterable

from host_tools.untrusted.text import visible

MOST_TOLD = 30


class UserError(Exception):
    """A message for the user's eyes; the command line prints it on stderr and exits.

    The message is one line without control characters, whatever file or device it is about.
    exit_code is 2 for bad use or bad input (the default) and 1 for a negative result.
    """

    document: str | None = None  # printed on stdout nevertheless by a command with --json

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(visible(message))
        self.exit_code = exit_code


def nearest(word: str, words: Iterable[str], count: int = 3) -> str:
    """Return `did you mean a?` with the words most like `word`; where none is, those there are.

    Of very many the first ones: a table without its line of names would fill the terminal.
    """
    known = list(words)
    near = difflib.get_close_matches(word, known, count)
    told = ", ".join(known[:MOST_TOLD]) + (", ..." if len(known) > MOST_TOLD else "")
    return f"did you mean {', '.join(near)}?" if near else f"one of {told}"


def system_language() -> str:
    """Return the two letters of the language that this system speaks to its user."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, names), "")
    if sys.platform == "win32" and not name:  # not yet tried there
        import ctypes

        name = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return name[:2]


@functools.cache
def _lines(code: str) -> list[tuple[re.Pattern[str], str]]:
    """Return the lines of the section `tools`, as English patterns, and in a language.

    The most telling come first. Where a line begins with a name, the name has no `: `: what is
    before one is a line of its own, as a file's name is, or a table's.
    """
    from corrido.ui.texts import LANGUAGES
    from corrido.ui.texts.source import read

    if code == "en" or code not in LANGUAGES:
        return []
    own, lines = read(code, "tools"), []
    for key, text in read("en", "tools").items():
        pattern = re.escape(text).replace(r"\{\}", "(.+?)")
        name = "((?:[^`]|`[^`]*`)+?)" if text == "{}; {}" else "((?:(?!: ).)+?)"
        pattern = pattern.replace("(.+?)", name, 1) if text.startswith("{}") else pattern
        lines.append((-len(text.replace("{}", "")), re.compile(pattern), own[key]))
    return [line[1:] for line in sorted(lines, key=lambda line: line[0])]


def translated(message: str, code: str = "") -> str:
    """Return an error in a language, by default the system's; as it is if no text has it.

    The section `tools` has the lines, each found by its English text; their parts are lines too.
    """
    for pattern, own in _lines(code or system_language()):
        if found := pattern.fullmatch(message):
            return own.format(*(translated(part, code) for part in found.groups()))
    return message


def tell(*lines: str | UserError) -> int:
    """Print errors on stderr, a line each, before what goes on; return 1 if there is one."""
    for line in lines:
        print(f"corrido: {translated(str(line))}", file=sys.stderr, flush=True)
    return 1 if lines else 0
