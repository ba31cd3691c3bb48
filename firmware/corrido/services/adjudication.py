"""Own the words of a challenge, from the letters entered to the verdict and its log entry.

The core (core/challenge.py) keeps the game's side: who challenged, the cost, and where the game
goes on. Words are never part of the game: they live here and nowhere else.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events, phases
from corrido.services.judge import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from corrido.services.judge import Judge
    from corrido.services.recorder import Recorder

VERDICT_MS = const(500)  # from the confirming press to the verdict, however early it is known


class Adjudication:
    """Enter words, confirm, look up, show, log (art. 40-42). `send` gives the game an event."""

    def __init__(
        self, judge: "Judge", recorder: "Recorder", send: "Callable[[int, int, int], bool]"
    ) -> None:
        self._judge = judge
        self._recorder = recorder
        self._send = send
        self.words: "list[str]" = []  # of the latest challenge, as text
        self._phase = ""
        self._closed = False  # the judge has the words

    def follow(self) -> None:
        """Forget the previous challenge's words when another opens."""
        phase = self._recorder.match.phase
        if phase == phases.CHALLENGE and self._phase != phases.CHALLENGE:
            found = self._recorder.match.challenge
            if not (found and found.amended):
                self.words = []
        self._phase = phase

    def entered(self) -> "list[str]":
        """Return the words that the open challenge begins with: none, unless it was amended."""
        self.follow()
        return self.words

    def submit(self, words: "list[str]") -> None:
        """Take all words of the challenge; next, both players confirm if required."""
        self.words = list(words)
        self._send(events.SUBMIT, 0, len(words))

    def closed(self) -> bool:
        """Return True from the confirmation to the verdict, when nothing may change any more."""
        return self._closed

    def judging(self, asked_ms: int, now_ms: "Callable[[], int]") -> "Iterator[int]":
        """Close the words, and return the work of judging the whole play: never a guess (art. 40).

        The verdict comes at a fixed instant after the press at asked_ms that confirmed the words
        (at a later one if the storage was slower), so that the wait reveals nothing about them.
        """
        self._closed = True
        return self._judging(asked_ms, now_ms)

    def _judging(self, asked_ms: int, now_ms: "Callable[[], int]") -> "Iterator[int]":
        found: "list[bool]" = []
        code = 0
        try:
            for answers in self._judge.looking_up(self.words):
                found = answers or found
                yield 0
        except Refusal as refusal:
            code = refusal.code
        if not code:
            steps = (now_ms() - asked_ms) // VERDICT_MS + 1
            asked_ms += steps * VERDICT_MS
            yield asked_ms
        self._closed = False
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
