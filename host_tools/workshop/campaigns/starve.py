"""Nearly fill the heap of the real MicroPython at one poll of a scenario.

The collector is off meanwhile, so that the first allocation beyond the spare bytes fails, wherever
the firmware makes it. Either the firmware ends there, and the next start has everything that was
recorded; or it goes on, and the scenario's expectations hold or the screen shows a fault.
"""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from corrido.store.nor import layout

from host_tools.log.firmware import Journal
from host_tools.scenario.model import Scenario
from host_tools.scenario.runner import Outcome, Runner
from host_tools.sim.device import Device
from host_tools.sim.norflash import NorFlash
from host_tools.sim.process import ProcessRuntime
from host_tools.sim.runtime import DirectRuntime, FirmwareError, Polled
from host_tools.sim.world import World
from host_tools.workshop.campaigns.games import app_of, compare

if TYPE_CHECKING:
    from corrido.store.journal.codec import Fields

ROOMS = (0, 32, 64, 96, 128, 160, 192, 256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280, 1536,
         1792, 2048, 2560, 3072, 4096, 5120, 6144, 8192, 12288, 16384, 24576)  # fmt: skip
ENOUGH = 3  # rooms in a row that sufficed: larger ones will too
SCRIPT = Path(__file__).with_name("ondevice") / "starve.py"


class _Starving(ProcessRuntime):
    """Counts its polls, and keeps the flash as it was before the starved one."""

    def __init__(self, world: World, at: int, room: int) -> None:
        super().__init__(world)
        self.command = f"AT, ROOM = {at}, {room}\n" + SCRIPT.read_text("utf-8")
        self.busy: list[int] = []  # polls with edges
        self.polls = 0
        self.before = b""
        self._at = at

    def poll(self, ticks: int, edges: list[tuple[int, bool, int]]) -> Polled:
        self.polls += 1
        if edges:
            self.busy.append(self.polls)
        if self.polls == self._at:
            self.before = self._world.flash.image()
        return super().poll(ticks, edges)


class _Run:
    """A scenario on a device that is starved at a poll of its first start; 0: at none."""

    def __init__(self, scenario: Scenario, at: int = 0, room: int = 0) -> None:
        folder = scenario.path.parent
        self.starts: list[_Starving] = []
        self.device = Device.provisioned(scenario.settings, "micropython", folder)
        self.device._factory = lambda world: self._start(world, at, room)
        self.outcome: Outcome = Runner(scenario, self.device).run()

    def _start(self, world: World, at: int, room: int) -> ProcessRuntime:
        if self.starts:
            return ProcessRuntime(world)
        self.starts.append(_Starving(world, at, room))
        return self.starts[0]

    @property
    def ended(self) -> bool:
        """Whether an exception ended the firmware."""
        return self.outcome.expected == "the firmware to go on"


def starved(chosen: list[Scenario], every: int) -> dict[str, int]:
    """Starve polls with a press and the polls after them, with each of ROOMS to spare.

    every: only each `every`-th of these polls.
    """
    found: Counter[str] = Counter()
    for scenario in chosen:
        found["scenarios"] += 1
        run = _Run(scenario)
        polls = sorted({poll + more for poll in run.starts[0].busy for more in (0, 1)})
        records = _records(run.device.world.flash.image())
        run.device.close()
        if not run.outcome.passed:
            found["scenarios that fail by themselves"] += 1
        for at in polls[::every]:
            _sweep(scenario, at, records, found)
    return dict(found)


def _sweep(scenario: Scenario, at: int, records: "list[Fields]", found: Counter[str]) -> None:
    enough = 0
    for room in ROOMS:
        run = _Run(scenario, at, room)
        found["cases"] += 1
        try:
            enough = 0 if run.ended else enough + 1
            problem = (_after if run.ended else _survived)(run, records, found)
        except FirmwareError as error:
            problem = f"recovery failed: {error}"
        finally:
            run.device.close()
        if problem:
            found[f"{problem} ({scenario.name}, poll {at}, room {room})"] += 1
        if enough == ENOUGH:
            return


def _survived(run: _Run, records: "list[Fields]", found: Counter[str]) -> str:
    """Check a device that went on: all as without the fault, or the fault was reported."""
    if _records(run.device.world.flash.image()) == records and run.outcome.passed:
        found["survived"] += 1
    elif run.device.log_count("fault"):
        found["told by a fault"] += 1
    else:
        return f"silent error: {run.outcome.text()}"
    return ""


def _after(run: _Run, records: "list[Fields]", found: Counter[str]) -> str:
    """Check a device that ended: the watchdog restarts it with everything already recorded.

    Records from the starved poll itself must also be the same as without the fault.
    """
    if "MemoryError" not in run.outcome.seen:
        return f"another error: {run.outcome.seen}"
    found["crashes"] += 1
    device = run.device
    told = _records(device.world.flash.image())
    if told != records[: len(told)] or len(told) < len(_records(run.starts[0].before)):
        return "another record"
    device._factory = DirectRuntime
    device.reset()
    device.run_until(device.now_us)
    app = app_of(device)
    kept = _of_the_game(app.journal)
    return compare(app, None, told, len(kept) - len(told), found)


def _records(image: bytes) -> "list[Fields]":
    flash = NorFlash()
    flash.load(image)
    journal = Journal(flash, *layout(flash)[2])
    journal.mount()
    return _of_the_game(journal)


def _of_the_game(journal: Journal) -> "list[Fields]":
    """Return the records without fault reports: a device may report a fault before it ends."""
    return [record[:6] for record in journal.records() if "fault" not in record[6]]
