"""A shortcut for the campaigns: skip equal parts of a picture 64 bytes at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from corrido.raster import loops

_STRETCH = 64
_changed = loops.changed


def _skipping(new: bytearray, old: bytearray, start: int, limits: int) -> int:
    stop = limits & 0xFFFF
    end = start + _STRETCH
    while end <= stop and new[start:end] == old[start:end]:
        start, end = end, end + _STRETCH
    return _changed(new, old, start, limits)


@contextmanager
def quick_picture() -> Iterator[None]:
    """Find the same differences in a third of the time on CPython."""
    with mock.patch.object(loops, "changed", _skipping):
        yield
