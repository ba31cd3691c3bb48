"""The littlefs on the emulated flash, written before power-on and readable at any time."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from littlefs import LittleFS, UserContext

BLOCK_BYTES = 4096
_PROGRAM_BYTES = 256
_DISK_VERSION = 0x00020000


def make_disk(files: Mapping[str, bytes], size: int) -> bytes:
    """Return a littlefs of `size` bytes with the files, named by their path on the device."""
    context = UserContext(buffsize=size)
    disk = LittleFS(
        context=context,
        block_size=BLOCK_BYTES,
        block_count=size // BLOCK_BYTES,
        prog_size=_PROGRAM_BYTES,
        disk_version=_DISK_VERSION,
    )
    for name, content in files.items():
        folder = str(PurePosixPath(name).parent)
        if folder not in (".", "/"):
            disk.makedirs(folder, exist_ok=True)
        with disk.open(name, "wb") as file:
            file.write(content)
    disk.unmount()
    return bytes(context.buffer)


def read_file(image: bytes, name: str) -> bytes:
    """Return one file of an image; FileNotFoundError if it is not there."""
    context = UserContext(buffsize=len(image))
    context.buffer[:] = image
    disk = LittleFS(
        context=context,
        block_size=BLOCK_BYTES,
        block_count=len(image) // BLOCK_BYTES,
        prog_size=_PROGRAM_BYTES,
        mount=True,
    )
    with disk.open(name, "rb") as file:
        return file.read()
