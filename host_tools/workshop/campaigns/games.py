"""Whole devices that play scenarios while something fails at the nth call of something else.

Power at a flash operation, an exception in any function, a processor that stands still in a part,
a transfer of the display's bus. What comes back is compared with what the device had acknowledged.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, cast
from unittest import mock

from corrido.app.app import App
from corrido.contacts import Debouncer
from corrido.core import phases
from corrido.core.events import FOLD, POWER
from corrido.core.game import Game, replay
from corrido.raster import loops
from corrido.services.health import Health
from corrido.services.judge import Judge
from corrido.services.keys import Keys
from corrido.services.recorder import Recorder
from corrido.services.sound import Sound
from corrido.store.game_record import unfolded
from corrido.store.journal.codec import TAG_STRIP
from corrido.store.pin import Pin
from corrido.ui import screens
from corrido.ui.items import Painter
from corrido.ui.navigator import Navigator

from host_tools.log.firmware import Journal, unpack_rules
from host_tools.scenario.model import Scenario
from host_tools.scenario.parser import parse
from host_tools.scenario.runner import Outcome, Runner
from host_tools.sim.device import Device, runtime_factory
from host_tools.sim.norflash import TORN_KINDS, NorFlash
from host_tools.sim.runtime import DirectRuntime, FirmwareError, Polled
from host_tools.sim.world import World
from host_tools.workshop.campaigns.storage import Op, WatchedFlash, cut

if TYPE_CHECKING:
    from corrido.core.events import Event
    from corrido.store.journal.codec import Fields

Noted = tuple[int, int, int, int, int, int, bytes]  # the fields of a record, and its payload
Told = dict[Journal, list[Noted]]

WORST_MS, WORST_HUNG_MS = "worst time lost, ms", "worst time hung, ms"
COME_BACK = (phases.SETUP, phases.OVER, phases.CLOSED)
FAILED = (FirmwareError, OSError, LookupError, ValueError, TypeError, AttributeError)
GIVE_UP_US = 20_000_000  # a watchdog that has not fired by then never will
FIRMWARE = "/firmware/corrido/"
# A short game with everything that happens at a table.
GAME = """device preset=fise-corrido budget=60
at 0 power on
at 1 press B
at 3 press A
at 4.2 press B
at 5 stop score
at 6.4 press STOP
at 7 press CHALLENGE
at 7.4 press OK
at 7.8 press RIGHT
at 8.2 press BACK
at 9 press A
at 10 stop tiles
"""
PARTS: dict[str, Callable[..., Any]] = {
    "keys": Keys.poll,
    "debouncer": Debouncer.poll,
    "game, an event": Recorder.send,
    "game, the time": Recorder.advance,
    "rules": Game.handle,
    "journal": Journal.append,
    "heartbeat": Journal.heartbeat,
    "look-up": Judge.looking_up,
    "PIN": Pin.check,
    "sound": Sound.poll,
    "battery": Health.battery_percent,
    "screen, laid out": Navigator.lay_out,
    "screen, painted": Painter.paint,
    **{
        f"screen {phase}": cast("Any", screens.beside(name)).items
        for phase, name in screens.BASES.items()
    },
    "I2C write": World.i2c_write,
    "I2C recover": World.i2c_recover,
    "buzzer": World.buzz,
    "flash read": NorFlash.read,
    "flash program": NorFlash.program,
    "flash erase": NorFlash.erase,
}


def app_of(device: Device) -> App:
    """Return the App of a device; raise FirmwareError if none runs in it."""
    runtime = device._runtime
    app = runtime._app if isinstance(runtime, DirectRuntime) else None
    if not isinstance(app, App):
        raise FirmwareError("no app runs in the device")
    return app


@contextmanager
def quick_picture() -> Iterator[None]:
    """Skip equal parts of a picture 64 bytes at a time: a third of the time on CPython."""
    changed = loops.changed

    def skipping(new: bytearray, old: bytearray, start: int, limits: int) -> int:
        stop, end = limits & 0xFFFF, start + 64
        while end <= stop and new[start:end] == old[start:end]:
            start, end = end, end + 64
        return changed(new, old, start, limits)

    with mock.patch.object(loops, "changed", skipping):
        yield


@contextmanager
def acknowledged() -> Iterator[Told]:
    """Collect the records that any journal acknowledges meanwhile."""
    told: Told = {}
    write = Journal._write

    def noting(journal: Journal, tag: int, fields: "Fields", logs: bytes, payload: bytes) -> None:
        write(journal, tag, fields, logs, payload)
        if tag != TAG_STRIP:
            told.setdefault(journal, []).append((*fields, payload))

    with mock.patch.object(Journal, "_write", noting):
        yield told


# -- is it the same game?


def compare(
    app: App, before: App | None, told: "list[Fields]", own: int, found: Counter[str]
) -> str:
    """Return the fault of `app`, which has just recovered; "" for none.

    before: the app that was stopped, or None. told: the first six fields of every record
    acknowledged by then; at most one more may exist. own: how many records the recovery itself
    has written. The time lost goes into found[WORST_MS].
    """
    if not app.journal.verify()[0]:
        return "chain broken"
    if app.recorder.match.phase == phases.FAULT:
        return "a fault for nothing"
    kept = [record[:6] for record in app.journal.records()]
    kept = kept[: len(kept) - own]
    if kept[: len(told)] != told:
        return "record lost"
    if len(kept) > len(told) + 1:
        return "record from nowhere"
    if not kept:
        return "" if app.recorder.match.phase == phases.SETUP else "game from nowhere"
    game = max(record[0] for record in kept)
    events = [record[1:] for record in kept if record[0] == game and record[3]]
    if not events:
        return ""
    now = app.recorder
    if now.match.phase == phases.SETUP and all(event[2] == FOLD for event in events):
        return ""  # a state that was being taken in is none before its last part
    packed = app.journal.beginning()
    rules, start = unpack_rules(packed), None
    if app.journal.folded():
        start = unfolded(json.loads(packed)[2], rules)
        events = [event for event in events if event[0] > start.seq]
    match = replay(rules, lambda: iter(events), start=start)
    if match.phase in COME_BACK and now.match.phase != match.phase:
        return "another phase"
    if match.turns != now.match.turns and match.phase != phases.SETUP:
        return "another state"
    # A press on its way to the flash may have started a clock before it was acknowledged.
    if not match.measures_time() or not before or not before.recorder.game == now.game == game:
        return ""
    if not before.recorder.match.measures_time():
        return ""
    return time_lost(before.recorder.on_line(before.timebase.now_ms()) - now.match.t_ms, found)


def time_lost(lost_ms: int, found: Counter[str]) -> str:
    """Return the fault if a stop cost over a second of game time or added any; "" for none."""
    found[WORST_MS] = max(found[WORST_MS], lost_ms)
    if lost_ms > 1000:
        return "more than a second lost"
    return "time from nowhere" if lost_ms < 0 else ""


def _go_on(device: Device) -> None:
    """Press a few keys; the device must respond."""
    start_us = device.now_us
    for number, key in enumerate(("OK", "STOP", "A", "B", "STOP")):
        device.press(key, start_us + 200_000 + number * 900_000)
    device.run_until(start_us + 5_000_000)


# -- power


def cuts(chosen: list[Scenario], every: int) -> dict[str, int]:
    """Play scenarios, cutting each `every`-th flash operation in every way.

    A second device starts from what each cut leaves, while the first plays on.
    """
    found: Counter[str] = Counter()
    for scenario in chosen:
        with acknowledged() as told:
            _Cutter(scenario, every, found, told).play()
    return dict(found)


class _Cutter:
    """One scenario whose device is cut again and again while it plays on undisturbed."""

    def __init__(self, scenario: Scenario, every: int, found: Counter[str], told: Told) -> None:
        self._scenario, self._every, self._found, self._told = scenario, every, found, told
        self._flash = WatchedFlash()
        self._device = Device.provisioned(
            scenario.settings, "cpython", scenario.path.parent, self._flash
        )
        self._seen = len(scenario.name) % every  # so that other scenarios cut other operations

    def play(self) -> None:
        """Play the scenario to its end."""
        self._flash.watch = self._look
        with quick_picture():
            outcome = Runner(self._scenario, self._device).run()
        self._device.close()
        self._found["scenarios"] += 1
        if not outcome.passed:
            self._found["scenarios that fail by themselves"] += 1

    def _look(self, op: Op) -> None:
        self._found["operations"] += 1
        self._seen += 1
        if self._seen % self._every:
            return
        before = None
        with suppress(FirmwareError):
            before = app_of(self._device)
        mine = list(self._told)
        told = [record[:6] for journal in mine for record in self._told[journal]]
        for torn in TORN_KINDS:
            self._found["cuts"] += 1
            try:
                problem = self._recover(cut(op, torn, self._seen), before, told)
            except FAILED as error:
                problem = f"recovery failed: {type(error).__name__} {error}"
            for other in [journal for journal in self._told if journal not in mine]:
                del self._told[other]
            if problem:
                self._found[problem] += 1
                self._found[f"  in {self._scenario.name}"] += 1

    def _recover(self, flash: WatchedFlash, before: App | None, told: "list[Fields]") -> str:
        device = self._started(flash)
        app = app_of(device)
        problem = compare(app, before, told, len(self._told.get(app.journal, ())), self._found)
        if problem:
            return problem
        for key, t_ms in (("OK", 10), ("STOP", 150), ("A", 900), ("B", 1900)):
            device.press(key, t_ms * 1000)
        device.run_until(2_600_000)
        expected = self._fields(app)
        again = self._fields(app_of(self._started(flash)))
        return "" if again == expected else "second recovery differs"

    def _started(self, flash: WatchedFlash) -> Device:
        device = Device(World(flash, self._device.world.lexicons), runtime_factory("cpython"))
        device.power_on()
        return device

    @staticmethod
    def _fields(app: App) -> "tuple[int, tuple[int, int], list[Event]]":
        """Return the state that another cut must not change, whatever phase comes back."""
        events = [event for event in app.journal.events() if event[2] != POWER]
        return app.recorder.game, app.recorder.match.turns, events


# -- at the nth call of a function


class Hung(BaseException):
    """Raised where the processor stands still; nothing in the firmware may catch it."""


class _Bomb:
    """Raises at the n-th call of the functions it counts; with n = 0, only counts.

    parts: the functions; by default, every one of the firmware.
    """

    def __init__(
        self, at: int, error: type[BaseException], parts: frozenset[CodeType] = frozenset()
    ) -> None:
        self.calls: dict[CodeType, list[int]] = {}  # function -> numbers of its calls
        self._parts, self._at, self._error, self._count = parts, at, error, 0

    def __call__(self, frame: FrameType, event: str, _arg: Any) -> None:
        code = frame.f_code
        if event != "call" or not (
            code in self._parts if self._parts else FIRMWARE in code.co_filename.replace("\\", "/")
        ):
            return
        self._count += 1
        if not self._at:
            self.calls.setdefault(code, []).append(self._count)
        elif self._count == self._at:
            sys.setprofile(None)
            raise self._error("injected")

    def play(self, scenario: Scenario) -> tuple[Device, Outcome | None]:
        """Return the device, and the scenario's outcome; None if it was broken off."""
        device = Device.provisioned(scenario.settings, "cpython", scenario.path.parent)
        runner = Runner(scenario, device)
        with quick_picture():
            sys.setprofile(self)
            try:
                return device, runner.run()
            except (Hung, MemoryError, RuntimeError):
                return device, None
            finally:
                sys.setprofile(None)


def _spread(numbers: list[int], count: int) -> list[int]:
    """Return `count` of the numbers, evenly spread, or all if there are fewer."""
    count = min(count, len(numbers))
    return [numbers[(2 * n + 1) * len(numbers) // (2 * count)] for n in range(count)]


def exceptions(chosen: list[Scenario], each: int, every: int = 1) -> dict[str, int]:
    """Raise an exception in every function that any scenario calls, at `each` of its calls.

    every: only each `every`-th function. If the firmware goes on, the scenario must hold or the
    log must report a fault; if not, the next start has everything that was acknowledged.
    """
    found: Counter[str] = Counter()
    met: set[CodeType] = set()
    for scenario in chosen:
        counter = _Bomb(0, MemoryError)
        counter.play(scenario)[0].close()
        fresh = {code: calls for code, calls in counter.calls.items() if code not in met}
        met.update(fresh)
        for calls in list(fresh.values())[::every]:
            for number, at in enumerate(_spread(calls, each)):
                found["cases"] += 1
                error = RuntimeError if number % 2 else MemoryError
                problem = _raised(scenario, _Bomb(at, error), found)
                if problem:
                    found[f"{problem} (call {at} in {scenario.name})"] += 1
    found["functions"] = len(met)
    return dict(found)


def _raised(scenario: Scenario, bomb: _Bomb, found: Counter[str]) -> str:
    with acknowledged() as told:
        device, outcome = bomb.play(scenario)
        records = [record[:6] for journal in told for record in told[journal]]
    try:
        if outcome is None or outcome.expected == "the firmware to go on":
            found["crashes"] += 1
            device.power_cut()
            device.power_on()
            journal = app_of(device).journal
            if [record[:6] for record in journal.records()][: len(records)] != records:
                return "record lost"
            if not journal.verify()[0]:
                return "chain broken"
            _go_on(device)
        elif outcome.passed:
            found["survived"] += 1
        elif device.log_count("fault"):
            found["told by a fault"] += 1
        else:
            return f"silent error: {outcome.text()}"
    except FirmwareError as error:
        return f"recovery failed: {error}"
    finally:
        device.close()
    return ""


class _Dead:
    """The dead firmware: polling it has no effect, and it never answers."""

    def boot(self, ticks: int, cause: str) -> None:
        pass

    def poll(self, ticks: int, edges: list[tuple[int, bool, int]]) -> Polled:
        return Polled(1 << 30, 0)

    def call(self, method: str, *args: object) -> None:
        raise FirmwareError(f"hung: {method} is not answered")

    def drop(self) -> None:
        pass


def hangs(chosen: list[Scenario], points: int) -> dict[str, int]:
    """Let the processor stand still in every part, at `points` of its calls in each scenario.

    The world and the players go on until the watchdog restarts the device.
    """
    parts = {function.__code__: name for name, function in PARTS.items()}
    found: Counter[str] = Counter()
    for scenario in chosen:
        found["scenarios"] += 1
        counting = _Bomb(0, Hung, frozenset(parts))
        counting.play(scenario)[0].close()
        for code, calls in counting.calls.items():
            for at in _spread(calls, points):
                with acknowledged() as told:
                    device, outcome = _Bomb(at, Hung, frozenset(parts)).play(scenario)
                    found["cases"] += outcome is None
                    try:
                        problem = "" if outcome else _restarted(device, told, found)
                    except FirmwareError as error:
                        problem = f"recovery failed: {error}"
                    finally:
                        device.close()
                if problem:
                    found[f"{problem} ({parts[code]} in {scenario.name}, call {at})"] += 1
    return dict(found)


def _restarted(device: Device, told: Told, found: Counter[str]) -> str:
    """Let the watchdog fire, and check the restarted device."""
    before = None
    with suppress(FirmwareError):
        before = app_of(device)
    hung_us, boots = device.now_us, device.boots
    records = [record[:6] for journal in told for record in told[journal]]
    device._runtime = _Dead()
    while device.boots == boots:
        if not device.step(hung_us + GIVE_UP_US):
            return "never started again"
    found[WORST_HUNG_MS] = max(found[WORST_HUNG_MS], (device.now_us - hung_us) // 1000)
    app = app_of(device)
    problem = compare(app, before, records, len(told.get(app.journal, ())), found)
    if not problem:
        _go_on(device)
    return problem


# -- the display's bus


def bus_faults(samples: int) -> dict[str, int]:
    """Fail the bus once per game, at a byte of a transfer; the transfers cover a whole game.

    The game must go as it does without the fault, and two seconds later the picture must match.
    """
    total, expected = _with_fault(-1, 0)
    found: Counter[str] = Counter()
    for number in range(samples):
        found["faults"] += 1
        _, seen = _with_fault(1 + number * total // samples, number % 9)
        if seen[0] != expected[0]:
            found["another game"] += 1
        if seen[1] != expected[1]:
            found["another picture"] += 1
    return dict(found)


def _with_fault(at: int, sent: int) -> tuple[int, tuple[dict[str, str], bytes]]:
    """Return (transfers, (status, picture)) of a game; transfer `at` breaks after `sent` bytes."""
    scenario = parse(GAME, Path("game"))
    device = Device.provisioned(scenario.settings, "cpython")
    world, write = device.world, device.world.i2c_write
    count = 0

    def failing(addr: int, data: bytes) -> None:
        nonlocal count
        count += 1
        if count == at:
            write(addr, data[:sent])
            raise OSError(5, "bus")
        write(addr, data)

    world.i2c_write = failing
    try:
        with quick_picture():
            Runner(scenario, device).run()
            device.run_until(device.now_us + 2_000_000)
        return count, (device.status(), device.frame())
    finally:
        device.close()
