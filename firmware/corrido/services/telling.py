"""Say in words what a player who cannot see the display has to know: unasked, and on request.

The texts are those of the display and of the part `said`; none says which word of a play failed,
or reminds a player to press (art. 35).
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.match import FOUR_PASSES, NO_NOTICE, whole_seconds

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.core.match import Match, Seen

MINUTE_MS = 60000
PLAYERS = (events.A, events.B)
# Phase -> text; `%` is the player on turn. The others have `said.` and the phase's name.
PLACES = {phases.READY: "ready", phases.RUNNING: "said.turn", phases.COUNT: "count"}


class Teller:
    """What has been said so far; text(key) is the device's language."""

    def __init__(self, text: "Callable[[str], str]") -> None:
        self._text = text
        self._place = ""  # as last said
        self._seen: "Seen | None" = None
        self._last = events.NONE  # players whose last minute was announced
        self._lost = [0, 0]

    def news(self, m: "Match") -> str:
        """Return what has to be said now, "" for nothing new since the last call."""
        said = ""  # hardly anything is allocated while nothing is new: this runs all the time
        if m.moved(self._seen):
            self._seen = m.seen()
            place = self._where(m)
            said = "" if place == self._place else place
            self._place = place
        for who in PLAYERS:
            last = 0 < m.left_ms(who) <= MINUTE_MS and not m.rules.timed_turns
            if last != bool(self._last & who):
                self._last ^= who
                if last:
                    said += ". " + self._put("said.minute", events.WHO_NAMES[who])
            if m.points(who) > self._lost[who - 1]:
                said += ". " + self._deducted(m, who)
            self._lost[who - 1] = m.points(who)
        return said[2:] if said.startswith(". ") else said

    def told(self, m: "Match", who: int) -> str:
        """Return all that a player may ask for: his own figures first, then his opponent's."""
        both = (who, events.other(who))
        said = [self._where(m)] + [self._time(m, one) for one in both]
        said += [self._deducted(m, one) for one in both if m.phase != phases.OVER]
        return ". ".join([part for part in said if part])

    def due_ms(self, m: "Match") -> int:
        """Return the running time until a last minute begins; -1 for never."""
        soonest_ms = -1
        for who in () if m.rules.timed_turns else events.PLAYERS[m.run]:
            wait_ms = m.left_ms(who) - MINUTE_MS
            if wait_ms > 0 and not 0 <= soonest_ms < wait_ms:
                soonest_ms = wait_ms
        return soonest_ms

    def _put(self, key: str, first: str, second: str = "") -> str:
        return self._text(key).replace("%", first).replace("&", second)

    def _where(self, m: "Match") -> str:
        """Return where the game stands, the notice, and at the end what is signed for."""
        said, found = [self._state(m)], m.notice
        if found != NO_NOTICE:
            count = m.row.passes if found == FOUR_PASSES else m.row.scoreless
            said.append(self._put("notice." + found, str(count)))
        elif m.run:
            mark, row = m.turn.mark if m.turn else 0, m.so_far()
            said.append(self._text("mark." + events.MARKS[mark]).replace("■ ", "") if mark else "")
            said.append(self._put("so-far." + row[0], str(row[1]), str(row[2])) if row else "")
        if m.phase == phases.OVER:
            lost = m.ending.forfeited if m.ending else events.NONE
            if lost == events.BOTH:
                said.append(self._text("both-lose"))
            elif lost:
                said.append(self._put("wins", events.WHO_NAMES[events.other(lost)]))
            said += [self._deducted(m, who) for who in PLAYERS]
        return ". ".join([part for part in said if part])

    def _state(self, m: "Match") -> str:
        """Return the phase with its player or reason, and what is asked of the players."""
        text, mover, found = self._text, events.WHO_NAMES[m.mover], m.challenge
        judged = events.WHO_NAMES[events.other(found.by)] if found else mover
        if m.asking:
            what = {events.FINISH: "finish", events.REOPEN: "reopen-act"}.get(m.asking)
            return (text(what) + ". " if what else "") + text("confirm")
        if m.phase == phases.STOPPED and m.stop:
            return text("said.stopped") + ": " + text("reason." + events.REASONS[m.stop.reason])
        if m.phase == phases.CHALLENGE:
            advice = [text(key) for key in ("challenge-hint", "face-down", "nothing-drawn")]
            return ". ".join([self._put("play-of", judged)] + advice)
        if m.phase == phases.VERDICT and found:
            key = "verdict." + events.VERDICTS[m.verdict]
            goes_on = events.WHO_NAMES[found.by] if m.verdict == events.INVALID else mover
            said = [self._put("play-of", judged), text(key), self._put(key + ".do", goes_on)]
            if found.appeal_asked and not found.appealed:
                said.append(self._put("appeals", judged))
            elif m.verdict == events.INVALID:
                said.append(self._put("takes-back", judged))
            return ". ".join(said)
        if m.phase == phases.CLOSED and m.ending and m.ending.voided:
            return text("voided")
        if m.phase == phases.LATE and m.late:
            return text("late." + events.WHO_NAMES[m.late.awaited])
        if m.rules.one_clock() and m.phase == phases.RUNNING:
            return text("board")
        return self._put("said.hold" if m.held else PLACES.get(m.phase, "said." + m.phase), mover)

    def _deducted(self, m: "Match", who: int) -> str:
        lost = m.points(who) + m.player(who).penalty()
        return self._put("said.lost", events.WHO_NAMES[who], str(lost)) if lost else ""

    def _time(self, m: "Match", who: int) -> str:
        seconds = whole_seconds(m.left_ms(who), m.rules.overtime_from_ms)
        parts = [self._count("said.minutes", seconds // 60)] if seconds >= 60 else []
        parts += [self._count("said.seconds", seconds % 60)] if seconds % 60 or not parts else []
        key = "said.beyond" if m.left_ms(who) < 0 else "said.left"
        return self._put(key, events.WHO_NAMES[who], " ".join(parts))

    def _count(self, key: str, n: int) -> str:
        """Return a number with its noun, of which a language has three forms: 1, 2, 5."""
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return "%d %s" % (n, self._text(key).split("|")[0 if n == 1 else 1 if few else 2])
