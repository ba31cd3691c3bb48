"""Bring the picture on the displays up to date step by step: lay it out, paint it, send it."""

from corrido.compat import TYPE_CHECKING, const
from corrido.hal.ssd1306 import WINDOW

if TYPE_CHECKING:
    from corrido.hal.ssd1306 import Displays
    from corrido.services.health import Health
    from corrido.services.timebase import Timebase
    from corrido.ui.navigator import Navigator


TURN_US = const(3900)  # length of a main loop turn: no step begins that would end later
STEP_US = const(1700)  # a step of painting takes this long on an RP2040, seldom longer
# A window's overhead, and the time per byte at 400 kHz, on an RP2040.
WINDOW_US, BYTE_US = const(550), const(23)
LEAST = const(16)  # bytes: with room for fewer, a window waits for the next turn


class Picture:
    """The pending work between the navigator's items and the displays' memory."""

    def __init__(
        self,
        navigator: "Navigator",
        displays: "Displays",
        health: "Health",
        timebase: "Timebase",
    ) -> None:
        self._navigator = navigator
        self._displays = displays
        self._health = health
        self._timebase = timebase
        self._unsent = True  # the displays may show another picture
        self.laying = False  # the next turn does the layout, which takes up to 4 ms

    def passed(self, now_ms: int) -> None:
        """Note that the game's time has passed to now_ms; a picture in progress goes first."""
        if not self._unsent:
            self._lay_out(now_ms, now_ms)

    def work(self, game_ms: int, begun: int) -> bool:
        """Paint items and send windows in a turn begun at that stamp; return False without any.

        At least one is done in any case, more while the turn lasts.
        game_ms: how far the game's time has passed. Sets `laying` if a new picture is due.
        """
        worked, now_ms = False, self._timebase.now_ms()
        if now_ms < self._health.retry_ms:
            self._health.alive("screen")
            return False  # memory ran out: the picture waits
        while not self.laying:
            left_us = TURN_US - self._timebase.since_us(begun)
            if self._navigator.unpainted():
                if worked and left_us < STEP_US:
                    return True
                if self._navigator.paint():
                    worked = self._unsent = True
            elif self._unsent:
                room = min(WINDOW, (left_us - WINDOW_US) // BYTE_US)
                if room < LEAST:
                    if worked:
                        return True
                    room = LEAST
                self._unsent = self._displays.flush_step(now_ms, room)
                worked = worked or self._unsent
            elif not self._lay_out(now_ms, game_ms):
                self._health.alive("screen")
                self._unsent = now_ms >= self._displays.next_due_ms(now_ms)
                if not self._unsent:
                    return worked
        return True

    def has_time(self, begun: int) -> bool:
        """Return whether a step may begin in a turn begun at that stamp."""
        return self._timebase.since_us(begun) <= TURN_US - STEP_US

    def _lay_out(self, now_ms: int, game_ms: int) -> bool:
        self.laying = self._navigator.due(game_ms) and now_ms >= self._health.retry_ms
        return self.laying
