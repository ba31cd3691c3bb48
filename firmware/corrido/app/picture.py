"""The picture on the displays, brought up to date step by step: laid out, painted, sent."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.hal.ssd1306 import Displays
    from corrido.services.health import Health
    from corrido.ui.navigator import Navigator


class Picture:
    """What is left to do between the navigator's items and the displays' memory."""

    def __init__(
        self, navigator: "Navigator", displays: "Displays", frame: bytearray, health: "Health"
    ) -> None:
        self._navigator = navigator
        self._displays = displays
        self._frame = frame
        self._health = health
        self._unsent = True  # the displays may show another picture
        self.laying = False  # the next turn lays it out, which takes up to 4 ms

    def passed(self, now_ms: int) -> None:
        """Take note that the game's time has passed to now_ms; a picture under way goes first."""
        if not self._unsent:
            self._lay_out(now_ms, now_ms)

    def step(self, now_ms: int, game_ms: int) -> bool:
        """Paint an item or send a window, some 2 ms; return False if all was up to date.

        game_ms: how far the game's time has passed. Sets `laying` where a new one is due.
        """
        if self._navigator.paint():
            self._unsent = True
            return True
        if self._unsent:
            self._unsent = self._displays.flush_step(self._frame, now_ms)
            return True
        if self._lay_out(now_ms, game_ms):
            return True
        self._health.alive("screen")
        self._unsent = self._displays.flush_step(self._frame, now_ms)
        return self._unsent

    def _lay_out(self, now_ms: int, game_ms: int) -> bool:
        self.laying = self._navigator.due(game_ms) and now_ms >= self._health.retry_ms
        return self.laying
