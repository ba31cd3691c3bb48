"""One simulated device: a world, the firmware in it, and virtual time that moves on demand.

    device = Device.provisioned({"preset": "fise-corrido"})
    device.power_on()
    device.press("B", 1_000_000)
    device.run_until(1_500_000)
    device.status()["running"]

Times are microseconds since the world began.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from corrido.core import events
from corrido.parts import KEYS
from corrido.services.health import BATTERY_EMPTY_MV, BATTERY_FULL_MV
from corrido.ui.screens.pin import DIRECT, PIN_GROUPS, SECOND

from boards.sim.board import TICKS_PERIOD
from host_tools.device.norflash import NorFlash, PowerCut
from host_tools.device.stores import provision, write
from host_tools.errors import UserError
from host_tools.sim.process import PipeRuntime, ProcessRuntime, WasmRuntime
from host_tools.sim.runtime import DirectRuntime, FirmwareError
from host_tools.sim.world import PAUSE_US, PRESS_US, LexiconStore, World

if TYPE_CHECKING:
    from corrido.app.app import App

Runtime = DirectRuntime | PipeRuntime
RUNTIMES = {"cpython": DirectRuntime, "micropython": ProcessRuntime, "wasm": WasmRuntime}
CONFIRM_US = 40_000  # the latest that a press is confirmed after its contact closes
_WATCHDOG_US = 8_388_000  # the longest that an RP2040 has, as set by the board
_RESTLESS_POLLS = 100_000


def runtime_factory(name: str) -> Callable[[World], Runtime]:
    """Return the factory of the runtime with that name; UserError for an unknown one."""
    if name not in RUNTIMES:
        raise UserError(f"runtime {name!r}: one of {', '.join(RUNTIMES)}")
    return RUNTIMES[name]


class Device:
    """A world and the power-on of the firmware that runs in it, if any."""

    keys = KEYS

    def __init__(
        self,
        world: World,
        runtime: str | Callable[[World], Runtime] = "cpython",
        boot_us: int = 0,
    ) -> None:
        """Make a device without power. boot_us: how long the firmware takes to start."""
        self.world = world
        self.lexicon = "es"
        self.boots = 0
        self.polls = 0
        self._factory = runtime_factory(runtime) if isinstance(runtime, str) else runtime
        self._boot_us = boot_us
        self._runtime: Runtime | None = None
        self._cause = "power"
        self._power_us: int | None = None
        self._wake_us: int | None = None
        self._pending = 0
        self._booted_us = 0
        self._restless = 0
        # The duration of each turn of the main loop. On an emulated Pico most take 2,000 to
        # 4,500 us; with 0, everything happens at the instant at which it is due.
        self.turn_us = 0

    @classmethod
    def provisioned(
        cls,
        settings: Mapping[str, str],
        runtime: str | Callable[[World], Runtime] = "cpython",
        folder: Path | None = None,
        flash: NorFlash | None = None,
    ) -> Self:
        """Make a device without power, its stores holding the settings given as texts.

        folder: where a lexicon's path is looked up first. flash: an empty one to use instead of
        a new one. Raises UserError for a bad setting or an unknown
        runtime.
        """
        made = provision(settings, folder)
        lexicons = LexiconStore()
        made.stored["lexicon"] = (
            lexicons.add_words(made.words) if made.words else lexicons.add(made.lexicon)
        )
        if made.following:
            made.stored["lexicon-next"] = lexicons.add(made.following)
        flash = flash or NorFlash()
        if made.games:
            flash.load(_played(made.games))
        write(made, flash)
        world = World(flash, lexicons, made.bounce_us)
        if made.board == "encoder":
            world.keys = tuple("" if key in ("LEFT", "RIGHT") else key for key in KEYS)
        if made.battery is not None:
            span_mv = BATTERY_FULL_MV - BATTERY_EMPTY_MV
            world.battery_mv = BATTERY_EMPTY_MV + -(-made.battery * span_mv // 100)
        device = cls(world, runtime, made.boot_us)
        device.lexicon = made.stored["lexicon"]
        return device

    # -- power

    @property
    def powered(self) -> bool:
        """Whether there is power."""
        return self._power_us is not None

    @property
    def now_us(self) -> int:
        """The present instant."""
        return self.world.now_us

    def power_on(self) -> None:
        """Switch the power on now, if it is off; the firmware starts boot_us later."""
        if self.powered:
            return
        self.world.flash.power_on()
        self._start("power")
        self.run_until(self.now_us)

    def power_cut(self) -> None:
        """Cut the power now, if it is on; flash and word lists stay."""
        if not self.powered:
            return
        self._stop()
        self._power_us = None
        self._wake_us = None
        self.world.lose_power()

    def reset(self) -> None:
        """Restart the processor as the watchdog does; the display keeps its power."""
        if self.powered:
            self._stop()
            self.world.reset_processor()
            self._start("watchdog")

    def close(self) -> None:
        """Release processes and files; the device cannot be used afterwards."""
        self._stop()
        self.world.close()

    def _start(self, cause: str) -> None:
        self._cause = cause
        self._power_us = self.now_us
        self._wake_us = self.now_us + self._boot_us

    def _stop(self) -> None:
        if self._runtime is not None:
            self._runtime.drop()
            self._runtime = None
        self._pending = 0

    # -- fingers

    def press(self, key: str, t_us: int | None = None, hold_us: int = PRESS_US) -> None:
        """Press `key` at t_us (now by default) for hold_us."""
        self.world.press(key, self.now_us if t_us is None else t_us, hold_us)

    def tap(self, *keys: str, hold_us: int = PRESS_US, pause_us: int = PAUSE_US) -> None:
        """Press keys one after the other, with a pause after each."""
        for key in keys:
            self.press(key, hold_us=hold_us)
            self.run_until(self.now_us + hold_us + pause_us)

    def finger(self, key: str, down: bool) -> None:
        """Put a finger down on `key` now, or lift it."""
        self.world.finger(key, down, self.now_us)

    # -- time

    def next_us(self) -> int | None:
        """Return when something next happens in the world or the firmware; None if never."""
        candidates = [self.world.next_us(), self._wake_us, self._bite_us()]
        return min((t_us for t_us in candidates if t_us is not None), default=None)

    def _bite_us(self) -> int | None:
        fed_us = self.world.fed_us
        return None if fed_us is None else fed_us + _WATCHDOG_US

    def step(self, limit_us: int) -> bool:
        """Go to the next instant at which something happens, if it is not past limit_us.

        Return False, with no time passing, if nothing happens until then. Raises FirmwareError,
        and PowerCut if the flash cut the power (the device is then off).
        """
        due_us = self.next_us()
        if due_us is None or due_us > limit_us:
            return False
        world = self.world
        self._restless = self._restless + 1 if due_us <= world.now_us else 0
        if self._restless > _RESTLESS_POLLS:
            raise FirmwareError("it keeps asking to be polled at the same instant")
        world.advance(max(due_us, world.now_us))
        if not self.powered:
            world.captured.clear()
            return True
        bite_us = self._bite_us()
        if bite_us is not None and bite_us <= world.now_us:
            self.reset()
        elif self._runtime is None:
            self._boot_when_due()
        elif world.captured or (self._wake_us is not None and self._wake_us <= world.now_us):
            if world.stalled_until_us > world.now_us:
                self._wake_us = world.stalled_until_us
            else:
                self._guarded(self._poll)
        return True

    def run_until(self, t_us: int) -> None:
        """Let time pass up to and including t_us, with everything due by then. See step()."""
        while self.step(t_us):
            pass
        if t_us > self.now_us:
            self.world.advance(t_us)

    def leap(self, t_us: int) -> None:
        """Let time pass up to t_us as if the firmware slept until then, with no watchdog reset.

        Its counter has then jumped. Contacts that move meanwhile are captured in time.
        """
        self.world.advance(t_us)
        self.world.feed()
        self.run_until(t_us)

    def wake(self) -> None:
        """Poll the firmware now, whatever it is waiting for, after something outside changed."""
        self._wake_us = self.now_us
        self.run_until(self.now_us)

    def settle(self, t_us: int, limit_us: int | None = None) -> None:
        """Run until every press up to t_us is confirmed, but no further than limit_us.

        The default limit is CONFIRM_US after t_us, or after the stall in which t_us lies.
        """
        if limit_us is None:
            limit_us = max(t_us, self.world.stalled_until_us) + CONFIRM_US
        while self.pending() > self.world.presses_since(t_us) and self.step(limit_us):
            pass

    def _boot_when_due(self) -> None:
        world = self.world
        world.captured.clear()
        if self._wake_us is None or self._wake_us > world.now_us:
            return
        self.boots += 1
        runtime = self._runtime = self._factory(world)
        self._booted_us = world.now_us
        self._guarded(lambda: runtime.boot(self._ticks(world.now_us), self._cause))
        self._wake_us = world.now_us

    def _poll(self) -> None:
        world = self.world
        edges = [(key, closed, self._ticks(at)) for key, closed, at in world.captured]
        world.captured.clear()
        self.polls += 1
        assert self._runtime is not None
        wait_us, self._pending = self._runtime.poll(self._ticks(world.now_us), edges)
        self._wake_us = world.now_us + wait_us
        if self.turn_us:
            world.stall(self.turn_us)

    def _guarded(self, action: Callable[[], None]) -> None:
        try:
            action()
        except PowerCut:
            self.power_cut()
            raise

    def _ticks(self, t_us: int) -> int:
        assert self._power_us is not None, "a counter needs power"
        return (t_us - self._power_us) % TICKS_PERIOD

    # -- questions that change nothing

    def pending(self) -> int:
        """Return how many presses the firmware has not yet confirmed, or not even seen."""
        return self._pending + sum(closed for _, closed, _ in self.world.captured)

    def status(self, t_us: int | None = None) -> dict[str, str]:
        """Return the firmware's status, times as of t_us (default now); empty without power."""
        if self._runtime is None:
            return {}
        at_us = self.now_us if t_us is None else t_us
        return self._runtime.call("status", (at_us - self._booted_us) // 1000)

    def log_count(self, kind: str) -> int:
        """Return how many log entries of a kind have been made since the start."""
        return self._ask("log_count", kind)

    def said(self) -> list[tuple[int, str, str]]:
        """Return the latest texts spoken: number, for whom, text; none without power."""
        return [] if self._runtime is None else [(n, w, t) for n, w, t in self._ask("said")]

    @property
    def app(self) -> "App":
        """Return the firmware's app; FirmwareError unless it runs, and in this process."""
        runtime = self._runtime
        if not isinstance(runtime, DirectRuntime) or runtime.app is None:
            raise FirmwareError("no app runs in this process")
        return runtime.app

    def ask(self, command: str) -> str:
        """Return the answer to a host's command now, `ok JSON` or `CODE TEXT`, and let it act."""
        self.wake()
        answer = self._ask("ask", command)
        self.wake()
        return answer

    def focus(self) -> str:
        """Return where the navigation keys act now, as a person would read from the screen."""
        return self._ask("focus")

    def ring(self) -> list[str]:
        """Return what the screen lists, by the names of its focus, in the order of DOWN."""
        return self._ask("ring")

    def way(self, tile: str) -> list[str]:
        """Return the keys that take a tile of the grid that is shown; none if it has none such."""
        return self._ask("way", tile)

    def _ask(self, method: str, *args: object) -> Any:
        if self._runtime is None:
            raise FirmwareError("the device has no power")
        return self._runtime.call(method, *args)

    def frame(self) -> bytes:
        """Return the picture on the display: 1,024 bytes in the form of Ssd1306.frame()."""
        return self.world.frame()

    def cause(self, name: str) -> None:
        """Cause what no key does: a fault of the game by its name, or of a `screen`."""
        self._ask("fault", name)
        self.wake()


@cache
def _played(games: int) -> bytes:
    """Return a flash on which so many games have been begun and then voided."""
    device = Device.provisioned({})
    device.power_on()
    for _ in range(games):
        device.app.begin()
        device.wake()
        device.app.send(events.VOID)
        device.app.send(events.OK)
    device.close()
    return bytes(device.world.flash.data)


def pin_keys(digits: str, stopped: bool = False) -> list[str]:
    """Return the keys that enter a PIN, without the final OK; stopped: no clock runs."""
    keys: list[str] = []
    for digit in digits:
        if stopped and digit in "1234":
            keys += [key for key, one in DIRECT.items() if one == digit]
            continue
        for group, (_, places) in PIN_GROUPS.items():
            if digit in places:
                at = places.find(digit)
                keys += [group, [key for key, place in SECOND.items() if place == at][0]]
    return keys
