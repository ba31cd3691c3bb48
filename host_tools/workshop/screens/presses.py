"""Count the key presses of a task on the simulated device; a held key is one press.

The tasks and the earlier figures come from the first trial by new users (November 2026).
"""

import random

from corrido.lexicon.alphabet import alphabet
from corrido.ui import tiles
from corrido.ui.screens.pin import pin_keys

from host_tools.lexicon.ask import listing
from host_tools.paths import lexicon_path
from host_tools.sim.device import Device

PLAYS, SEED = 300, 7
SIZES = (8, 3, 3)  # tiles of the three words
PIN = "1234"
GOING = ["OK", "B"]  # from power-on to a running turn
# task: (keys to get to its start, its keys, where they lead, its presses in the first trial)
TASKS = {
    "game going": ([], GOING, "clock:running", 2),
    "stop to verify, from power-on": ([], [*GOING, "STOP", "DOWN"], "stopped:verify", 4),
    "arbiter's menu": (GOING, ["BACK", *pin_keys(PIN), "OK"], "arbiter:undo", 17),
    "25 minutes instead of 30, tapped": (
        [], ["DOWN", "OK", *["DOWN"] * 5, "OK"], "setup:time", 12,
    ),
    "25 minutes instead of 30, held": (
        [], ["DOWN", "OK", "DOWN~", "OK"], "setup:time", 12,
    ),
    "English": ([], [*["DOWN"] * 3, "OK", "DOWN", "OK"], "setup:language", 7),
}  # fmt: skip
HOLD_US = 1_050_000  # six steps: one at once, then, after 400 ms, one every 150 ms


def count(before: list[str], keys: list[str], focus: str) -> int:
    """Return the number of presses in `keys`; AssertionError if they lead elsewhere."""
    settings = {"preset": "fise-corrido"}
    device = Device.provisioned({**settings, "pin": PIN} if before else settings)
    try:
        device.power_on()
        device.run_until(1_000_000)
        for key in [*before, *keys]:
            held = key.endswith("~")
            long_us = HOLD_US - 200_000 if held else 80_000
            device.press(key.rstrip("~"), device.now_us, long_us)
            device.run_until(device.now_us + long_us + 400_000)
        device.run_until(device.now_us + 1_000_000)
        if not device.focus().startswith(focus):
            raise AssertionError(f"{keys} lead to {device.focus()}, not {focus}")
    finally:
        device.close()
    return len(keys)


def challenge(words: list[list[str]], held: bool) -> int:
    """Return the number of presses that a challenge of these words takes.

    CHALLENGE opens it and begins each further word; the challenger's button ends the entry and
    confirms, the mover's confirms. held: several steps in one direction count as one press.
    """
    cells, total = tiles.grid("es"), len(words) + 2
    for word in words:
        at = tiles.home(cells, "es", False)
        for tile in word:
            way = tiles.steps(cells, at, tile)
            total += len(set(way) if held else way) + 1
            at = tiles.after(cells, tile, "es", False)
    return total


def challenges() -> tuple[float, float]:
    """Return the mean presses of a challenge of 14 tiles in three words: tapped, and held."""
    letters, chance = alphabet("es"), random.Random(SEED)
    spelled = [letters.spell(word) for word in listing(lexicon_path("es"))]
    by_size = {size: [w for w in spelled if w and len(w) == size] for size in set(SIZES)}
    totals = [0, 0]
    for _ in range(PLAYS):
        words = [[letters.tiles[t] for t in chance.choice(by_size[size])] for size in SIZES]
        for which in (0, 1):
            totals[which] += challenge(words, bool(which))
    return totals[0] / PLAYS, totals[1] / PLAYS


def table() -> str:
    """Return the table of presses, before and now."""
    lines = [f"{'task':44}{'before':>8}{'now':>8}"]
    for task, (before, keys, focus, formerly) in TASKS.items():
        lines.append(f"{task:44}{formerly:>8}{count(before, keys, focus):>8}")
    tapped, held = challenges()
    lines.append(f"{'challenge, 14 tiles in three words, tapped':44}{64:>8}{tapped:>8.1f}")
    lines.append(f"{'challenge, 14 tiles in three words, held':44}{64:>8}{held:>8.1f}")
    return "\n".join(lines)
