"""Judge whether the device is fit to play: battery, watchdog, signs of life of every part."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.parts import Board

FEED_MS = 1000
BATTERY_EMPTY_MV, BATTERY_FULL_MV = 3300, 4150  # a lithium cell
_USB_MV = 4300  # no cell has more: it is USB, and how full a power bank is it does not tell
BATTERY_ARM_PERCENT = 10
PARTS = ("keys", "game", "screen")
RETRY_MS = 1000
MOST_WORK = 512  # flash blocks read or erased in a row; a start in a game of 1,750 turns takes 114


class Health:
    """The only feeder of the watchdog: once every part has shown life since the last feed."""

    def __init__(self, board: "Board") -> None:
        self._board = board
        self._alive: "set[str]" = set()
        self._fed_ms = -FEED_MS
        self._work_left = MOST_WORK
        self._starved_in = ""  # the phase in which memory ran out last
        self.retry_ms = 0  # no picture is retried before this
        board.watchdog.feed()  # from here on a hanging start is retried

    def alive(self, part: str) -> None:
        """Note that a part of the device has done its work."""
        self._alive.add(part)

    def poll(self, now_ms: int) -> None:
        """Feed the watchdog about once a second, if all parts are alive."""
        if now_ms - self._fed_ms >= FEED_MS and len(self._alive) == len(PARTS):
            self._fed_ms = now_ms
            self._alive.clear()
            self._work_left = MOST_WORK
            self._board.watchdog.feed()

    def working(self) -> None:
        """Feed before flash work of up to 400 ms, MOST_WORK times without a sign of life."""
        if self._work_left:
            self._work_left -= 1
            self._board.watchdog.feed()

    def starved(self, now_ms: int, phase: str) -> bool:
        """Note that a screen found no memory; return whether that is news here."""
        news = phase != self._starved_in
        self._starved_in = phase
        self.retry_ms = now_ms if news else now_ms + RETRY_MS
        return news

    def battery_percent(self) -> "int | None":
        """Return 0 to 100, linear between empty and full; None if no battery is measured."""
        mv = self._board.battery_mv()
        if mv is None or mv > _USB_MV:
            return None
        span = BATTERY_FULL_MV - BATTERY_EMPTY_MV
        return max(0, min(100, (mv - BATTERY_EMPTY_MV) * 100 // span))

    def battery_too_low(self) -> bool:
        """Return whether the battery would not last a game."""
        percent = self.battery_percent()
        return percent is not None and percent < BATTERY_ARM_PERCENT
