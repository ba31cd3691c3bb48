"""Fetch a log from a device while its firmware runs: in small pieces, stopping no clock."""

import base64
import time

from host_tools.device.client import Client
from host_tools.device.faults import BadAnswer, DeviceFault
from host_tools.log.image import LogImage, Region, region_of

PIECE_BYTES = 192
TRIES = 10  # the first reads everything, the others only later entries


def pull(client: Client, blocks: dict[int, bytes] | None = None) -> LogImage:
    """Read a running device's journal until no event comes meanwhile; DeviceFault if one does.

    blocks: those of an earlier reading, which is gone on with.

    A piece is 192 bytes, so that the device answers in less time than a press takes to settle.
    """
    about = client.ask("about")
    place = client.ask("region")
    try:
        region = region_of(place)
    except ValueError as error:
        raise BadAnswer(client.port, f"its journal lies where none can: {error}") from error
    blocks = {} if blocks is None else blocks
    for _ in range(TRIES):
        for number in range(region.first, region.first + region.blocks):
            if block := _read_block(client, region, number, blocks.get(number, b"")):
                blocks[number] = block
            else:
                blocks.pop(number, None)
        now = client.ask("region")
        if now == place:
            # The end that was read, to check later whether something was cut off.
            end = {name: now[name] for name in ("game", "seq", "link") if name in now}
            device = {**about, **end, "pulled": time.strftime("%Y-%m-%dT%H:%M:%S%z")}
            return LogImage(device, region, blocks)
        place = now
    # Blocks read before and after an event may lack entries between them.
    line = "events kept coming as the log was read: pull it in a quieter moment"
    raise DeviceFault(f"{client.port}: {line}")


def _read_block(client: Client, region: Region, number: int, known: bytes) -> bytes | None:
    """Return the programmed part of a block; None if it is erased.

    Of one read before, `known`, only additions are fetched, unless it was reused. At most a page
    and a strip of the clock are blank between records: two blank pieces end it.
    """
    data = bytearray()
    blank = 0
    for offset in range(0, region.block, PIECE_BYTES):
        length = min(PIECE_BYTES, region.block - offset)
        if offset and known[offset + length :].strip(b"\xff"):
            data += known[offset : offset + length]  # read before, and more was written after it
            continue
        piece = _piece(client, number * region.block + offset, length)
        if not offset and piece != (known[:length] or None):
            known = b""
        blank = 0 if piece else blank + 1
        if blank == 2 or (blank and not offset):
            break
        data += piece or b"\xff" * length
    return bytes(data) if data.strip(b"\xff") else None


def _piece(client: Client, address: int, length: int) -> bytes | None:
    text = client.ask(f"read {address} {length}")
    if not text:
        return None
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError as error:
        raise BadAnswer(client.port, f"the bytes at {address} are no base64") from error
    if len(data) != length:
        raise BadAnswer(client.port, f"{len(data)} bytes of {length} came from {address}")
    return data
