"""Files of a user: read as their editors save them, written whole or not at all."""

import codecs
import errno
import json
import os
from pathlib import Path
from typing import Any

from host_tools.errors import UserError


def read_text(path: Path, form: str = "UTF-8") -> str:
    """A text in UTF-8, marked or not, or in UTF-16 with its mark, as PowerShell's `>` writes it.

    form: what to save it as, for the UserError of a file in another code.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: byte {error.start} is not UTF-8: save it as {form}") from error


def read_json(path: Path) -> Any:
    """The value in a JSON file; UserError if there is none."""
    text = read_text(path)
    try:
        return json.loads(text)
    except ValueError as error:
        raise UserError(f"{path}: not JSON: {error}") from error
    except RecursionError:
        raise UserError(f"{path}: not JSON for people: brackets in brackets without end") from None


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
