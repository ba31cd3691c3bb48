"""A powered Pico on its table, played by its keys and questioned over USB during the game."""

import json
from typing import Any

from host_tools.errors import UserError
from host_tools.sim.ocr import read_text
from host_tools.workshop.emulator.table import Table

KEY_US = 700_000.0  # from one key to the next: the answer and its picture are out by then
HURRIED_US = 300_000.0  # on our own image, where they take a tenth as long
_TRIES = 7  # tries of five seconds each, until the firmware answers
# The keys that lead from a phase towards a running clock.
_NEXT_KEY = {"setup": "OK", "ready": "B", "recovered": "OK", "stopped": "STOP",
             "challenge": "BACK", "verdict": "OK", "fault": "OK"}  # fmt: skip


class Player:
    """One chip from power-on. flash: its content, by default a fresh deployment."""

    def __init__(self, table: Table, flash: bytes | None = None) -> None:
        self.table = table
        self.chip = table.power(flash=flash)
        self._lines: list[str] = []
        self._asked = 0
        self.chip.console.on_line = self._lines.append
        try:
            self.wait_for_firmware()
        except UserError:
            self.chip.close()  # an emulator in its own process would go on running
            raise

    def wait_for_firmware(self) -> None:
        """Wait until the main loop answers, after power or a reset."""
        chip = self.chip
        chip.run_until(lambda: chip.console.connected, 5e6, 5000)
        chip.run_for(300_000)
        for _ in range(_TRIES):  # a chip on a UART receives nothing until it has started
            try:
                self.ask("status", 5e6)
                return
            except UserError:
                continue
        raise UserError("the firmware does not answer", 1)

    def press(self, *keys: str, apart_us: float = KEY_US) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.table.press(self.chip, key, 0)
            self.chip.run_for(apart_us)

    def ask(self, question: str, limit_us: float = 3e6) -> dict[str, Any]:
        """Return the firmware's answer; UserError if none comes within the limit."""
        self._asked += 1  # an earlier question's answer may come late
        self._lines.clear()
        mark = f"!{self._asked} ok "
        self.chip.console.send(f"?{self._asked} {question}\n".encode())
        found: list[str] = []

        def answered() -> bool:
            found.extend(line for line in self._lines if line.startswith(mark))
            return bool(found)

        self.chip.run_until(answered, limit_us, 2000)
        return json.loads(found[0].removeprefix(mark))

    def status(self) -> dict[str, str]:
        """Return the firmware's status of the game."""
        return self.ask("status")

    def shown(self) -> str:
        """Return the lines of text on the display."""
        return " | ".join(read_text(self.table.display.frame()))

    def into_play(self) -> dict[str, str]:
        """Press the keys that lead from any phase to a running clock; return the status there.

        UserError if the clock never runs.
        """
        status = self.status()
        for _ in range(8):
            if status["phase"] == "running":
                return status
            if status["phase"] not in _NEXT_KEY:
                break
            self.press(_NEXT_KEY[status["phase"]], apart_us=HURRIED_US)
            status = self.status()
        raise UserError(f"no way from the phase {status['phase']} to a running clock", 1)

    def until_reset(self, limit_us: float) -> float:
        """Run until the watchdog resets the chip; return us since power-on. UserError if never."""
        chip, resets = self.chip, self.chip.resets
        return chip.run_until(lambda: chip.resets > resets, limit_us, 5_000)
