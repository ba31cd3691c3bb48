"""Random presses, bounce, stalls, cables, resets and cuts on whole devices; replay each game.

The same seed gives the same play, so a seed reproduces its failure.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from corrido.app.app import App
from corrido.core import phases
from corrido.core.game import Game, replay
from corrido.core.match import Record
from corrido.store.game_record import unpack_rules

from boards.web.chain import verify
from host_tools.sim.device import KEYS, Device
from host_tools.sim.runtime import FirmwareError
from host_tools.workshop.campaigns.games import quick_picture, time_lost

PRESSES = 500  # per device
PRESETS = ("fise-corrido", "fise-no-corrido", "fise-temporizador", "naspa", "norsk", "wespa")
PAUSES_US = (50_000, 120_000, 300_000, 700_000)
LONG_PAUSE_US = 7_000_000
HOLDS_US = (30_000, 80_000, 80_000, 200_000)
LONG_HOLD_US = 2_300_000
# These belong to the replay, or count ignored presses too.
NOT_COMPARED = ("rules", "replaying", "seq", "kind")


def random_play(seed: int) -> dict[str, int]:
    """Press PRESSES random keys on a device, and rebuild every game from its log.

    A game is compared before and after each reset and cut, and at the end.
    """
    play = _Play(seed)
    try:
        with quick_picture():
            play.run(PRESSES)
    except FirmwareError as error:
        play.found[f"firmware stopped (seed {seed}): {error}"] += 1
    finally:
        play.device.close()
    return dict(play.found)


def random_settings(rng: random.Random) -> dict[str, str]:
    """Return random settings for a device, as a scenario file has them."""
    made = {
        "preset": rng.choice(PRESETS),
        "budget": rng.choice(("10", "60", "1800")),
        "bounce": rng.choice(("0", "3", "8")),
        "language": rng.choice(("es", "en", "pl")),
        "limit": rng.choice(("none", "30", "200")),
        "turn": rng.choice(("20", "120")),
        "sounds": "all",
    }
    if rng.random() < 0.5:
        made["pin"] = "1234"
    return made


class Hands:
    """A device and its players; `found` counts their acts."""

    def __init__(self, seed: int, runtime: str = "cpython") -> None:
        """Make a device with random settings, not yet powered."""
        self._rng = random.Random(seed)
        made = random_settings(self._rng)
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

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._seed = seed

    def run(self, presses: int) -> None:
        """Press at random and count the faults."""
        for _ in self.play(presses):
            pass
        self._replay()
        self.found["games"] += self._app.journal.current.game
        if not verify(self._app.journal)[0]:
            self._wrong("chain broken")
        if self.device.world.bus.complaint:
            self._wrong("bytes unknown to display controllers")

    @property
    def _app(self) -> App:
        return self.device.app

    def _wrong(self, what: str) -> None:
        self.found[f"{what} (seed {self._seed})"] += 1

    def start_again(self, reset: bool) -> None:
        """Start again; check that the game is back, with at most a second of its time lost."""
        recorder = self._app.recorder
        known = recorder.game, recorder.match.turns, recorder.match.phase == phases.CLOSED
        counts = recorder.match.measures_time()
        at_ms = recorder.on_line(self._app.timebase.now_ms()) if counts else -1
        self._replay()
        super().start_again(reset)
        recorder = self._app.recorder
        if (recorder.game, recorder.match.turns, recorder.match.phase == phases.CLOSED) != known:
            self._wrong("another game after a cut")
        if recorder.match.phase == phases.FAULT:
            self._wrong("a fault for nothing")
        if at_ms >= 0:
            problem = time_lost(at_ms - recorder.match.t_ms, self.found)
            if problem:
                self._wrong(problem)
        self._replay()

    def _replay(self) -> None:
        """Check that the game rebuilt from its log is the device's, in every attribute."""
        journal, live = self._app.journal, self._app.recorder.match
        if live.phase == phases.SETUP or self._app.recorder.game != journal.current.game:
            return
        again = replay(unpack_rules(journal.beginning()), journal.events)
        if again.t_ms < live.t_ms:
            again.advance(live.t_ms)
        self.found["games replayed from the log"] += 1
        one, other = _values(live), _values(again)
        for name in one:
            if one[name] != other[name]:
                self._wrong(f"replayed game differs in {name}")


def _values(match: Game) -> dict[str, Any]:
    match = match.copy()
    match.seqs.event = 0
    return {n: _plain(value) for n, value in vars(match).items() if n not in NOT_COMPARED}


def _plain(value: Any) -> Any:
    """Return a value with every record, nested ones too, replaced by its values."""
    if isinstance(value, Record):
        return {name: _plain(part) for name, part in vars(value).items()}
    return [_plain(part) for part in value] if isinstance(value, list) else value
