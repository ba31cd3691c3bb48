"""Let the arbiter in by his PIN, and log the wrong ones (art. 34.5)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.services.recorder import Recorder
    from corrido.services.timebase import Timebase
    from corrido.store.pin import Pin


class Access:
    """The arbiter's PIN. `send` gives the game an event."""

    def __init__(
        self, pin: "Pin", recorder: "Recorder", timebase: "Timebase", send: "Callable[[int], bool]"
    ) -> None:
        self.pin = pin
        self._recorder = recorder
        self._timebase = timebase
        self._send = send

    def is_set(self) -> bool:
        """Return True if the arbiter has a PIN."""
        return self.pin.is_set()

    def set(self, digits: str) -> None:
        """Choose the PIN; ValueError for other than 4 to 8 digits, OSError if it is not kept."""
        self.pin.set(digits)

    def locked_ms(self) -> int:
        """Return how many more ms wrong PINs lock the arbiter's functions; 0 if they do not."""
        return self.pin.locked_ms(self._timebase.now_ms())

    def check(self, digits: str) -> bool:
        """Return True for the right PIN, False for a wrong one (logged) or while it is locked."""
        if self.locked_ms():
            return False
        right = self.pin.check(digits, self._timebase.now_ms())
        if not right:
            self._recorder.log("pin", b"wrong")
        return right

    def enter(self, digits: str) -> bool:
        """Check a PIN in a game; the right one opens the arbiter's menu and stops both clocks."""
        right = self.check(digits)
        if right:
            self._send(events.MENU)
        return right
