"""Something goes wrong at the nth call of something else.

A first play learns how many calls there are; then the same is played again, with one broken. What
a cut of the flash would leave is looked at while a single play goes on.
"""

from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from contextlib import contextmanager

from host_tools.device.norflash import TORN_KINDS, NorFlash, Op, PowerCut


class Nth:
    """Told of each call; true at those whose numbers, from 1, are in `due`.

    of: without any due, the numbers of the calls of each thing.
    """

    def __init__(self, due: Container[int] = ()) -> None:
        self.calls = 0
        self.of: dict[Hashable, list[int]] = {}
        self._due = due

    def __call__(self, what: Hashable = None) -> bool:
        """Count a call of `what`; return whether it is due."""
        self.calls += 1
        if not self._due:
            self.of.setdefault(what, []).append(self.calls)
        return self.calls in self._due


def spread(calls: Sequence[int], tries: int) -> list[int]:
    """Return up to `tries` of the calls, at equal distances."""
    tries = min(tries, len(calls))
    return [calls[(2 * number + 1) * len(calls) // (2 * tries)] for number in range(tries)]


@contextmanager
def each_cut(
    flash: NorFlash, look: Callable[[NorFlash, int], object], every: int = 1, offset: int = 0
) -> Iterator[Nth]:
    """Cut each `every`-th operation in every way while a flash is used, which goes on.

    look: called with what a cut leaves and the operation's number. offset: added to the numbers,
    so that other plays are cut elsewhere. Yields a count of operations.
    """
    operations = Nth()

    def before(op: Op) -> None:
        operations()
        number = operations.calls + offset
        for torn in TORN_KINDS if number % every == 0 else ():
            look(_cut(op, torn, number), number)

    flash.watch = before
    yield operations
    flash.watch = None


def _cut(op: Op, torn: str, seed: int) -> NorFlash:
    """Return the flash, powered again, as `op` leaves it when the power fails halfway."""
    flash = NorFlash(len(op.image) // op.block_size, seed, op.block_size)
    flash.load(op.image, op.weak)
    flash.cut_next(torn)
    try:
        if op.data is None:
            flash.erase(op.address // flash.block_size)
        else:
            flash.program(op.address, op.data)
    except PowerCut:
        pass
    flash.power_on()
    return flash
