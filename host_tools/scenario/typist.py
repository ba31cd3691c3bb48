"""Words entered on the device's grid of tiles, by the way that the firmware itself reckons."""

from corrido.lexicon.alphabet import alphabet
from corrido.ui import tiles

from host_tools.scenario.keys import Fingers, Refused


class Typist:
    """Enters words tile by tile; reads where the cursor stands after each."""

    def __init__(self, fingers: Fingers, code: str) -> None:
        """Take the code of an alphabet in corrido/lexicon/alphabet.py."""
        self._fingers = fingers
        self._alphabet = alphabet(code)
        self._cells = tiles.grid(code)

    def enter(self, words: list[str]) -> None:
        """Enter all words of a play, then done; Refused if the letters go away meanwhile."""
        for number, word in enumerate(words):
            if number:
                self._take(tiles.NEXT)
            for tile in self._alphabet.spell(word) or ():  # checked when it was parsed
                self._take(self._alphabet.tiles[tile])
        self._take(tiles.DONE)

    def _take(self, tile: str) -> None:
        """Go to a cell by the shortest way and take it."""
        fingers = self._fingers
        fingers.expect("letters")
        at = int(fingers.fields()["at"])
        if tile not in self._cells:
            raise Refused(f"the grid has no {tile}")
        for key in tiles.steps(self._cells, at, tile):
            fingers.tap(key)
        fingers.tap("OK")
