"""The worst case on the emulated chip: bouncing contacts, every sound, a host that polls.

One game has bursts of hand-overs at 20 per second, stops, the menu and the arbiter's list over a
running clock, a challenge with its verdict and one withdrawn, and a console that is polled
throughout. The loop is the firmware's own, timed by ondevice/worst.py; presses, flash and buzzer
are watched from outside, on the pins.
"""

import random
from ast import literal_eval
from itertools import cycle
from pathlib import Path
from typing import Any

from corrido.ui.texts.source import whole

from boards.sim.fingers import pin_keys
from host_tools.device.mpy import compile_file
from host_tools.device.payload import folded_beside
from host_tools.device.uf2 import read_uf2
from host_tools.errors import UserError
from host_tools.lean import without_typing
from host_tools.workshop.emulator.flash import TYPICAL
from host_tools.workshop.emulator.heap import keys_for
from host_tools.workshop.emulator.heapmap import RAM_BASE, Marks
from host_tools.workshop.emulator.payload import TARGET
from host_tools.workshop.emulator.pins import Contact, bouncing
from host_tools.workshop.emulator.player import Player
from host_tools.workshop.emulator.table import Table

SETTINGS = {"preset": "fise-corrido", "budget": "600", "sounds": "all", "pin": "0000",
            "least-turn": "0"}  # fmt: skip

LIMIT_US, STOCK_LIMIT_US = 15_000, 60_000  # a turn of the main loop while a clock runs
STOPPED_LIMIT_US = 30_000  # while none runs: an erase takes longer; one per turn
DURABLE_LIMIT_MS = 30.0
BURST_US = 50_000.0  # 20 presses per second
ASK_US = 400_000.0  # how often a host that shows the game asks
WORD = "CASA"
_HOLD_US, _BURST_HOLD_US = 90_000.0, 34_000.0
_CLICK_HZ = 3200.0
_BOUNCES = 4
_LONGEST_BOUNCE_US = 4_000.0
_RECORD_BYTES = 16  # entries are longer; the heartbeat only clears single bytes
_GAME_US, _STOCK_GAME_US = 50e6, 80e6
_LETTER_US, _STOCK_LETTER_US = 200_000.0, 450_000.0  # from one key of a word to the next
KEPT = 16  # longest turns kept
# The code for the others takes memory that a stock image has for screens or for this benchmark.
_QUESTIONS = ("?1 status\n", "?2 health\n", "?3 about\n")
_CHECKED_US = 40e6  # a stock image takes longer than ours to check the PIN and load the list


class Fingers:
    """Presses the table's keys with bounce, and records the hand-overs."""

    def __init__(self, player: Player, seed: int) -> None:
        self._player = player
        self._noise = random.Random(seed)
        self.presses = 0
        self.handovers_us: list[float] = []
        self.on_turn = "B"  # the player whose press starts the next turn

    def _moves(self, closed: bool) -> list[Contact]:
        spans = [self._noise.uniform(50, _LONGEST_BOUNCE_US / _BOUNCES) for _ in range(_BOUNCES)]
        return bouncing(closed, tuple(spans))

    def press(self, key: str, after_us: float = 0.0, hold_us: float = _HOLD_US) -> None:
        """Press a key once; it bounces when it closes and when it opens."""
        chip, gpio = self._player.chip, self._player.table.gpio[key]
        chip.play(gpio, self._moves(True), after_us)
        chip.play(gpio, self._moves(False), after_us + hold_us)
        self.presses += 1

    def keys(self, *names: str, apart_us: float = 330_000.0) -> None:
        """Press keys one after the other, at arbitrary points of the loop."""
        for name in names:
            self.press(name)
            self._player.chip.run_for(apart_us + self._noise.uniform(0, 20_000))

    def hand_over(self, times: int, apart_us: float) -> None:
        """Let the players press in turn."""
        chip = self._player.chip
        hold_us = min(_HOLD_US, _BURST_HOLD_US if apart_us < 100_000 else _HOLD_US)
        for _ in range(times):
            self.handovers_us.append(chip.now_us())
            self.press(self.on_turn, hold_us=hold_us)
            self.on_turn = "A" if self.on_turn == "B" else "B"
            chip.run_for(apart_us + self._noise.uniform(0, 900))


def _expect(player: Player, text: str) -> None:
    """Raise UserError unless the display shows `text`, so that the measured case really occurs."""
    if text not in player.shown():
        raise UserError(f"the worst game has gone astray: {player.shown()!r}, not {text!r}", 1)


def _play(player: Player, fingers: Fingers, letter_us: float) -> None:
    """Play the game itself, in about thirty seconds of the chip's time."""
    chip = player.chip
    fingers.keys("OK", apart_us=600_000.0)
    chip.run_for(2_500_000)  # the list is opened meanwhile
    fingers.hand_over(2, 500_000.0)
    fingers.hand_over(110, BURST_US)  # which fills a block of the journal: the next is opened
    chip.run_for(300_000)
    for _ in range(4):
        fingers.keys("STOP", "STOP")
    fingers.hand_over(5, 260_000.0)
    fingers.keys("OK", "UP", "OK", "DOWN", "BACK", "DOWN", "DOWN", "UP")  # about; the menu
    fingers.hand_over(2, 300_000.0)
    fingers.keys("OK", "OK", *pin_keys(SETTINGS["pin"]), "OK", apart_us=260_000.0)
    chip.run_for(1_500_000)
    arbiter = whole("es")["arbiter"] + " 1/"  # the list: the PIN's page has that name too
    chip.run_until(lambda: arbiter in player.shown(), _CHECKED_US, 100_000)
    _expect(player, arbiter)
    fingers.keys("DOWN", "DOWN", "BACK", "STOP")  # the arbiter's list, then play on
    fingers.hand_over(2, 300_000.0)
    fingers.keys("CHALLENGE", apart_us=4 * letter_us)
    fingers.keys(*keys_for((WORD,)), apart_us=letter_us)
    _expect(player, WORD)
    fingers.keys("A", "B", apart_us=800_000.0)
    fingers.keys("OK")
    fingers.hand_over(4, 400_000.0)
    fingers.keys("CHALLENGE", apart_us=4 * letter_us)
    fingers.keys("BACK", apart_us=4 * letter_us)  # withdrawn: both clocks are stopped
    fingers.keys("STOP")
    fingers.hand_over(20, BURST_US)
    chip.run_for(1_500_000)


def worst(uf2: Path, seed: int = 7, names: bool = False) -> dict[str, Any]:
    """Play the worst game; return turns, collections, delays to durable records, key clicks.

    names: also name the parts of the longest turns, which makes every turn a little longer.
    """
    frozen = read_uf2(uf2).frozen
    limit_us = LIMIT_US if frozen else STOCK_LIMIT_US
    game_us = _GAME_US if frozen else _STOCK_GAME_US
    table = Table(uf2, SETTINGS)
    table.files = {**table.files, **_scripts(game_us, limit_us, names)}
    player = Player(table)
    chip = player.chip
    asking = [True]
    questions = cycle(_QUESTIONS if frozen else _QUESTIONS[:1])

    def ask() -> None:
        if asking[0]:
            chip.console.send(next(questions).encode())
            chip.at(ASK_US, ask)

    ask()
    _watch_collections(chip)
    fingers = Fingers(player, seed)
    _play(player, fingers, _LETTER_US if frozen else _STOCK_LETTER_US)
    asking[0] = False
    chip.run_until(lambda: "\n" in _said(chip).partition(_MARK)[2], game_us, 20_000)
    text = next(line for line in _said(chip).splitlines() if _MARK in line)
    found = _figures(text.partition(_MARK)[2])
    found.update(limit_us=limit_us, stopped_limit_us=STOPPED_LIMIT_US)
    found.update(durable_limit_ms=DURABLE_LIMIT_MS, presses=fingers.presses)
    found["durable_ms"] = _durable_ms(chip, fingers.handovers_us)
    clicks = [tone.end_us - tone.start_us for tone in chip.outputs.tones(15)
              if abs(tone.hz - _CLICK_HZ) < 100]  # fmt: skip
    found["click_ms"] = [round(us / 1000, 1) for us in sorted(clicks)]
    return found


def _watch_collections(chip: Any) -> None:
    """Set the byte of ondevice/worst.py whenever a collection is in progress."""
    at = int(_said(chip).partition(_FLAG)[2].split()[0]) - RAM_BASE
    marks = Marks(chip)

    def look() -> None:
        if marks.any():
            chip.mcu.sram[at] = 1
        chip.at(_LOOK_US, look)

    look()


def _scripts(game_us: float, limit_us: int, names: bool) -> dict[str, bytes]:
    """Return the board's files that time the turns: compiled, as the firmware is, but for main.py.

    A stock image has a table of names that is nearly full: compiling would take the game's memory.
    """
    folder = Path(__file__).with_name("ondevice")
    sources = [folder / "worst.py", *([folder / "long_steps.py"] if names else [])]
    texts = folded_beside({source.name: source.read_bytes() for source in sources})
    files = {
        f"{source.stem}.mpy": compile_file(
            source, source.stem, TARGET, text=without_typing(texts[source.name])
        )
        for source in sources
    }
    more = ", long_steps.watch" if names else ""
    main = f"import worst{', long_steps' if names else ''}\nworst.play({game_us / 1000:.0f}, "
    main += f"{limit_us}, {STOPPED_LIMIT_US}, {KEPT}{more})\n"
    return {**files, "main.py": main.encode()}


def _figures(text: str) -> dict[str, Any]:
    """Return the figures of the list that ondevice/worst.py prints."""
    kinds, most_erases, (collections, collection_us, hasty), lost, us, details = literal_eval(text)
    plain, collecting, running, running_collecting = (
        dict(zip(("count", "longest_us", "over", "limit_us"), kind, strict=True)) for kind in kinds
    )
    longest = sorted(zip(us, details, strict=True), reverse=True)
    return {
        "running": [running, running_collecting],
        "stopped": [plain, collecting],
        "longest": [[took_us, *detail] for took_us, detail in longest if took_us],
        "most_erases": most_erases,
        "collections": collections,
        "collection_us": collection_us,
        "hasty_collections": hasty,
        "overflows": lost,
    }


_MARK, _FLAG = "measured ", "collections at "
_LOOK_US = 1_000.0  # the shortest collection takes 8 ms
_DEAD = "Traceback"


def _said(chip: Any) -> str:
    """Return the chip's whole output; UserError if the firmware has ended with an error."""
    text = chip.console.text.decode("utf-8", "replace")
    if _DEAD in text or chip.resets:
        last = text.partition(_DEAD)[2].partition("\n\n")[0].strip().splitlines()
        raise UserError(f"the firmware stopped: {last[-1] if last else 'reset'}", 1)
    return text


def _durable_ms(chip: Any, handovers_us: list[float]) -> list[float]:
    """Return the ms from each hand-over's first edge to the end of its record's page program."""
    records = [operation for operation in chip.flash.operations
               if operation.kind == "program" and operation.length > _RECORD_BYTES]  # fmt: skip
    taken, waits = 0, []
    for at_us in handovers_us:
        while taken < len(records) and records[taken].t_us <= at_us:
            taken += 1
        if taken == len(records):
            break
        waits.append((records[taken].t_us + TYPICAL.program - at_us) / 1000)
        taken += 1
    return waits
