"""A pulled log: the journal's flash blocks as they are, in a JSON file with whose they are."""

import base64
import json
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.errors import UserError
from host_tools.files import write_whole

FORMAT = 1
SUFFIX = ".corridolog"
MOST_BYTES = 1 << 26  # of a flash: far more than any board has


class Region(NamedTuple):
    """Where the journal lies: sizes in bytes, numbers in blocks."""

    block: int
    page: int
    first: int
    blocks: int


class LogImage:
    """Blocks of a journal by number; those not there are erased ones."""

    def __init__(self, device: dict[str, Any], region: Region, blocks: dict[int, bytes]) -> None:
        self.device, self.region, self.blocks = device, region, blocks

    def flash(self) -> "MemoryFlash":
        """A flash that reads as the device's and takes no writes.

        A journal that is mounted puts the last record right; here a turned bit is to be told.
        """
        return PulledFlash(self.region, self.blocks)

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        data = {str(n): base64.b64encode(block).decode() for n, block in self.blocks.items()}
        document = {"corrido_log": FORMAT, "device": self.device, **self.region._asdict()}
        document["data"] = data
        write_whole(path, json.dumps(document, indent=1, ensure_ascii=False).encode())


def named(paths: list[Path]) -> list[Path]:
    """The log files that a user means: folders and patterns (no shell of Windows has them)."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.glob("*" + SUFFIX))
            if not inside:
                raise UserError(f"{path}: no *{SUFFIX} file in this folder")
            found += inside
        elif "*" in path.name and not path.exists():
            found += sorted(path.parent.glob(path.name)) or [path]
        else:
            found.append(path)
    return found


def load(path: Path) -> LogImage:
    """Read such a file; UserError if it is not one."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path}: not a log from `corrido log pull`") from error
    if not isinstance(document, dict) or document.get("corrido_log") != FORMAT:
        raise UserError(f"{path}: not a log from `corrido log pull`, or from a newer one")
    try:
        region = _region(document)
        blocks = {int(n): base64.b64decode(text, validate=True)
                  for n, text in document["data"].items()}  # fmt: skip
        _check_blocks(region, blocks)
        return LogImage(_device(document), region, blocks)
    except KeyError as error:
        raise UserError(f"{path}: damaged: no {error} in it: pull the log again") from error
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise UserError(f"{path}: damaged: {error}: pull the log again") from error


def _region(document: dict) -> Region:
    """Where the journal lies, if that can be; ValueError."""
    region = Region(*(int(document[name]) for name in Region._fields))
    block, page, first, blocks = region
    pages_fit = page > 0 and block > 0 and block % page == 0
    if not pages_fit or first < 0 or blocks < 1 or block * (first + blocks) > MOST_BYTES:
        raise ValueError(f"{block=} {page=} {first=} {blocks=} is no flash")
    return region


def _device(document: dict) -> dict[str, Any]:
    """Whose log it is; ValueError if its number or name is no text."""
    device = dict(document["device"])
    for key in ("id", "name"):
        if not isinstance(device.get(key, ""), str):
            raise ValueError(f"the device's {key} is no text")
    return device


def _check_blocks(region: Region, blocks: dict[int, bytes]) -> None:
    """Every block is one of the region, and no longer than one; ValueError.

    A pull takes the programmed part only: what is cut off a block, the hash chain tells.
    """
    for number, data in blocks.items():
        if not 0 <= number - region.first < region.blocks:
            raise ValueError(f"block {number} lies outside the journal")
        if len(data) > region.block:
            raise ValueError(f"block {number} has {len(data)} bytes of {region.block}")


class MemoryFlash:
    """NOR flash in memory, as hal/contract.py describes one."""

    def __init__(self, region: Region, blocks: dict[int, bytes]) -> None:
        self.block_size, self.page_size = region.block, region.page
        self.blocks = region.first + region.blocks
        self._data = bytearray(b"\xff" * region.block * self.blocks)
        for number, block in blocks.items():
            start = number * region.block
            self._data[start : start + len(block)] = block

    def read(self, addr: int, buf: bytearray) -> None:
        """Fill buf from addr."""
        buf[:] = self._data[addr : addr + len(buf)]

    def program(self, addr: int, buf: bytes) -> None:
        """Turn ones into zeros."""
        for offset, byte in enumerate(buf, addr):
            self._data[offset] &= byte

    def erase(self, block: int) -> None:
        """Set a block to ones."""
        start = block * self.block_size
        self._data[start : start + self.block_size] = b"\xff" * self.block_size


class PulledFlash(MemoryFlash):
    """The flash of a pulled log: programming it changes nothing."""

    def program(self, addr: int, buf: bytes) -> None:
        """Nothing."""
