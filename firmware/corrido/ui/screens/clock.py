"""The clock face: both times as large as they go, whose turn it is by shape and place.

The left half is A's, the right half B's. A solid bar with an arrow stands over the running clock,
a hollow one over the player who counts. Three shapes warn in temporizador: a dashed strip, a solid
strip, the digits in inverse video. Nothing blinks.
"""

from corrido.core import events as e
from corrido.core import phases as p
from corrido.core.clock import rounded
from corrido.core.status import limit_left_ms, notice
from corrido.ui import fonts
from corrido.ui import items as i
from corrido.ui.screens.base import Screen
from corrido.ui.turn import RIGHT_HALF

SECOND_MS = 1000
FOOT_Y = 52
NEXT_MARK = {"RIGHT": 1, "LEFT": 2}
NEXT_MARK_ENCODER = {"DOWN": 1, "UP": 2}
LOW_BATTERY = 20
ARROW = 5


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

    def __init__(self, nav: object) -> None:
        Screen.__init__(self, nav)
        self.turns = RIGHT_HALF if nav.setting("rotate", "none") == "halves" else 0
        self.names = [""] + [nav.setting(key, "") for key in ("player-a", "player-b")]

    def items(self) -> list:
        match = self.desk.match
        out = []
        for who, x in ((e.A, 0), (e.B, 64)):
            left = rounded(match.left_ms(who))
            place = i.CENTRE if len(left) < 5 else i.LEFT if self._from_left(who) else i.RIGHT
            out.append(i.digits(x, 16, 64, left, place, level_of(match, who) == 3))
        for who, x in ((e.A, 0), (e.B, 64)):
            out += self._head(match, who, x)
            out.append(i.dashes(x, 49, 64, level_of(match, who)))
        return out + self._foot(match)

    def _from_left(self, who: int) -> bool:
        """A's half is read from its outer edge; B's half too once it is turned."""
        return who == e.A or bool(self.turns)

    def _head(self, match: object, who: int, x: int) -> list:
        on_turn = self._on_turn(match, who)
        data = self._data(match, who)
        width = min(46, i.width_of(data) + 2 * i.MARGIN)
        label = self._name(match, who, on_turn, 64 - width - 2 * i.MARGIN)
        from_left = self._from_left(who)
        outer, inner = (x, x + 64 - width) if from_left else (x + width, x)
        places = (i.LEFT, i.RIGHT) if from_left else (i.RIGHT, i.LEFT)
        solid = on_turn and bool(match.run & who)
        hollow = 1 if on_turn and not solid else 0
        return [i.text(outer, 0, 64 - width, 13, label, places[0], solid),
                i.text(inner, 0, width, 13, data, places[1], solid),
                i.dashes(x, 13, 64, 2 * hollow)]

    def _on_turn(self, match: object, who: int) -> bool:
        if match.phase in p.BEFORE_START:
            return bool(match.run & who)
        return match.turn == who

    def _name(self, match: object, who: int, on_turn: bool, room: int) -> str:
        """The player, and the arrow on his turn; a long name is cut, the arrow never."""
        name = self.names[who]
        letter = e.WHO_NAMES[who]
        name = letter + " " + name if name else letter
        if (match.absent | match.awaited) & who:
            name = letter + " " + self.nav.text("absent")
        room -= ARROW if on_turn else 0
        name = fonts.fit(fonts.text, name, room)
        if not on_turn:
            return name
        return "◀" + name if self._from_left(who) else name + "▶"

    def _data(self, match: object, who: int) -> str:
        """Turns completed, and points lost to overtime; the points stand alone when they exist."""
        if (match.absent | match.awaited) & who and not match.points(who):
            return ""
        points = match.points(who)
        return "-%d" % points if points else "T%d" % match.turns[who]

    def _foot(self, match: object) -> list:
        right = self._right(match)
        width = i.width_of(right) + 2 * i.MARGIN if right else 0
        room = (64 if self.turns else 128) - width
        left = self._message(match, room - 2 * i.MARGIN)
        if self.turns:
            return [i.text(0, FOOT_Y, 64, 12, left), i.text(64, FOOT_Y, 64, 12, right, i.RIGHT)]
        inverse = bool(left) and notice(match) != "none"
        return [i.text(0, FOOT_Y, 128 - width, 12, left, i.LEFT, inverse),
                i.text(128 - width, FOOT_Y, width, 12, right, i.RIGHT)]

    def _message(self, match: object, room: int) -> str:
        """The most important of: a jammed key, mark, notice, what the phase asks, mode."""
        text = self.nav.text
        stuck = self.desk.stuck_keys()
        if stuck:
            return text("stuck") + " " + stuck[0]
        if match.mark and match.turn:
            return text("mark.%s" % e.MARKS[match.mark])
        found = notice(match)
        if found != "none":
            long = text("notice." + found)
            return long if i.width_of(long) <= room else text("notice-short." + found)
        if match.phase == p.LATE:
            return text("late." + e.WHO_NAMES[match.awaited])
        if match.phase == p.READY and not match.run:
            return text("ready")
        return text("count") if match.phase == p.COUNT else text("mode.%d" % match.rules.mode)

    def _right(self, match: object) -> str:
        """Limit, silence and battery; where a half is turned there is room for one of them."""
        parts = [part for part in (self._limit(match), self._icons()) if part]
        return " ".join(parts[:1] if self.turns else parts)

    def _limit(self, match: object) -> str:
        left_ms = limit_left_ms(match)
        return "" if left_ms < 0 else self.nav.text("limit") + " " + rounded(left_ms)

    def _icons(self) -> str:
        out = "♪✗" if self.desk.silent() else ""
        percent = self.desk.battery_percent()
        if percent is not None:
            out += battery_icon(percent)
            if percent < LOW_BATTERY:
                out = "!" + out
        return out

    def key(self, name: str, held: bool) -> None:
        match = self.desk.match
        if held:
            return
        steps = NEXT_MARK_ENCODER if self.nav.linear else NEXT_MARK
        if name in steps and match.turn:
            self.desk.send(e.MARK, match.turn, (match.mark + steps[name]) % 3)
        elif name in ("OK", "BACK"):
            self.nav.open_menu()

    def focus(self) -> str:
        return "clock:" + self.desk.match.phase

    def due_ms(self) -> int:
        match = self.desk.match
        waits = [until_next_second(match.left_ms(who)) for who in (e.A, e.B) if match.run & who]
        if match.limit_end_ms >= 0 and match.ended_ms < 0 and limit_left_ms(match) > 0:
            waits.append(until_next_second(limit_left_ms(match)))
        for onset_ms in match.rules.signals_ms if match.timed_turns() and match.run else ():
            left_ms = match.left_ms(match.run & e.A or match.run & e.B)
            if left_ms > onset_ms:
                waits.append(left_ms - onset_ms)
        return self.nav.t_ms + min(waits) if waits else -1
