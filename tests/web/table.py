"""Two players at the page: they press keys of the keyboard and read what the page shows."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from queue import Queue

from corrido.ui import tiles

from boards.sim.fingers import steps
from host_tools.web.engine import Engine

KEYBOARD = {
    "A": "KeyA",
    "B": "KeyL",
    "STOP": "Space",
    "CHALLENGE": "KeyC",
    "UP": "ArrowUp",
    "DOWN": "ArrowDown",
    "LEFT": "ArrowLeft",
    "RIGHT": "ArrowRight",
    "OK": "Enter",
    "BACK": "Escape",
}
MOST_PRESSES = 12
# Be patient: the computer may be running other things too.
PATIENCE_S = 120
LEAST_TURN_MS = 300  # of the device's time: a press within its first 200 ms hands nothing over


class Table:
    """One page with a device behind it. Pictures go to CORRIDO_SHOTS, or to a folder given."""

    def __init__(self, page, engine: Engine, device, folder: Path) -> None:
        self.page = page
        self._engine = engine
        self._device = device
        self._folder = Path(os.environ.get("CORRIDO_SHOTS", folder))
        self._folder.mkdir(parents=True, exist_ok=True)
        self._shots = 0

    def open(self, url: str) -> None:
        """Open the page with its panels closed."""
        self.page.goto(url)
        self.page.wait_for_selector('#status td[data-field="phase"]', state="attached")
        self.page.evaluate("document.getElementById('help').open = false")

    def press(self, key: str) -> None:
        """Press and release a key at once: on a slow computer it must not count as held."""
        self.page.keyboard.press(KEYBOARD[key])
        self.page.wait_for_timeout(60)

    def field(self, name: str) -> str:
        """Return a field of the status, as shown in the page's panel."""
        return self.page.text_content(f'#status td[data-field="{name}"]')

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition; after PATIENCE_S fail with the device's state."""
        until = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < until, f"phase {self.field('phase')}, {self.focus()}"
            self.page.wait_for_timeout(30)

    def expect(self, **fields: str) -> None:
        """Wait until fields of the status (a dot written as _) have these values."""
        wanted = {name.replace("_", "."): value for name, value in fields.items()}
        self.wait_until(lambda: {name: self.field(name) for name in wanted} == wanted)

    def focus(self) -> str:
        """Return where the navigation keys act, asked in the device's thread."""
        answer: Queue[str] = Queue()
        self._engine.call(lambda: answer.put(self._device.focus()))
        return answer.get(timeout=PATIENCE_S)

    def go(self, wanted: str, key: str = "DOWN") -> None:
        """Press a key until the focus begins as wanted."""
        for _ in range(MOST_PRESSES):
            focus = self.focus()
            if focus.startswith(wanted):
                return
            self.press(key)
            self.wait_until(lambda focus=focus: self.focus() != focus)
        raise AssertionError(f"{key} does not lead to {wanted}: {self.focus()}")

    def hand_over(self, player: str) -> None:
        """Press a player's button once their turn has lasted longer than the minimum."""
        start_ms = self._left_ms(player)
        self.wait_until(lambda: self._left_ms(player) <= start_ms - LEAST_TURN_MS)
        self.press(player)
        self.expect(turn="B" if player == "A" else "A")

    def _left_ms(self, player: str) -> int:
        time = self.field(f"clock.{player}")
        minutes, _, seconds = time.lstrip("-").partition(":")
        left_ms = int(minutes) * 60_000 + round(float(seconds) * 1000)
        return -left_ms if time.startswith("-") else left_ms

    def spell(self, word: list[str]) -> None:
        """Enter the tiles of a word and end the entry."""
        cells = tiles.grid("es")
        for tile in [*word, tiles.DONE]:
            while way := steps(cells, self._cursor(), tile):
                before = self._cursor()
                self.press(way[0])
                self.wait_until(lambda before=before: self._cursor() != before)
            focus = self.focus()
            self.press("OK")
            self.wait_until(lambda focus=focus: self.focus() != focus)

    def _cursor(self) -> int:
        return int(self.focus().split("at=")[1].split()[0])

    def shot(self, name: str) -> None:
        """Save a picture of the page."""
        self._shots += 1
        self.page.wait_for_timeout(150)
        self.page.screenshot(path=self._folder / f"{self._shots:02d}-{name}.png")
