"""`python -m tests.lab.heap_in_play IMAGE`: the heap that is free in a game, on any emulated chip.

From setup to a verdict and back into play, in bytes by gc.mem_free() after a collection.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from host_tools.workshop.emulator.heap import answering
from host_tools.workshop.emulator.player import Player
from host_tools.workshop.emulator.table import Table
from tests.lab import whole_game

ASKED_US = 20e6  # a collection of 4 MB
AT_REST_US = 1_500_000  # for screens that are still loaded or unloaded


def stages(image: Path) -> Iterator[tuple[str, int]]:
    """Play with a valid challenge; yield each stage's name and its free bytes."""
    player = Player(answering(Table(image, whole_game.SETTINGS | {"budget": "600"})))

    def free() -> int:
        player.chip.run_for(AT_REST_US)
        return player.ask("free", ASKED_US)[0]

    try:
        yield "setup", free()
        whole_game.into_play(player)
        yield "play", free()
        whole_game.entered(player)
        yield "confirmation", free()
        whole_game.tapped(player, "A", "B")
        whole_game.until(player, 20e6, phase="verdict")
        yield "verdict", free()
        whole_game.tapped(player, "OK")
        whole_game.until(player, 8e6, phase="running")
        yield "play again", free()
    finally:
        player.chip.close()


if __name__ == "__main__":
    for name, free_bytes in stages(Path(sys.argv[1])):
        print(f"{name:<14}{free_bytes / 1000:8.0f} KB", flush=True)
