"""Stop the firmware at any of its calls, and fail the display's bus at any byte."""

import sys
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from host_tools.scenario.model import Scenario
from host_tools.scenario.runner import Outcome, Runner
from host_tools.sim.device import Device
from host_tools.sim.norflash import NorFlash
from host_tools.sim.runtime import FirmwareError
from host_tools.workshop.campaigns.cut_game import acknowledged
from host_tools.workshop.campaigns.quick import quick_picture
from host_tools.workshop.campaigns.running import app_of

if TYPE_CHECKING:
    from corrido.store.journal.codec import Fields

SETTINGS = {"preset": "fise-corrido", "budget": "60", "lexicon": "es"}
# A short game with everything that happens at a table: key, seconds.
GAME = (
    ("OK", 0.5), ("B", 1.0), ("A", 3.0), ("B", 4.2), ("STOP", 5.0), ("DOWN", 5.4), ("OK", 5.8),
    ("STOP", 6.4), ("CHALLENGE", 7.0), ("OK", 7.4), ("RIGHT", 7.8), ("BACK", 8.2), ("A", 9.0),
)  # fmt: skip
END_US = 10_000_000
FIRMWARE = "/firmware/corrido/"


def _play(device: Device) -> None:
    device.power_on()
    for key, at_s in GAME:
        device.press(key, int(at_s * 1_000_000))
    device.run_until(END_US)


def _device(flash: NorFlash | None = None) -> Device:
    return Device.provisioned(SETTINGS, flash=flash)


class _Bomb:
    """Raises at the n-th call of a firmware function; with n = 0, only records the calls."""

    def __init__(self, at: int, error: type[BaseException]) -> None:
        self.calls = 0
        self.places: dict[CodeType, list[int]] = {}  # function -> numbers of its calls
        self._at, self._error = at, error

    def __call__(self, frame: FrameType, event: str, _arg: Any) -> None:
        if event == "call" and FIRMWARE in frame.f_code.co_filename.replace("\\", "/"):
            self.calls += 1
            if not self._at:
                self.places.setdefault(frame.f_code, []).append(self.calls)
            elif self.calls == self._at:
                sys.setprofile(None)
                raise self._error("injected")


def _profiled(bomb: _Bomb, action: Callable[[], None]) -> None:
    sys.setprofile(bomb)
    try:
        action()
    finally:
        sys.setprofile(None)


def _counted() -> _Bomb:
    """Return a bomb that never went off, with the calls of a whole game."""
    counter = _Bomb(0, MemoryError)
    device = _device()
    _profiled(counter, lambda: _play(device))
    device.close()
    return counter


def crashes(each: int, every: int = 1) -> dict[str, int]:
    """Raise an exception at calls spread over a whole game, and restart each time.

    each: how many calls to try of every function that the game calls; every: only each `every`-th
    of these. Nothing acknowledged may be lost.
    """
    _counted()  # the first game imports modules, unlike all later ones
    counter = _counted()
    points = [at for calls in counter.places.values() for at in _spread(calls, each)]
    found: Counter[str] = Counter(functions=len(counter.places))
    for number, at in enumerate(points[::every]):
        error = MemoryError if number % 2 else RuntimeError
        found["cases"] += 1
        problem = _crash_at(_Bomb(at, error), found)
        if problem:
            found[problem] += 1
    return dict(found)


def handlers(chosen: list[Scenario], each: int, every: int = 1) -> dict[str, int]:
    """Raise an exception in every function that any scenario calls, at `each` of its calls.

    every: only each `every`-th function.
    If the firmware goes on, the scenario must hold or the log must report a fault.
    """
    found: Counter[str] = Counter()
    met: set[CodeType] = set()
    for scenario in chosen:
        counter = _Bomb(0, MemoryError)
        _run(scenario, counter)[0].close()
        fresh = {code: calls for code, calls in counter.places.items() if code not in met}
        met.update(fresh)
        for calls in list(fresh.values())[::every]:
            for number, at in enumerate(_spread(calls, each)):
                error = RuntimeError if number % 2 else MemoryError
                found["cases"] += 1
                problem = _crash_in(scenario, _Bomb(at, error), found)
                if problem:
                    found[f"{problem} (call {at} in {scenario.name})"] += 1
    found["functions"] = len(met)
    return dict(found)


def _run(scenario: Scenario, bomb: _Bomb) -> tuple[Device, Outcome | None]:
    """Return the device and the scenario's outcome; None if the board could not be made."""
    device = Device.provisioned(scenario.settings, "cpython", scenario.path.parent)
    runner, outcomes = Runner(scenario, device), []
    try:
        with quick_picture():
            _profiled(bomb, lambda: outcomes.append(runner.run()))
    except (MemoryError, RuntimeError):
        return device, None
    return device, outcomes[0]


def _crash_in(scenario: Scenario, bomb: _Bomb, found: Counter[str]) -> str:
    with acknowledged() as told:
        device, outcome = _run(scenario, bomb)
        records = [record[:6] for journal in told for record in told[journal]]
    try:
        if outcome is None or outcome.expected == "the firmware to go on":
            found["crashes"] += 1
            return _after(device, records)
        if outcome.passed:
            found["survived"] += 1
        elif device.log_count("fault"):
            found["told by a fault"] += 1
        else:
            return f"silent error: {outcome.text()}"
    finally:
        device.close()
    return ""


def _spread(numbers: list[int], count: int) -> list[int]:
    """Return `count` of the numbers, evenly spread, or all if there are fewer."""
    count = min(count, len(numbers))
    return [numbers[(2 * n + 1) * len(numbers) // (2 * count)] for n in range(count)]


def _crash_at(bomb: _Bomb, found: Counter[str]) -> str:
    device = _device()
    with acknowledged() as told:
        try:
            _profiled(bomb, lambda: _play(device))
        except (FirmwareError, MemoryError, RuntimeError):
            found["crashes"] += 1
        records = [record[:6] for journal in told for record in told[journal]]
    problem = _after(device, records)
    device.close()
    return problem


def _after(device: Device, told: "list[Fields]") -> str:
    """Restart the device and return the first fault; "" for none."""
    device.power_cut()
    try:
        device.power_on()
        app = app_of(device)
        kept = [record[:6] for record in app.journal.records()]
        if kept[: len(told)] != told:
            return "record lost"
        if not app.journal.verify()[0]:
            return "chain broken"
        _after_keys(device)
    except FirmwareError as error:
        return f"recovery failed: {error}"
    return ""


def _after_keys(device: Device) -> None:
    start_us = device.now_us
    for number, key in enumerate(("OK", "STOP", "A", "B", "STOP")):
        device.press(key, start_us + 200_000 + number * 900_000)
    device.run_until(start_us + 5_000_000)


def display_faults(samples: int) -> dict[str, int]:
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
    device = _device()
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
        _play(device)
        device.run_until(END_US + 2_000_000)
        return count, (device.status(END_US), device.frame())
    finally:
        device.close()
