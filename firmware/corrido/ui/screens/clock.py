"""Show the clock face: both times as large as possible, and whose turn it is by shape and place.

A running clock's half is in inverse video, a counting player's head alone. Below is the news for
the table. The three signals of a turn: a dashed strip, a solid one, and a word besides.
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.limits import left_ms as limit_left_ms
from corrido.core.match import FOUR_PASSES, rounded
from corrido.ui import fonts, items
from corrido.ui.items import HALVES, LEFT_HALF, RIGHT_HALF
from corrido.ui.screens import Screen, name_of, placed

if TYPE_CHECKING:
    from corrido.ui.ports import Item, Match, Navigator, Place

    # Family of texts, key in it, first value, second.
    Message = tuple[str, str, str, str]

SECOND_MS = 1000
STRIP_Y, STRIP_H = 12, 4
TIME_Y = 16  # at a page boundary of the display: a second changes only four pages
FOOT_Y = 48
NEXT_MARK = {"RIGHT": 1, "LEFT": 2}
NEXT_MARK_ENCODER = {"DOWN": 1, "UP": 2}
LOW_BATTERY = 20
BATTERIES = 0xE000  # the first of five battery symbols
OFFER_MS = 4000
NAME_ROOM = 24  # with fewer columns, the player's letter says more than a stump of the name

WARNING = ("warning", "", "", "")  # the last signal of a turn
SMALL = "preset"  # gives way to a limit


def until_next_second(left_ms: int, from_ms: int = 1) -> int:
    """Return after how many ms of running time rounded(left_ms, from_ms) changes."""
    if left_ms > 0:
        return (left_ms - 1) % SECOND_MS + 1
    if left_ms == 0:
        return 1  # the minus
    return (left_ms + from_ms - 1) % SECOND_MS + 1


def changes_in(match: "Match") -> "list[int]":
    """Return after how many ms each running time changes, and each signal of a turn is due."""
    waits: "list[int]" = []
    for who in (events.A, events.B):
        if match.run & who:
            left_ms = match.left_ms(who)
            waits.append(until_next_second(left_ms, match.rules.overtime_from_ms))
            if match.rules.timed_turns:
                waits += [left_ms - onset for onset in match.rules.signals_ms if left_ms > onset]
    return waits


class ClockScreen(Screen):
    """The clock face in the phases late, ready, running and recuento."""

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self._turned = HALVES.get(nav.setting("rotate", "none"), 0)
        # What was made last of the same values: laid out once a second, most of it stays.
        self._heads: "list[tuple[tuple[int, ...], list[Item]]]" = [((), []), ((), [])]
        self._told: "tuple[tuple[Message, int, bool] | None, Item]" = (None, ())
        self._offer = -1  # the mark that OK would set
        self._offer_of = events.NONE  # the player whose turn it was offered for
        self._offer_end_ms = 0

    def turns(self) -> int:
        return self._turned

    def place(self, whole: bool = False) -> "Place":
        match, offer = self.device.recorder.match, self._offered()
        place: "Place" = placed(name="clock", focus=match.phase)
        if offer >= 0:
            place["fields"] = [("mark", events.MARKS[offer])]
        if whole:
            place["urgency"] = [match.urgency(who) for who in (events.A, events.B)]
            news = self._news(match)
            told = self._message_texts(news)[:1]
            place["texts"] = told if news[0] != "lost" else []  # that stands beside the times
        return place

    def items(self) -> "list[Item]":
        match = self.device.recorder.match
        times: "list[Item]" = []
        rest: "list[Item]" = []
        for who, x, half in ((events.A, 0, LEFT_HALF), (events.B, 64, RIGHT_HALF)):
            left, runs = match.shown(who), bool(match.run & who)
            lit = runs or (match.phase == phases.COUNT and match.mover == who)
            from_left = (who == events.A) != bool(self.turns() & half)
            edge = items.LEFT if from_left else items.RIGHT
            place = items.CENTRE if len(left) < 5 else edge
            times.append(items.digits(x, TIME_Y, 64, left, place, runs))
            rest += self._head(match, who, x, from_left, lit)
            level = min(2, match.urgency(who))
            rest.append(items.dashes(x, STRIP_Y, 64, STRIP_H, level, lit))
        return times + rest + self._foot(match)

    def _head(self, match: "Match", who: int, x: int, from_left: bool, lit: bool) -> "list[Item]":
        """Return letter, name and turns completed, in inverse video for the player on turn."""
        away, turns = match.away(who), match.player(who).turns
        head = away, turns, lit, match.crossed
        if self._heads[who - 1][0] != head:
            data = "" if away else "T%d" % turns
            width = items.width_of(data) + 2 * items.MARGIN
            name = self.nav.text("absent") if away else self.nav.name_of(who)
            room, label = 64 - width - 2 * items.MARGIN, events.WHO_NAMES[who]
            if name and room > NAME_ROOM:  # for most of it
                label = items.fit(fonts.text, label + " " + name, room)
            outer, inner = (x, x + 64 - width) if from_left else (x + width, x)
            places = (items.LEFT, items.RIGHT) if from_left else (items.RIGHT, items.LEFT)
            label_item = items.text(outer, 0, 64 - width, STRIP_Y, label, places[0], lit)
            data_item = items.text(inner, 0, width, STRIP_Y, data, places[1], lit)
            self._heads[who - 1] = head, [label_item, data_item]
        return self._heads[who - 1][1]

    def _foot(self, match: "Match") -> "list[Item]":
        """Return the news for the table, and what is shown at the right."""
        message, (limit, right) = self._news(match), self._right(match)
        warns = message is WARNING or match.notice != "none"
        large = bool(limit) and not self.turns() and message[0] == SMALL and right == limit
        font = fonts.large if large else fonts.text
        width = items.width_in(font, right) + 2 * items.MARGIN
        if not right:
            width = 0
        elif limit:
            width = width + 7 & ~7  # in steps, so that the boxes stay put during the countdown
        if self.turns():
            warns, width = False, 64
        told = message, width, warns
        if self._told[0] != told:
            self._told = told, self._said(message, 128 - width, warns)
        return [
            self._told[1],
            items.either(large, 128 - width, FOOT_Y, width, right, items.RIGHT),
        ]

    def _said(self, message: "Message", w: int, inverse: bool) -> "Item":
        """Return the message in the largest letters that fit, its short form before small ones."""
        texts = self._message_texts(message)
        if message[0] != SMALL:
            for string in texts:
                if items.width_in(fonts.large, string) <= w - items.MARGIN:
                    return items.large(0, FOOT_Y, w, string, items.LEFT, inverse)
        string = texts[0] if items.width_of(texts[0]) <= items.room(w) else texts[-1]
        return items.text(0, FOOT_Y, w, 16, string, items.LEFT, inverse)

    def _news(self, match: "Match") -> "Message":
        """Return the message, or in its place the last signal of a turn."""
        last = any([match.urgency(who) == 3 for who in (events.A, events.B)])
        return WARNING if last else self._message(match)

    def _message(self, match: "Match") -> "Message":
        """Return the most important news: (family of texts, key in it, first value, second)."""
        stuck = self.device.keys.stuck()
        if stuck:
            return "stuck", "", stuck[0], ""
        if match.held:
            who = events.WHO_NAMES[match.held]
            return "hold", "", who, rounded(max(0, match.hold_left_ms()))
        offer = self._offered()
        if offer >= 0:
            return "offer", "", self.nav.text("mark." + events.MARKS[offer]).replace("■ ", ""), ""
        if match.turn and match.turn.mark:
            return "mark.", events.MARKS[match.turn.mark], "", ""
        found = match.notice
        if found != "none":
            count = match.row.passes if found == FOUR_PASSES else match.row.scoreless
            return "notice.", found, str(count), ""
        if match.phase == phases.LATE and match.late:
            return "late.", events.WHO_NAMES[match.late.awaited], "", ""
        if match.phase == phases.READY:
            return "ready", "", "", ""
        if match.phase == phases.COUNT:
            return "count", "", events.WHO_NAMES[match.mover], ""
        lost = [match.points(events.A), match.points(events.B)]
        if any(lost):
            first, second = ["-%d" % points if points else "" for points in lost]
            return "lost", "", first, second
        row = match.so_far()
        if row:
            return "so-far.", row[0], str(row[1]), str(row[2])
        return SMALL, match.rules.name, "", ""

    def _message_texts(self, message: "Message") -> "list[str]":
        """Return the wordings of a message, longest first."""
        text = self.nav.text
        family, name, first, second = message
        if family == "stuck":
            return [text(family).replace("%", name_of(self.nav, first))]
        if family == "lost":
            sides = [who + " " + lost for who, lost in (("A", first), ("B", second)) if lost]
            return ["   ".join(sides), " ".join(sides)]
        if family == SMALL:
            mode = self.device.recorder.match.rules.mode
            return [name_of(self.nav, name, "preset."), text("mode-short.%d" % mode)]
        if family == "offer":
            return ["OK=" + first]
        keys = [family + name, family[:-1] + "-short." + name]
        found = [self.nav.phrases.text_or(key, "", False) for key in keys]
        return [t.replace("%", first).replace("&", second) for t in found if t]

    def _right(self, match: "Match") -> "tuple[str, str]":
        """Return the game's limit or ""; and limit, silence, broker, battery, as far as shown."""
        device, limit_ms = self.device, limit_left_ms(match)
        limit = "" if limit_ms < 0 else self.nav.text("limit") + " " + rounded(limit_ms)
        icons = "♪✗" if device.sound.silent else ""
        icons += "▲✗" if device.hall and not device.hall.online else ""
        percent = device.health.battery_percent()
        if percent is not None and (not limit or percent < LOW_BATTERY):
            icons += "!" if percent < LOW_BATTERY else ""
            icons += chr(BATTERIES + min(4, (percent + 15) // 25))
        parts = [part for part in (limit, icons) if part]
        return limit, " ".join(parts[:1] if self.turns() else parts)

    def pressed(self, name: str) -> None:
        match = self.device.recorder.match
        steps = NEXT_MARK_ENCODER if self.nav.linear else NEXT_MARK
        offer, self._offer = self._offered(), -1
        if name in steps and match.turn:
            self._offer = ((match.turn.mark if offer < 0 else offer) + steps[name]) % 3
            self._offer_of = match.mover
            self._offer_end_ms = self.nav.t_ms + OFFER_MS
        elif offer >= 0:
            if name == "OK":
                self.device.send(events.MARK, match.mover, offer)
        else:
            Screen.pressed(self, name)

    def _offered(self) -> int:
        """Return the mark that OK would set now, or -1, so that a brushed key sets nothing."""
        match = self.device.recorder.match
        if self.nav.t_ms >= self._offer_end_ms or not match.turn or match.mover != self._offer_of:
            self._offer = -1
        return self._offer

    def due_ms(self) -> int:
        match = self.device.recorder.match
        waits = changes_in(match)
        if match.limit.end_ms >= 0 and not match.ending and limit_left_ms(match) > 0:
            waits.append(until_next_second(limit_left_ms(match)))
        if match.held and match.run and match.hold_left_ms() > 0:
            waits.append(until_next_second(match.hold_left_ms()))
        if self._offered() >= 0:
            waits.append(self._offer_end_ms - self.nav.t_ms)
        return self.nav.t_ms + min(waits) if waits else -1
