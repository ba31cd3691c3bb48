"""`python -m tests.lab.pictures IMAGE FILE.png`: keep what an emulated chip shows in a game.

Setup, play, a confirmation and its verdict, as they went over the chip's own bus.
"""

import sys
from pathlib import Path

from host_tools.workshop.emulator.player import Player
from host_tools.workshop.emulator.table import Table
from host_tools.workshop.screens import png
from tests.lab import whole_game

SCALE = 2
WHOLE_US = 1_500_000  # for the rest of a picture whose text can be read


def frames(image: Path) -> list[bytes]:
    """Play the game's beginning by the image's pins; return its pictures, 1,024 bytes each."""
    player = Player(Table(image, whole_game.SETTINGS | {"budget": "600"}))
    kept = []

    def keep(text: str) -> None:
        whole_game.until_shown(player, text, 20e6)
        player.chip.run_for(WHOLE_US)
        kept.append(bytes(player.table.display.frame()))

    try:
        keep("Empezar")
        whole_game.into_play(player)
        keep("FISE corrido")
        whole_game.entered(player)
        keep("CONFIRMEN")
        whole_game.tapped(player, "A", "B")
        whole_game.until(player, 20e6, phase="verdict")
        keep("CORRECTA")
    finally:
        player.chip.close()
    return kept


if __name__ == "__main__":
    sheet = png.sheet(frames(Path(sys.argv[1])), across=2)
    Path(sys.argv[2]).write_bytes(png.encode(sheet, SCALE))
