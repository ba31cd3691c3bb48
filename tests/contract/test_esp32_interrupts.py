"""Presses on an ESP32 whose pin interrupts wait for the main loop, as MicroPython's do.

The port's handler puts every edge in a queue of eight, which runs between two bytecodes of the
main loop (ports/esp32/machine_pin.c, py/scheduler.c).
"""

import pytest
from corrido.contacts import Debouncer
from corrido.services.keys import Keys
from corrido.services.timebase import Timebase

from tests.contract.rigs import ChipRig

DEPTH = 8
MS = 1000


class Queued:
    """A chip whose interrupts wait until run()."""

    def __init__(self, monkeypatch):
        self.rig = ChipRig("esp32", monkeypatch)
        self.chip, board = self.rig.chip, self.rig.board
        self.waiting, self.dropped = [], 0
        self.chip.interrupt = self.later
        self.contact = self.chip.contact
        self.timebase = Timebase(board)
        self.keys = Keys(
            board, self.timebase, Debouncer(len(board.keys), period=board.ticks_period)
        )
        for _ in range(50):
            self.rig.wait(2 * MS)
            self.keys.poll()

    def later(self, handler, gpio):
        if len(self.waiting) < DEPTH:
            self.waiting.append((handler, gpio))
        else:
            self.dropped += 1

    def run(self):
        while self.waiting:
            handler, gpio = self.waiting.pop(0)
            handler(gpio)

    def told(self, ms):
        """Return the presses that the loop reports in that many ms."""
        out = []
        for _ in range(ms):
            self.chip.now_us += MS
            self.run()
            out += self.keys.poll()
        return [(name, t_ms) for name, held, t_ms in out if not held]


@pytest.fixture
def queued(monkeypatch):
    return Queued(monkeypatch)


def test_a_press_in_its_bounce_when_the_handler_runs_keeps_its_first_edge(queued):
    gpio, first_ms = queued.rig.gpios[0], queued.timebase.now_ms()
    for after_us, closed in ((0, True), (900, False)):
        queued.chip.now_us += after_us
        queued.contact(gpio, closed)
    queued.chip.now_us += 300
    queued.run()  # after a display write of 1.2 ms, with the contact open
    queued.chip.now_us += 4 * MS
    queued.contact(gpio, True)
    [(name, t_ms)] = queued.told(20)
    assert name == queued.rig.board.keys[0] and 0 <= t_ms - first_ms <= 2


def test_a_press_whose_interrupt_found_the_queue_full_is_told_late_but_told(queued):
    a, b = queued.rig.gpios[:2]
    for _ in range(DEPTH):
        queued.contact(a, True)
        queued.chip.now_us += 150
        queued.contact(a, False)
        queued.chip.now_us += 150
    queued.contact(a, True)
    queued.contact(b, True)
    queued.chip.now_us += 17 * MS  # a collection of 20 ms
    assert queued.dropped
    assert {name for name, _ in queued.told(40)} == set(queued.rig.board.keys[:2])


def seen_open_then_unobserved(queued, *steps):
    """Let the loop see key 0 open in its bounce, then move the contact without a look.

    Each step: closed or open, and for how many ms. Return when the contact first closed.
    """
    gpio, first_ms = queued.rig.gpios[0], queued.timebase.now_ms()
    for closed in (True, False):
        queued.contact(gpio, closed)
        queued.run()
        queued.keys.poll()
        queued.chip.now_us += 400
    for closed, ms in steps:
        queued.contact(gpio, closed)
        queued.chip.now_us += ms * MS
    return first_ms


@pytest.mark.parametrize("steps", [[(True, 34), (False, 36)], [(True, 70)]], ids=["ends", "held"])
def test_a_press_while_nobody_looks_keeps_its_first_edge_and_the_key_works_on(queued, steps):
    first_ms = seen_open_then_unobserved(queued, *steps)
    [(name, t_ms)] = queued.told(60)
    assert name == queued.rig.board.keys[0] and 0 <= t_ms - first_ms <= 1
    queued.contact(queued.rig.gpios[0], False)
    queued.told(60)
    first_ms = queued.timebase.now_ms()
    queued.contact(queued.rig.gpios[0], True)
    [(_, t_ms)] = queued.told(30)
    assert 0 <= t_ms - first_ms <= 1


@pytest.mark.parametrize("ms", [3, 70])
def test_a_spike_after_which_nobody_looks_is_none(queued, ms):
    seen_open_then_unobserved(queued, (False, ms))
    assert queued.told(60) == []
