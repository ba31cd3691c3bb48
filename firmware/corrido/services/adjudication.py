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
        self._looking: "Iterator[list[bool] | None] | None" = None  # the look-up in progress
        self._asked_ms = -1  # when the words were given to the judge; -1 once they are looked up
        # (when to show it, verdict, payload): found but not yet shown
        self._found: "tuple[int, int, bytes] | None" = None

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

    def asked(self, at_ms: int) -> None:
        """Note that a press at at_ms since power-on confirmed the words."""
        self._asked_ms = at_ms

    def waits(self) -> bool:
        """Return True while words wait to be looked up."""
        return self._asked_ms >= 0

    def closed(self) -> bool:
        """Return True from the confirmation to the verdict, when nothing may change any more."""
        return self._asked_ms >= 0 or self._found is not None

    def due_ms(self) -> int:
        """Return when show() will have a verdict to show; -1 while there is none."""
        return self._found[0] if self._found else -1

    def judge(self, now_ms: "Callable[[], int]") -> None:
        """Do a step towards one verdict for the whole play, or a refusal; never a guess (art. 40).

        It is shown at a fixed instant after the press that asked for it (at a later one if the
        storage was slower), so that the wait reveals nothing about the words.
        """
        if self._looking is None:
            self._looking = self._judge.looking_up(self.words)
        try:
            found = next(self._looking)
        except Refusal as refusal:
            self._asked_ms, self._looking = -1, None
            if self._recorder.match.phase == phases.CHALLENGE:
                self._send(events.FAULT, 0, refusal.code)
            return
        if found is None:
            return
        asked_ms, self._asked_ms, self._looking = self._asked_ms, -1, None
        verdict = events.VALID if all(found) else events.INVALID
        steps = (now_ms() - asked_ms) // VERDICT_MS + 1
        self._found = (asked_ms + steps * VERDICT_MS, verdict, self._payload(self.words, found))

    def show(self, now_ms: int) -> bool:
        """Give the game its verdict, with its log entry, if due; return whether it was."""
        if not self._found or now_ms < self._found[0]:
            return False
        at_ms, verdict, payload = self._found
        self._found = None
        if self._recorder.match.phase != phases.CHALLENGE:
            return False  # the game's limit has ended the game
        self._recorder.send(events.VERDICT, 0, verdict, at_ms, payload)
        return True

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
