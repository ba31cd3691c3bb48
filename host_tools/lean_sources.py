"""The firmware's sources as they are compiled for a board, and scripts that run beside them."""

import functools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from host_tools import constants
from host_tools.names import (
    Names,
    letters,
    long_names,
    renamed,
    renamed_beside,
    short_names,
)  # fmt: skip

_NOT_ON_BOARDS = ("sim", "web")  # folders of boards/ that run beside the plain sources
_OF_THE_HOST = "manifest.py"

_PLACE = re.compile(r'(?P<begin> *File )"(?P<file>\w+)"(, line \d+)?, in (?P<name>\S+)')
_QUOTED = re.compile(r"(?<=')\w+(?=')")

Texts = tuple[tuple[str, bytes], ...]


def of_firmware(top: Path, boards: Path) -> dict[str, bytes]:
    """Return the sources of the package under `top` (firmware/) by their path there.

    They have no typing, their constants are folded and their names short. boards: the folder of
    the boards, whose files import from the package, as do main.py and the scripts that host tools
    run on a board.
    """
    return dict(_made(*_read(top, boards))[0])


def names_of(top: Path, boards: Path) -> Names:
    """Return the short names that of_firmware() gives."""
    return _made(*_read(top, boards))[1]


def codes(paths: Iterable[str]) -> dict[str, str]:
    """Return each file's name in tracebacks: mostly short names that are in RAM anyway."""
    return dict(zip(sorted(paths), letters(), strict=False))


def explained(trace: str, top: Path, boards: Path) -> str:
    """Return a board's traceback with the file names and names of these sources.

    A name quoted in its last line is taken to be from the last file, which it need not be.
    """
    folded, names = constants.of_firmware(top, boards), names_of(top, boards)
    paths = {code: path for path, code in codes(folded).items()}
    lines: list[str] = []
    long: Names = {}
    for line in trace.splitlines():
        place = _PLACE.fullmatch(line)
        if place and place["file"] in paths:
            path = paths[place["file"]]
            long = long_names(folded[path], names)
            line = f'{place["begin"]}"{path}", in {long.get(place["name"], place["name"])}'
        else:
            line = _QUOTED.sub(lambda word: long.get(word[0], word[0]), line)  # noqa: B023
        lines.append(line)
    return "\n".join(lines)


def beside(top: Path, boards: Path, scripts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return scripts, by name, that can run beside of_firmware(top, boards)."""
    names = names_of(top, boards)
    folded = constants.beside(top, scripts)
    return {path: renamed_beside(text, names) for path, text in folded.items()}


def _read(top: Path, boards: Path) -> tuple[Texts, tuple[bytes, ...]]:
    outside = [file for file in constants.users_of(top, boards) if _on_a_board(file)]
    folded = constants.of_firmware(top, boards)
    return tuple(folded.items()), tuple(file.read_bytes() for file in outside)


@functools.lru_cache(maxsize=4)  # it takes a second
def _made(folded: Texts, outside: tuple[bytes, ...]) -> tuple[Mapping[str, bytes], Names]:
    names = short_names(dict(folded), outside)
    return {path: renamed(text, names) for path, text in folded}, names


def _on_a_board(file: Path) -> bool:
    return file.parent.name not in _NOT_ON_BOARDS and file.name != _OF_THE_HOST
