"""Where the firmware, boards and word lists are: in a checkout or in an installed wheel."""

import atexit
import functools
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from host_tools import tree
from host_tools.errors import UserError

LONGEST_NAME = 24  # letters of a word list's name, as the setting `lexicon` has room for


def firmware_dir() -> Path:
    """Return the folder that goes on a device: main.py, corrido/, lexicons/."""
    return Path(tree.ROOT) / "firmware"


def boards_dir() -> Path:
    """Return the folder that has one subfolder per board."""
    return Path(tree.ROOT) / "boards"


def pages_dir() -> Path:
    """Return the folder of the pages' own project: `site` and `hall`, as they are served."""
    return Path(__file__).parent / "pages"


def cache_dir() -> Path:
    """Return the cache folder, for files that can be made or fetched again.

    $XDG_CACHE_HOME or ~/.cache, ~/Library/Caches, %LOCALAPPDATA%. A user without a home, as in a
    container, gets a temporary folder.
    """
    from platformdirs import user_cache_path

    with suppress(RuntimeError):  # neither HOME nor an entry in the user database
        if not os.environ.get("XDG_CACHE_HOME"):
            Path.home()
        return user_cache_path("corrido", appauthor=False)
    return for_this_run()


def writable_cache(name: str) -> Path:
    """Return a writable cache folder, made if need be; failing that, a temporary one."""
    folder = cache_dir() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        folder = for_this_run() / name
        folder.mkdir(exist_ok=True)
        return folder


@functools.cache
def for_this_run() -> Path:
    """Return this process's own folder: code is run from there, so nobody else may write to it."""
    made = tempfile.mkdtemp(prefix="corrido-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def lexicons_dir() -> Path:
    """Return the folder of the word lists that ship with the project."""
    return firmware_dir() / "lexicons"


def own_lexicons_dir(make: bool = True) -> Path:
    """Return the folder of the lists this user has fetched, made if need be.

    $XDG_DATA_HOME or ~/.local/share on Linux, the system's data folder elsewhere.
    """
    from platformdirs import user_data_path

    folder = user_data_path("corrido", appauthor=False) / "lexicons"
    if make:
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def lexicon_path(name_or_path: str) -> Path:
    """Return the file of a lexicon: by path, or by the name of a shipped or fetched one (`es`).

    Raises UserError if there is no such file.
    """
    if "/" not in name_or_path and "\\" not in name_or_path:
        shipped = lexicons_dir() / f"{name_or_path}.lex"
        if shipped.is_file():
            return shipped
        with suppress(RuntimeError):  # a user without a home has fetched nothing
            own = own_lexicons_dir(make=False) / f"{name_or_path}.lex"
            if own.is_file():
                return own
    path = Path(name_or_path)
    if path.is_file():
        return path
    names = ", ".join(sorted(file.stem for file in lexicons_dir().glob("*.lex"))) or "none"
    raise UserError(f"no lexicon {name_or_path!r}: neither a file nor a shipped one ({names})")
