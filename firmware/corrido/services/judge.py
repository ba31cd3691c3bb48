"""Looks words up: every word of a play, always all of them, in a lexicon known to be whole."""

import os

from corrido.core import events as e
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import Lexicon, LexiconDamaged

LEXICON_SUFFIX = ".lex"
UNTRIED = 0
DAMAGED, MISSING, UNREADABLE, MEMORY = 1, 2, 3, 4  # indices in events.FAULTS


class Refusal(Exception):
    """No answer can be given; code is an index in events.FAULTS."""

    def __init__(self, code: int) -> None:
        super().__init__(e.FAULTS[code])
        self.code = code


class Judge:
    """The lexicons of a folder, one of them open."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.name = ""
        self.lexicon = None
        self.code = MISSING  # why there is no lexicon, or UNTRIED

    def names(self) -> list:
        """Names of the lexicons on the device, in alphabetical order."""
        try:
            files = os.listdir(self._folder)
        except OSError:
            return []
        return sorted([f[: -len(LEXICON_SUFFIX)] for f in files if f.endswith(LEXICON_SUFFIX)])

    def choose(self, name: str) -> None:
        """Take lexicon `name` from now on; it is opened when it is needed, or by prepare()."""
        if name == self.name:
            return
        if self.lexicon:
            self.lexicon.close()
        self.name, self.lexicon, self.code = name, None, UNTRIED

    def prepare(self) -> bool:
        """Open the lexicon, which takes a second on an RP2040; False if that has been tried.

        One that cannot be opened is refused at the next look-up.
        """
        if self.code != UNTRIED:
            return False
        name, self.code = self.name, MISSING
        try:
            self.lexicon = Lexicon(self._folder + "/" + name + LEXICON_SUFFIX)
        except LexiconDamaged:
            self.code = DAMAGED
        except OSError:
            self.code = MISSING if name not in self.names() else UNREADABLE
        except MemoryError:
            self.code = MEMORY
        return True

    def alphabet_code(self) -> str:
        """Code of the tiles that words are entered with; Spanish while no lexicon is open."""
        self.prepare()
        return self.lexicon.alphabet if self.lexicon else "es"

    def look_up(self, words: list) -> list:
        """For each text True if it is playable; all are looked up in all cases. Refusal if unsure.

        The lexicon is checked first, as a whole or page by page as it is read.
        """
        if self.code == MEMORY:
            self.code = UNTRIED  # there may be more of it now
        self.prepare()
        if not self.lexicon:
            raise Refusal(self.code)
        try:
            if not self.lexicon.verify():
                raise Refusal(DAMAGED)
            return [self._playable(word) for word in words]
        except LexiconDamaged:
            raise Refusal(DAMAGED) from None
        except OSError:
            raise Refusal(UNREADABLE) from None
        except MemoryError:
            raise Refusal(MEMORY) from None

    def _playable(self, word: str) -> bool:
        tiles = alphabet(self.lexicon.alphabet).spell(word)
        return tiles is not None and self.lexicon.contains(tiles)

    def title(self) -> str:
        """Name, edition and beginning of the hash, as the log and the screens show it."""
        self.prepare()
        if not self.lexicon:
            return self.name
        lexicon = self.lexicon
        return "%s %s %s" % (lexicon.name, lexicon.edition, lexicon.sha256[:8])
