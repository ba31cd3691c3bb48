"""Fingers guided by the screen: every press is a real one, 80 ms down and 40 ms up."""

from corrido.lexicon.alphabet import alphabet
from corrido.ui import tiles

from host_tools.sim.device import Device
from host_tools.sim.world import PAUSE_US, PRESS_US

MOST_TAPS = 1000  # in one macro: 8 words of 15 tiles take at most 768; more lead nowhere
MOST_BACKS = 40
OVERLAYS = (
    "menu", "pin", "arbiter", "consent", "choice", "time", "number", "sure", "notice", "letters",
    "answer", "log", "about", "selftest",
)  # fmt: skip


class Refused(Exception):
    """Something that a macro asks for and the device does not offer; the macro stops there."""


class Fingers:
    """The fingers that press a device's keys, guided by the position of its focus."""

    def __init__(self, device: Device) -> None:
        """Take the device, which must have power while keys are pressed."""
        self.device = device
        self.taps = 0
        self._early = ""

    def begin(self) -> None:
        """Begin a new macro."""
        self.taps = 0
        self._early = ""

    def press_early(self, key: str, t_us: int) -> bool:
        """Press a macro's first key at t_us, before earlier presses are confirmed.

        Return False if a finger is on the key then. The next tap() of the key counts this press.
        """
        free_us = self.device.world.free_us(key)
        if free_us is not None and free_us > t_us:
            return False
        self.device.press(key, t_us)
        self._early = key
        return True

    def tap(self, key: str, hold_us: int = PRESS_US) -> None:
        """Press and release a key, then pause; wait first if a finger is still on it."""
        self.taps += 1
        if self.taps > MOST_TAPS:
            raise Refused(f"{MOST_TAPS} presses and no end")
        device = self.device
        free_us = device.world.free_us(key)
        if free_us is not None:
            device.run_until(free_us + PAUSE_US)
        if key == self._early:
            self._early = ""
        else:
            device.tap(key, hold_us=hold_us)
        deaf_until_us = device.world.stalled_until_us
        if deaf_until_us > device.now_us:
            # A person waits for the screen before the next press.
            device.run_until(deaf_until_us + PAUSE_US)

    def phase(self) -> str:
        """Return the device's present phase."""
        return self.device.status()["phase"]

    def place(self) -> str:
        """Return the screen that has the focus: the focus up to the first `:`."""
        return self.device.focus().partition(":")[0]

    def item(self) -> str:
        """Return the screen's focused item: the first word after the `:`."""
        return self.device.focus().partition(":")[2].partition(" ")[0]

    def fields(self) -> dict[str, str]:
        """Return the name=value pairs in the focus."""
        words = self.device.focus().split(" ")
        return dict(word.split("=", 1) for word in words if "=" in word)

    def expect(self, *places: str) -> None:
        """Raise Refused unless one of these screens has the focus."""
        if self.place() not in places:
            raise Refused(f"focus {self.device.focus()}, not {' or '.join(places)}")

    def seek(self, wanted: str, place: str, short: bool = False) -> None:
        """Press UP or DOWN until `wanted` has the focus; Refused after a full turn without it.

        short: take the shorter way, by what the screen lists in the order of DOWN.
        """
        self.expect(place)
        first, key = self.item(), "DOWN"
        ring = self.device.ring() if short else []
        if first in ring and wanted in ring:
            down = (ring.index(wanted) - ring.index(first)) % len(ring)
            key = "DOWN" if down <= len(ring) - down else "UP"
        while self.item() != wanted:
            self.tap(key)
            if self.place() != place or self.item() == first:
                raise Refused(f"{place} has no {wanted}")

    def select(self, wanted: str, place: str, short: bool = False) -> None:
        """Seek an item in a list and select it with OK."""
        self.seek(wanted, place, short)
        self.tap("OK")

    def leave(self) -> None:
        """Close menus and notes that lie over the game's own screen."""
        for _ in range(MOST_BACKS):
            place = self.place()
            own = place == "letters" and self.phase() == "challenge"
            if place not in OVERLAYS or own:
                return
            self.tap("BACK")


class Typist:
    """A typist that enters words tile by tile and reads the cursor's position after each."""

    def __init__(self, fingers: Fingers, code: str) -> None:
        """Take the code of an alphabet in corrido/lexicon/alphabet.py."""
        self._fingers = fingers
        self._alphabet = alphabet(code)

    def clear(self) -> None:
        """Delete what a challenge's entry holds, tile by tile."""
        fingers = self._fingers
        while fingers.place() == "letters":
            fields = fingers.fields()
            if fields["word"] == "1" and not fields.get("text"):
                return
            fingers.tap("BACK")

    def enter(self, words: list[str]) -> None:
        """Enter all words of a play, then choose done; Refused if the grid closes meanwhile."""
        for number, word in enumerate(words):
            if number:
                self.take(tiles.NEXT)
            for tile in self.tiles(word):
                self.take(tile)
        self.take(tiles.DONE)

    def tiles(self, word: str) -> list[str]:
        """Return the names of a word's tiles."""
        return [self._alphabet.tiles[tile] for tile in self._alphabet.spell(word) or ()]

    def take(self, tile: str) -> None:
        """Go to a cell by the shortest path and select it."""
        fingers = self._fingers
        fingers.expect("letters")
        way = fingers.device.way(tile)
        if not way:
            raise Refused(f"the grid has no {tile}")
        for key in way:
            fingers.tap(key)
