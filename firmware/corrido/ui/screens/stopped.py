"""Both clocks stand: why, for how long, and who asked; and the end of the game asked for."""

from corrido.core import events as e
from corrido.core.clock import rounded
from corrido.ui import items as i
from corrido.ui.screens.base import Screen

# DOWN from `other`: verify, score; UP from `other`: arbiter, tiles.
RING = (e.OTHER, e.VERIFY, e.SCORE, e.TILES, e.ARBITER)
SECOND_MS = 1000


def clock_line(match: object, y: int) -> list:
    """Both times in small letters, the arrow at the player on turn."""
    left = "A " + rounded(match.left_ms(e.A))
    right = rounded(match.left_ms(e.B)) + " B"
    left = "◀" + left if match.mover == e.A else " " + left
    right = right + "▶" if match.mover == e.B else right + " "
    return [i.text(0, y, 64, 12, left, i.LEFT), i.text(64, y, 64, 12, right, i.RIGHT)]


class StoppedScreen(Screen):
    """UP and DOWN change the reason at once; LEFT and RIGHT say who asked."""

    def items(self) -> list:
        match, text = self.desk.match, self.nav.text
        stop = match.stop
        length = rounded(stop.ms // SECOND_MS * SECOND_MS)
        out = i.headed("%s %s" % (text("stopped"), length), "STOP=" + text("stop-again"))
        for who, x, side in ((e.A, 0, 0), (e.B, 64, 110)):
            out += [
                ("title", x, 15, 64, 22, rounded(match.left_ms(who)), False),
                i.text(side, 38, 18, 12, e.WHO_NAMES[who], i.CENTRE, match.mover == who),
            ]
        # The arrows beside the reason say which keys change it.
        reason = "▲ %s ▼" % text("reason.%s" % e.REASONS[stop.reason])
        out.append(i.text(18, 38, 92, 12, reason, i.CENTRE))
        # An encoder has no LEFT and RIGHT: there the menu asks who it was.
        left, right = ("", "") if self.nav.linear else ("◀", "▶")
        out.append(i.text(0, 52, 42, 12, left + text("asked-a"), i.LEFT, stop.asked == e.A))
        out.append(i.text(42, 52, 44, 12, "OK=" + text("menu"), i.CENTRE))
        out.append(i.text(86, 52, 42, 12, text("asked-b") + right, i.RIGHT, stop.asked == e.B))
        return out

    def key(self, name: str, held: bool) -> None:
        match = self.desk.match
        if held:
            return
        if name in ("UP", "DOWN"):
            at = RING.index(match.stop.reason) if match.stop.reason in RING else 0
            at = (at + (1 if name == "DOWN" else -1)) % len(RING)
            self.desk.send(e.REASON, 0, RING[at])
        elif name in ("LEFT", "RIGHT"):
            self.desk.send(e.ASKED, e.A if name == "LEFT" else e.B, 0)
        else:
            self.nav.open_menu()

    def focus(self) -> str:
        return "stopped:" + e.REASONS[self.desk.match.stop.reason]

    def due_ms(self) -> int:
        return self.nav.t_ms + SECOND_MS - self.desk.match.stop.ms % SECOND_MS


def agreement(match: object, y: int) -> list:
    """What each player has said, by shape: a hollow circle, or a tick in inverse video."""
    out = []
    for who, x, place in ((e.A, 0, i.LEFT), (e.B, 64, i.RIGHT)):
        yes = bool(match.question.said & who)
        name = e.WHO_NAMES[who]
        label = "%s %s" % (name, "✓" if yes else "○")
        out.append(i.text(x, y, 64, 12, label, place, yes))
    return out


class FinishScreen(Screen):
    """Fin de partida is asked for: A and B say yes with their buttons, BACK drops it."""

    heading = "finish"

    def lines(self) -> list:
        """Three lines that say what is being agreed."""
        counted = "finish-counted" if self.desk.match.question.counted else "finish-uncounted"
        return [self.nav.text(counted), self.nav.text("both-confirm"), self.nav.text("back-drops")]

    def items(self) -> list:
        out = [i.title(self.nav.text(self.heading))]
        for line, string in enumerate(self.lines()):
            out.append(i.text(0, 15 + 12 * line, 128, 12, string))
        return out + agreement(self.desk.match, 52)

    def key(self, name: str, held: bool) -> None:
        if name == "BACK" and not held:
            self.desk.send(e.CANCEL)

    def focus(self) -> str:
        return "finish"
