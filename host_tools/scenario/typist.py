"""Words entered on the device's grid of tiles, by the paths that the firmware computes."""

from corrido.lexicon.alphabet import alphabet
from corrido.ui import tiles

from host_tools.scenario.keys import Fingers, Refused


class Typist:
    """A typist that enters words tile by tile and reads the cursor's position after each."""

    def __init__(self, fingers: Fingers, code: str, plain: bool = False) -> None:
        """Take the code of an alphabet in corrido/lexicon/alphabet.py; plain: as tiles.grid()."""
        self._fingers = fingers
        self._alphabet = alphabet(code)
        self._cells = tiles.grid(code, plain=plain)

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
                self._take(tiles.NEXT)
            for tile in self._alphabet.spell(word) or ():  # checked on parsing
                self._take(self._alphabet.tiles[tile])
        self._take(tiles.DONE)

    def _take(self, tile: str) -> None:
        """Go to a cell by the shortest path and select it."""
        fingers = self._fingers
        fingers.expect("letters")
        at = int(fingers.fields()["at"])
        if tile not in self._cells:
            raise Refused(f"the grid has no {tile}")
        for key in tiles.steps(self._cells, at, tile):
            fingers.tap(key)
        fingers.tap("OK")
