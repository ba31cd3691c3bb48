"""Flash operations that take real time, each recorded; timing from the W25Q16JV data sheet."""

from collections.abc import Callable
from typing import Any, NamedTuple

from rp2040py.peripherals import ssi

_KINDS = {
    ssi.CMD_SECTOR_ERASE: "erase",
    ssi.CMD_BLOCK_ERASE: "erase64",
    ssi.CMD_PAGE_PROGRAM: "program",
}
_BUSY = 1
_ERASED = b"\xff"


class Timing(NamedTuple):
    """How long one operation keeps the chip busy, in microseconds."""

    program: int
    erase: int
    erase64: int


TYPICAL = Timing(program=400, erase=45_000, erase64=150_000)
WORST = Timing(program=3_000, erase=400_000, erase64=2_000_000)


class Operation(NamedTuple):
    """An erase or program: when it began, which kind, its offset from the start of flash.

    length: for a program, bytes from the first to the last not left erased; otherwise 0.
    """

    t_us: float
    kind: str
    offset: int
    length: int = 0


class TimedFlash(ssi.RPSSI):
    """The flash's serial interface; fit() converts an instance of the base class."""

    @classmethod
    def fit(
        cls, interface: ssi.RPSSI, clock: Any, timing: Timing, changed: Callable[[], None]
    ) -> Any:
        """Convert the emulator's interface in place, keeping its listeners.

        changed: called after each erase or program.
        """
        interface.__class__ = cls
        made: Any = interface
        made.clock = clock
        made.timing = timing
        made.changed = changed
        made.operations = []
        made.busy_until_us = 0.0
        return made

    def _shift_byte(self: Any, byte_out: int) -> int:
        answer = super()._shift_byte(byte_out)
        reading_status = len(self._tx_buffer) > 1 and self._tx_buffer[0] == ssi.CMD_READ_STATUS_1
        if reading_status and self.clock.nanos / 1000 < self.busy_until_us:
            # The boot ROM polls in a loop with interrupts off: let the time pass at once.
            self.clock.tick(self.busy_until_us * 1000 - self.clock.nanos)
            answer |= _BUSY
        return answer

    def _apply_command(self: Any) -> None:
        buffer = self._tx_buffer
        kind = _KINDS.get(buffer[0], "") if buffer else ""
        runs = kind != "" and self._write_enabled and len(buffer) >= 4
        offset = self._address_from_buffer() if runs else 0
        super()._apply_command()
        if runs:
            now = self.clock.nanos / 1000
            written = bytes(buffer[4:]).strip(_ERASED) if kind == "program" else b""
            self.operations.append(Operation(now, kind, offset, len(written)))
            self.busy_until_us = now + getattr(self.timing, kind)
            self.changed()
