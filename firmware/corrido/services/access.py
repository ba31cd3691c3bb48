"""Let the arbiter in: check the PIN while a game goes on, and log the wrong ones (art. 34.5)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.store.pin import SLICE

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.services.recorder import Recorder
    from corrido.services.timebase import Timebase
    from corrido.store.pin import Pin

STEPS = 8  # of a check per poll, at most
POLL_US = 1500  # after this no further step begins ...
TURN_US = 2600  # ... nor after this, counted from the turn's beginning


class Access:
    """One check of the PIN at a time. `send` gives the game an event."""

    def __init__(
        self,
        pin: "Pin",
        recorder: "Recorder",
        timebase: "Timebase",
        send: "Callable[[int, int, int, int], bool]",
        longer: int = 1,
    ) -> None:
        """Take longer: how many times as long as usual a turn may last."""
        self._pin = pin
        self._longer = longer
        self._recorder = recorder
        self._timebase = timebase
        self._send = send
        self._done: "Callable[[str], None] | None" = None  # called with the answer
        self._right: "bool | None" = None  # computed, but not yet acted upon
        self._right_ms = -1  # when it was found right
        self._answer = ""  # the game knows; done() does not yet

    def is_set(self) -> bool:
        """Return True if the arbiter has a PIN."""
        return self._pin.is_set()

    def set(self, digits: str) -> None:
        """Choose the PIN; ValueError for other than 4 to 8 digits, OSError if it is not kept."""
        self._pin.set(digits)

    def locked_ms(self) -> int:
        """Return how many more ms wrong PINs lock the arbiter's functions; 0 if they do not."""
        return self._pin.locked_ms(self._timebase.now_ms())

    def ask(self, digits: str, done: "Callable[[str], None]") -> None:
        """Check a PIN while the game goes on; done() receives `right`, `wrong` or `locked`.

        The right one opens the arbiter's menu and stops both clocks.
        """
        if self._done:
            return
        if self._pin.start(digits, self._timebase.now_ms()):
            self._done = done
        else:
            done("locked")

    def is_busy(self) -> bool:
        """Return True from a question until its answer: up to 11 s on a stock image."""
        return self._done is not None

    def poll(self, now_ms: int, turn: int) -> int:
        """Go on computing for some 2 ms, or act on the result; return 0 if nothing was asked.

        turn: the stamp of the turn's beginning; a turn that has done other work computes less.
        Otherwise return the number of rounds computed, at least one.
        """
        done = self._done
        if done is None:
            return 0
        if self._right is None:
            return self._compute(now_ms, turn)
        if self._right and self._right_ms < 0:
            self._right_ms = now_ms
            self._recorder.foresee(now_ms)
        elif not self._answer:
            if self._right:
                self._send(e.MENU, 0, 0, self._right_ms)
            else:
                self._recorder.log("pin", b"wrong")
            self._answer = "right" if self._right else "wrong"
        else:  # in a turn of its own, since the screen that it opens takes as long
            answer, self._answer, self._right, self._done = self._answer, "", None, None
            self._right_ms = -1
            done(answer)
        return 1

    def _compute(self, now_ms: int, turn: int) -> int:
        since_us = self._timebase.since_us
        begun, steps = self._timebase.stamp(), 0
        longer = self._longer
        while steps < STEPS * longer and self._right is None:
            if steps and (
                since_us(begun) >= POLL_US * longer or since_us(turn) >= TURN_US * longer
            ):
                break
            self._right = self._pin.step(now_ms)
            steps += 1
        return steps * SLICE

    def check(self, digits: str) -> bool:
        """Return True for the right PIN, while no clock runs: nothing is stopped."""
        while self.poll(self._timebase.now_ms(), self._timebase.stamp()):
            pass  # finish a check in progress first: there is one at a time
        if self.locked_ms():
            return False
        if self._pin.check(digits, self._timebase.now_ms()):
            return True
        self._recorder.log("pin", b"wrong")
        return False
