"""Intact records that a reader cannot reach: proof that something before them was damaged.

A power cut leaves at most a torn record behind, never an intact one out of reach.
"""

import struct

from host_tools.log.firmware import codec

SHORTEST = codec.FRAME_BYTES


def unreachable(block: bytes, body_at: int, page: int) -> int:
    """Return how many intact records of a block are missed by the walk from its start."""
    buffer = bytearray(block)
    covered = bytearray(len(buffer))
    at = body_at
    while at < len(buffer):
        found = codec.record_at(buffer, at, len(buffer)) if buffer[at] != codec.TAG_BLANK else None
        if found is None:
            at = (at // page + 1) * page
            continue
        length = codec.length_of(found[0])
        covered[at : at + length] = b"\x01" * length
        at += length
    return _whole_records(buffer, covered, body_at)


def _whole_records(buffer: bytearray, covered: bytearray, at: int) -> int:
    count = 0
    while at + SHORTEST <= len(buffer):
        length = 0 if covered[at] else _sealed_length(buffer, at)
        count += bool(length)
        at += length or 1
    return count


def _sealed_length(buffer: bytearray, at: int) -> int:
    """Return the length of the record with a valid checksum at this place, 0 if none."""
    if buffer[at] not in codec.TAGS:
        return 0
    length = struct.unpack_from("<H", buffer, at + 1)[0]
    if not SHORTEST <= length <= min(codec.MAX_RECORD, len(buffer) - at):
        return 0
    return length if codec.sealed(buffer[at : at + length]) else 0
