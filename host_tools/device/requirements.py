"""The micropython-lib packages that a board's manifest names with `require()`, by mpremote's mip.

Nothing is put on a board here: mip is given an object that collects the files, which are then
deployed like all others.
"""

import contextlib
import hashlib
import io
import socket
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any

from host_tools.device import mpy
from host_tools.device.manifests import Manifest
from host_tools.errors import UserError

TARGET = "/lib"
ANSWER_S = 20.0
ADDRESSES = ("http://", "https://")


class Collector:
    """A stand-in for the board that mip installs to: it keeps the written files.

    Mip does not verify its downloads, but on a second call it compares hashes: a file that it
    then fetches again is not the one that the index promised.
    """

    def __init__(self, mpy_version: int) -> None:
        self.files: dict[str, bytes] = {}
        self._mpy_version = mpy_version

    def exec(self, code: str) -> None:
        """Do nothing: mip imports sys before it asks."""

    def eval(self, expression: str) -> int:
        """Answer mip's only question: the .mpy version."""
        return self._mpy_version

    def fs_exists(self, path: str) -> bool:
        """Return True: folders are made when the files are written."""
        return True

    def fs_hashfile(self, path: str, algorithm: str) -> bytes:
        """Return the hash of an installed file, as bytes."""
        if path not in self.files:
            raise FileNotFoundError(path)
        return hashlib.new(algorithm, self.files[path]).digest()

    def fs_writefile(self, path: str, data: bytes, progress_callback: Any = None) -> None:
        """Keep a written file."""
        self.files[path] = bytes(data)


class Checker(Collector):
    """The second call: a hashed file that is fetched again did not have the promised hash."""

    def __init__(self, mpy_version: int, files: dict[str, bytes]) -> None:
        super().__init__(mpy_version)
        self.files = files
        self._hashed: set[str] = set()

    def fs_hashfile(self, path: str, algorithm: str) -> bytes:
        """Return the hash of an installed file, as bytes."""
        self._hashed.add(path)
        return super().fs_hashfile(path, algorithm)

    def fs_writefile(self, path: str, data: bytes, progress_callback: Any = None) -> None:
        """Accept a file again; ValueError if it has a hash, since it should match by now."""
        if path in self._hashed:
            raise ValueError(f"{path} does not have the hash in the index")


def required(manifest: Path) -> list[str]:
    """Return the package names that a manifest and those it includes require, in order."""
    return list(dict.fromkeys(Manifest(manifest).required))


def fetch(manifest: Path, target: mpy.Target, source: str) -> dict[str, bytes]:
    """Return the files of all required packages; UserError if one cannot be obtained.

    source: the address of a package index, "" for mpremote's, or a folder of micropython-lib.
    """
    files: dict[str, bytes] = {}
    for name in required(manifest):
        if source and not source.startswith(ADDRESSES):
            files.update(_local(Path(source), name, target))
        else:
            files.update(_from_index(source.rstrip("/"), name, target))
    return files


def _from_index(index: str, name: str, target: mpy.Target) -> dict[str, bytes]:
    from mpremote import mip

    collector = Collector(target.version)
    checker = Checker(target.version, collector.files)
    with _explained(name), contextlib.redirect_stdout(io.StringIO()):
        for board in (collector, checker):
            mip._install_package(board, name, index or mip._PACKAGE_INDEX, TARGET, None, True)
    return collector.files


@contextlib.contextmanager
def _explained(name: str) -> Iterator[None]:
    """Turn any network fault into a one-line error, within ANSWER_S."""
    from mpremote.commands import CommandError

    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(ANSWER_S)
    try:
        yield
    except (CommandError, OSError, HTTPException, ValueError) as error:
        reason = str(error) or type(error).__name__
        raise UserError(
            f"library {name}: not available from the package index ({reason}); without a network "
            "--libs FOLDER takes it from a copy of micropython-lib"
        ) from error
    finally:
        socket.setdefaulttimeout(before)


def _local(top: Path, name: str, target: mpy.Target) -> dict[str, bytes]:
    """Return the files of a micropython-lib checkout's package and of those it requires.

    The package is a folder `name` with a manifest.
    """
    folders = (folder for folder in sorted(top.rglob(name)) if (folder / "manifest.py").is_file())
    folder = next(folders, None)
    if folder is None:
        raise UserError(f"library {name}: no folder of that name with a manifest.py under {top}")
    manifest = Manifest(folder / "manifest.py")
    files: dict[str, bytes] = {}
    for other in manifest.required:
        files |= _local(top, other, target)
    for path, source in manifest.sources.items():
        files[f"{TARGET}/{path[:-3]}.mpy"] = mpy.compile_file(source, "lib", target)
    return files
