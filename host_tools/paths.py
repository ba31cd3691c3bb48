"""Where firmware, boards and word lists stand: in a checkout or in an installed wheel."""

import os
import sys
from pathlib import Path

from host_tools.errors import UserError

_PACKAGE = Path(__file__).resolve().parent
_PAYLOAD = _PACKAGE / "_payload"


def _root() -> Path:
    """The folder that holds firmware/ and boards/; a wheel carries both in host_tools/_payload."""
    return _PAYLOAD if _PAYLOAD.is_dir() else _PACKAGE.parent


def firmware_dir() -> Path:
    """The folder that goes on a device: main.py, corrido/, lexicons/."""
    return _root() / "firmware"


def boards_dir() -> Path:
    """The folder with one sub-folder a board."""
    return _root() / "boards"


def make_firmware_importable() -> None:
    """Put the packages `corrido` and `boards` at the end of the import path, once."""
    for folder in (str(boards_dir().parent), str(firmware_dir())):
        if folder not in sys.path:
            sys.path.append(folder)


def cache_dir() -> Path:
    """What can be made or fetched again: corrido/ in $XDG_CACHE_HOME, in ~/.cache without it."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "corrido"


def lexicons_dir() -> Path:
    """The folder of the word lists that ship with the project."""
    return firmware_dir() / "lexicons"


def lexicon_path(name_or_path: str) -> Path:
    """The file of a lexicon, given as a path or as the name of a shipped one (`es`).

    Raises UserError if there is no such file.
    """
    shipped = lexicons_dir() / f"{name_or_path}.lex"
    if "/" not in name_or_path and "\\" not in name_or_path and shipped.is_file():
        return shipped
    path = Path(name_or_path)
    if path.is_file():
        return path
    names = ", ".join(sorted(file.stem for file in lexicons_dir().glob("*.lex"))) or "none"
    raise UserError(f"no lexicon {name_or_path!r}: neither a file nor a shipped one ({names})")
