"""MicroPython manifests, read for the names in them without running MicroPython's build."""

from pathlib import Path

from host_tools.errors import UserError


class Manifest:
    """The requirements and modules of one manifest and of those it includes.

    Paths with a variable in them belong to MicroPython's own source and are skipped.
    """

    def __init__(self, path: Path) -> None:
        """Read a manifest; a missing one counts as empty. UserError if it is malformed."""
        self.required: list[str] = []
        self.sources: dict[str, Path] = {}
        self._folder = path.parent
        if path.is_file():
            self._read(path)

    def _read(self, path: Path) -> None:
        words = {
            "include": self._include, "require": self._require, "module": self._module,
            "package": self._package, "freeze": _ignore, "metadata": _ignore, "options": _ignore,
            "__file__": str(path),
        }  # fmt: skip
        try:
            exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), words)
        except (SyntaxError, NameError, TypeError) as error:
            raise UserError(f"{path}: not a manifest: {error}") from error

    def _include(self, path: str, **options: object) -> None:
        if "$(" not in path:
            other = Manifest(self._folder / path)
            self.required += other.required
            self.sources |= other.sources

    def _require(self, name: str, **options: object) -> None:
        self.required.append(name)

    def _module(self, name: str, base_path: str = ".", **options: object) -> None:
        if "$(" not in base_path:
            self.sources[name] = self._folder / base_path / name

    def _package(
        self, name: str, files: tuple[str, ...] = (), base_path: str = ".", **options: object
    ) -> None:
        if "$(" in base_path:
            return
        top = self._folder / base_path
        for file in sorted((top / name).rglob("*.py")):
            if not files or file.relative_to(top / name).as_posix() in files:
                self.sources[file.relative_to(top).as_posix()] = file


def _ignore(*args: object, **options: object) -> None:
    """Ignore a call that names no file for the board."""
