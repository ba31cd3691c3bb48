"""The emulated RP2040 behind a pseudo-terminal: a real image and its own USB console."""

import contextlib
import os
import pty
import select
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.device.rig import _raw

SLICE_US = 1000
CONSOLE_BYTES = 256
QUIET_S = 0.0005


class EmulatedPico:
    """One power-on of a Pico; `flash` is the previous one's."""

    def __init__(
        self, uf2: Path, flash: bytes | None = None, displays: dict[int, Any] | None = None
    ) -> None:
        from host_tools.workshop.emulator.chip import Chip

        self.chip = Chip(uf2, flash, displays)
        self._device_side, self._held = pty.openpty()
        _raw(self._held, signals=False)
        self.port = os.ttyname(self._held)
        self._heard = bytearray()
        self._cut_at = (b"", 0)
        self._ended = threading.Event()
        self._jobs: list[tuple[Callable[[], None], threading.Event]] = []
        self.failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cut_at(self, mark: bytes, times: int) -> None:
        """Cut the power once the host has sent `mark` this often from now on."""
        self._heard.clear()
        self._cut_at = (mark, times)

    def do(self, job: Callable[[], None]) -> None:
        """Do something on the chip (a press, a pause) between two slices, and wait for it."""
        done = threading.Event()
        self._jobs.append((job, done))
        while not done.wait(0.1):
            if self.failure is not None:
                raise RuntimeError("the emulator ended") from self.failure

    def power_off(self) -> bytes:
        """Cut the power now; return the flash."""
        self._ended.set()
        self._thread.join()
        return self.chip.flash_image()

    def _run(self) -> None:
        try:
            self.chip.run_until(lambda: self.chip.console.connected, 8e6)
            while not self._ended.is_set() and not self._cut():
                self._exchange()
        except BaseException as error:  # noqa: BLE001 - told to the test that waits
            self.failure = error
        finally:
            for side in (self._device_side, self._held):
                os.close(side)

    def _cut(self) -> bool:
        mark, times = self._cut_at
        return bool(mark) and self._heard.count(mark) >= times

    def _exchange(self) -> None:
        """Pass on the host's bytes, let a millisecond pass, and return the output."""
        while self._jobs:
            job, done = self._jobs.pop(0)
            job()
            done.set()
        fifo = self.chip.console._cdc.tx_fifo
        ready = select.select((self._device_side,), (), (), QUIET_S)[0]
        if ready and fifo.item_count < CONSOLE_BYTES:
            typed = os.read(self._device_side, CONSOLE_BYTES)
            self._heard += typed
            self.chip.console.send(typed)
        self.chip.run_for(SLICE_US)
        text = self.chip.console.text
        if text:
            with contextlib.suppress(OSError):
                os.write(self._device_side, bytes(text))
            text.clear()
