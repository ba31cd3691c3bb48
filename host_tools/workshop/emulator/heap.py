"""Measure the heap left at each screen of a game on the emulated chip, and its largest piece."""

from pathlib import Path
from typing import Any, NamedTuple

from boards.sim.fingers import pin_keys, steps
from host_tools.device.payload import beside_firmware
from host_tools.workshop.emulator.heapmap import HeapMap
from host_tools.workshop.emulator.play import Table
from host_tools.workshop.emulator.player import Player

# A play of eight words, the most that a challenge holds. Only their lengths matter, and repeating
# one letter takes few keys.
WORDS = ("AAAAAAAAA", "AAAAAAAAAAAA", "AAAAA", "AAAAA", "AAAAA", "AAAA", "AAAA", "AA")
SETTINGS = {"preset": "fise-corrido", "budget": "600", "sounds": "all", "pin": "0000"}
_LETTER_US = 200_000.0
_ASKED_US = 8e6
_MENU_US = 3e6  # a collection is at most 2 s away, and closes what leaves no reserve
_LOADED_US = 20e6  # the PIN is worked out in 5 s where code lies in RAM; a screen is loaded in 0.4
# Texts of these screens in Spanish.
_ARBITER, _LETTERS = "Árbitro 1/", "HECHO"
_RUN = b"\nrun("  # where main.py begins its loop


class Heap(NamedTuple):
    """Bytes free after a collection, and the largest contiguous piece."""

    free: int
    largest: int


def keys_for(words: tuple[str, ...]) -> list[str]:
    """Return the keys that enter the words of a challenge and finish, from the first cell on."""
    from corrido.lexicon.alphabet import alphabet
    from corrido.ui import tiles

    cells, letters = tiles.grid("es"), alphabet("es")
    at, keys = tiles.after(cells, "", "es", linear=False), []
    for number, word in enumerate(words):
        spelt = letters.spell(word) or ()
        end = tiles.DONE if number == len(words) - 1 else tiles.NEXT
        for tile in [*(letters.tiles[index] for index in spelt), end]:
            keys += [*steps(cells, at, tile), "OK"]
            at = tiles.after(cells, tile, "es", linear=False)
    return keys


def answering(table: Table) -> Table:
    """Return a table whose chip's console answers `heap`, `hold` and `free` too."""
    source = Path(__file__).with_name("ondevice") / "heap.py"
    start, run, loop = table.files["main.py"].rpartition(_RUN)
    main = start + b"\n" + beside_firmware(source).encode() + run + loop
    table.files = {**table.files, "main.py": main}
    return table


class Gauge:
    """A powered chip whose console answers `heap` too."""

    def __init__(self, uf2: Path) -> None:
        self.player = Player(answering(Table(uf2, SETTINGS)))
        self.found: dict[str, Heap] = {}

    def read(self, screen: str) -> None:
        """Record the heap left at this screen."""
        aside: Any = self.player.ask("heap", _ASKED_US)
        heap = HeapMap.of(self.player.chip)
        self.found[screen] = Heap(heap.free_after + sum(aside), max(heap.largest_after, *aside))


def pressed_with(gauge: Gauge, more: int) -> list[str]:
    """Hold more bytes while a clock runs, ask for the menu, hand over; return whose clock ran.

    At first and at last; the menu has been refused or has opened. UserError if the firmware stops
    answering.
    """
    player = gauge.player
    status = player.into_play()
    ran = [status["running"]]
    player.ask(f"hold {more}", _ASKED_US)
    player.press("OK", "UP", "OK", apart_us=_MENU_US)
    player.press(ran[0], apart_us=_MENU_US)
    player.ask("hold 0", _ASKED_US)
    return [*ran, player.status()["running"]]


def played(uf2: Path) -> Gauge:
    """Play through the screens that need most memory, up to a verdict; read the heap at each.

    The word list is open and the clocks run wherever the rules allow it. UserError if the
    firmware stops answering.
    """
    gauge = Gauge(uf2)
    player = gauge.player

    def press_until(key: str, text: str, there: bool = True) -> None:
        player.press(key)
        player.chip.run_until(lambda: (text in player.shown()) == there, _LOADED_US, 100_000)

    gauge.read("setup")
    player.press("OK", apart_us=3e6)
    player.press("B", "A", "B")
    gauge.read("clock")
    player.press("OK", "DOWN")
    gauge.read("menu over a running clock")
    player.press("UP", "OK")
    gauge.read("PIN over a running clock")
    player.press(*pin_keys(SETTINGS["pin"]))
    press_until("OK", _ARBITER)
    gauge.read("arbiter's list")
    press_until("BACK", _ARBITER, there=False)
    player.press("STOP")  # his PIN has stopped both clocks: play goes on
    press_until("CHALLENGE", _LETTERS)
    gauge.read("challenge")
    player.press(*keys_for(WORDS), apart_us=_LETTER_US)
    player.chip.run_for(1_000_000)
    gauge.read("eight words to confirm")
    player.press("A", "B")
    player.chip.run_for(1_000_000)
    gauge.read("verdict")
    return gauge
