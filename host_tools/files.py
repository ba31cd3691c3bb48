"""Writing what a user asked for: a file appears whole or not at all."""

import errno
import os
from pathlib import Path

from host_tools.errors import UserError


def write_whole(target: Path, data: bytes, sources: list[Path] | None = None) -> None:
    """Write target, through a link to what it leads to; a pipe or device gets the bytes.

    sources: files that the data came from, which are never overwritten. Raises UserError: exit
    code 1 for a full disk, 2 for what cannot be written.
    """
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        _guard(target, sources or [])
        _replace(target.resolve(), data)
    except OSError as error:
        code = 1 if error.errno == errno.ENOSPC else 2
        raise UserError(f"{target}: {error.strerror or error}", code) from error


def _guard(target: Path, sources: list[Path]) -> None:
    if target.exists() and any(target.samefile(source) for source in sources if source.exists()):
        raise UserError(f"{target}: what is read cannot be written too: name another file with -o")


def _replace(target: Path, data: bytes) -> None:
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
