"""A flash that shows each operation before it happens, so that it can be cut in every way."""

from collections.abc import Callable
from typing import NamedTuple

from host_tools.sim.norflash import NorFlash, PowerCut


class Op(NamedTuple):
    """A program (with data) or an erase (without data) that is about to change an image.

    weak: the bits of the image that may read either way, by address.
    """

    image: bytes
    weak: dict[int, int]
    address: int
    data: bytes | None

    @property
    def erase(self) -> bool:
        """Whether it is an erase."""
        return self.data is None


class WatchedFlash(NorFlash):
    """Calls `watch` before each operation; None for no observer."""

    watch: Callable[[Op], None] | None = None

    def program(self, addr: int, buf: bytes | bytearray | memoryview) -> None:
        """Program as NorFlash does."""
        self._show(addr, bytes(buf))
        super().program(addr, buf)

    def erase(self, block: int) -> None:
        """Erase as NorFlash does."""
        self._show(block * self.block_size, None)
        super().erase(block)

    def _show(self, address: int, data: bytes | None) -> None:
        watch, self.watch = self.watch, None
        if watch:
            watch(Op(self.image(), self.weak(), address, data))
        self.watch = watch


def cut(op: Op, torn: str, seed: int, block_size: int = 4096) -> WatchedFlash:
    """Return the flash, powered again, as `op` leaves it when the power fails halfway."""
    flash = WatchedFlash(len(op.image) // block_size, block_size, seed=seed)
    flash.load(op.image, op.weak)
    flash.cut_at(1, torn)
    try:
        if op.data is None:
            flash.erase(op.address // block_size)
        else:
            flash.program(op.address, op.data)
    except PowerCut:
        pass
    flash.power_on()
    return flash


def ops_of(flash: WatchedFlash, action: Callable[[], object]) -> list[Op]:
    """Return the operations of `action` on `flash`."""
    ops: list[Op] = []
    flash.watch = ops.append
    action()
    flash.watch = None
    return ops
