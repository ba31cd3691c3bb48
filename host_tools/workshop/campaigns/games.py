"""Whole devices that play scenarios while something fails at the nth call of something else.

Power at a flash operation, an exception or a processor that stands still in any function. What
comes back is compared with what the device had acknowledged.
"""

import json
import sys
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any
from unittest import mock

from corrido.app.app import App
from corrido.core import phases
from corrido.core.events import FOLD
from corrido.core.game import Game, replay
from corrido.store.game_record import folded, unfolded, unpack_rules
from corrido.store.journal import codec
from corrido.store.journal.codec import GAME
from corrido.store.journal.journal import Journal
from corrido.store.journal.survey import verify

from host_tools.device.norflash import NorFlash
from host_tools.scenario.model import Scenario
from host_tools.scenario.runner import Outcome, Runner
from host_tools.sim.device import Device
from host_tools.sim.runtime import FirmwareError
from host_tools.sim.world import World
from host_tools.workshop.campaigns.nth import Nth, each_cut, spread

if TYPE_CHECKING:
    from corrido.store.journal.codec import Fields

WORST_MS, WORST_HUNG_MS = "worst time lost, ms", "worst time hung, ms"
GIVE_UP_US = 20_000_000  # a watchdog that has not fired by then never will
FIRMWARE = "/firmware/corrido/"


def _app(device: Device) -> App | None:
    """Return a device's app, if one runs."""
    with suppress(FirmwareError):
        return device.app
    return None


# -- is it the same game?


@contextmanager
def told() -> "Iterator[list[Fields]]":
    """Yield the entries that any journal acknowledges meanwhile."""
    entries: list[Fields] = []
    write = Journal._write

    def noting(journal: Journal, tag: int, fields: "Fields", *more: Any) -> None:
        write(journal, tag, fields, *more)
        if tag != codec.TAG_STRIP:
            entries.append(fields)

    with mock.patch.object(Journal, "_write", noting):
        yield entries


def _lost(journal: Journal, entries: "list[Fields]") -> str:
    """Return the fault of a mounted journal, "" for none; the entries are then those it has."""
    kept = [record[:6] for record in journal.records()]
    game = max((entry[GAME] for entry in entries), default=1)
    there = iter(kept)  # one that was being written may be there, too
    if not all(entry in there for entry in entries if entry[GAME] == game):
        return "record lost"
    entries[:] = kept
    return "" if verify(journal)[0] else "chain broken"


def compare(app: App, before: App | None, entries: "list[Fields]", found: Counter[str]) -> str:
    """Return the fault of `app`, which has just recovered; "" for none.

    before: the app that was stopped, or None; entries: as told() has them. The time lost goes
    into found[WORST_MS].
    """
    now = app.recorder
    if now.match.phase == phases.FAULT:
        return _lost(app.journal, entries) or "a fault for nothing"
    if fault := _lost(app.journal, entries) or differs(app):
        return fault
    # A press on its way to the flash may have started a clock before it was acknowledged.
    if not before or before.recorder.game != now.game or not now.match.measures_time():
        return ""
    if not before.recorder.match.measures_time():
        return ""
    lost_ms = before.recorder.on_line(before.timebase.now_ms()) - now.match.t_ms
    found[WORST_MS] = max(found[WORST_MS], lost_ms)
    if lost_ms > 1000:
        return "more than a second lost"
    return "time from nowhere" if lost_ms < 0 else ""


def differs(app: App) -> str:
    """Return the fault if the game rebuilt from its log is not the device's, in any attribute."""
    journal, live, start = app.journal, app.recorder.match, None
    events = list(journal.events())
    if live.phase == phases.SETUP and all(event[2] == FOLD for event in events):
        return ""  # a state that was being taken in is none before its last part
    if not events or app.recorder.game != journal.current.game:
        return "" if live.phase == phases.SETUP else "game from nowhere"
    packed = journal.beginning()
    rules = unpack_rules(packed)
    if journal.current.folded:
        start = unfolded(json.loads(packed)[2], rules)
    again = replay(rules, journal.events, start=start)
    if again.t_ms < live.t_ms and live.phase != phases.SETUP:
        again.advance(live.t_ms)
    return "" if _state(live) == _state(again) else "another state"


def _state(match: Game) -> "list[Any]":
    """Return all that a match is, except what counts ignored presses too."""
    match = match.copy()
    match.seq = match.seqs.event = 0
    match.replaying = False
    return folded(match)


# -- power


def cuts(scenario: Scenario, every: int) -> dict[str, int]:
    """Play a scenario, cutting each `every`-th flash operation in every way.

    A second device starts from what each cut leaves, while the first plays on.
    """
    found, flash = Counter[str](scenarios=1, operations=0, cuts=0), NorFlash()
    device = Device.provisioned(scenario.settings, "cpython", scenario.path.parent, flash)

    def look(left: NorFlash, _number: int) -> None:
        found["cuts"] += 1
        acknowledged = entries[:]
        try:
            again = Device(World(left, device.world.lexicons))
            again.power_on()
            problem = _goes_on(again, _app(device), entries, found)
        except Exception as error:  # whatever the firmware raises
            problem = f"recovery failed: {type(error).__name__} {error}"
        entries[:] = acknowledged
        if problem:
            found[problem] += 1
            found[f"  in {scenario.name}"] += 1

    # The offset: other scenarios cut other operations.
    cutting = each_cut(flash, look, every, len(scenario.name))
    with told() as entries, cutting as operations:
        outcome = Runner(scenario, device).run()
    device.close()
    found["operations"] = operations.calls
    found["scenarios that fail by themselves"] += not outcome.passed
    return dict(found)


def _goes_on(
    device: Device, before: App | None, entries: "list[Fields]", found: Counter[str]
) -> str:
    """Compare a device that has started again, play on, and compare what a cut leaves of that."""
    problem = compare(device.app, before, entries, found)
    if not problem:
        device.tap("OK", "STOP", "A", "B", "STOP", pause_us=820_000)  # it must respond
        device.power_cut()
        device.power_on()
        problem = compare(device.app, None, entries, found)
    return problem


# -- at the nth call of a function


class Hung(BaseException):
    """Raised where the processor stands still; nothing in the firmware may catch it."""


def broken_off(
    chosen: list[Scenario], errors: tuple[type[BaseException], ...], each: int, every: int = 1
) -> dict[str, int]:
    """Raise in each `every`-th function that a scenario calls, at `each` of its calls in turn.

    A function that several scenarios call counts in the first. After Hung the world and the
    players go on until the watchdog restarts the device; after an exception it is reset.
    """
    found: Counter[str] = Counter()
    met: set[Hashable] = set()
    for scenario in chosen:
        found["scenarios"] += 1
        functions = Nth()
        _broken_off(scenario, functions, Hung)[0].close()
        fresh = [code for code in functions.of if code not in met]
        met.update(fresh)
        for code in fresh[::every]:
            for number, at in enumerate(spread(functions.of[code], each)):
                found["cases"] += 1
                problem = _tried(scenario, at, errors[number % len(errors)], found)
                if problem:
                    name = getattr(code, "co_name", "")
                    found[f"{problem} ({name}, call {at} in {scenario.name})"] += 1
    found["functions"] = len(met)
    return dict(found)


def _broken_off(
    scenario: Scenario, calls: Nth, error: type[BaseException]
) -> tuple[Device, Outcome | None]:
    """Raise at the due call of the firmware's functions; return no outcome if that ended it."""
    device = Device.provisioned(scenario.settings, "cpython", scenario.path.parent)
    runner = Runner(scenario, device)

    def count(frame: FrameType, event: str, _arg: Any) -> None:
        code = frame.f_code
        if event == "call" and FIRMWARE in code.co_filename.replace("\\", "/") and calls(code):
            sys.setprofile(None)
            raise error("injected")

    sys.setprofile(count)
    try:
        return device, runner.run()
    except (Hung, MemoryError, RuntimeError):
        return device, None
    finally:
        sys.setprofile(None)


def _tried(scenario: Scenario, at: int, error: type[BaseException], found: Counter[str]) -> str:
    """Play with a fault; return what is wrong with what came of it, "" for nothing."""
    with told() as entries:
        device, outcome = _broken_off(scenario, Nth((at,)), error)
        try:
            if outcome is not None and outcome.expected != "the firmware to go on":
                return _survived(device, outcome, found)
            return _goes_on(device, _restarted(device, error is Hung, found), entries, found)
        except FirmwareError as failure:
            return f"recovery failed: {failure}"
        finally:
            device.close()


def _survived(device: Device, outcome: Outcome, found: Counter[str]) -> str:
    """Check a device that went on: all as without the fault, or the fault was reported."""
    if outcome.passed:
        found["survived"] += 1
    elif device.log_count("fault"):
        found["told by a fault"] += 1
    else:
        return f"silent error: {outcome.text()}"
    return ""


def _restarted(device: Device, hung: bool, found: Counter[str]) -> App | None:
    """Restart a device, one that hangs by its watchdog if that runs; return the app that hung."""
    found["crashes"] += 1
    if not hung or device.world.fed_us is None:
        device.reset()
        device.run_until(device.now_us)
        return None
    before = _app(device)
    hung_us, boots = device.now_us, device.boots
    device.world.stall(GIVE_UP_US)
    while device.boots == boots:
        if not device.step(hung_us + GIVE_UP_US):
            raise FirmwareError("the watchdog never fires")
    found[WORST_HUNG_MS] = max(found[WORST_HUNG_MS], (device.now_us - hung_us) // 1000)
    return before
