"""Hang a part of the firmware, and let the watchdog restart the device.

At the n-th call of a part, somewhere in a scenario, the processor stands still while the world and
the players go on. After the restart, the device's state is compared with the acknowledged one.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any
from unittest import mock

from corrido.app.console import Console
from corrido.contacts.debouncer import Debouncer
from corrido.core.match import Match
from corrido.services.health import Health
from corrido.services.judge import Judge
from corrido.services.keys import Keys
from corrido.services.recorder import Recorder
from corrido.services.sound import Sound
from corrido.store.journal.journal import Journal
from corrido.store.pin import Pin
from corrido.ui import screens
from corrido.ui.navigator import Navigator

from host_tools.scenario.model import Scenario
from host_tools.scenario.runner import Runner
from host_tools.sim.device import Device
from host_tools.sim.runtime import DirectRuntime, FirmwareError, Polled
from host_tools.sim.world import World
from host_tools.workshop.bench._compare import compare
from host_tools.workshop.campaigns.cut_game import Noted, acknowledged
from host_tools.workshop.campaigns.quick import quick_picture
from host_tools.workshop.campaigns.running import made_app

if TYPE_CHECKING:
    from corrido.parts import Board

WORST_HUNG_MS = "worst time hung, ms"
GIVE_UP_US = 20_000_000  # a watchdog that has not fired by then never will
QUESTION = b"?1 status\n"
QUESTION_EVERY = 40  # polls of the console per question
_LONG_US = 1 << 30

FIRMWARE = {
    "keys": (Keys, "poll"),
    "debouncer": (Debouncer, "poll"),
    "game, an event": (Recorder, "send"),
    "game, the time": (Recorder, "advance"),
    "rules": (Match, "handle"),
    "journal": (Journal, "append"),
    "heartbeat": (Journal, "heartbeat"),
    "look-up": (Judge, "looking_up"),
    "PIN": (Pin, "check"),
    "sound": (Sound, "poll"),
    "battery": (Health, "battery_percent"),
    "screen, laid out": (Navigator, "compose"),
    "screen, painted": (Navigator, "paint"),
    "console": (Console, "poll"),
}
DRIVERS = {
    "I2C write": "i2c_write",
    "I2C recover": "i2c_recover",
    "buzzer": "buzz",
    "flash read": "flash.read",
    "flash program": "flash.program",
    "flash erase": "flash.erase",
}
SCREENS = {
    f"screen {phase}": (screens.find(name), "items") for phase, name in screens.BASES.items()
}


class Hung(BaseException):
    """Raised where the processor stands still; nothing in the firmware may catch it."""


class _Dead:
    """The dead firmware: polling it has no effect, and it never answers."""

    def boot(self, ticks: int, cause: str) -> None:
        pass

    def poll(self, ticks: int, edges: list[tuple[int, bool, int]]) -> Polled:
        return Polled(_LONG_US, 0)

    def call(self, method: str, *args: object) -> None:
        raise FirmwareError(f"hung: {method} is not answered")

    def drop(self) -> None:
        pass


class _Port:
    """A host that asks for the status now and then."""

    def __init__(self) -> None:
        self._polls = 0
        self._waiting = b""

    def read(self) -> int:
        self._polls += 1
        if not self._polls % QUESTION_EVERY:
            self._waiting = QUESTION
        byte, self._waiting = self._waiting[:1], self._waiting[1:]
        return byte[0] if byte else -1

    def room(self) -> bool:
        return True

    def write(self, data: bytes) -> None:
        pass


class _WithConsole:
    """The main loop of firmware/main.py: the app, then the console."""

    def __init__(self, board: "Board") -> None:
        from corrido.app.app import App

        self.app = App(board)
        self._console = Console(self.app, _Port())

    def poll(self) -> int:
        wait_us = self.app.poll()
        while self._console.poll():
            if not self._console._out:
                break
        return wait_us

    def __getattr__(self, name: str) -> Any:
        return getattr(self.app, name)


class _Trap:
    """Counts the calls of every part; at call `at` of `part`, the processor stands still."""

    def __init__(self, part: str = "", at: int = 0) -> None:
        self.calls: Counter[str] = Counter()
        self._part, self._at = part, at

    def wrapped(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return `function`, wrapped to count its calls."""

        def call(*args: Any, **options: Any) -> Any:
            self.calls[part] += 1
            if part == self._part and self.calls[part] == self._at:
                raise Hung(part)
            return function(*args, **options)

        return call

    @contextmanager
    def set(self, world: World) -> Iterator[None]:
        """Count every part of firmware and world."""
        with ExitStack() as stack:
            for part, (owner, name) in {**FIRMWARE, **SCREENS}.items():
                made = self.wrapped(part, getattr(owner, name))
                stack.enter_context(mock.patch.object(owner, name, made))
            for part, path in DRIVERS.items():
                owner, _, name = path.rpartition(".")
                target = world.flash if owner else world
                made = self.wrapped(part, getattr(target, name))
                stack.enter_context(mock.patch.object(target, name, made))
            yield


def hangs(chosen: list[Scenario], points: int) -> dict[str, int]:
    """Hang every part at `points` of its calls in each scenario."""
    found: Counter[str] = Counter()
    for scenario in chosen:
        found["scenarios"] += 1
        counting = _Trap()
        _play(scenario, counting, found)
        for part, calls in counting.calls.items():
            for point in range(min(points, calls)):
                at = 1 + (2 * point + 1) * calls // (2 * min(points, calls))
                _play(scenario, _Trap(part, min(at, calls)), found)
    return dict(found)


def _device(scenario: Scenario) -> Device:
    device = Device.provisioned(scenario.settings, "cpython", scenario.path.parent)
    device._factory = lambda world: DirectRuntime(world, _WithConsole)
    return device


def _play(scenario: Scenario, trap: _Trap, found: Counter[str]) -> None:
    device = _device(scenario)
    with acknowledged() as told:
        try:
            with quick_picture(), trap.set(device.world):
                Runner(scenario, device).run()
        except Hung as hung:
            found["cases"] += 1
            problem = _after(device, told, found)
            if problem:
                found[f"{problem} ({hung} in {scenario.name}, call {trap.calls[str(hung)]})"] += 1
        finally:
            device.close()


def _after(device: Device, told: dict[Journal, list[Noted]], found: Counter[str]) -> str:
    """Let the watchdog fire, and check the restarted device."""
    before = getattr(made_app(device), "app", None)
    hung_us, boots = device.now_us, device.boots
    records = [record[:6] for journal in told for record in told[journal]]
    device._runtime = _Dead()
    try:
        while device.boots == boots:
            if not device.step(hung_us + GIVE_UP_US):
                return "never started again"
        found[WORST_HUNG_MS] = max(found[WORST_HUNG_MS], (device.now_us - hung_us) // 1000)
        app = made_app(device).app
        own = len(told.get(app.journal, ()))
        problem = compare(app, before, records, own, found)
        if not problem:
            _go_on(device)
    except FirmwareError as error:
        return f"recovery failed: {error}"
    return problem


def _go_on(device: Device) -> None:
    """Press a few keys; the device must respond."""
    start_us = device.now_us
    for number, key in enumerate(("OK", "STOP", "A", "B", "STOP")):
        device.press(key, start_us + 200_000 + number * 900_000)
    device.run_until(start_us + 12_000_000)
    if made_app(device).health.battery_percent() is not None:
        raise FirmwareError("a battery from nowhere")
