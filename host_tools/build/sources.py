"""The firmware's sources: as they lie in a checkout, and as they are compiled for a board.

A language's texts are made into the two modules that a board has of them, a drawing into fonts.
"""

import functools
import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from host_tools.build import constants
from host_tools.build.names import (
    Names,
    letters,
    long_names,
    renamed,
    renamed_beside,
    short_names,
)
from host_tools.paths import boards_dir, firmware_dir

TEXTS = "corrido/ui/texts"
FONTS = "corrido/ui/fonts"
# What reads a source of which modules are made here.
_OFF_BOARDS = (f"{TEXTS}/source.py", f"{FONTS}/source.py")
# Chips with 264 and 400 KB of RAM: as files the firmware has short names and no line numbers.
SMALL = ("armv6m", "rv32imc")
_NOT_ON_BOARDS = ("rpi", "sim", "web")  # folders of boards/ that run beside plain sources
_OF_THE_HOST = "manifest.py"

_PLACE = re.compile(r'(?P<begin> *File )"(?P<file>\w+)"(, line \d+)?, in (?P<name>\S+)')
_QUOTED = re.compile(r"(?<=')\w+(?=')")


def sources_of(top: Path) -> dict[str, bytes]:
    """Return the sources of the package under `top` (firmware/), as a board has them, by path."""
    paths = {file.relative_to(top).as_posix(): file for file in (top / "corrido").rglob("*.py")}
    found = {path: paths[path].read_bytes() for path in {*paths}.difference(_OFF_BOARDS)}
    for file in (top / TEXTS).glob("*.properties"):
        found |= _modules(file)
    drawings = tuple((file.stem, file.read_text("utf-8")) for file in (top / FONTS).glob("*.txt"))
    return dict(sorted((found | _fonts(drawings)).items()))


def _modules(file: Path) -> dict[str, bytes]:
    """Return the modules of a language."""
    from corrido.ui.texts import MENUS, PLAY, SAID
    from corrido.ui.texts.source import section

    from host_tools.build.pairs import coded

    lines = file.read_text("utf-8").splitlines()
    return {
        f"{TEXTS}/{file.stem}_{name}.py": f"TEXTS = {coded(section(lines, name))!r}\n".encode()
        for name in (PLAY, MENUS, SAID)
    }


@functools.cache
def _fonts(drawings: tuple[tuple[str, str], ...]) -> dict[str, bytes]:
    """Return the modules of the fonts. drawings: name and text of each."""
    from corrido.ui.fonts.source import FONTS as NAMES
    from corrido.ui.fonts.source import made

    texts, found = dict(drawings), dict[str, bytes]()
    for name in NAMES if texts else ():
        lines = (
            f"{key} = {value!r}\n" for key, value in made(name, texts[NAMES[name][0]]).items()
        )
        found[f"{FONTS}/{name}.py"] = "".join(lines).encode()
    return found


def state_of(top: Path) -> str:
    """Return 16 hexadecimal digits that identify these sources, whatever their line ends."""
    sources = sources_of(top).items()
    return fingerprint({f"/{path}": text.replace(b"\r\n", b"\n") for path, text in sources})[:16]


def digest(data: bytes) -> str:
    """Return the SHA-256 of the data in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def fingerprint(files: Mapping[str, bytes]) -> str:
    """Return one SHA-256 over all paths and contents, equal for boards with equal files."""
    lines = (f"{path} {digest(data)}\n" for path, data in sorted(files.items()))
    return digest("".join(lines).encode())


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
    scripts = sorted(Path(__file__).parents[1].glob("device/ondevice/*.py"))
    users = (top / "main.py", top / "boot.py", *boards, *scripts)
    return _made(tuple(sources_of(top).items()), tuple(file.read_bytes() for file in users))


@functools.lru_cache(maxsize=4)  # it takes two seconds
def _made(sources: tuple[tuple[str, bytes], ...], users: tuple[bytes, ...]) -> Lean:
    folded = constants.folded(dict(sources), users)
    names = short_names(folded, users)
    return Lean(folded, names, {path: renamed(text, names) for path, text in folded.items()})


def are_names_short(architecture: str, frozen: bool = False) -> bool:
    """Return whether the firmware has short names on this chip, as files or frozen in an image."""
    return architecture in SMALL and not frozen


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


def beside(scripts: Mapping[str, bytes], short: bool) -> dict[str, bytes]:
    """Return scripts, by name, that can run beside the compiled firmware.

    Its constants are folded, so the scripts' uses of them are replaced; where its names are
    short, those too.
    """
    top = firmware_dir()
    made = constants.folded({**sources_of(top), **scripts}, scripts=scripts)
    names = of_firmware(top).names if short else {}
    return {name: renamed_beside(made[name], names) for name in scripts}
