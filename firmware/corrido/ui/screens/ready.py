"""Show an armed game that nobody has begun yet."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.core.limits import left_ms as limit_left_ms
from corrido.core.match import rounded
from corrido.ui import items
from corrido.ui.items import ALL
from corrido.ui.screens import preset_name
from corrido.ui.screens.clock import ClockScreen

if TYPE_CHECKING:
    from corrido.core.match import Match
    from corrido.ui.ports import Item


class ReadyScreen(ClockScreen):
    """Who has to press, and the preset in use; the clock face while a latecomer's clock runs."""

    @property
    def turns(self) -> int:
        """Turn halves only with the clocks: a text across the whole width would be cut in two."""
        if self.device.recorder.match.run:
            return self._turned
        return ALL if self.nav.setting("rotate", "none") == "both" else 0

    def items(self) -> "list[Item]":
        match = self.device.recorder.match
        return ClockScreen.items(self) if match.run else self._ready(match)

    def _ready(self, match: "Match") -> "list[Item]":
        """Return the items before the start: preset, times, who has to press, any wrong list."""
        text = self.nav.text
        limit_ms = limit_left_ms(match)
        device, limit = self.device, "" if limit_ms < 0 else rounded(limit_ms)
        percent = device.health.battery_percent()
        right = self._right(limit, device.sound.silent, self.nav.unheard(), percent)
        width = items.width_of(right) + 2 * items.MARGIN if right else 0
        shown = [
            items.text(
                0, 0, 128 - width, 13, preset_name(self.nav, match.rules.name), items.LEFT, True
            ),
            items.text(128 - width, 0, width, 13, right, items.RIGHT, True),
            items.large(0, 31, 128, text("ready.1")),
            items.large(0, 48, 128, text("ready.2")),
        ]
        language, of_list = match.rules.language, device.judge.alphabet_code()
        if language not in ("", of_list):  # in place of the clocks: nobody should begin like this
            warning = text("wrong-list").replace("%", language).replace("&", of_list)
            return shown + [items.text(0, 16, 128, 12, warning, items.CENTRE, True)]
        return shown + [
            items.large(0, 14, 64, match.shown(events.A)),
            items.large(64, 14, 64, match.shown(events.B)),
        ]
