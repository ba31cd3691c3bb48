"""Kill each part of the firmware alone, in a running game on the emulated chip.

The watchdog must notice, and the game must come back with the same player on turn.
"""

from pathlib import Path
from typing import NamedTuple

from host_tools.device.payload import beside_firmware
from host_tools.errors import UserError
from host_tools.scenario.lexer import clock_ms
from host_tools.workshop.emulator.player import HURRIED_US, Player
from host_tools.workshop.emulator.table import Table

GO, CODE = 22, (0, 1, 2, 3, 8)  # pins read by ondevice/dead_part.py
WATCHDOG_US = 8_388_000
NEEDED_US = 2_100_000  # the loop reads the pins within a second, and calls the part a second later
FED_US = NEEDED_US + 2_000_000  # its last sign of life lets the watchdog be fed for up to 2 s more
KEPT_S = 1.0  # most time a restart may give back to the running clock
SETTINGS = {"preset": "fise-corrido", "budget": "600", "sounds": "all"}
_CHALLENGE = ("CHALLENGE", "OK", "UP", "OK", "A", "B")  # the word "A", confirmed by both
NEVER = "never found"
_TURN = "turn"  # the button of the player on turn


class Part(NamedTuple):
    """Where a part is in the firmware, how it dies, and the keys after which it is needed.

    booked: the fatal hand-over is already in the record. lives: everything else, the clocks too,
    goes on until the reset.
    """

    module: str
    owner: str
    name: str
    how: str = "hang"
    keys: tuple[str, ...] = ()
    booked: bool = False
    lives: bool = False


def _sign(name: str) -> Part:
    return Part("corrido.services.health", "Health", "alive", name, lives=True)


PARTS = {
    "keys": Part("corrido.services.keys", "Keys", "poll"),
    "game, the time": Part("corrido.services.recorder", "Recorder", "advance"),
    "game, a press": Part("corrido.services.recorder", "Recorder", "decide", keys=(_TURN,)),
    "journal": Part("corrido.store.journal.journal", "Journal", "append", keys=(_TURN,)),
    "heartbeat": Part("corrido.store.journal.journal", "Journal", "heartbeat"),
    "judge": Part("corrido.services.judge", "Judge", "looking_up", keys=_CHALLENGE),
    "sound": Part("corrido.services.sound", "Sound", "poll"),
    "lights": Part("corrido.services.sound", "Lights", "poll"),
    "PIN": Part("corrido.store.pin", "Pin", "poll"),
    "console": Part("corrido.app.console", "Console", "poll"),
    "screen, laid out": Part("corrido.ui.navigator", "Navigator", "compose"),
    "screen, painted": Part("corrido.ui.navigator", "Navigator", "paint"),
    "display driver": Part("corrido.hal.ssd1306", "Displays", "flush_step"),
    "display never done": Part(
        "corrido.hal.ssd1306", "Displays", "flush_step", "true", lives=True
    ),  # fmt: skip
    "contacts": Part("board", "buttons", "get"),
    "I2C bus": Part("board", "i2c", "writevto"),
    "flash": Part("board", "flash", "program", keys=(_TURN,)),
    "buzzer": Part("board", "buzzer", "on", keys=(_TURN,), booked=True),
    "LEDs": Part("board", "", "led", keys=(_TURN,), booked=True),
    "no sign of the keys": _sign("keys"),
    "no sign of the game": _sign("game"),
    "no sign of the screen": _sign("screen"),
}


class Restart(NamedTuple):
    """The restart after a dead part: seconds until the reset, and then to the first answer.

    problem: the fault of the recovered game; "" for none.
    """

    part: str
    found_s: float
    back_s: float
    problem: str


def table(uf2: Path) -> Table:
    """Return a Pico whose board file can kill each part."""
    made = Table(uf2, SETTINGS)
    source = Path(__file__).with_name("ondevice") / "dead_part.py"
    plan = [part[:4] for part in PARTS.values()]
    made.replace_board(f"PARTS = {plan!r}\n{beside_firmware(source)}".encode())
    return made


def longest_us(name: str) -> int:
    """Return how long a part's death may go unnoticed, in microseconds."""
    return WATCHDOG_US + (FED_US if PARTS[name].lives else NEEDED_US)


def kill(player: Player, name: str) -> Restart:
    """Let one part die in a running game, and examine the recovery."""
    part, chip = PARTS[name], player.chip
    before = player.into_play()
    on_turn = before["running"]
    number = list(PARTS).index(name)
    for bit, gpio in enumerate(CODE):
        chip.contact(gpio, bool(number >> bit & 1))
    chip.contact(GO, True)
    chip.run_for(100_000)
    keys = (on_turn if key == _TURN else key for key in part.keys)
    player.press(*keys, apart_us=HURRIED_US)
    begun_us = chip.now_us()
    try:
        reset_us = player.until_reset(longest_us(name))
    except UserError:
        return Restart(name, 0.0, 0.0, NEVER)
    finally:
        chip.contact(GO, False)
    player.wait_for_firmware()
    back_us = chip.now_us()
    problem = difference(part, before, player.status(), player.ask("health")["reset"])
    return Restart(name, (reset_us - begun_us) / 1e6, (back_us - reset_us) / 1e6, problem)


def difference(part: Part, before: dict[str, str], after: dict[str, str], reset: str) -> str:
    """Return the first fault after the restart; "" for none."""
    on_turn = before["running"]
    expected = {"phase": "recovered", "turn": on_turn,
                "turns.A": before["turns.A"], "turns.B": before["turns.B"]}  # fmt: skip
    if part.booked:
        expected["turn"] = "B" if on_turn == "A" else "A"
        turns = f"turns.{on_turn}"
        expected[turns] = after[turns]  # the rules count a turn at its start or at its end
    wrong = [f"{key} {after[key]}, not {value}" for key, value in expected.items()
             if after[key] != value]  # fmt: skip
    if reset != "watchdog":
        wrong.append(f"reset by {reset}")
    clock = f"clock.{on_turn}"
    alive_us = WATCHDOG_US + FED_US if part.lives else NEEDED_US
    alive_s = ((len(part.keys) + 1) * HURRIED_US + alive_us) / 1e6
    left_s, was_s = seconds(after[clock]), seconds(before[clock])
    if not was_s - alive_s <= left_s <= was_s + KEPT_S:
        wrong.append(f"{clock} {after[clock]}, it was {before[clock]}")
    return "; ".join(wrong)


def seconds(clock: str) -> float:
    """Return a clock of the status, such as `9:58.120` or `-0:03.000`, in seconds."""
    return clock_ms(clock, decimals=True) / 1000


def campaign(uf2: Path) -> list[Restart]:
    """Kill every part in turn, on one chip and in the same game."""
    player = Player(table(uf2))
    found = []
    for name in PARTS:
        found.append(kill(player, name))
        if found[-1].problem == NEVER:
            player = Player(player.table, player.chip.flash_image())
    return found
