"""The simulated device behind the page; its time passes only in run_until()."""

from pathlib import Path

from corrido.core.events import WHO_NAMES
from corrido.store.journal.journal import Journal
from corrido.store.nor import layout

from host_tools.device.norflash import NorFlash
from host_tools.files import write_whole
from host_tools.sim.device import Device
from host_tools.sim.runtime import UNIQUE_ID
from host_tools.sim.world import PAUSE_US, PRESS_US

# game, ms on its timeline, names of the entry, who, value, text
LogRow = tuple[int, int, list[str], str, int, str]


class SimulatedMachine(Device):
    """A simulated device that the page also plugs, watches and hears."""

    place: Path | None = None  # the file that keeps its flash, if any
    display_plugged = True
    _kept = b""
    _heard_us = 0

    def display(self, plugged: bool) -> None:
        """Plug in or unplug the display's bus."""
        self.display_plugged = plugged
        bus = self.world.bus
        bus.plug() if plugged else bus.unplug()

    def fault(self, name: str, value: int) -> None:
        """Inject `bounce` (us, from now on), `stall` (ms) or `damage` (a bit of the word list)."""
        world = self.world
        if name == "bounce":
            for contact in world.contacts:
                contact.bounce_us = value
        elif name == "stall":
            world.stall(value * 1000)
        else:
            size = world.lexicons.size(self.lexicon)
            world.lexicons.flip(self.lexicon, size // 2, 0)

    def log(self, count: int) -> list[LogRow]:
        """Return the latest log entries, read from a copy of the flash."""
        copy = NorFlash()
        copy.load(self.world.flash.image())
        journal = Journal(copy, *layout(copy)[2], device=UNIQUE_ID)
        journal.mount()
        return [
            (game, t_ms, list(logs), WHO_NAMES[who], value, bytes(text).decode(errors="replace"))
            for game, _, t_ms, _, who, value, logs, text, *_ in journal.tail(count)
        ]

    def entering(self) -> bool:
        """Return whether the grid of tiles has the focus."""
        return self.powered and self.focus().startswith("letters")

    def type_tile(self, tile: str) -> int:
        """Press the keys that go to a tile and select it; return when the presses end."""
        if not self.entering():
            return self.now_us
        t_us = self.now_us
        for key in self.way(tile):
            self.press(key, t_us)
            t_us += PRESS_US + PAUSE_US
        return t_us

    def leds(self) -> dict[str, bool]:
        """Return the LEDs, and whether each is lit."""
        return {"A": False, "B": False, **self.world.leds}

    def take_buzzer(self) -> list[tuple[int, int]]:
        """Return the buzzer's edges since the last call."""
        since_us, self._heard_us = self._heard_us, self.now_us
        edges = []
        for tone in self.world.buzzer.tones(since_us, self.now_us):
            if since_us < tone.start_us:
                edges.append((tone.start_us, tone.hz))
            if tone.end_us is not None and since_us < tone.end_us:
                edges.append((tone.end_us, 0))
        return edges

    def status(self, t_us: int | None = None) -> dict[str, str]:
        """Save the flash's content, then return the firmware's status."""
        self._keep()
        return super().status(t_us)

    def _keep(self) -> None:
        """Write the flash to its file if it has changed, whole or not at all."""
        image = self.world.flash.image() if self.place else b""
        if self.place and image != self._kept:
            self._kept = image
            write_whole(self.place, image)

    def close(self) -> None:
        """Release processes and files, and save the flash's content."""
        self._keep()
        super().close()
