"""Compile firmware and simulated board to .mpy for MicroPython, once for each content."""

import functools
import hashlib
import os
import platform
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.firmware_tree import sources_of
from host_tools.lean import without_typing
from host_tools.paths import boards_dir, firmware_dir, writable_cache
from host_tools.tools import compiler, version_of

UNUSED_S = 24 * 3600  # an image used since then may still be in use
_NATIVE = {"x86_64": "x64", "AMD64": "x64", "i686": "x86"}

# Chip drivers, which only a port with these modules can import.
_OF_A_CHIP = re.compile(rb"^\s*(import|from) (machine|rp2|esp32)\b", re.MULTILINE)
_MACHINE_CODE = re.compile(rb"^@micropython\.(viper|native)\r?\n", re.MULTILINE)


class Source(NamedTuple):
    """A module of the image: its place there, and its text."""

    target: Path
    text: bytes


def _sources(firmware: Path, boards: tuple[str, ...]) -> list[Source]:
    """Return every module that the interpreter has to find."""
    files = {Path(path): text for path, text in sources_of(firmware).items()}
    top = boards_dir()
    for board in boards:
        for file in (top / board).rglob("*.py"):
            files["boards" / file.relative_to(top)] = file.read_bytes()
    return [Source(target, without_typing(text)) for target, text in sorted(files.items())]


@functools.cache
def _own_sources(*boards: str) -> list[Source]:
    """Return the project's modules as they were at the first start of this process."""
    return _sources(firmware_dir(), boards)


def _portable(sources: list[Source]) -> list[Source]:
    """Copy the modules so that they can run as bytecode: no machine code, no chip drivers."""
    return [
        source._replace(text=_MACHINE_CODE.sub(b"", source.text))
        for source in sources
        if not _OF_A_CHIP.search(source.text)
    ]


def compiled(firmware: Path | None = None) -> Path:
    """Return the folder of modules for MicroPython here, compiled once for each content.

    firmware: another folder than the project's. Raises UserError without mpy-cross, or if a
    module does not compile.
    """
    sources = _sources(firmware, ("sim",)) if firmware else _own_sources("sim")
    return _image(sources, _NATIVE.get(platform.machine(), ""))


def compiled_for_wasm() -> Path:
    """Return the folder of modules for MicroPython's WebAssembly build, like compiled()."""
    return _image(_portable(_own_sources("sim", "web")), "bytecode")


def _image(sources: list[Source], arch: str) -> Path:
    """Return these sources' folder; arch: one of mpy-cross's, `bytecode`, "" for plain text."""
    tool = compiler()
    digest = hashlib.sha256(f"{tool}\0{version_of(tool)}\0{arch}\0".encode())
    for source in sources:
        digest.update(str(source.target).encode() + b"\0" + source.text + b"\0")
    folder = writable_cache("compiled") / digest.hexdigest()[:20]
    try:
        os.utime(folder)
    except FileNotFoundError:
        _compile_all([tool, *_march(arch)] if arch else [], sources, folder)
    except PermissionError:
        pass  # root made it (`sudo corrido`): as good as the user's own
    return folder


def _march(arch: str) -> list[str]:
    return [] if arch == "bytecode" else [f"-march={arch}"]


def _compile_all(command: list[str], sources: list[Source], folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        made = Path(temporary) / "made"
        for source in sources:
            place = made / source.target
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(source.text)
            if command:
                _compile(command, source.target, place)
        try:
            made.rename(folder)
        except OSError:
            # Another process has made the same folder in the meantime.
            if not folder.is_dir():
                raise
    _prune(folder.parent)


def _prune(cache: Path) -> None:
    """Delete folders not used for a day, those that somebody stopped making too."""
    for path in cache.iterdir():
        with suppress(FileNotFoundError):  # another process may be deleting at the same time
            if time.time() - path.stat().st_mtime > UNUSED_S:
                # Under its own name it would pass for complete until its last file is gone.
                old = path.rename(path.with_name("tmp" + path.name))
                shutil.rmtree(old, ignore_errors=True)


def _compile(command: list[str], target: Path, place: Path) -> None:
    """Replace a module's text with the compiled module."""
    command = [*command, "-s", target.as_posix(), "-o", str(place.with_suffix(".mpy"))]
    done = subprocess.run([*command, str(place)], capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise UserError(f"{target} does not compile: {lines[-1] if lines else 'mpy-cross failed'}")
    place.unlink()
