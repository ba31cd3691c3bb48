"""Compile for a board: mpy-cross with the board's architecture, checked against its version."""

import hashlib
import re
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.files import made_folder, write_whole
from host_tools.paths import cache_dir
from host_tools.tools import compiler, version_of

# In numerical order: bits 10 and up of sys.implementation._mpy (py/persistentcode.h).
ARCHITECTURES = (
    "", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp",
    "xtensa", "xtensawin", "rv32imc", "rv64imc",
)  # fmt: skip
# Line numbers take 10 KB of the RAM of a Pico with a stock image; `corrido trace` does without.
_LEAN, _WHOLE = "-O3", "-O0"
_NATIVE = re.compile(rb"@micropython\.(native|viper|asm_)")


class Target(NamedTuple):
    """The .mpy format that a board loads: version, sub-version, architecture."""

    version: int
    sub_version: int
    architecture: str


def made_for(architecture: str) -> Target:
    """Return what MicroPython 1.23 to 1.29 load; the sub-version matters to native code."""
    return Target(6, 3, architecture)


def target_of(mpy: int, port: str, release: str) -> Target:
    """Return the target in sys.implementation._mpy; UserError if the board loads no .mpy."""
    if not mpy:
        raise UserError(
            f"{port}: MicroPython {release} loads no .mpy files; `corrido flash` a newer image"
        )
    number = mpy >> 10
    if number >= len(ARCHITECTURES):
        raise UserError(f"{port}: unknown architecture {number} in sys.implementation._mpy {mpy}")
    return Target(mpy & 0xFF, mpy >> 8 & 3, ARCHITECTURES[number])


def compile_file(
    source: Path, name: str, target: Target, text: bytes, whole: bool = False
) -> bytes:
    """Return the .mpy of a source file with this text; UserError if it does not compile.

    name: the file's name in tracebacks, which stays in the board's RAM. whole: keep asserts and
    line numbers, which deployed files go without.
    """
    level = _WHOLE if whole else _LEAN
    if not _NATIVE.search(text):  # bytecode is the same for every architecture
        target = target._replace(architecture="")
    made_by = (compiler(), version_of(compiler()))
    key = hashlib.sha256(repr((text, name, target, level, made_by)).encode()).hexdigest()
    cached = cache_dir() / "mpy" / key[:2] / f"{key}.mpy"
    with suppress(OSError):  # not there, or root's (`sudo corrido`)
        return cached.read_bytes()
    data = _compile(source, text, name, target, level)
    with suppress(OSError, UserError):  # a cache that is not writable
        made_folder(cached.parent)
        write_whole(cached, data)
    return data


def _compile(source: Path, text: bytes, name: str, target: Target, level: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        plain, output = Path(folder) / "in.py", Path(folder) / "out.mpy"
        plain.write_bytes(text)
        flags = [f"-march={target.architecture}"] if target.architecture else []
        command = [compiler(), level, *flags, "-s", name, "-o", str(output), str(plain)]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode or not output.is_file():
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise UserError(f"{source}: does not compile: {said[-1] if said else ''}")
        data = output.read_bytes()
    native = data[2] >> 2 & 0xF
    if data[1] != target.version or (native and data[2] & 3 != target.sub_version):
        raise UserError(
            f"the board loads .mpy version {target.version}.{target.sub_version}, mpy-cross makes "
            f"{data[1]}.{data[2] & 3}: flash a MicroPython of mpy-cross's release, or install the "
            "mpy-cross of the board's"
        )
    return data
