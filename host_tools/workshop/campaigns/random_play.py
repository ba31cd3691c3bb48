"""Random presses, bounce, stalls, cables, resets and cuts on whole devices; replay each game.

The same seed gives the same play, so a seed reproduces its failure.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from corrido.store.journal.survey import verify
from corrido.ui.texts import LANGUAGES

from host_tools.sim.device import KEYS, Device
from host_tools.sim.runtime import FirmwareError
from host_tools.workshop.campaigns.games import compare, differs, told

if TYPE_CHECKING:
    from corrido.store.journal.codec import Fields

PRESSES = 500  # per device
PRESETS = ("fise-corrido", "fise-no-corrido", "fise-temporizador", "naspa", "norsk", "wespa")
PAUSES_US = (50_000, 120_000, 300_000, 700_000)
LONG_PAUSE_US = 7_000_000
HOLDS_US = (30_000, 80_000, 80_000, 200_000)
LONG_HOLD_US = 2_300_000


def random_play(seed: int) -> dict[str, int]:
    """Press PRESSES random keys on a device, and rebuild every game from its log.

    A game is compared before and after each reset and cut, and at the end.
    """
    with told() as entries:
        play = _Play(seed, entries)
        try:
            play.run(PRESSES)
        except FirmwareError as error:
            play.found[f"firmware stopped (seed {seed}): {error}"] += 1
        finally:
            play.device.close()
    return dict(play.found)


class Hands:
    """A device and its players; `found` counts their acts."""

    def __init__(self, seed: int, runtime: str = "cpython") -> None:
        """Make a device with random settings, not yet powered."""
        self._rng = rng = random.Random(seed)
        made = {
            "preset": rng.choice(PRESETS),
            "budget": rng.choice(("10", "60", "1800")),
            "bounce": rng.choice(("0", "3", "8")),
            "language": rng.choice(LANGUAGES),
            "limit": rng.choice(("none", "30", "200")),
            "turn": rng.choice(("20", "120")),
            "sounds": "all",
        }
        if rng.random() < 0.5:
            made["pin"] = "1234"
        self.device = Device.provisioned(made, runtime)
        self.found: Counter[str] = Counter(devices=1)

    def play(self, presses: int) -> Iterator[int]:
        """Power on and press at random; yield the time in us after each press."""
        device, rng = self.device, self._rng
        device.power_on()
        t_us = 100_000
        for _ in range(presses):
            likely = KEYS if rng.random() < 0.7 else ("OK", "A", "B", "STOP")
            hold_us = LONG_HOLD_US if rng.random() < 0.03 else rng.choice(HOLDS_US)
            device.press(rng.choice(likely), t_us, hold_us)
            self.found["presses"] += 1
            self._mishap(t_us)
            pause_us = LONG_PAUSE_US if rng.random() < 0.03 else rng.choice(PAUSES_US)
            t_us = max(t_us + pause_us, device.now_us)
            device.run_until(t_us)
            yield t_us

    def _mishap(self, t_us: int) -> None:
        device, rng, world = self.device, self._rng, self.device.world
        kind, later_us = rng.random(), rng.randrange(1_000, 200_000)
        if kind < 0.02:
            self.found["stalls"] += 1
            world.at(t_us + later_us, lambda: world.stall(400_000))
        elif kind < 0.04:
            self.found["faults of the bus"] += 1
            world.at(t_us + later_us, world.bus.unplug)
            world.at(t_us + 9 * later_us, world.bus.plug)
        elif kind < 0.06:
            self.found["resets and cuts"] += 1
            device.run_until(t_us + later_us)
            self.start_again(reset=kind < 0.05)

    def start_again(self, reset: bool) -> None:
        """Reset as the watchdog does, or cut the power."""
        if reset:
            self.device.reset()
            self.device.run_until(self.device.now_us)
        else:
            self.device.power_cut()
            self.device.power_on()


class _Play(Hands):
    """Compares the game with its replay from the log, at each start and at the end."""

    def __init__(self, seed: int, entries: "list[Fields]") -> None:
        """entries: those that are acknowledged by then."""
        super().__init__(seed)
        self._seed, self._entries = seed, entries

    def run(self, presses: int) -> None:
        """Press at random and count the faults."""
        for _ in self.play(presses):
            pass
        self._replay()
        self.found["games"] += self.device.app.journal.current.game
        if not verify(self.device.app.journal)[0]:
            self._wrong("chain broken")
        if self.device.world.bus.complaint:
            self._wrong("bytes unknown to display controllers")

    def _wrong(self, what: str) -> None:
        self.found[f"{what} (seed {self._seed})"] += 1

    def start_again(self, reset: bool) -> None:
        """Start again; check that the game is back, with at most a second of its time lost."""
        before = self.device.app
        self._replay()
        super().start_again(reset)
        problem = compare(self.device.app, before, self._entries, self.found)
        if problem:
            self._wrong(problem)

    def _replay(self) -> None:
        self.found["games replayed from the log"] += 1
        if fault := differs(self.device.app):
            self._wrong(fault)
