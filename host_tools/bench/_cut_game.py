"""The power cut in the flash operations of whole devices that play scenarios.

At every chosen operation a second device is started on what each kind of torn write leaves, and
compared with what the first had acknowledged.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from corrido.core import phases
from corrido.core.events import POWER
from corrido.core.history import fold
from corrido.services.keeper import counts_time

from host_tools.bench._torn import Op, WatchedFlash, cut
from host_tools.errors import UserError
from host_tools.log.firmware import Journal, unpack_rules
from host_tools.scenario.model import Scenario
from host_tools.scenario.parser import load
from host_tools.scenario.runner import Runner
from host_tools.sim.device import Device, runtime_factory
from host_tools.sim.norflash import TORN_KINDS
from host_tools.sim.runtime import FirmwareError
from host_tools.sim.world import World

COME_BACK = (phases.SETUP, phases.OVER, phases.CLOSED)
FAILED = (FirmwareError, OSError, LookupError, ValueError, TypeError, AttributeError)
WORST_MS = "worst time lost, ms"


@contextmanager
def acknowledged() -> Iterator[dict]:
    """Every record that any journal has acknowledged meanwhile: {journal: [record, ...]}."""
    told: dict[Journal, list[tuple]] = {}
    write = Journal._write

    def noting(journal, tag, fields, logs, payload, extra=0):
        write(journal, tag, fields, logs, payload, extra)
        if not extra:
            told.setdefault(journal, []).append((*fields, payload))

    Journal._write = noting
    try:
        yield told
    finally:
        Journal._write = write


def scenarios(folder: Path) -> list[Scenario]:
    """The scenario files of a folder, by name; UserError if there are none."""
    paths = sorted(folder.glob("*.scn"))
    if not paths:
        raise UserError(f"{folder}: no scenario files (*.scn)")
    return [load(path) for path in paths]


def game_cuts(chosen: list[Scenario], every: int) -> dict:
    """Play scenarios, cutting every `every`-th flash operation in each of the four ways."""
    found: Counter = Counter()
    with acknowledged() as told:
        for scenario in chosen:
            _Cutter(scenario, every, found, told).play()
            told.clear()
    return dict(found)


class _Cutter:
    """One scenario whose device is cut again and again while it plays on undisturbed."""

    def __init__(self, scenario: Scenario, every: int, found: Counter, told: dict) -> None:
        self._scenario, self._every, self._found, self._told = scenario, every, found, told
        self._flash = WatchedFlash()
        self._device = Device.provisioned(
            scenario.settings, "cpython", scenario.path.parent, self._flash
        )
        self._seen = len(scenario.name) % every  # other operations in other scenarios
        self._mine: list[Journal] = []

    def play(self) -> None:
        """Play the scenario to its end."""
        self._flash.watch = self._look
        outcome = Runner(self._scenario, self._device).run()
        self._flash.watch = None
        self._device.close()
        self._found["scenarios"] += 1
        if not outcome.passed:
            self._found["scenarios that fail by themselves"] += 1

    def _look(self, op: Op) -> None:
        self._found["operations"] += 1
        self._seen += 1
        if self._seen % self._every:
            return
        app = self._app(self._device)
        self._mine = list(self._told)
        for torn in TORN_KINDS:
            self._found["cuts"] += 1
            try:
                problem = self._recover(cut(op, torn, self._seen), app)
            except FAILED as error:
                problem = f"recovery failed: {type(error).__name__} {error}"
            for other in [journal for journal in self._told if journal not in self._mine]:
                del self._told[other]
            if problem:
                self._found[problem] += 1
                self._found[f"  in {self._scenario.name}"] += 1

    def _recover(self, flash: WatchedFlash, before: object) -> str:
        device = Device(World(flash, self._device.world.lexicons), runtime_factory("cpython"))
        device.power_on()
        app = self._app(device)
        problem = self._compare(app, before)
        if problem:
            return problem
        for key, t_ms in (("OK", 10), ("STOP", 150), ("A", 900), ("B", 1900)):
            device.press(key, t_ms * 1000)
        device.run_until(2_600_000)
        expected = self._fields(app)
        again = Device(World(flash, self._device.world.lexicons), runtime_factory("cpython"))
        again.power_on()
        if self._fields(self._app(again)) != expected:
            return "second recovery differs"
        return ""

    @staticmethod
    def _app(device: Device) -> object:
        return device._runtime._app if device._runtime else None

    def _compare(self, app: object, before: object) -> str:
        journal = app.journal
        told = [r[:6] for told_by in self._mine for r in self._told[told_by]]
        if not journal.verify()[0]:
            return "chain broken"
        kept = [record[:6] for record in journal.records()]
        own = len(self._told.get(journal, ()))
        kept = kept[: len(kept) - own]
        if kept[: len(told)] != told:
            return "record lost"
        if len(kept) > len(told) + 1:
            return "record from nowhere"
        return self._compare_game(app, before, kept)

    def _compare_game(self, app: object, before: object, kept: list[tuple]) -> str:
        if not kept:
            return "" if app.keeper.match.phase == phases.SETUP else "game from nowhere"
        game = max(record[0] for record in kept)
        events = [record[1:] for record in kept if record[0] == game and record[3]]
        if not events:
            return ""
        match = fold(unpack_rules(app.journal.payload_of(1)), lambda: iter(events))
        now = app.keeper.match
        if match.phase in COME_BACK and now.phase != match.phase:
            return "another phase"
        if match.turns != now.turns and match.phase != phases.SETUP:
            return "another state"
        # A press on its way to the flash may have started a clock that nobody heard of yet.
        return self._compare_time(app, before, game) if counts_time(match) else ""

    def _compare_time(self, app: object, before: object, game: int) -> str:
        """How much of the game's line of time went with the power."""
        if before is None or before.keeper.game != game or app.keeper.game != game:
            return ""
        if not before.keeper.time_matters():
            return ""
        true_ms = before.keeper.on_line(before.timebase.now_ms())
        lost_ms = true_ms - app.keeper.match.t_ms
        self._found[WORST_MS] = max(self._found[WORST_MS], lost_ms)
        if lost_ms > 1000:
            return "more than a second lost"
        return "time from nowhere" if lost_ms < 0 else ""

    @staticmethod
    def _fields(app: object) -> tuple:
        """What must be the same after one more cut, whatever the phase comes back as."""
        events = [event for event in app.journal.events() if event[2] != POWER]
        return app.keeper.game, app.keeper.match.turns, events
