"""The view of the device that an `expect` gets: as of the step, even if the device is ahead."""

import hashlib
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeVar

from host_tools.files import made_folder
from host_tools.scenario.model import Mismatch
from host_tools.scenario.sounds import NEAR_MS, Heard, felt, patterns
from host_tools.sim.device import CONFIRM_US, Device
from host_tools.sim.ocr import read_text

T = TypeVar("T")
SHOTS = Path("build/shots")  # pictures that a `shot` did not find


class DeviceView:
    """One look at the device as of t_ms."""

    def __init__(
        self, device: Device, t_ms: int, t_us: int, barrier_us: int | None,
        since: tuple[int, int], shots: dict[str, tuple[str, bytes]],
    ) -> None:  # fmt: skip
        """Confirm presses up to t_us, without passing barrier_us; answers are as of t_ms.

        since: the texts spoken before the step before, and its instant (us). shots: Scenario's.
        """
        self.shots = shots
        self._since = since
        self._device = device
        self._t_ms = t_ms
        self._t_us = t_us
        self._barrier_us = barrier_us
        limit_us = 0
        while limit_us < self._limit_us():  # a stall that begins meanwhile puts off the limit
            limit_us = self._limit_us()
            device.settle(t_us, limit_us)

    def _limit_us(self) -> int:
        limit_us = max(self._t_us, self._device.world.stalled_until_us) + CONFIRM_US
        return limit_us if self._barrier_us is None else min(limit_us, self._barrier_us)

    @cached_property
    def status(self) -> dict[str, str]:
        """The firmware's status as of the step."""
        return self._device.status(self._t_ms * 1000)

    def log_count(self, kind: str) -> int:
        """Return how many log entries of a kind there are."""
        if not self._device.powered:
            raise Mismatch(f"the log's entries `{kind}`", "no power")
        return self._device.log_count(kind)

    def _watch(
        self, look: Callable[[], T], fits: Callable[[T], bool], limit_us: int | None = None
    ) -> tuple[bool, T]:
        """Look until what is seen fits, or no longer; return whether it does, and what is seen.

        What a press brings about is drawn and spoken as late as CONFIRM_US after it.
        """
        while True:
            seen = look()
            if fits(seen):
                return True, seen
            if not self._device.step(self._limit_us() if limit_us is None else limit_us):
                return False, seen

    def senses(self, sense: str, text: str, wanted: bool) -> list[str] | None:
        """Return None if the text ("" for any) is sensed, or not, as wanted; else all that is.

        sense: `screen` or `focus`, as they come to be; `said` or `felt`, since the last step.
        """
        once = sense in ("said", "felt")

        def fits(seen: list[str]) -> bool:
            lines = (*seen, " ".join(seen)) if sense == "screen" else seen
            there = any(text == one if sense == "felt" and text else text in one for one in lines)
            return there == (wanted or once)

        right, seen = self._watch(getattr(self, f"_{sense}"), fits)
        return None if right == (wanted or not once) else [one.strip() for one in seen]

    def _screen(self) -> list[str]:
        return _read(self._device.frame())

    def _focus(self) -> list[str]:
        return [f" {self._device.focus()} "]

    def _said(self) -> list[str]:
        return [line for n, _, line in self._device.said() if n > self._since[0]]

    def _felt(self) -> list[str]:
        since_us, device = self._since[1], self._device
        taps = felt(device.world.motor.tones(since_us, device.now_us))
        return [one for one, begun_ms in taps if begun_ms * 1000 >= since_us]

    def shows(self, digest: str) -> str:
        """Return the hash of the display's picture, `digest` if it may still come to that."""
        if not self._device.powered:
            raise Mismatch("a picture", "no power")
        return self._watch(lambda: picture_hash(self._device.frame()), digest.__eq__)[1]

    def beside(self, name: str, wanted: bytes) -> str:
        """Write a picture beside the display's, and say where."""
        from host_tools.sim import png  # Pillow is needed only here

        file = made_folder(SHOTS) / f"{name.replace('/', '-')}.png"
        file.write_bytes(png.encode(png.sheet([wanted, self._device.frame()], 2), 2))
        return f" (left in {file})"

    def hears(self, fits: Callable[[Heard], bool]) -> list[Heard] | None:
        """Return None if one of the patterns played fits; else all of them.

        A pattern due at the step may begin or end as late as NEAR_MS after it.
        """
        device = self._device

        def played() -> list[Heard]:
            return patterns(device.world.buzzer.tones(0, max(self._t_ms * 1000, device.now_us)))

        limit_us = min(self._t_us + NEAR_MS * 1000, self._limit_us())
        right, found = self._watch(played, lambda heard: any(map(fits, heard)), limit_us)
        return None if right else found

    def sounds_between(self, from_ms: int, to_ms: int) -> list[str]:
        """Return the sounds in a stretch of time, excluding its end, as texts."""
        from_us, to_us = from_ms * 1000, to_ms * 1000
        tones = self._device.world.buzzer.tones(from_us, to_us)
        within = [tone for tone in tones if tone.start_us < max(to_us, from_us + 1)]
        return [f"{tone.hz} Hz from {tone.start_us / 1e6:.3f}" for tone in within]


def picture_hash(frame: bytes) -> str:
    """Return a picture's hash, as tables of pictures have it."""
    return hashlib.sha256(frame).hexdigest()[:16]


_read = lru_cache(maxsize=256)(read_text)
