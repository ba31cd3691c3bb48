"""Games on the emulated chip by its pins, an ordinary one and the worst, and what they cost.

The loop is the firmware's own, timed by ondevice/turns.py; presses, flash, picture and buzzer are
watched from outside, on the pins.
"""

import random
import struct
from ast import literal_eval
from collections.abc import Callable, Mapping
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from corrido.lexicon.alphabet import alphabet
from corrido.ui import tiles
from corrido.ui.texts.source import whole

from host_tools.build.lean import without_typing
from host_tools.build.mpy import compile_file
from host_tools.build.sources import beside
from host_tools.device.image import load
from host_tools.errors import UserError
from host_tools.sim.device import Device, pin_keys
from host_tools.workshop.emulator.chip import Chip
from host_tools.workshop.emulator.flash import TYPICAL
from host_tools.workshop.emulator.table import DEFAULTS, HOLD_US, TARGET, Player, Table

_RECORD_BYTES = 16  # entries are longer; the heartbeat only clears single bytes
_SECOND_US = 1_000_000.0
_CYCLE_US = 0.008


# -- power to picture


def boot(uf2: Path) -> dict[str, dict[str, float]]:
    """Return the seconds from power to USB and picture, for the first start and a later one."""
    table = Table(uf2)
    chip = table.power()
    found = {"first": _started(table, chip)}
    chip.run_for(3 * _SECOND_US)  # in which the first game's blocks are erased
    return {**found, "later": _started(table, table.power(chip.flash_image()))}


def _started(table: Table, chip: Chip) -> dict[str, float]:
    """Return the seconds from power to the USB console, the first pixels and a picture at rest."""
    usb = chip.run_until(lambda: chip.console.connected, 5e6)
    changes = table.display.changes
    changes.clear()
    lit = chip.run_until(lambda: table.display.lit and bool(changes), 20e6)
    last = 0
    while len(changes) != last:
        last = len(changes)
        chip.run_for(150_000)
    return {"usb_s": usb / 1e6, "first_pixels_s": lit / 1e6, "whole_picture_s": changes[-1] / 1e6}


# -- a game whose turns are timed


class Timed:
    """A powered chip that times its turns for so long, and prints them."""

    def __init__(
        self, uf2: Path, settings: Mapping[str, str], game_us: float, tries: int = 0
    ) -> None:
        self.frozen = load(str(uf2)).frozen
        self.game_us = game_us
        table = Table(uf2, settings, tries)
        table.files = {**table.files, **self._scripts(table.files["main.py"])}
        self.player = Player(table)
        self.chip = self.player.chip
        self._watch_collections()

    def _scripts(self, main: bytes) -> dict[str, bytes]:
        """Return the files that time the turns: a script, compiled, and a main.py that ends in it.

        So a stock image's heap is filled in the same order, and nothing is compiled in it.
        """
        source = Path(__file__).with_name("ondevice") / "turns.py"
        made = beside({source.name: source.read_bytes()}, short=not self.frozen)
        text = without_typing(made[source.name])
        call = (
            "\nimport turns\nturns.play(board or corrido_board.make(), "
            f"{self.game_us / 1000:.0f})\n"
        )
        compiled = compile_file(source, source.stem, TARGET, text=text)
        return {"turns.mpy": compiled, "main.py": main.rpartition(b"\nrun(")[0] + call.encode()}

    def _watch_collections(self) -> None:
        """Set the byte of ondevice/turns.py whenever a collection is in progress."""
        ram, at = self.chip.mcu.sram, int(self._said().partition("collections at ")[2].split()[0])
        table = _block_table(bytes(ram))

        def look() -> None:
            if 1 in bytes(ram[table]).translate(_MARKED):
                ram[at - _RAM_BASE] = 1
            self.chip.at(1_000, look)  # the shortest collection takes 8 ms

        look()

    def _said(self) -> str:
        """Return the chip's whole output; UserError if the firmware has ended with an error."""
        text = self.chip.console.text.decode("utf-8", "replace")
        if "Traceback" in text or self.chip.resets:
            last = text.partition("Traceback")[2].partition("\n\n")[0].strip().splitlines()
            raise UserError(f"the firmware stopped: {last[-1] if last else 'reset'}", 1)
        return text

    def figures(self) -> dict[str, Any]:
        """Let the time pass for which turns are timed; return what the chip prints then."""
        mark = "measured "
        self.chip.run_until(lambda: "\n" in self._said().partition(mark)[2], self.game_us, 20_000)
        told = literal_eval(self._said().partition(mark)[2].splitlines()[0])
        kinds, most_erases, (collections, collection_us, hasty), lost, heap = told
        # Without and with a collection; of the longest the number of its last job in Loop, too.
        names = ("count", "longest_us", "at_ms", "phase", "job")
        turns = [dict(zip(names, kind, strict=True)) for kind in kinds]
        return {
            "stopped": turns[:2],
            "running": turns[2:],
            "most_erases": most_erases,
            "collections": collections,
            "collection_us": collection_us,
            "hasty_collections": hasty,
            "overflows": lost,
            "heap_start": heap[0],
            "heap_play": heap[1],
        }

    def durable_ms(self, presses_us: list[float]) -> list[float]:
        """Return the ms from each hand-over's first edge to the end of its record's program."""
        done = [operation.t_us for operation in self.chip.flash.operations
                if operation.kind == "program" and operation.length > _RECORD_BYTES]  # fmt: skip
        taken, waits = 0, []
        for at_us in presses_us:
            while taken < len(done) and done[taken] <= at_us:
                taken += 1
            if taken == len(done):
                break
            waits.append((done[taken] + TYPICAL.program - at_us) / 1000)
            taken += 1
        return waits


_RAM_BASE = 0x20000000
# For each byte of the heap's table, 1 if a collection has marked one of its four blocks.
_MARKED = bytes(any(byte >> at & 3 == 3 for at in (0, 2, 4, 6)) for byte in range(256))


def _block_table(ram: bytes) -> slice:
    """Return where MicroPython's table of blocks lies in RAM; UserError if nowhere.

    Its description (py/mpstate.h, 1.23 to 1.28): the table, its length, the finalisers' table and
    the pool, which follow each other; four blocks of 16 bytes a byte.
    """
    words = struct.unpack(f"<{len(ram) // 4}I", ram)
    for at in range(len(words) - 4):
        table, length, finalisers, start, end = words[at : at + 5]
        if table < _RAM_BASE or table + length > _RAM_BASE + len(ram) or length < 512:
            continue
        if 0 <= finalisers - table - length <= 16 and end - start == length * 64:
            return slice(table - _RAM_BASE, table - _RAM_BASE + length)
    raise UserError("no heap of MicroPython in this memory", 1)


# -- an ordinary game

_START_US, _TURN_US = 2_600_000.0, 1_100_000.0  # the lexicon is open by the first press
_TURNS = 6
_BURST_US = 80_000.0
_SETTLED_US = 5_000_000.0  # after a press; its collection comes within 2.2 s
_POLL_US = 500_000.0  # how often a host asks that shows the game
_QUIET_US = 17_000_000.0  # from one collection to the next while only digits change


def game(uf2: Path) -> dict[str, Any]:
    """Play a game; return its turns, heap, latencies, flash operations and shares awake."""
    # One second into this budget, a single digit changes.
    settings = {**DEFAULTS, "budget": "595", "sounds": "all"}
    timed = Timed(uf2, settings, _START_US + _TURNS * _TURN_US + _SETTLED_US)
    chip, player = timed.chip, timed.player
    player.press("OK", 300_000)
    chip.run_for(_START_US)
    presses = [chip.now_us() + turn * _TURN_US for turn in range(_TURNS + 1)]
    for turn, at in enumerate(presses):
        player.press("BA"[turn % 2], at - chip.now_us())
    found = timed.figures()
    found.update(_latencies(timed, presses), awake_share=_awake_share(chip))
    _asking(chip, _POLL_US, "?1 status\n")
    return {**found, "asked_share": _awake_share(chip)}


def _awake_share(chip: Chip) -> float:
    """Return the share of the next seconds in which the processor is awake."""
    begun, cycles = chip.now_us(), chip.mcu.core.cycles
    chip.run_for(_QUIET_US)
    # While the flash is busy, the processor waits awake, but the emulator counts no cycles.
    programs = sum(operation.t_us > begun for operation in chip.flash.operations)
    return ((chip.mcu.core.cycles - cycles) * _CYCLE_US + programs * TYPICAL.program) / _QUIET_US


def _asking(chip: Chip, every_us: float, *questions: str) -> Callable[[], None]:
    """Ask one question after the other from now on; return what ends it."""
    left = cycle(questions)
    asking = [True]

    def ask() -> None:
        if asking:
            chip.console.send(next(left).encode())
            chip.at(every_us, ask)

    ask()
    return asking.clear


def _latencies(timed: Timed, presses: list[float]) -> dict[str, float]:
    """Return the worst times from first edge to flash and to picture, and erases during play."""
    table, outputs = timed.player.table, timed.chip.outputs
    changes = table.display.changes
    lamps = [edge for pin in table.lamps for edge in outputs.edges(pin)]
    erases = [each.t_us for each in timed.chip.flash.operations if each.kind != "program"]
    # The press that starts the game opens its first block; the hand-overs after it are play.
    play = presses[1:]
    bursts = [[t_us for t_us in changes if at < t_us < at + _BURST_US] for at in play]
    # A digit changes one second after a player's first turn begins.
    seconds = [at + _SECOND_US for at in presses[:2]]
    digits = [[t_us for t_us in changes if at < t_us < at + _BURST_US] for at in seconds]
    return {
        "durable_ms": max(timed.durable_ms(play)),
        "first_pixel_ms": max(us[0] - at for us, at in zip(bursts, play, strict=True)) / 1000,
        "last_pixel_ms": max(us[-1] - at for us, at in zip(bursts, play, strict=True)) / 1000,
        "digit_ms": max(us[-1] - at for us, at in zip(digits, seconds, strict=True)) / 1000,
        "click_ms": _answered_ms(play, outputs.edges(table.buzzer)),
        "led_ms": _answered_ms(play, lamps),
        "erases_in_play": sum(at > presses[0] + _BURST_US for at in erases),
    }


def _answered_ms(presses_us: list[float], edges: list[tuple[float, bool]]) -> float:
    """Return the longest time from a press to the next rising edge."""
    rises_us = [t_us for t_us, high in edges if high]
    return max(min(t_us for t_us in rises_us if t_us > at) - at for at in presses_us) / 1000


# -- the worst game

SETTINGS = {"preset": "fise-corrido", "budget": "600", "sounds": "all", "pin": "0000",
            "least-turn": "0"}  # fmt: skip
WORD = "CASA"
SEED = 7  # of the bounces
TRIES = 21  # in the log: the game's sixteenth press opens a block of the journal
BURST, BURST_US = 20, 50_000.0  # hand-overs, twice a game
_ASK_US = 400_000.0  # a hasty host
_BURST_HOLD_US = 34_000.0
_CLICK_HZ = 3200.0
_GAME_US, _STOCK_GAME_US = 44e6, 50e6
_LETTER_US, _STOCK_LETTER_US = 200_000.0, 450_000.0  # from one key of a word to the next
# The code for the others takes memory that a stock image has for screens or for this benchmark.
_QUESTIONS = ("?1 status\n", "?2 health\n", "?3 about\n")


def keys_for(words: tuple[str, ...], linear: bool = False) -> list[str]:
    """Return the keys that enter the words of a challenge and finish, from the first cell on.

    linear: those of an encoder.
    """
    twin = Device.provisioned({**SETTINGS, "board": "encoder" if linear else "sim"})
    twin.power_on()
    twin.tap("OK", "B", "CHALLENGE", pause_us=900_000)
    keys = []
    for number, word in enumerate(words, 1):
        end = tiles.DONE if number == len(words) else tiles.NEXT
        for tile in [*(alphabet("es").tiles[at] for at in alphabet("es").spell(word) or ()), end]:
            way = twin.way(tile)
            twin.tap(*way)
            keys += way
    twin.close()
    return keys


def worst(uf2: Path) -> dict[str, Any]:
    """Play the worst game; return turns, collections, delays to durable records, key clicks.

    It has bouncing contacts, every sound, stops, the menu, its pages and the arbiter's list over a
    running clock, a challenge with its verdict and one withdrawn, and a host that asks throughout.
    """
    frozen = load(str(uf2)).frozen
    timed = Timed(uf2, SETTINGS, _GAME_US if frozen else _STOCK_GAME_US, TRIES)
    chip, player = timed.chip, timed.player
    silence = _asking(chip, _ASK_US, *(_QUESTIONS if frozen else _QUESTIONS[:1]))
    handovers_us = _played(player, _LETTER_US if frozen else _STOCK_LETTER_US)
    silence()
    clicks = [tone.end_us - tone.start_us for tone in chip.outputs.tones(15)
              if abs(tone.hz - _CLICK_HZ) < 100]  # fmt: skip
    return {
        **timed.figures(),
        "presses": player.presses,
        "durable_ms": timed.durable_ms(handovers_us),
        "click_ms": [round(us / 1000, 1) for us in sorted(clicks)],
    }


def _played(player: Player, letter_us: float) -> list[float]:
    """Play the game itself, in about thirty seconds of the chip's time; return the hand-overs."""
    chip, handovers_us = player.chip, list[float]()
    keys = partial(player.tap, apart_us=330_000.0)
    noise = player.noise = random.Random(SEED)

    def hand_over(times: int, apart_us: float) -> None:
        for _ in range(times):
            key = "BA"[len(handovers_us) % 2]
            handovers_us.append(chip.now_us())
            player.press(key, hold_us=_BURST_HOLD_US if apart_us < 100_000 else HOLD_US)
            chip.run_for(apart_us + noise.uniform(0, 900))

    keys("OK", apart_us=600_000.0)
    chip.run_for(2_500_000)  # the list is opened meanwhile
    hand_over(2, 500_000.0)
    hand_over(BURST, BURST_US)
    chip.run_for(300_000)
    for _ in range(4):
        keys("STOP", "STOP")
    hand_over(5, 260_000.0)
    for ups in (1, 2, 3):  # the device's page, its reasons, a blank's letter; the menu again
        keys("OK", *["UP"] * ups, "OK", "DOWN", "BACK", "DOWN", "UP")
        hand_over(2, 300_000.0)
    keys("OK", "OK", *pin_keys(SETTINGS["pin"]), "OK", apart_us=260_000.0)
    chip.run_for(1_500_000)
    arbiter = whole("es")["arbiter"] + " 1/"  # the list: the PIN's page has that name too
    chip.run_until(lambda: arbiter in player.shown(), 40e6, 100_000)
    keys("DOWN", "DOWN", "BACK", "STOP")  # the arbiter's list, then play on
    hand_over(2, 300_000.0)
    keys("CHALLENGE", apart_us=4 * letter_us)
    keys(*keys_for((WORD,)), apart_us=letter_us)
    if WORD not in player.shown():  # the measured case must really occur
        raise UserError(f"the worst game has gone astray: {player.shown()!r}, not {WORD!r}", 1)
    keys("A", "B", apart_us=800_000.0)
    keys("OK")
    hand_over(4, 400_000.0)
    keys("CHALLENGE", apart_us=4 * letter_us)
    keys("BACK", apart_us=4 * letter_us)  # withdrawn: both clocks are stopped
    keys("STOP")
    hand_over(BURST, BURST_US)
    chip.run_for(1_500_000)
    return handovers_us
