"""A pulled log: the journal's flash blocks, unchanged, in a JSON file with their owner."""

import base64
import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.device.keys import Keys
from host_tools.errors import UserError
from host_tools.files import expanded, read_bytes, write_whole
from host_tools.untrusted import reading

FORMAT = 1
SUFFIX = ".corridolog"
MOST_BYTES = 1 << 26  # in a flash: far more than any board has


class Region(NamedTuple):
    """Where the journal lies: sizes in bytes, numbers in blocks."""

    block: int
    page: int
    first: int
    blocks: int


@dataclass
class LogImage:
    """A journal's blocks by number; missing ones are erased. key: the device's, b"" if unknown."""

    device: dict[str, Any]
    region: Region
    blocks: dict[int, bytes]
    key: bytes = b""

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        data = {str(n): base64.b64encode(block).decode() for n, block in self.blocks.items()}
        document = {"corrido_log": FORMAT, "device": self.device, **self.region._asdict()}
        document["data"] = data
        write_whole(path, json.dumps(document, indent=1, ensure_ascii=False).encode())


def pulled_s(image: LogImage) -> float:
    """Return when a log was pulled, in seconds since 1970 by the computer's clock; 0 if unsaid."""
    try:
        return datetime.fromisoformat(str(image.device.get("pulled"))).timestamp()
    except (ValueError, OverflowError):
        return 0.0


def named(paths: list[Path]) -> list[Path]:
    """Return a user's log files, expanding folders and patterns."""
    return expanded(paths, f"*{SUFFIX}")


def only(path: Path) -> Path:
    """Return a file, or the only log in a folder or pattern; UserError if there are several."""
    found = named([path])
    if len(found) > 1:
        raise UserError(f"{path}: {len(found)} logs: name one of them, as {found[0]}")
    return found[0]


def load(path: Path, keys: Keys | None = None) -> LogImage:
    """Read a pulled log; UserError for any other file."""
    data = read_bytes(path)
    try:
        document = reading.document(data, "log_file")
        region = region_of(document)
        blocks = {int(n): base64.b64decode(text, validate=True)
                  for n, text in document["data"].items()}  # fmt: skip
        # A pull takes only the programmed part; the hash chain reveals a truncated block.
        for number, part in blocks.items():
            if not 0 <= number - region.first < region.blocks:
                raise ValueError(f"block {number} lies outside the journal")
            if len(part) > region.block:
                raise ValueError(f"block {number} has {len(part)} bytes, not {region.block}")
        device = document["device"]
        key = keys.of(str(device.get("id") or "")) if keys else b""
        return LogImage(device, region, blocks, key)
    except ValueError as error:
        raise UserError(f"{path}: no whole log: {error}: `corrido log pull` it again") from error


def region_of(numbers: dict[str, int]) -> Region:
    """Return where a file or device says the journal lies; ValueError if that is impossible.

    Each number by itself has already been checked against untrusted/shapes.json.
    """
    region = Region(*(numbers[name] for name in Region._fields))
    block, page, first, blocks = region
    if block % page or block * (first + blocks) > MOST_BYTES:
        raise ValueError(f"{block=} {page=} {first=} {blocks=} is not a flash")
    return region


class PulledFlash:
    """The flash of a pulled log, as described in corrido/parts.py: writing it changes nothing.

    A journal repairs its last record on mounting; here a flipped bit must be reported.
    """

    def __init__(self, region: Region, blocks: dict[int, bytes]) -> None:
        self.block_size, self.page_size = region.block, region.page
        self.blocks = region.first + region.blocks
        self.data = bytearray(b"\xff" * region.block * self.blocks)
        for number, block in blocks.items():
            start = number * region.block
            self.data[start : start + len(block)] = block

    def read(self, addr: int, buf: bytearray | memoryview) -> None:
        """Fill buf from addr."""
        buf[:] = self.data[addr : addr + len(buf)]

    def program(self, addr: int, buf: bytes | bytearray | memoryview) -> None:
        """Do nothing."""

    def erase(self, block: int) -> None:
        """Do nothing."""
