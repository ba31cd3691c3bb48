"""The micropython-lib packages that a board's manifest names with `require()`, by mpremote's mip.

Nothing is put on a board here: mip gets an object that collects files, and they go the way of all.
"""

import contextlib
import io
from pathlib import Path
from typing import Any

from host_tools.device import mpy
from host_tools.errors import UserError

TARGET = "/lib"


class Collector:
    """What mip takes for a board: it has no file yet and keeps what is written to it."""

    def __init__(self, mpy_version: int) -> None:
        self.files: dict[str, bytes] = {}
        self._mpy_version = mpy_version

    def exec(self, code: str) -> None:
        """Mip imports sys before it asks."""

    def eval(self, expression: str) -> int:
        """The only question of mip: which version of .mpy."""
        return self._mpy_version

    def fs_exists(self, path: str) -> bool:
        """Folders are made when the files are written."""
        return True

    def fs_hashfile(self, path: str, algorithm: str) -> bytes:
        """No file is there yet."""
        raise FileNotFoundError(path)

    def fs_writefile(self, path: str, data: bytes, progress_callback: Any = None) -> None:
        """Keep a file."""
        self.files[path] = bytes(data)


def required(manifest: Path) -> list[str]:
    """The names that a manifest requires, in order, those of the manifests it includes too.

    Manifests with a variable in their path belong to MicroPython's own source: they are passed by.
    """
    names: list[str] = []

    def include(path: str, **options: object) -> None:
        if "$(" not in path:
            names.extend(required(manifest.parent / path))

    def ignore(*args: object, **options: object) -> None:
        """What is frozen into an image needs no file on the board."""

    words = {"package": ignore, "module": ignore, "freeze": ignore, "metadata": ignore}
    words |= {"require": lambda name, **options: names.append(name), "include": include}
    if not manifest.is_file():
        return []
    try:
        exec(compile(manifest.read_text(encoding="utf-8"), str(manifest), "exec"), words)
    except (SyntaxError, NameError, TypeError) as error:
        raise UserError(f"{manifest}: not a manifest: {error}") from error
    return list(dict.fromkeys(names))


def fetch(manifest: Path, target: mpy.Target, folder: str) -> dict[str, bytes]:
    """The files of all required packages: from the package index, or from a local folder of
    micropython-lib if `folder` is not empty. UserError if one cannot be had."""
    files: dict[str, bytes] = {}
    for name in required(manifest):
        files.update(_local(Path(folder), name, target) if folder else _from_index(name, target))
    return files


def _from_index(name: str, target: mpy.Target) -> dict[str, bytes]:
    from mpremote import mip
    from mpremote.commands import CommandError

    collector = Collector(target.version)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            mip._install_package(collector, name, mip._PACKAGE_INDEX, TARGET, None, True)
    except (CommandError, OSError) as error:
        raise UserError(
            f"library {name}: {error}; --libs FOLDER takes it from a copy of micropython-lib"
        ) from error
    return collector.files


def _local(top: Path, name: str, target: mpy.Target) -> dict[str, bytes]:
    """A package of a micropython-lib checkout: the folder `name` that has a manifest."""
    for folder in sorted(top.rglob(name)):
        if (folder / "manifest.py").is_file():
            sources = [file for file in folder.rglob("*.py") if _is_payload(file, folder)]
            return {
                f"{TARGET}/{file.relative_to(folder).with_suffix('.mpy').as_posix()}":
                    mpy.compile_file(file, file.relative_to(folder).as_posix(), target)
                for file in sources
            }  # fmt: skip
    raise UserError(f"library {name}: no folder of that name with a manifest.py under {top}")


def _is_payload(file: Path, folder: Path) -> bool:
    first = file.relative_to(folder).parts[0]
    return file.name not in ("manifest.py", "setup.py") and not first.startswith(
        ("test", "example")
    )
