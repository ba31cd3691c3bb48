"""The firmware's sources as they are compiled for a board, and scripts that run beside them."""

import functools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from host_tools import constants
from host_tools.firmware_tree import sources_of
from host_tools.names import Names, letters, long_names, renamed, renamed_beside, short_names
from host_tools.paths import boards_dir, firmware_dir

_NOT_ON_BOARDS = ("sim", "web")  # folders of boards/ that run beside the plain sources
_OF_THE_HOST = "manifest.py"

_PLACE = re.compile(r'(?P<begin> *File )"(?P<file>\w+)"(, line \d+)?, in (?P<name>\S+)')
_QUOTED = re.compile(r"(?<=')\w+(?=')")


class Lean(NamedTuple):
    """The package's sources, by path: without typing, their constants folded; short names too."""

    folded: dict[str, bytes]
    names: Names
    short: dict[str, bytes]


def of_firmware(top: Path) -> Lean:
    """Return the package under `top` (firmware/), as far as the files beside it on a board allow.

    Those are main.py and boot.py, the boards' own, and the scripts that host tools run there.
    """
    boards = [
        file
        for file in sorted(boards_dir().glob("*/*.py"))
        if file.parent.name not in _NOT_ON_BOARDS and file.name != _OF_THE_HOST
    ]
    scripts = sorted(Path(__file__).parent.glob("device/ondevice/*.py"))
    users = (top / "main.py", top / "boot.py", *boards, *scripts)
    return _made(tuple(sources_of(top).items()), tuple(file.read_bytes() for file in users))


@functools.lru_cache(maxsize=4)  # it takes two seconds
def _made(sources: tuple[tuple[str, bytes], ...], users: tuple[bytes, ...]) -> Lean:
    folded = constants.folded(dict(sources), users)
    names = short_names(folded, users)
    return Lean(folded, names, {path: renamed(text, names) for path, text in folded.items()})


def codes(paths: Iterable[str]) -> dict[str, str]:
    """Return each file's name in tracebacks: mostly short names that are in RAM anyway."""
    return dict(zip(sorted(paths), letters(), strict=False))


def explained(trace: str) -> str:
    """Return a board's traceback with the file names and names of these sources.

    A name quoted in its last line is taken to be from the last file, which it need not be.
    """
    folded, names, _ = of_firmware(firmware_dir())
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


def beside(scripts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return scripts, by name, that can run beside the deployed firmware.

    Its constants are folded and its other names short, so the scripts' uses of them are replaced
    too.
    """
    top = firmware_dir()
    made = constants.folded({**sources_of(top), **scripts}, scripts=scripts)
    names = of_firmware(top).names
    return {name: renamed_beside(made[name], names) for name in scripts}
