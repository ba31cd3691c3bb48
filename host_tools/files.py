"""A user's files: read however editors save them, written whole or not at all."""

import codecs
import csv
import errno
import getpass
import io
import os
import re
import subprocess
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from host_tools.errors import UserError
from host_tools.untrusted import reading
from host_tools.untrusted.reading import FILE_BYTES

# Windows lets no file be replaced that another program has open, as a table or a stream does.
HELD_S = (0.05, 0.1, 0.2, 0.0)


def expanded(paths: Iterable[Path], inside: str = "*") -> list[Path]:
    """Return a user's files, expanding patterns (Windows' shells do not) and folders.

    inside: the pattern of what is wanted of a folder, of which UserError if it has none.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            files = [file for file in sorted(path.glob(inside)) if file.is_file()]
            if not files:
                raise UserError(f"{path}: no {inside} file in this folder")
            found += files
        elif "*" in path.name and not path.exists():
            found += sorted(path.parent.glob(path.name)) or [path]
        else:
            found.append(path)
    return found


def read_bytes(path: Path) -> bytes:
    """Return a file's content; UserError if it cannot be read or is larger than FILE_BYTES.

    A pipe or a device may never end, so no more than the permitted amount is read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(FILE_BYTES + 1)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except ValueError as error:  # a null character in the name
        raise UserError(f"{path}: {error}") from error
    if len(data) > FILE_BYTES:
        raise UserError(f"{path}: larger than {FILE_BYTES} bytes, its limit")
    return data


def read_text(path: Path, form: str = "UTF-8") -> str:
    """Return a text decoded from UTF-8, with or without a BOM, or UTF-16 with one (PowerShell).

    form: the kind of file to save instead, for the UserError about any other encoding.
    """
    data = read_bytes(path)
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: byte {error.start} is not UTF-8: save it as {form}") from error


def lines_of(data: bytes) -> tuple[list[str], str]:
    """Return a text's lines with their ends, and its encoding: UTF-8, or else Latin-1."""
    try:
        text, codec = data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        text, codec = data.decode("latin-1"), "latin-1"
    return re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", text), codec


def read_table(path: Path, needed: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Yield where each line of a CSV file stands, and its fields by the names of the first line.

    Its separator is `,`, or what Excel writes: `;`, a tab, or what a line `sep=` says; names are
    in any case, rows that a spreadsheet emptied are left out. UserError for a file that is none,
    with two columns of a name, or without the column `needed`.
    """
    text = read_text(path, "CSV UTF-8")  # Excel's plain "CSV" is in the system's own code page
    said = re.match(r"sep=(.)[\r\n]+", text, re.IGNORECASE)
    text = text[said.end() :] if said else text
    first = re.split("[\r\n]", text, maxsplit=1)[0]
    comma = said[1] if said else next((one for one in first if one in ";\t"), ",")
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=comma, skipinitialspace=True)
    try:
        names = reader.fieldnames = [name.strip().lower() for name in reader.fieldnames or ()]
        if needed not in ("", *names):
            raise UserError(f"{path}: no column {needed}")
        for name in filter(None, names):
            if names.count(name) > 1:
                raise UserError(f"{path}: two columns {name}")
        for fields in reader:
            where = f"{path}, line {reader.line_num}"
            if None in fields:
                raise UserError(f"{where}: more columns than the first line has names")
            if any(value and value.strip() for value in fields.values()):
                yield where, fields
    except csv.Error as error:
        where = f"{path}, after line {reader.line_num}"
        raise UserError(f"{where}: {error}: is a quote not closed?") from error


def as_csv(rows: Iterable[Iterable[object]], excel: bool = False) -> str:
    """Return rows as the text of a CSV file.

    excel: as an Excel with decimal commas takes it: `;`, and a mark that it is UTF-8.
    """
    out = io.StringIO("\ufeff" if excel else "")
    out.seek(0, io.SEEK_END)
    csv.writer(out, lineterminator="\n", delimiter=";" if excel else ",").writerows(rows)
    return out.getvalue()


def read_json(path: Path, shape: str = "", made_by: str = "") -> Any:
    """Return the value in a JSON file; UserError if it lacks its shape of untrusted/shapes.json.

    Every string in the value is harmless to a terminal. made_by: the command that writes such one.
    """
    text = read_text(path)
    try:
        return reading.document(text, shape)
    except reading.Malformed as error:
        more = f"; `corrido {made_by}` writes such a file" if made_by else ""
        raise UserError(f"{path}: {error}{more}") from error


def made_folder(path: Path) -> Path:
    """Return a folder, making it and its parents if need be; UserError if a file is there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise UserError(f"{path}: a file is in the way of this folder") from error
    return path


def write_whole(
    target: Path,
    data: bytes,
    sources: list[Path] | None = None,
    private: bool = False,
    durable: bool = False,
) -> None:
    """Write target, following links; a pipe or device gets the bytes. It keeps its mode.

    sources: files that the data came from, which are never overwritten; private: as own() does;
    durable: return once it is on disk. Raises UserError: exit code 1 for a full disk, 2 for a
    target that cannot be written.
    """
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        for source in sources or [] if target.exists() else []:
            if source.exists() and target.samefile(source):
                raise UserError(f"{target} is the file being read: name another file with -o")
        _replace(target.resolve(), data, private, durable)
    except OSError as error:
        code = 1 if error.errno == errno.ENOSPC else 2
        raise UserError(f"{target}: {error.strerror or error}", code) from error


def own(path: Path) -> None:
    """Make a file, if need be, that nobody but this user reads or writes.

    0600 means nothing to Windows, whose list of access is set instead (not yet tried there).
    """
    with suppress(FileExistsError):  # to open one that SQLite has open would drop its locks
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    if os.name == "nt":
        granted = ("/inheritance:r", "/grant:r", f"{getpass.getuser()}:F")
        subprocess.run(["icacls", str(path), *granted], capture_output=True, check=False)
    else:
        with suppress(PermissionError):  # another user's, who has let this one write
            path.chmod(0o600)


def _replace(target: Path, data: bytes, private: bool, durable: bool) -> None:
    part = target.with_name(f"{target.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        if private:
            own(part)
        with part.open("wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if target.exists() and not private:
            part.chmod(target.stat().st_mode & 0o7777)
        for wait_s in HELD_S:
            try:
                part.replace(target)
                break
            except PermissionError:
                time.sleep(wait_s)
        else:
            raise UserError(f"{target}: another program has it open: close it there")
        if durable and os.name == "posix":  # the folder's entry, too
            folder = os.open(target.parent, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)
    finally:
        part.unlink(missing_ok=True)
