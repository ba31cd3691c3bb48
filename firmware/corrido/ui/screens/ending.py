"""Screens after the game, after a power cut and for refusals: the facts and the next step."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.core.clock import rounded
from corrido.core.status import card, notice, penalty
from corrido.memory import IN_RAM, forget, load
from corrido.ui import items as i
from corrido.ui.receipt import deductions, receipt, result
from corrido.ui.screens.base import Screen
from corrido.ui.screens.stopped import SIGN_W, FinishScreen, signs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from corrido.core.match import Match
    from corrido.core.player import Player
    from corrido.ui.navigator import Navigator
    from corrido.ui.ports import Item, Row, Square

ROW_Y = (16, 28, 40, 52)
SIDE_W, WIDE_SIDE_W = 32, 38  # of the players' columns, where the label leaves more room
CODE_X = 66  # of the QR code: 61 pixels with its quiet zone


def both(label: str, left: str, right: str) -> "Row":
    """Return a row of the summary: A's value, its label, B's value."""
    return left, label, right


def minus(label: str, points: "list[int]") -> "Row":
    """Return a row of points to take off, A's and B's."""
    return both(label, "%d" % points[0], "%d" % points[1])


def _sum(match: "Match", place: int, who: int, reason: int = e.NONE) -> str:
    """Return how long `who` stands at a place of the keys of Match.stopped: `1:23x2`, "" never.

    The number after the x is that of the stops.
    """
    ms = times = 0
    for key, (stops, lasted_ms) in match.stopped.items():
        # Both clocks ran before the start: that is the time of nobody in particular.
        if key[place] % e.BOTH == who and reason in (e.NONE, key[0]):
            ms, times = ms + lasted_ms, times + stops
    if not ms and not times:
        return ""
    return "%sx%d" % (rounded(ms), times) if times else rounded(ms)


def _letters(player: "Player") -> str:
    """Return the letters of a player's blanks."""
    return " ".join([e.unpacked(value) for value in player.blanks]) or "-"


class SummaryScreen(Screen):
    """The game's summary in pages (art. 44); the two buttons of the players close it.

    The first page has the figures that the players sign: the points to take off their scores.
    """

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.page = 0

    def pages(self) -> "list[list[Row]]":
        """Return pages of up to four rows; the first tells an end by time or by forfeit."""
        match, text = self.device.recorder.match, self.nav.text
        rows = self._marks(match, text) + self._stops(match, text)
        first = self._scores(match, text)
        if first:
            rows = self._times(match, text) + rows
        else:
            first = self._times(match, text)
        out = [first] + [rows[at : at + 4] for at in range(0, len(rows), 4)]
        if self._ended(match):
            out.insert(0, [("", "", ""), ("", self._outcome(match, text), ""), ("", "", "")])
        out[0].append(("", text("close-it"), ""))
        return out

    def _ended(self, match: "Match") -> str:
        """Return the notice of an end by time or by forfeit, which has a page of its own."""
        found = notice(match)
        return found if found in ("time-over", "forfeit") else ""

    def _outcome(self, match: "Match", text: "Callable[[str], str]") -> str:
        """Return what an end by time or by forfeit means."""
        losers = match.ending.forfeited if match.ending else e.NONE
        if not losers:
            return text("why.time-over")
        if losers == e.BOTH:
            return text("both-lose")
        return text("wins").replace("%", e.WHO_NAMES[e.other(losers)])

    def _scores(self, match: "Match", text: "Callable[[str], str]") -> "list[Row]":
        """Return final score, deductions and result, if the players have entered scores."""
        totals = [result(match, who) for who in (e.A, e.B)]
        if totals == [None, None]:
            return []
        off = [deductions(match, who) for who in (e.A, e.B)]
        before = ["-" if t is None else "%d" % (t + less) for t, less in zip(totals, off)]
        after = ["-" if t is None else "%d" % t for t in totals]
        return [
            both(text("sum.score"), before[0], before[1]),
            minus(text("sum.total"), off),
            both(text("sum.result"), after[0], after[1]),
        ]

    def _times(self, match: "Match", text: "Callable[[str], str]") -> "list[Row]":
        a, b = match.player(e.A), match.player(e.B)
        lost = [match.points(who) for who in (e.A, e.B)]
        total = [lost[0] + penalty(a), lost[1] + penalty(b)]
        return [
            minus(text("sum.total"), total),
            minus(text("sum.points"), lost),
            both(text("sum.over"), rounded(a.clock.over_ms()), rounded(b.clock.over_ms())),
        ]

    def _marks(self, match: "Match", text: "Callable[[str], str]") -> "list[Row]":
        a, b = match.player(e.A), match.player(e.B)
        cards = [text("card.%s" % e.CARDS[card(player)]) for player in (a, b)]
        return [
            minus(text("sum.penalties"), [penalty(a), penalty(b)]),
            both(text("sum.card"), cards[0], cards[1]),
            both(
                text("sum.challenges"),
                "%d/%d" % (a.challenges_won, a.challenges),
                "%d/%d" % (b.challenges_won, b.challenges),
            ),
            both(text("sum.turns"), str(a.turns), str(b.turns)),
            both(text("sum.turns-lost"), str(a.turns_lost), str(b.turns_lost)),
            both(text("sum.blanks"), _letters(a), _letters(b)),
            both(text("sum.used"), rounded(a.clock.used_ms), rounded(b.clock.used_ms)),
        ]

    def _stops(self, match: "Match", text: "Callable[[str], str]") -> "list[Row]":
        """Return stopped time and number of stops by reason and whose clock ran, by who asked."""
        out: "list[Row]" = []
        for reason in range(e.VERIFY, e.COUNTING + 1):
            label = text("stop.%s" % e.REASONS[reason])
            told = [_sum(match, 1, owner, reason) for owner in (e.NONE, e.A, e.B)]
            if any(told):
                out.append(both((label + " " + told[0]).strip(), told[1] or "-", told[2] or "-"))
        asked = [_sum(match, 2, who) for who in (e.A, e.B)]
        if any(asked):
            out.append(both(text("sum.asked"), asked[0] or "-", asked[1] or "-"))
        dropped = self.device.journal.dropped
        if dropped:
            out.append(both(text("sum.dropped"), "", str(dropped)))
        return out

    def items(self) -> "list[Item]":
        match, text = self.device.recorder.match, self.nav.text
        pages = self.pages()
        self.page %= len(pages)
        out = signs(match.ending.signed if match.ending else e.NONE, 0, match.run)
        out.append(i.text(SIGN_W, 0, 128 - 2 * SIGN_W, 16, self._heading(len(pages)), i.CENTRE))
        rows = pages[self.page] + [("", "", "")] * 4
        ended = self._ended(match) if self.page == 0 else ""
        if ended:
            out.append(i.large(0, ROW_Y[0], 128, text("notice." + ended)))
            return out + self._row(rows[1], 36) + self._row(rows[3], ROW_Y[3])
        for row, y in zip(rows, ROW_Y):
            out += self._row(row, y)
        return out

    def _heading(self, count: int) -> str:
        """Return the heading with the page's number, the first page's without where it is long."""
        name = self.nav.text("summary")
        heading = "%s %d/%d" % (name, self.page + 1, count)
        if i.width_of(heading) <= i.room(128 - 2 * SIGN_W):
            return heading
        return name if self.page == 0 else "%d/%d" % (self.page + 1, count)

    def _row(self, row: "Row", y: int) -> "list[Item]":
        left, label, right = row
        if not left and not right:
            return [
                i.text(0, y, 0, 12, ""),
                i.text(0, y, 128, 12, label, i.CENTRE),
                i.text(128, y, 0, 12, ""),
            ]
        side = SIDE_W if i.width_of(label) > i.room(128 - 2 * WIDE_SIDE_W) else WIDE_SIDE_W
        return [
            i.text(0, y, side, 12, left),
            i.text(side, y, 128 - 2 * side, 12, label, i.CENTRE),
            i.text(128 - side, y, side, 12, right, i.RIGHT),
        ]

    def key(self, name: str, held: bool) -> None:
        if held:
            return
        if name == "OK":
            self.nav.open_menu()
        elif name == "BACK":
            self.nav.ask_arbiter()
        else:
            self.page += 1 if name in ("DOWN", "RIGHT") else -1

    def due_ms(self) -> int:
        return self.nav.t_ms + 500 if self.device.recorder.match.run else -1


class ClosedScreen(Screen):
    """Both have confirmed, or the game is void: the figures, and the same as a QR code.

    The code is made a step at a time, so that keys are answered meanwhile.
    """

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.code: "Square | None" = None
        device = self.device
        match, game = device.recorder.match, device.recorder.game
        link = device.journal.last_link()
        lines = receipt(match, device.settings, game, match.seq, link)
        self.steps: "Iterator[Square | None] | None" = load("corrido.ui.qr").encode(lines)

    def items(self) -> "list[Item]":
        text, match = self.nav.text, self.device.recorder.match
        if self.steps:
            self._go_on(self.steps)
        state = text("voided" if match.ending and match.ending.voided else "closed")
        large = i.large_width(state) <= CODE_X
        out = [
            i.large(0, 0, CODE_X, state) if large else i.text(0, 0, CODE_X, 16, state, i.CENTRE),
            i.text(0, 16, CODE_X, 11, "%s %d" % (text("game"), self.device.recorder.game)),
        ]
        for who, y in ((e.A, 28), (e.B, 39)):
            total, off = result(match, who), deductions(match, who)
            figures = "%d" % -off if total is None else "%d-%d=%d" % (total + off, off, total)
            line = e.WHO_NAMES[who] + " " + figures
            if i.width_of(line) > i.room(CODE_X):
                line = "%s %d" % (e.WHO_NAMES[who], total)
            out.append(i.text(0, y, CODE_X, 11, line))
        out.append(i.text(0, 52, CODE_X, 12, text("hold-next")))
        return out + [i.code(CODE_X, 0, 128 - CODE_X, 64, self.code)]

    def _go_on(self, steps: "Iterator[Square | None]") -> None:
        self.code = next(steps)
        if self.code:
            self.steps = None
            if IN_RAM:
                forget("corrido.ui.qr")

    def key(self, name: str, held: bool) -> None:
        if name == "OK" and held:
            self.nav.home()
            self.device.send(e.OK)
        elif name == "BACK" and not held:
            self.nav.ask_arbiter()

    def due_ms(self) -> int:
        return self.nav.t_ms if self.steps else -1


class ReopenScreen(FinishScreen):
    """A closed game comes back if both players agree."""

    heading = "reopen-act"

    def lines(self) -> "list[str]":
        text = self.nav.text
        return [text("reopen-what"), text("back-drops")]


class RecoveredScreen(Screen):
    """The power was gone in mid-game: nothing runs until somebody says so."""

    def items(self) -> "list[Item]":
        match, text = self.device.recorder.match, self.nav.text
        what = "recovered-limit" if match.limit.end_ms >= 0 else "recovered-lost"
        out = [i.large(0, 0, 128, text("recovered")), i.text(0, 16, 128, 11, text(what), i.CENTRE)]
        for who, x in ((e.A, 0), (e.B, 64)):
            turn = match.mover == who
            out.append(("title", x, 27, 64, 21, rounded(match.left_ms(who)), turn))
        return out + [i.large(0, 48, 128, "OK: " + text("go-on"))]

    def key(self, name: str, held: bool) -> None:
        if name == "OK" and not held:
            self.device.send(e.OK)


class FaultScreen(Screen):
    """The device refuses a function and says why; it never guesses."""

    def items(self) -> "list[Item]":
        text = self.nav.text
        fault = self.device.recorder.match.fault
        lines = text("fault." + e.FAULTS[fault.code if fault else 0]).split("|")
        lines += [text("fault-do"), "OK: " + text("go-on")]
        return [i.large(0, 16 * line, 128, string) for line, string in enumerate(lines)]

    def key(self, name: str, held: bool) -> None:
        if name == "OK" and not held:
            self.device.send(e.OK)
