"""Show the single face of duplicate: the time of the board that all play, and the next step."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.ending import notice
from corrido.core.turn import level_of
from corrido.ui import items
from corrido.ui.screens import Screen, preset_name
from corrido.ui.screens.clock import until_next_second

if TYPE_CHECKING:
    from corrido.core.match import Match
    from corrido.ui.ports import Item

STRIP_Y, STRIP_H = 11, 5
TIME_Y = 16
FOOT_Y = 48


class BoardScreen(Screen):
    """The board number, its time as large as possible, and the buttons' present effects."""

    def items(self) -> "list[Item]":
        match = self.device.recorder.match
        board = "%s %d" % (self.nav.text("board"), match.player(events.A).turns + 1)
        width = items.width_of(board) + 2 * items.MARGIN
        name = preset_name(self.nav, match.rules.name)
        level = level_of(match, match.run)
        return [
            items.text(0, 0, 128 - width, 11, name, items.LEFT, bool(match.run)),
            items.text(128 - width, 0, width, 11, board, items.RIGHT, bool(match.run)),
            items.dashes(0, STRIP_Y, 128, STRIP_H, level),
            items.digits(32, TIME_Y, 64, match.shown(match.mover or events.A), items.CENTRE),
            items.largest(0, FOOT_Y, 128, self._foot(match)),
        ]

    def _foot(self, match: "Match") -> str:
        text, found = self.nav.text, notice(match)
        if match.phase == phases.READY:
            return text("board-start")
        if match.phase == phases.COUNT:
            return text("board-next")
        return text("notice." + found) if found != "none" else text("mode.3")

    def pressed(self, name: str) -> None:
        if name == "OK":
            self.nav.open_menu()
        elif name == "BACK":
            self.nav.ask_arbiter()

    def due_ms(self) -> int:
        match = self.device.recorder.match
        if not match.run:
            return -1
        left_ms = match.left_ms(match.mover)
        waits = [until_next_second(left_ms)]
        waits += [left_ms - onset for onset in match.rules.signals_ms if left_ms > onset]
        return self.nav.t_ms + min(waits)
