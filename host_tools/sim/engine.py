"""The device in real time: let it run, pass on contacts, report changes."""

import asyncio
import base64
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from host_tools.sim.simulated import SimulatedMachine

FRAME_S = 1 / 60
STATUS_EVERY_S = 0.1
LOG_LINES = 100  # at most, per question
# If the device is behind by more than this (a laptop that slept), the missing time is dropped.
LAG_LIMIT_S = 1.0
# No contact moves twice within this time: a busy computer must not swallow a press.
STEADY_US = 50_000
# How often a device that is behind still takes its orders and shows its picture.
WORK_S = 0.05
SLICE_S = 0.01


class Engine:
    """Run one machine against the wall clock; its updates are all changes since the one before."""

    def __init__(
        self,
        machine: SimulatedMachine,
        clock: Callable[[], float] = time.monotonic,
        command: str = "corrido sim",
    ) -> None:
        """Take a clock that never goes back, and what the page shows once the device is gone."""
        self.keys = machine.keys
        self.updates: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._machine = machine
        self._speed = 1  # device seconds per second of the clock; the page offers others, 0 too
        self._clock = clock
        self._command = command
        self._orders: asyncio.Queue[Sequence[Any]] = asyncio.Queue()
        self._wall = 0.0
        self._behind_s = 0.0
        self._shown: dict[str, Any] = {}
        self._held: set[str] = set()  # keys whose contacts are closed
        self._moved_us: dict[str, int] = dict.fromkeys(machine.keys, -STEADY_US)
        self._typed: list[str] = []
        self._typed_until_us = 0

    def hello(self) -> dict[str, Any]:
        """Return everything that a newly opened page needs."""
        known = {"keys": list(self.keys), "speed": self._speed, "command": self._command}
        return {**known, **self._shown}

    def frame(self) -> bytes:
        """Return the first display's last frame as in machine.frame(); empty before the first."""
        frames = self._shown.get("frames", [""])
        return base64.b64decode(frames[0])

    def obey(self, message: Sequence[Any]) -> None:
        """Carry out a page's message soon."""
        self._orders.put_nowait(message)

    def _obey(self, message: Sequence[Any]) -> None:
        machine = self._machine
        match message:
            case ("close" | "open") as verb, key, *_:  # a finger's time is for the page's own
                self._contact(key, verb == "close")
            case "do", "plug":
                machine.power_on()
            case "do", "unplug":
                machine.power_cut()
            case "do", "reset":
                machine.reset()
            case "do", "damage":
                machine.fault("damage", 0)
            case "do", action:
                machine.display(action == "display-on")
            case "type", tile:
                self._typed.append(tile)
            case "ask", number, _, count:
                log = machine.log(min(int(count), LOG_LINES))
                self.updates.put_nowait({"answer": [int(number), log, None]})
            case "speed", speed:
                self._speed = speed
                self._behind_s = 0.0
                self._report({"speed": speed})
            case fault, value:
                machine.fault(fault, int(value))

    def _pace(self) -> int:
        """Return the present speed, which is real time while a key is held."""
        return 1 if self._held else self._speed

    def _contact(self, key: str, closed: bool) -> None:
        """Close or open a key's contact. To close it again is a new touch: it opens before."""
        if key in self._held:
            self._held.discard(key)
            self._move(key, False)
        if closed:
            self._held.add(key)
            self._move(key, True)

    def _move(self, key: str, closed: bool) -> None:
        self._let_pass_us(self._moved_us[key] + STEADY_US - self._machine.now_us)
        self._moved_us[key] = self._machine.now_us
        self._machine.finger(key, closed)
        self.updates.put_nowait({"moved": [key, closed, self._machine.now_us]})

    async def live(self) -> None:
        """Power the device and let time pass until it is cancelled; FirmwareError, UserError."""
        machine = self._machine
        machine.power_on()
        self._wall = told = self._clock()
        while True:
            with suppress(TimeoutError, asyncio.TimeoutError):
                self._obey(await asyncio.wait_for(self._orders.get(), self._idle_s()))
            while not self._orders.empty():
                self._obey(self._orders.get_nowait())
            self._catch_up(self._clock())
            if self._typed and machine.now_us >= self._typed_until_us:
                self._typed_until_us = machine.type_tile(self._typed.pop(0))
            self._report(self._picture())
            if self._wall - told >= STATUS_EVERY_S:
                told = self._wall
                self._report({"status": machine.status(), "spoken": machine.said(),
                              "entering": machine.entering()})  # fmt: skip

    def _idle_s(self) -> float:
        """Return how long, in seconds, there is nothing to do unless an order comes."""
        if self._behind_s > 0 or self._typed:
            return 0.0 if self._behind_s > 0 else FRAME_S
        due_us = self._machine.next_us()
        if due_us is None or not self._pace():
            return STATUS_EVERY_S
        due_s = (due_us - self._machine.now_us) / 1_000_000 / self._pace()
        return max(FRAME_S, min(due_s, STATUS_EVERY_S))

    def _catch_up(self, wall: float) -> None:
        """Let the device run up to the present, spending at most WORK_S."""
        pace = self._pace()
        behind_s = self._behind_s + (wall - self._wall) * pace
        self._behind_s = min(behind_s, LAG_LIMIT_S * pace)
        self._wall = wall
        while self._behind_s > 0 and self._clock() < wall + WORK_S:
            slice_us = round(min(self._behind_s, SLICE_S * max(1.0, pace)) * 1_000_000)
            if not slice_us:
                break  # less than a microsecond remains
            self._let_pass_us(slice_us)

    def _let_pass_us(self, duration_us: int) -> None:
        if duration_us > 0:
            self._machine.run_until(self._machine.now_us + duration_us)
            self._behind_s -= duration_us / 1_000_000

    def _picture(self) -> dict[str, Any]:
        machine = self._machine
        return {
            "frames": [base64.b64encode(machine.frame()).decode()],
            "leds": machine.leds(),
            "powered": machine.powered,
            "display": machine.display_plugged,
            "us": machine.now_us,
            "buzzer": machine.take_buzzer(),
        }

    def _report(self, seen: dict[str, Any]) -> None:
        """Queue the changes since the last report; sound is an event, never a state."""
        sound = seen.pop("buzzer", [])
        now_us = seen.pop("us", 0)
        changed = {name: value for name, value in seen.items() if self._shown.get(name) != value}
        self._shown.update(changed)
        if sound:
            changed.update(buzzer=sound, us=now_us)
        if changed:
            self.updates.put_nowait(changed)
