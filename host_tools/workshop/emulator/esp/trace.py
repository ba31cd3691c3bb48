"""Read the emulator's trace: writes on the bus, the buzzer's duty, flash operations."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_SENT = re.compile(r"i2c_send send\(addr:0x[0-9a-f]+\) data:0x([0-9a-f]+)")
_DUTY = re.compile(r"led_change_intensity .* (\d+)% -> (\d+)%")
_ERASED = re.compile(r"m25p80_flash_erase .*offset = 0x([0-9a-f]+), len = (\d+)")
_PROGRAMMED = re.compile(r"m25p80_page_program .*cur_addr=0x([0-9a-f]+) ")
PAGE_BYTES = 256


class Sent(NamedTuple):
    """The bytes of one write on the bus."""

    data: bytes


class Duty(NamedTuple):
    """The PWM's new duty, in per cent."""

    percent: int


class Operation(NamedTuple):
    """An operation of the flash: `erase` or `program`, its first address, its bytes."""

    kind: str
    address: int
    length: int


Event = Sent | Duty | Operation


class Trace:
    """Turn trace lines into events, joining bytes that belong together."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._program: Operation | None = None

    def events(self, lines: Iterable[str]) -> Iterator[Event]:
        """Yield the events that these lines complete."""
        for line in lines:
            if found := _PROGRAMMED.search(line):
                yield from self._byte_programmed(int(found[1], 16))
                continue
            yield from self._program_over()
            if found := _SENT.search(line):
                self._data.append(int(found[1], 16))
            elif "i2c_event finish" in line and self._data:
                yield Sent(bytes(self._data))
                self._data.clear()
            elif found := _DUTY.search(line):
                yield Duty(int(found[2]))
            elif found := _ERASED.search(line):
                yield Operation("erase", int(found[1], 16), int(found[2]))

    def _byte_programmed(self, address: int) -> Iterator[Event]:
        program = self._program
        if program is not None and address == program.address + program.length and (
            address % PAGE_BYTES
        ):  # fmt: skip
            self._program = program._replace(length=program.length + 1)
            return
        yield from self._program_over()
        self._program = Operation("program", address, 1)

    def _program_over(self) -> Iterator[Event]:
        if self._program is not None:
            yield self._program
            self._program = None
