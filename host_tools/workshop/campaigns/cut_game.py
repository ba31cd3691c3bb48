"""Cut the power during flash operations of whole devices that play scenarios.

At every chosen operation, a second device starts from the remains of each kind of torn write and
is compared with the first one's acknowledged state.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from corrido.app.app import App
from corrido.core.events import POWER
from corrido.store.journal.codec import TAG_STRIP

from host_tools.errors import UserError
from host_tools.log.firmware import Journal
from host_tools.scenario.model import Scenario
from host_tools.scenario.parser import load
from host_tools.scenario.runner import Runner
from host_tools.sim.device import Device, runtime_factory
from host_tools.sim.norflash import TORN_KINDS
from host_tools.sim.runtime import FirmwareError
from host_tools.sim.world import World
from host_tools.workshop.bench._compare import compare
from host_tools.workshop.campaigns.quick import quick_picture
from host_tools.workshop.campaigns.running import app_of, made_app
from host_tools.workshop.campaigns.torn import Op, WatchedFlash, cut

if TYPE_CHECKING:
    from corrido.core.events import Event
    from corrido.store.journal.codec import Fields

Noted = tuple[int, int, int, int, int, int, bytes]  # the fields of a record, and its payload

FAILED = (FirmwareError, OSError, LookupError, ValueError, TypeError, AttributeError)


@contextmanager
def acknowledged() -> Iterator[dict[Journal, list[Noted]]]:
    """Collect the records that any journal acknowledges meanwhile: {journal: [record, ...]}."""
    told: dict[Journal, list[Noted]] = {}
    write = Journal._write

    def noting(
        journal: Journal, tag: int, fields: "Fields", logs: bytes, payload: bytes, extra: int = 0
    ) -> None:
        write(journal, tag, fields, logs, payload, extra)
        if tag != TAG_STRIP:
            told.setdefault(journal, []).append((*fields, payload))

    with mock.patch.object(Journal, "_write", noting):
        yield told


def scenarios(folder: Path) -> list[Scenario]:
    """Return the scenario files of a folder, by name; UserError if it has none."""
    paths = sorted(folder.glob("*.scn"))
    if not paths:
        raise UserError(f"{folder}: no scenario files (*.scn)")
    return [scenario for path in paths for scenario in load(path)]


def game_cuts(chosen: list[Scenario], every: int) -> dict[str, int]:
    """Play scenarios, cutting each `every`-th flash operation in every way."""
    found: Counter[str] = Counter()
    with acknowledged() as told:
        for scenario in chosen:
            _Cutter(scenario, every, found, told).play()
            told.clear()
    return dict(found)


class _Cutter:
    """One scenario whose device is cut again and again while it plays on undisturbed."""

    def __init__(
        self, scenario: Scenario, every: int, found: Counter[str], told: dict[Journal, list[Noted]]
    ) -> None:
        self._scenario, self._every, self._found, self._told = scenario, every, found, told
        self._flash = WatchedFlash()
        self._device = Device.provisioned(
            scenario.settings, "cpython", scenario.path.parent, self._flash
        )
        self._seen = len(scenario.name) % every  # so that other scenarios cut other operations
        self._mine: list[Journal] = []

    def play(self) -> None:
        """Play the scenario to its end."""
        self._flash.watch = self._look
        with quick_picture():
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
        app = made_app(self._device)
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

    def _recover(self, flash: WatchedFlash, before: App | None) -> str:
        device = Device(World(flash, self._device.world.lexicons), runtime_factory("cpython"))
        device.power_on()
        app = app_of(device)
        told = [r[:6] for told_by in self._mine for r in self._told[told_by]]
        own = len(self._told.get(app.journal, ()))
        problem = compare(app, before, told, own, self._found)
        if problem:
            return problem
        for key, t_ms in (("OK", 10), ("STOP", 150), ("A", 900), ("B", 1900)):
            device.press(key, t_ms * 1000)
        device.run_until(2_600_000)
        expected = self._fields(app)
        again = Device(World(flash, self._device.world.lexicons), runtime_factory("cpython"))
        again.power_on()
        if self._fields(app_of(again)) != expected:
            return "second recovery differs"
        return ""

    @staticmethod
    def _fields(app: App) -> "tuple[int, tuple[int, int], list[Event]]":
        """Return the state that another cut must not change, whatever phase comes back."""
        events = [event for event in app.journal.events() if event[2] != POWER]
        return app.recorder.game, app.recorder.match.turns, events
