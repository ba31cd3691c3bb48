"""The clock face: both times as large as they go, whose turn it is by shape and place.

The left half is A's, the right half B's. A solid bar with an arrow stands over the running clock,
a hollow one over the player who counts. Three shapes warn in temporizador: a dashed strip, a solid
strip, the digits in inverse video. Nothing blinks.
"""

from corrido.core import events as e
from corrido.core import phases as p
from corrido.core.clock import rounded
from corrido.core.limit import left_ms as limit_left_ms
from corrido.core.notices import notice
from corrido.ui import fonts
from corrido.ui import items as i
from corrido.ui.screens.base import Screen
from corrido.ui.turn import HALVES, LEFT_HALF, RIGHT_HALF

SECOND_MS = 1000
FOOT_Y = 52
NEXT_MARK = {"RIGHT": 1, "LEFT": 2}
NEXT_MARK_ENCODER = {"DOWN": 1, "UP": 2}
LOW_BATTERY = 20
NAME_ROOM = 24  # columns below which the player's letter says more than a stump of his name
ARROW = 5
DATA_W = 42  # columns that turns and points may take: the letter and the arrow need the rest


def until_next_second(left_ms: int) -> int:
    """Running time after which rounded(left_ms) changes."""
    if left_ms > 0:
        return (left_ms - 1) % SECOND_MS + 1
    return left_ms % SECOND_MS + 1


def level_of(match: object, who: int) -> int:
    """How urgent the turn is: 0, or 1 to 3 for its warnings, 3 for the last one."""
    signals = match.rules.signals_ms
    if not match.run & who or not match.timed_turns():
        return 0
    left_ms = match.left_ms(who)
    begun = len([onset for onset in signals if left_ms <= onset])
    return begun + 3 - len(signals) if begun and len(signals) > 1 else begun


def battery_icon(percent: int) -> str:
    """One of five pictures of a battery."""
    return chr(0xE000 + min(4, (percent + 15) // 25))


class ClockScreen(Screen):
    """Late, ready, running and recuento."""

    turns = 0

    def __init__(self, nav: object) -> None:
        Screen.__init__(self, nav)
        self.turns = HALVES.get(nav.setting("rotate", "none"), 0)
        self.names = [""] + [nav.setting(key, "") for key in ("player-a", "player-b")]
        self._parts = {}  # the heads by player and the foot as 0: (what it was made from, items)
        self._may_make = True
        self._at_foot = False  # the next look is at the foot, the others are at the heads
        self._behind = False  # a part is not up to date yet

    def items(self) -> list:
        """Times and warnings as they are; of the other parts first the heads, in a later call the
        foot, and only one that has changed at a time.

        So no call is long while a clock runs; due_ms() asks for the next one at once.
        """
        match = self.desk.match
        self._may_make, self._behind = True, False
        at_foot = self._at_foot
        times, heads = [], []
        for who, x in ((e.A, 0), (e.B, 64)):
            left = rounded(match.left_ms(who))
            level = level_of(match, who)
            place = i.CENTRE if len(left) < 5 else i.LEFT if self._from_left(who) else i.RIGHT
            times.append(i.digits(x, 16, 64, left, place, level == 3))
            heads += self._part(who, not at_foot, match, self._head_state, self._head)
            heads.append(i.dashes(x, 49, 64, level))
        foot = self._part(e.NONE, at_foot, match, self._foot_state, self._foot)
        self._at_foot = not (at_foot or self._behind)
        self._behind = self._behind or self._at_foot
        return times + heads + foot

    def _part(self, name: int, look: bool, match: object, state_of: object, make: object) -> list:
        """A part's items: those known, or made now if it has changed and none was made before."""
        known, items = self._parts.get(name, (None, None))
        if items and not (look and self._may_make):
            self._behind = self._behind or look  # looked at the next time
            return items
        state = state_of(match, name)
        if state != known:
            self._may_make = False
            items = make(name, *state)
            self._parts[name] = (state, items)
        return items

    def _head_state(self, match: object, who: int) -> tuple:
        return (
            self._on_turn(match, who),
            match.run & who,
            match.player(who).turns,
            match.points(who),
            match.away(who),
        )

    def _foot_state(self, match: object, _: int) -> tuple:
        limit_ms = limit_left_ms(match)
        return (
            self._message(match),
            notice(match) != "none",
            "" if limit_ms < 0 else rounded(limit_ms),
            self.desk.silent(),
            self.desk.battery_percent(),
        )

    def _from_left(self, who: int) -> bool:
        """A's half begins at its outer edge, B's ends there; of a turned half the other way."""
        if who == e.A:
            return not self.turns & LEFT_HALF
        return bool(self.turns & RIGHT_HALF)

    def _head(
        self, who: int, on_turn: bool, runs: int, turns: int, points: int, away: bool
    ) -> list:
        """Name, and turns completed or points lost; a bar over the clock that runs."""
        x = 0 if who == e.A else 64
        data = "" if away else "T%d" % turns
        if points:
            data = ("%s -%d" % (data, points)).strip()
            if i.width_of(data) > DATA_W:
                data = "-%d" % points
        width = i.width_of(data) + 2 * i.MARGIN
        label = self._name(who, on_turn, away, 64 - width - 2 * i.MARGIN)
        from_left = self._from_left(who)
        outer, inner = (x, x + 64 - width) if from_left else (x + width, x)
        places = (i.LEFT, i.RIGHT) if from_left else (i.RIGHT, i.LEFT)
        solid = on_turn and bool(runs)
        return [
            i.text(outer, 0, 64 - width, 13, label, places[0], solid),
            i.text(inner, 0, width, 13, data, places[1], solid),
            i.dashes(x, 13, 64, 2 if on_turn and not solid else 0),
        ]

    def _on_turn(self, match: object, who: int) -> bool:
        if match.phase in p.BEFORE_START:
            return bool(match.run & who)
        return match.mover == who

    def _name(self, who: int, on_turn: bool, away: bool, room: int) -> str:
        """The player, and the arrow on his turn; a long name is cut, the arrow never."""
        letter = e.WHO_NAMES[who]
        name = self.nav.text("absent") if away else self.names[who]
        name = letter + " " + name if name else letter
        room -= ARROW if on_turn else 0
        name = fonts.fit(fonts.text, name, room) if room > NAME_ROOM else letter
        if not on_turn:
            return name
        return "◀" + name if self._from_left(who) else name + "▶"

    def _foot(
        self, _: int, message: tuple, warns: bool, limit: str, silent: bool, percent: object
    ) -> list:
        right = self._right(limit, silent, percent)
        width = i.width_of(right) + 2 * i.MARGIN if right else 0
        if limit:
            width = width + 7 & ~7  # in steps: the boxes stay where they are while it counts down
        room = (64 if self.turns else 128) - width
        left = self._message_text(message, room - 2 * i.MARGIN)
        if self.turns:
            return [i.text(0, FOOT_Y, 64, 12, left), i.text(64, FOOT_Y, 64, 12, right, i.RIGHT)]
        return [
            i.text(0, FOOT_Y, 128 - width, 12, left, i.LEFT, warns),
            i.text(128 - width, FOOT_Y, width, 12, right, i.RIGHT),
        ]

    def _message(self, match: object) -> tuple:
        """The most important of: a jammed key, mark, notice, what the phase asks, mode.

        A text's key in two halves; of a jammed key the second is its name.
        """
        stuck = self.desk.stuck_keys()
        if stuck:
            return "stuck", stuck[0]
        if match.turn and match.turn.mark:
            return "mark.", e.MARKS[match.turn.mark]
        found = notice(match)
        if found != "none":
            return "notice.", found
        if match.phase == p.LATE:
            return "late.", e.WHO_NAMES[match.late.awaited]
        if match.phase == p.READY and not match.run:
            return "ready", ""
        return ("count", "") if match.phase == p.COUNT else ("mode.", str(match.rules.mode))

    def _message_text(self, message: tuple, room: int) -> str:
        text = self.nav.text
        family, name = message
        if family == "stuck":
            return text(family) + " " + name
        found = text(family + name)
        if family in ("notice.", "mode.") and i.width_of(found) > room:
            return text(family[:-1] + "-short." + name)
        return found

    def _right(self, limit: str, silent: bool, percent: object) -> str:
        """Limit, silence and battery; where a half is turned there is room for one of them."""
        parts = [self.nav.text("limit") + " " + limit] if limit else []
        icons = "♪✗" if silent else ""
        if percent is not None:
            icons += ("!" if percent < LOW_BATTERY else "") + battery_icon(percent)
        if icons:
            parts.append(icons)
        return " ".join(parts[:1] if self.turns else parts)

    def key(self, name: str, held: bool) -> None:
        match = self.desk.match
        if held:
            return
        steps = NEXT_MARK_ENCODER if self.nav.linear else NEXT_MARK
        if name in steps and match.turn:
            self.desk.send(e.MARK, match.mover, (match.turn.mark + steps[name]) % 3)
        elif name in ("OK", "BACK"):
            self.nav.open_menu()

    def focus(self) -> str:
        return "clock:" + self.desk.match.phase

    def due_ms(self) -> int:
        match = self.desk.match
        if self._behind:
            return self.nav.t_ms
        waits = [until_next_second(match.left_ms(who)) for who in (e.A, e.B) if match.run & who]
        if match.limit.end_ms >= 0 and not match.ending and limit_left_ms(match) > 0:
            waits.append(until_next_second(limit_left_ms(match)))
        for onset_ms in match.rules.signals_ms if match.timed_turns() and match.run else ():
            left_ms = match.left_ms(match.run & e.A or match.run & e.B)
            if left_ms > onset_ms:
                waits.append(left_ms - onset_ms)
        return self.nav.t_ms + min(waits) if waits else -1
