"""Judge plays: the word lists of the device, and the words of a challenge.

All words of a play are looked up, always all of them, in a lexicon verified to be whole. The core
(core/challenge.py) keeps the game's side: who challenged, the cost, and where the game goes on.
Words are never part of the game: they live here, from the letters entered to the verdict and its
log entry, and nowhere else.
"""

import os

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events, phases
from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import Lexicon, LexiconDamaged
from corrido.memory import NATIVE_STAYS, release_list_room, unload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from corrido.services.recorder import Recorder

LEXICON_SUFFIX = ".lex"
# Needed to open a list, not to look words up; machine code stays on an ESP32.
_UNPACKER = () if NATIVE_STAYS else ("corrido.lexicon.unpack",)
OPENERS = ("corrido.lexicon.tables", "corrido.lexicon.tile_sets") + _UNPACKER
VERDICT_MS = const(500)  # from the confirming press to the verdict, however early it is known
DAMAGED, MISSING, UNREADABLE, MEMORY = 1, 2, 3, 4  # indices in events.FAULTS


class Refusal(Exception):
    """Signal that no answer can be given; code is an index in events.FAULTS."""

    def __init__(self, code: int) -> None:
        super().__init__(events.FAULTS[code])
        self.code = code


class Judge:
    """The lexicons of a folder, one of them open."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.name = ""
        self.lexicon: "Lexicon | None" = None
        self._alphabet = self.known_title = ""  # once its head has been read
        self.code = MISSING  # why there is no lexicon
        self._steps: "Iterable[None]" = ()  # left of opening and checking it

    def names(self) -> "list[str]":
        """Return the names of the lexicons on the device, in alphabetical order."""
        try:
            files = os.listdir(self.folder)
        except OSError:
            return []
        return sorted([f[: -len(LEXICON_SUFFIX)] for f in files if f.endswith(LEXICON_SUFFIX)])

    def choose(self, name: str) -> None:
        """Use lexicon `name` from now on; it is opened when needed, or by go_on()."""
        if name != self.name:
            self.drop(MISSING)
            self.name, self._steps = name, self._opening()
            self._alphabet = self.known_title = ""

    def go_on(self) -> bool:
        """Continue opening and checking the list for 30 ms; False if nothing is to do."""
        for _ in self._steps:
            return True
        self._steps = ()
        return False

    def _opening(self) -> "Iterator[None]":
        """Open the lexicon, then check it; if that fails, note why and drop it."""
        path = self.folder + "/" + self.name + LEXICON_SUFFIX
        try:
            lexicon = Lexicon(path, sliced=True)
            for tables_next in lexicon.opening(path):
                self._alphabet = lexicon.alphabet
                self.known_title = " ".join((lexicon.name, lexicon.edition, lexicon.sha256[:8]))
                yield
                if tables_next:
                    release_list_room()
            self.lexicon = lexicon
            unload(*OPENERS)
            yield
            yield from lexicon.checking()
        except (OSError, MemoryError) as error:
            self.drop(self._why(error))

    def _why(self, error: Exception) -> int:
        """Return the code of what has kept the lexicon from being read."""
        if isinstance(error, MemoryError):
            return MEMORY
        if isinstance(error, LexiconDamaged):
            return DAMAGED
        return UNREADABLE if self.lexicon or self.name in self.names() else MISSING

    def drop(self, code: int = MEMORY) -> None:
        """Close the lexicon, to free its memory or for another reason; none until opening()."""
        if self.lexicon:
            self.lexicon.close()
        self.lexicon, self.code, self._steps = None, code, ()
        unload(*OPENERS)

    def opening(self) -> "Iterator[int]":
        """Open the lexicon in steps; try again if it could not be: a full heap may pass."""
        if not (self.lexicon or self._steps):
            self._steps = self._opening()
        while not self.lexicon and self.go_on():
            yield 0

    def alphabet_code(self) -> str:
        """Return the code of the alphabet for entering words; Spanish without a lexicon."""
        self._read_head()
        return self._alphabet or "es"

    def _read_head(self) -> None:
        while not self._alphabet and self.go_on():
            pass

    def look_up(self, words: "list[str]") -> "list[bool]":
        """Return whether each text is playable; always looks up all of them.

        Refusal if this is not certain. The whole lexicon was checked when opened; before each
        answer it is checked again, as a whole or, over 256 KB, block by block as it is read.
        """
        found: "list[bool]" = []
        for _ in self.looking_up(words, found):
            pass
        return found

    def looking_up(
        self, words: "list[str]", found: "list[bool]", whole: bool = False
    ) -> "Iterator[int]":
        """Do look_up() in steps of 30 ms; whole: check every byte first, for up to a second."""
        yield from self.opening()
        while self.go_on():
            yield 0
        lexicon = self.lexicon
        if not lexicon:
            raise Refusal(self.code)
        try:
            for _ in lexicon.checking() if whole else lexicon.verifying():
                yield 0
            for word in words:
                tiles = alphabet(lexicon.alphabet).spell(word)
                found.append(tiles is not None and lexicon.contains(tiles))
                yield 0
        except (OSError, MemoryError) as error:
            raise Refusal(self._why(error)) from None

    def title(self) -> str:
        """Return name, edition and start of the hash, as the log and the screens show them."""
        self._read_head()
        return self.known_title or self.name


class Adjudication:
    """Enter words, confirm, look up, show, log (art. 40-42). `send` gives the game an event."""

    def __init__(
        self, judge: "Judge", recorder: "Recorder", send: "Callable[[int, int, int], bool]"
    ) -> None:
        self._judge = judge
        self._recorder = recorder
        self._send = send
        self.words: "list[str]" = []  # of the latest challenge, as text
        self.closed = False  # from the confirmation to the verdict, when nothing may change

    def submit(self, words: "list[str]") -> None:
        """Take all words of the challenge; next, both players confirm if required."""
        self.words = list(words)
        self._send(events.SUBMIT, 0, len(words))

    def judging(self, asked_ms: int, now_ms: "Callable[[], int]") -> "Iterator[int]":
        """Judge the whole play whose words are closed: never a guess (art. 40).

        The verdict comes at a fixed instant after the press at asked_ms that confirmed the words
        (at a later one if the storage was slower), so that the wait reveals nothing about them.
        """
        found: "list[bool]" = []
        code = 0
        try:
            yield from self._judge.looking_up(self.words, found)
        except Refusal as refusal:
            code = refusal.code
        if not code:
            steps = (now_ms() - asked_ms) // VERDICT_MS + 1
            asked_ms += steps * VERDICT_MS
            yield asked_ms
        self.closed = False
        if self._recorder.match.phase != phases.CHALLENGE:
            return  # the game's limit has ended the game
        if code:
            self._send(events.FAULT, 0, code)
            return
        verdict = events.VALID if all(found) else events.INVALID
        payload = self._payload(self.words, found)
        self._recorder.send(events.VERDICT, 0, verdict, asked_ms, payload)

    def look_up(self, words: "list[str]") -> str:
        """Look up and log words for the arbiter; return `valid`, `invalid` or `fault`."""
        try:
            found = self._judge.look_up(words)
        except Refusal as refusal:
            self._send(events.FAULT, 0, refusal.code)
            return "fault"
        self._recorder.log("lookup", self._payload(words, found))
        return "valid" if all(found) else "invalid"

    def _payload(self, words: "list[str]", found: "list[bool]") -> bytes:
        """Return the log entry's payload: the lexicon that answered, each word and its answer."""
        answers = ["%s %s" % (word, "yes" if yes else "no") for word, yes in zip(words, found)]
        return ("%s: %s" % (self._judge.title(), ", ".join(answers))).encode()
