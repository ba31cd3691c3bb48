"""Show stopped clocks: why, for how long, and who asked; or a request to end the game."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.core.match import rounded
from corrido.ui import fonts, items
from corrido.ui.screens import Screen, placed

if TYPE_CHECKING:
    from corrido.ui.ports import Item, Place

# DOWN from `other`: verify, score; UP from `other`: arbiter, tiles.
RING = (events.OTHER, events.VERIFY, events.SCORE, events.TILES, events.ARBITER)
SECOND_MS = 1000


class StoppedScreen(Screen):
    """Both clocks stopped: UP and DOWN change the reason at once; LEFT and RIGHT say who asked."""

    def place(self, whole: bool = False) -> "Place":
        text, stop = self.nav.text, self.device.recorder.match.stop
        reason = events.REASONS[stop.reason if stop else events.NONE]
        place: "Place" = placed(name="stopped", focus=reason, heading=text("reason." + reason))
        if whole:
            ring = [events.REASONS[one] for one in RING]
            place["choices"] = [(name, text("reason." + name)) for name in ring]
        return place

    def items(self) -> "list[Item]":
        match, text = self.device.recorder.match, self.nav.text
        stop = match.stop
        if not stop:
            return []
        reason = text("reason.%s" % events.REASONS[stop.reason])
        if stop.asked:
            reason += " " + events.WHO_NAMES[stop.asked]
        length = rounded(stop.ms // SECOND_MS * SECOND_MS)
        width = items.width_in(fonts.large, length) + 3 * items.MARGIN
        out = items.apart(items.draw_large, 0, 16, reason, length, width, True)
        for who, x in ((events.A, 0), (events.B, 64)):
            left = match.shown(who)
            edge = items.LEFT if who == events.A else items.RIGHT
            out.append(items.digits(x, 16, 64, left, items.CENTRE if len(left) < 5 else edge))
            out.append(items.dashes(x, 48, 64, 4, 2 if match.mover == who else 0))
        left, right = "STOP " + text("stop-again"), "OK " + text("menu")
        widths = [items.width_of(part) + items.MARGIN for part in (left, right)]
        middle = 128 - sum(widths)
        # An encoder has no LEFT and RIGHT: the menu asks instead.
        fitting = [s for s in ("◀A B▶", "◀AB▶", "◀ ▶") if items.width_of(s) <= items.room(middle)]
        sides = "" if self.nav.linear or not fitting else fitting[0]
        return out + [
            items.text(0, 53, widths[0], 11, left, items.RIGHT),
            items.text(widths[0], 53, middle, 11, sides, items.CENTRE),
            items.text(128 - widths[1], 53, widths[1], 11, right),
        ]

    def pressed(self, name: str) -> None:
        match = self.device.recorder.match
        if name in ("UP", "DOWN"):
            reason = match.stop.reason if match.stop else events.OTHER
            at = RING.index(reason) if reason in RING else 0
            at = (at + (1 if name == "DOWN" else -1)) % len(RING)
            self.device.send(events.REASON, 0, RING[at])
        elif name in ("LEFT", "RIGHT"):
            self.device.send(events.ASKED, events.A if name == "LEFT" else events.B, 0)
        else:
            Screen.pressed(self, name)

    def due_ms(self) -> int:
        stop = self.device.recorder.match.stop
        return self.nav.t_ms + SECOND_MS - (stop.ms if stop else 0) % SECOND_MS


class AgreedScreen(Screen):
    """The end of the game, or a closed game's reopening: A and B agree, BACK drops it."""

    def place(self, whole: bool = False) -> "Place":
        match, text = self.device.recorder.match, self.nav.text
        question = match.question
        lines = ["finish", "finish-uncounted"]
        if match.asking == events.REOPEN:
            lines = ["reopen-act", "reopen-what"]
        elif question and question.counted:
            lines[1] = "finish-counted"
        lines = [text(key) for key in lines] + [text("back-drops").upper()]
        return placed(name="finish", texts=lines, signed=question.said if question else 0)

    def pressed(self, name: str) -> None:
        if name == "BACK":
            self.device.send(events.CANCEL)
