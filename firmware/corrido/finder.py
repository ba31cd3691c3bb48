"""Tell imports where files are; else littlefs is asked four times, 10 of a module's 13 ms."""

import sys

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_COMPILED = ".mpy"
_INIT = "/__init__.mpy"
_FOUND = "/f"  # short: each module's path is a name in RAM
_FOLDER, _FILE, _ENOENT = const(0x4000), const(0x8000), const(2)


class Finder:
    """A file system of compiled modules alone, in which no other name is looked for."""

    PACKAGES = ("/app/commands", "/raster", "/ui/fonts", "/ui/screens", "/ui/texts")
    BARE = (  # packages without code of their own: their file is not opened
        "/app", "/core", "/hal", "/lexicon", "/services", "/store", "/store/journal", "/ui",
    )  # fmt: skip

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def mount(self, read_only: bool, make: bool) -> None:
        """Be ready at once."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """Return whether a path is a package's or a compiled module's; OSError for any other."""
        if path.endswith(_COMPILED) and path.replace(_INIT, "") not in self.BARE:
            return (_FILE, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        if path in self.PACKAGES or path in self.BARE:
            return (_FOLDER, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        raise OSError(_ENOENT)

    def ilistdir(self, path: str) -> "Iterator[tuple[str, int]]":
        """Return no file: whoever lists the whole board meets each in its own place."""
        return iter(())

    def open(self, path: str, mode: str) -> "Any":
        """Open a module in the file system itself."""
        return open(self._folder + path, mode)


def mount() -> None:
    """Look for all further modules of a compiled package by a Finder."""
    if __file__.endswith(_COMPILED):
        vfs: "Any" = __import__("vfs")
        package: "Any" = sys.modules["corrido"]
        vfs.mount(Finder(package.__path__), _FOUND)
        package.__path__ = _FOUND
