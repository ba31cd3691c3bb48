"""PIO that keeps exact time: state machines catch up on access, even if the processor slept.

rp2040py steps state machines from its instruction loop and drops the cycles they miss while the
processor sleeps. Here the block catches up, to the cycle, before every access to its registers and
before every change of a pin. A loop that only counts is computed, not stepped.
"""

from typing import Any

from rp2040py.utils.fifo import FIFO

CYCLE_NS = 8.0
_MASK = 0xFFFFFFFF
_SHIFTCTRL = (0x0D0, 0x0E8, 0x100, 0x118)
_JOIN_RX = 1 << 31
_LONGEST_LOOP = 16
_NORMAL_WRITE = 0


class ExactPio:
    """A stand-in for a PIO block on the bus; `block` is rp2040py's."""

    def __init__(self, block: Any, clock: Any) -> None:
        self._block = block
        self._clock = clock
        self.raw_write_value = 0

    def catch_up(self) -> None:
        """Run every machine up to now."""
        block = self._block
        now_fp = int(self._clock.nanos / CYCLE_NS) << 8
        if now_fp <= block.cycle_fp:
            return
        block.cycle_fp = now_fp
        for machine in block.machines:
            if machine.enabled:
                _run(machine, now_fp)
        block.check_changed_pins()

    def read_uint32(self, offset: int) -> int:
        """Return a register's current value."""
        self.catch_up()
        return self._block.read_uint32(offset)

    def write_uint32(self, offset: int, value: int) -> None:
        """Write a register now."""
        self.write_uint32_atomic(offset, value, _NORMAL_WRITE)

    def write_uint32_atomic(self, offset: int, value: int, kind: int) -> None:
        """Write, set, clear or flip bits of a register now."""
        self.catch_up()
        self._block.write_uint32_atomic(offset, value, kind)
        # Nothing else may step the state machines.
        self._block.stopped = True
        if offset in _SHIFTCTRL:
            machine = self._block.machines[_SHIFTCTRL.index(offset)]
            if machine.shift_ctrl & _JOIN_RX and machine.rx_fifo.size == 4:
                machine.rx_fifo = FIFO(8)  # a joined one is twice as deep


def _run(machine: Any, now_fp: int) -> None:
    while machine.next_due_fp <= now_fp and not machine.waiting:
        before = _state(machine)
        for _ in range(_LONGEST_LOOP):
            machine.step()
            if machine.waiting or machine.next_due_fp > now_fp:
                return
            if machine.pc == before[0]:
                break
        else:
            continue
        _skip(machine, before, now_fp)


def _state(machine: Any) -> tuple[int, ...]:
    shifters = (machine.input_shift_reg, machine.output_shift_reg, machine.rx_fifo.item_count)
    return (machine.pc, machine.x, machine.y, machine.next_due_fp, *shifters)


def _skip(machine: Any, before: tuple[int, ...], now_fp: int) -> None:
    """Repeat the loop just run as often as fits before now, if it only counted down."""
    after = _state(machine)
    if after[4:] != before[4:]:
        return
    lap_fp = after[3] - before[3]
    x_step, y_step = (before[1] - after[1]) & _MASK, (before[2] - after[2]) & _MASK
    laps = (now_fp - after[3]) // lap_fp
    for value, step in ((after[1], x_step), (after[2], y_step)):
        if step:
            # Stop short of zero, where a conditional jump would go the other way.
            laps = min(laps, value // step - 2)
    if laps > 0:
        machine.x = after[1] - laps * x_step
        machine.y = after[2] - laps * y_step
        machine.next_due_fp = after[3] + laps * lap_fp
