"""Screens after a game, here or as it goes on elsewhere, after a power cut and for faults."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.core.ending import deaf_ms
from corrido.core.limits import left_ms
from corrido.core.match import rounded
from corrido.core.rules import UNSAID
from corrido.memory import Lazy, Passing, load
from corrido.ui import fonts, items
from corrido.ui.receipt import deductions, receipt, result
from corrido.ui.screens import ARBITER, Screen, agreement, name_of, placed, times

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corrido.core import presets
    from corrido.ui import qr, typist
    from corrido.ui.ports import Callable, Item, Iterator, Match, Navigator, Place, Row, Square
else:
    presets = Lazy("corrido.core.presets")
    qr = Lazy("corrido.ui.qr")
    typist = Lazy("corrido.ui.typist")

PARTS = ((32, 11), (43, 10), (53, 11))  # y and height of the small rows of the first page
FIRST_Y, PITCH, LINES = 16, 12, 4  # of the second page
CODE_X = 66  # left edge of the QR code: 61 pixels with its quiet zone


def ended(match: "Match") -> "tuple[list[str], str]":
    """Return the texts of an end by time or forfeit, and who wins; [] and "" for another."""
    found = match.notice
    losers = match.ending.forfeited if match.ending else events.NONE
    winner = events.WHO_NAMES[events.other(losers)] if losers not in (0, events.BOTH) else ""
    if found == "time-over" and not losers:
        told = [] if match.racks == UNSAID else ["racks." + match.racks]
        return ["notice.time-over"] + told, winner
    if found in ("time-over", "forfeit"):
        return ["both-lose" if losers == events.BOTH else "wins", "notice." + found], winner
    return [], winner


def _both(label: str, points: "Sequence[int | None]") -> "Row":
    """Return a row of A's and B's points; "-" for none."""
    a, b = ["-" if one is None else "%d" % one for one in points]
    return a, label, b


def _sum(match: "Match", place: int, who: int, reason: int = events.NONE) -> str:
    """Return a player's stops, `1:23 X2`, or ""; place: where `who` is in Neutral.stops' keys."""
    ms = times = 0
    for key, (stops, lasted_ms) in match.neutral.stops.items():
        # Both clocks ran before the start: that time belongs to neither player.
        if key[place] % events.BOTH == who and reason in (events.NONE, key[0]):
            ms, times = ms + lasted_ms, times + stops
    if not ms and not times:
        return ""
    return "%s X%d" % (rounded(ms), times) if times else rounded(ms)


def _side(row: "Row", large: bool = False) -> int:
    """Return the width of the wider of a row's two values, in columns."""
    font = fonts.large if large else fonts.text
    return max(items.width_in(font, row[0]), items.width_in(font, row[2])) + 2 * items.MARGIN


def _parted(row: "Row") -> "list[Row]":
    """Return a row, split in two if its label does not fit between the values."""
    left, label, right = row
    if not (left or right) or items.width_of(label) <= items.room(128 - 2 * _side(row)):
        return [row]
    return [("", label, ""), (left, "", right)]


def _row(row: "Row", y: int, h: int = 0) -> "list[Item]":
    """Return the items of a row: small ones of a height, or else the largest."""
    side = _side(row, not h) if row[0] or row[2] else 0
    edges = (0, side, 128 - side, 128)
    out: "list[Item]" = []
    for at, place in enumerate((items.LEFT, items.CENTRE, items.RIGHT)):
        x, w = edges[at], edges[at + 1] - edges[at]
        small = h and items.text(x, y, w, h, row[at], place)
        out.append(small or items.largest(x, y, w, row[at], place))
    return out


class SummaryScreen(Screen):
    """The summary that both sign (art. 44): first what changes points, then rows by arrows."""

    title = "summary"

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.page = 0  # 0: the first page; else the first row shown of the second, from 1

    def pages(self) -> "tuple[list[Row], list[Row]]":
        """Return the rows of both pages; the first row of all is the largest."""
        match, text = self.device.recorder.match, self.nav.text
        a, b = match.player(events.A), match.player(events.B)
        lost = [match.points(who) for who in (events.A, events.B)]
        keys, winner = ended(match)
        rows = [("", text(key).replace("%", winner), "") for key in keys]
        rest: "list[Row]" = []
        scored = [_both(text("sum.points"), lost)]
        scored.append(_both(text("sum.penalties"), [a.penalty(), b.penalty()]))
        off = [deductions(match, who) for who in (events.A, events.B)]
        totals = [result(match, who) for who in (events.A, events.B)]
        total = _both(text("sum.total"), off)
        if totals == [None, None]:
            rows += scored if rows else [total] + scored
        else:
            score = _both(text("sum.score"), [a.score, b.score])
            final = _both(text("sum.result"), totals)
            if rows:
                rows, rest = rows + [final, total], [score] + scored
            else:
                rows = [final, score] + scored
        return rows, rest + self._marks(match, text) + self._stops(match, text)

    def _marks(self, match: "Match", text: "Callable[[str], str]") -> "list[Row]":
        """Return times, turns and challenges; what neither player has is left out."""
        a, b = match.players
        over = a.clock.over_ms() or b.clock.over_ms()
        tried = ["%d/%d" % (player.challenges_won, player.challenges) for player in (a, b)]
        cards = [text("card." + events.CARDS[p.card()]) if p.card() else "-" for p in (a, b)]
        blanks = [" ".join(player.blanks_shown()) or "-" for player in (a, b)]
        rows = (
            ("sum.used", True, rounded(a.clock.used_ms), rounded(b.clock.used_ms)),
            ("sum.turns", True, str(a.turns), str(b.turns)),
            ("sum.over", over, match.overtime(events.A), match.overtime(events.B)),
            ("sum.challenges", a.challenges or b.challenges, tried[0], tried[1]),
            ("sum.card", a.card() or b.card(), cards[0], cards[1]),
            ("sum.turns-lost", a.turns_lost or b.turns_lost, str(a.turns_lost), str(b.turns_lost)),
            ("sum.blanks", a.blanks or b.blanks, blanks[0], blanks[1]),
        )
        return [(left, text(key), right) for key, shown, left, right in rows if shown]

    def _stops(self, match: "Match", text: "Callable[[str], str]") -> "list[Row]":
        """Return stopped time and stops by reason and whose clock ran, and by who asked."""
        out: "list[Row]" = []
        for reason in range(events.VERIFY, events.COUNTING + 1):
            label = text("stop.%s" % events.REASONS[reason])
            told = [_sum(match, 1, owner, reason) for owner in (events.NONE, events.A, events.B)]
            if any(told):
                out.append((told[1] or "-", (label + " " + told[0]).strip(), told[2] or "-"))
        asked = [_sum(match, 2, who) for who in (events.A, events.B)]
        if any(asked):
            out.append((asked[0] or "-", text("sum.asked"), asked[1] or "-"))
        dropped = self.device.journal.current.dropped
        if dropped:
            out.append(("", text("sum.dropped"), str(dropped)))
        return out

    def place(self, whole: bool = False) -> "Place":
        """Return the figures of the page, or all; deaf: for how many ms no button signs yet."""
        match, (rows, rest) = self.device.recorder.match, self.pages()
        place: "Place" = placed(name="summary", at=len(rows))
        if whole:
            rows = rows + rest
        else:
            rest = [part for row in rest for part in _parted(row)]
            last = max(1, len(rest) - LINES + 1)
            self.page = 0 if self.page > last else last if self.page < 0 else self.page
            rows = (rows + [("", self.nav.text(self.title) + " 1/2  ▼", "")])[: 1 + len(PARTS)]
            if self.page:
                rows = (rest + [("", "", "")] * LINES)[self.page - 1 : self.page - 1 + LINES]
        place["focus"], place["figures"] = str(self.page + 1), rows
        place["signed"] = match.ending.signed if match.ending else events.NONE
        deaf = deaf_ms(match) - self.device.recorder.late_ms(self.device.timebase.now_ms())
        if deaf > 0:
            place["fields"] = [("deaf", str(deaf))]
        return place

    def items(self) -> "list[Item]":
        place = self.place()
        out = agreement(self.nav, place["signed"], 0, self.device.recorder.match.run)
        for line, row in enumerate(place["figures"]):
            y, h = FIRST_Y + PITCH * line, PITCH
            if not self.page:
                y, h = (((FIRST_Y, 0),) + PARTS)[line]
            out += _row(row, y, h)
        return out

    def pressed(self, name: str) -> None:
        if name in ("OK", "BACK"):
            Screen.pressed(self, name)
        else:
            self.page += 1 if name in ("DOWN", "RIGHT") else -1

    def due_ms(self) -> int:
        return self.nav.t_ms + 500 if self.device.recorder.match.run else -1


class CodeScreen(Screen):
    """A screen with a QR code, which is made step by step, so that keys are answered meanwhile."""

    code: "Square | None" = None
    steps: "Iterator[Square | None] | None" = None

    def encode(self, told: bytes) -> None:
        """Begin a code."""
        self.code, self.steps = None, qr.encode(told)

    def coded(self) -> "Item":
        """Return the code at the right edge, after another step; none if memory has run out."""
        steps, self.steps = self.steps, None  # a generator that has raised goes no further
        if steps:
            self.code = next(steps)
            if not self.code:
                self.steps = steps
        return (items.draw_code, CODE_X, 0, 128 - CODE_X, 64, self.code, False)

    def key(self, name: str, held: bool) -> None:
        if name == "OK" and held:
            self.device.send(events.OK)
        elif name == "BACK" and not held:
            self.nav.open(ARBITER)
        elif not held:
            self.pressed(name)

    def due_ms(self) -> int:
        return self.nav.t_ms if self.steps else -1


class ClosedScreen(CodeScreen):
    """Both have confirmed, or the game is void: the figures, also as a QR code."""

    name = "closed"

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        device = self.device
        match, game = device.recorder.match, device.recorder.game
        lines = receipt(match, device.settings, game, match.seq, device.journal)
        with Passing():
            self.encode(lines)

    def place(self, whole: bool = False) -> "Place":
        text, match = self.nav.text, self.device.recorder.match
        state = text("voided" if match.ending and match.ending.voided else "closed")
        totals = [result(match, who) for who in (events.A, events.B)]
        scored = totals != [None, None]
        figures = totals if scored else [deductions(match, who) for who in (events.A, events.B)]
        a, label, b = _both(text("sum.result" if scored else "sum.total") + ":", figures)
        game = "%s %d" % (text("game"), self.device.recorder.game)
        texts = [game, label, "A %s  B %s" % (a, b), text("hold-next")]
        place: "Place" = placed(name=self.name, heading=state, texts=texts)
        if whole:
            summed = SummaryScreen(self.nav).place(True)
            place["figures"], place["at"] = summed["figures"], summed["at"]
        return place

    def items(self) -> "list[Item]":
        code, place = self.coded(), self.place()
        state = place["heading"]
        large = items.width_in(fonts.large, state) <= CODE_X
        out = [items.either(large, 0, 0, CODE_X, state, items.CENTRE)]
        for line, (y, h) in zip(place["texts"], ((16, 11), (28, 11), (39, 11), (52, 12))):
            out.append(items.text(0, y, CODE_X, h, line))
        return out + [code]

    def pressed(self, name: str) -> None:
        """Type the result over USB, if micropython-lib's usb-device-keyboard is installed."""
        if name != "RIGHT":
            return
        device = self.device
        try:
            row = typist.row_of(device.recorder.match, device.settings)
            if row:
                keyboard, usb = load(typist.LIBRARY).KeyboardInterface, load("usb.device").get
                device.loop.begin(typist.typing(keyboard, usb, row, device.timebase.now_ms))
        except ImportError:
            pass


class LeftScreen(CodeScreen):
    """The times with which a game left; the codes that take it elsewhere, in turn or by keys."""

    name = "left"
    SHOWN_MS = 3000  # each code, once it is made

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.at, self.next_ms = -1, 0
        try:
            with Passing():
                self.parts = nav.device.carried_texts()
        except MemoryError:
            self.parts: "list[str]" = []  # it can still be taken over USB
        self._turn(1)

    def _turn(self, by: int) -> None:
        if self.parts:
            self.at = (self.at + by) % len(self.parts)
            self.encode(self.parts[self.at].encode())

    def place(self, whole: bool = False) -> "Place":
        match, text = self.device.recorder.match, self.nav.text
        lines = text("left").split("|")
        lines += ["%s %s" % (events.WHO_NAMES[who], match.shown(who)) for who in (1, 2)]
        lines.append("%d/%d" % (self.at + 1, len(self.parts)) if self.parts else "USB")
        lines.append(text("hold-next"))
        return placed(name=self.name, texts=lines)

    def items(self) -> "list[Item]":
        if self.steps:
            self.next_ms = self.nav.t_ms + self.SHOWN_MS
        elif len(self.parts) > 1 and self.nav.t_ms >= self.next_ms:
            self._turn(1)
        code, lines = self.coded(), self.place()["texts"]
        return [items.text(0, 10 * y, CODE_X, 10, line) for y, line in enumerate(lines)] + [code]

    def pressed(self, name: str) -> None:
        if name in ("UP", "DOWN"):
            self._turn(1 if name == "DOWN" else -1)

    def due_ms(self) -> int:
        return self.next_ms if not self.steps and len(self.parts) > 1 else CodeScreen.due_ms(self)


class RecoveredScreen(Screen):
    """The power failed in mid-game: nothing runs until somebody resumes the game."""

    boxes = ((0, 0), (16, 0), (48, 0))

    def place(self, whole: bool = False) -> "Place":
        match, text = self.device.recorder.match, self.nav.text
        what = "recovered-limit" if match.limit.end_ms >= 0 else "recovered-lost"
        texts = [text("recovered"), text(what), "OK: " + text("go-on")]
        return placed(name="recovered", texts=texts)

    def items(self) -> "list[Item]":
        match = self.device.recorder.match
        return Screen.items(self) + times(match, 32, match.mover)

    def pressed(self, name: str) -> None:
        if name == "OK":
            self.device.send(events.OK)
        else:
            Screen.pressed(self, name)


class TakenScreen(SummaryScreen):
    """A game taken over: all that decides it, which both players confirm (rules 8.1)."""

    name, title = "recovered", "taken-over"

    def pages(self) -> "tuple[list[Row], list[Row]]":
        match, text = self.device.recorder.match, self.nav.text
        labels = self.device.recorder.labels()
        both, rules, players = (events.A, events.B), match.rules, match.players
        budgets = [rounded(rules.first_ms(who)) for who in both]
        preset = name_of(self.nav, rules.name, "preset.")
        rows = [(match.shown(1), "", match.shown(2)), (budgets[0], preset, budgets[1])]
        rows.append(_both(text("sum.total"), [deductions(match, who) for who in both]))
        told = [] if labels.get("tag") else [text("taken-unsigned")]
        for label in ("player-a", "player-b"):
            told.append("%s: %s" % (label[-1].upper(), labels.get(label) or "-"))
        if players[0].challenges or players[1].challenges:
            told.append(text("taken-final"))
        rest = [("", line, "") for line in told]
        rest.append(_both(text("sum.points"), [match.points(who) for who in both]))
        rest.append(_both(text("sum.penalties"), [player.penalty() for player in players]))
        if match.mover:
            rest.append(("", text("figure.turn"), events.WHO_NAMES[match.mover]))
        if players[0].turns_to_lose or players[1].turns_to_lose:
            owed = [len(player.turns_to_lose) for player in players]
            rest.append(_both(text("figure.owed"), owed))
        if match.limit.given_ms >= 0:
            rest.append(("", text("setup.limit"), rounded(left_ms(match))))
        rest += self._marks(match, text)
        with Passing():  # what differs from the preset, by its name in the rules
            named = rules.name in presets.PRESETS
            known = presets.values_of(rules.name) if named else presets.COMMON
            differ = [one for one in known if getattr(rules, one) != known[one]]
        rest += [("", one.replace("_", " "), str(getattr(rules, one))) for one in differ]
        return rows, rest + self._stops(match, text)

    def place(self, whole: bool = False) -> "Place":
        place, question = SummaryScreen.place(self, whole), self.device.recorder.match.question
        place["name"], place["signed"] = self.name, question.said if question else 0
        return place

    def pressed(self, name: str) -> None:
        if name != "OK":  # before both have confirmed
            SummaryScreen.pressed(self, name)


class FaultScreen(Screen):
    """The device refuses a function and says why; it never guesses."""

    def place(self, whole: bool = False) -> "Place":
        text = self.nav.text
        told = text("fault." + events.FAULTS[self.device.recorder.match.fault])
        lines = told.replace("%", str(self.device.timebase.seen_s)).split("|")
        lines += [text("fault-do"), "OK: " + text("go-on")]
        return placed(name="fault", texts=lines)

    def pressed(self, name: str) -> None:
        if name == "OK":
            self.device.send(events.OK)
