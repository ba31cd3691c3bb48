"""The portable tests that a cut may end anywhere, on a flash without power or with bad blocks.

Each of REENTRANT in tests/portable/test_any_cut.py is called again on what a cut has left, and
tells by itself what is lost.
"""

import sys
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

from host_tools.device.norflash import BAD_KINDS, NorFlash
from host_tools.tree import ROOT
from host_tools.workshop.campaigns.nth import each_cut

PORTABLE = Path(ROOT) / "tests" / "portable"
BLOCKS, BLOCK_BYTES = 8, 1024
SPOIL_EVERY = 20  # operations
Test = Callable[[Any], None]


def reentrant() -> tuple[Test, ...]:
    """Return the tests that a cut may end anywhere."""
    with mock.patch.object(sys, "path", [str(PORTABLE), *sys.path]):
        return import_module("test_any_cut").REENTRANT


def cuts(every: int, again_every: int) -> dict[str, int]:
    """Cut each `every`-th operation of the tests in every way, and call them again.

    Each `again_every`-th time the operations of that are cut, too. Returns counts by finding.
    """
    found = Counter[str](operations=0, cuts=0)
    for test in reentrant():
        _play(test, NorFlash(BLOCKS, block_size=BLOCK_BYTES), found, every, again_every)
    return dict(found)


def _play(test: Test, flash: Any, found: Counter[str], every: int = 0, again: int = 0) -> None:
    """Call a test; every: which operations are cut, if any. again: as cuts() takes it."""

    def look(left: Any, number: int) -> None:
        found["cuts"] += 1
        left.told = deepcopy(flash.told)
        _play(test, left, found, 1 if again and number % again == 0 else 0)

    try:
        with each_cut(flash, look, every) if every else nullcontext() as operations:
            test(flash)
            if operations:
                found["operations"] += operations.calls
        test(flash)  # a start that changes nothing
    except Exception as error:  # whatever a store raises
        found[f"{test.__name__}: {type(error).__name__} {error}"] += 1


def bad_blocks() -> dict[str, int]:
    """Spoil each block of a journal in each way, from the start and from later operations."""
    found, test = Counter[str](cases=0), reentrant()[0]
    for kind in BAD_KINDS:
        for block in range(BLOCKS):
            for after in range(0, 1 if kind == "read-error" else 240, SPOIL_EVERY):
                found["cases"] += 1
                _play(test, _Spoilt(kind, block, after), found)
    return dict(found)


class _Spoilt(NorFlash):
    """A flash of which a block fails from an operation on."""

    def __init__(self, kind: str, block: int, after: int) -> None:
        super().__init__(BLOCKS, block_size=BLOCK_BYTES)
        self._left, self._which = after, {block: kind}
        self.watch = self._count
        self._count()

    def _count(self, _op: object = None) -> None:
        self._left -= 1
        if self._left < 0:
            self.bad = self._which
