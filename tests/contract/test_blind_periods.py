"""Hand-overs at 20 per second while nobody looks at the contacts for up to 131 ms at a time.

MicroPython collects garbage wherever it finds no hole, on a stock image every 100 ms or so: here
before any call between the main loop, the contacts and the debouncer. The loop is that of the
app, as far as keys are concerned.
"""

import random

import pytest
from corrido.contacts import Debouncer
from corrido.services.keys import Keys
from corrido.services.timebase import Timebase

from tests.contract.rigs import ChipRig

PRESSES = 60
BETWEEN_US, HOLD_US, BOUNCES, LONGEST_BOUNCE_US = 50_000, 34_000, 4, 1000
BLIND_US = (12_000, 30_000, 45_000, 77_000, 131_000)
CALLS_US = (10, 60)  # how long a call takes
IDLE_US = 20_000


class Table:
    """A Pico with two players' fingers; any call may be preceded by a collection."""

    def __init__(self, seed, monkeypatch):
        self.noise = random.Random(seed)
        self.rig = ChipRig("pico", monkeypatch)
        self.chip, self.board = self.rig.chip, self.rig.board
        self.chip.sleep_us = self.pass_us
        self.moves, self.blind_share, self.blind = [], 0.0, 0
        debouncer = Debouncer(len(self.board.keys), period=self.board.ticks_period)
        self.timebase = Timebase(self.board)
        self.keys = Keys(self.board, self.timebase, debouncer)
        for part, names in (
            (self.board.buttons, ("get", "waiting", "at_rest", "stirred")),
            (debouncer, ("edge", "poll")),
        ):
            for name in names:
                setattr(part, name, self.interruptible(getattr(part, name)))

    def interruptible(self, call):
        def later(*args):
            us = self.noise.randint(*CALLS_US)
            if self.noise.random() < self.blind_share:
                us += self.noise.choice(BLIND_US)
                self.blind += 1
            self.pass_us(us)
            return call(*args)

        return later

    def pass_us(self, us):
        """Let time pass, and move the contacts meanwhile."""
        end = self.chip.now_us + us
        while self.moves and self.moves[0][0] <= end:
            at, gpio, closed = self.moves.pop(0)
            self.chip.now_us = max(self.chip.now_us, at)
            self.chip.contact(gpio, closed)
        self.chip.now_us = end

    def fingers(self):
        """Schedule the presses; return their keys and the us in which they begin."""
        at, truth = self.chip.now_us + 200_000, []
        for number in range(PRESSES):
            key = number % 2
            truth.append((self.board.keys[key], at))
            for us, closed in ((at, True), (at + HOLD_US, False)):
                self.moves.append((us, self.rig.gpios[key], closed))
                for _ in range(BOUNCES):
                    us, closed = us + self.noise.randint(50, LONGEST_BOUNCE_US), not closed
                    self.moves.append((us, self.rig.gpios[key], closed))
            at += BETWEEN_US + self.noise.randint(0, 900)
        self.moves.sort()
        return truth

    def told(self):
        """Run the loop until all is quiet; return the presses with the us they are dated to."""
        out, quiet_us = [], self.moves[-1][0]
        origin_us = self.chip.now_us - 1000 * self.timebase.now_ms()
        while self.chip.now_us < quiet_us + 400_000:
            if self.chip.now_us > quiet_us:
                self.blind_share = 0.0
            if self.keys.due():
                for name, held, t_ms in self.keys.poll():
                    out += [] if held else [(name, origin_us + 1000 * t_ms)]
            if self.noise.random() < 0.15:
                self.pass_us(self.noise.randint(500, 9000))  # other work of a turn
            wait_us = self.keys.wait_us()
            self.board.idle(wait_us if 0 <= wait_us < IDLE_US else IDLE_US)
        return out


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("blind_share", [0.0, 0.001, 0.003])
def test_every_press_is_told_once_in_order_and_in_time(seed, blind_share, monkeypatch):
    table = Table(seed, monkeypatch)
    truth = table.fingers()
    table.blind_share = blind_share
    told = table.told()
    assert bool(table.blind) == bool(blind_share)
    assert [name for name, _ in told] == [name for name, _ in truth]
    assert all(abs(us - at) <= 1000 for (_, us), (_, at) in zip(told, truth, strict=True))
