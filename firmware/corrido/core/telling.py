"""Say in words what a player who cannot see the display has to know: unasked, and on request.

The texts are those of the display, and those of the part `said`; no text of a verdict says which
word failed. Nothing here reminds a player to press (art. 35).
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.ending import NO_NOTICE, notice

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.core.match import Match

    Text = Callable[[str], str]
    State = tuple[str, int, int, int, int, int, str]

MINUTE_MS = 60000


class Teller:
    """What has been said so far; text(key) is the device's language."""

    def __init__(self, text: "Text") -> None:
        self._text = text
        self._state: "State | None" = None
        self._told = events.NONE  # players whose last minute was announced
        self._lost = (0, 0)

    def news(self, m: "Match") -> str:
        """Return what has to be said now, "" for nothing new since the last call."""
        said: "list[str]" = []
        before, now = self._state, _state(m)
        if now != before:
            self._state = now
            said.append(self._with(m, state(m, self._text)))
            if now[-1] not in (NO_NOTICE, before[-1] if before else ""):
                said.append(self._notice(m))
        lost = m.points(events.A), m.points(events.B)
        for who in (events.A, events.B):
            if _last_minute(m, who) != bool(self._told & who):
                self._told ^= who
                if self._told & who:
                    said.append(self._put("said.minute", events.WHO_NAMES[who]))
            if lost[who - 1] > self._lost[who - 1]:
                said.append(self._points(m, who))
        self._lost = lost
        return ". ".join([part for part in said if part])

    def told(self, m: "Match", who: int) -> str:
        """Return all that a player may ask for: his own time first, then his opponent's."""
        said = [state(m, self._text)]
        said += [self._time(m, one) for one in (who, events.other(who))]
        said += [self._points(m, one) for one in (who, events.other(who))]
        said.append(self._notice(m))
        return ". ".join([part for part in said if part])

    def due_ms(self, m: "Match") -> int:
        """Return the running time until a last minute begins; -1 for never."""
        waits = [m.left_ms(w) - MINUTE_MS for w in events.players(m.run) if not self._told & w]
        waits = [wait for wait in waits if wait >= 0 and not m.timed_turns()]
        return min(waits) if waits else -1

    def _put(self, key: str, first: str, second: str = "") -> str:
        return self._text(key).replace("%", first).replace("&", second)

    def _with(self, m: "Match", said: str) -> str:
        """Return a state with the points that a summary asks to sign for."""
        points = (
            [self._points(m, who) for who in (events.A, events.B)]
            if m.phase == phases.OVER
            else []
        )
        return ". ".join([part for part in [said] + points if part])

    def _notice(self, m: "Match") -> str:
        found = notice(m)
        count = m.row.passes if found == "four-passes" else m.row.scoreless
        return "" if found == NO_NOTICE else self._put("notice." + found, str(count))

    def _points(self, m: "Match", who: int) -> str:
        lost = m.points(who) + m.player(who).penalty()
        return self._put("said.lost", events.WHO_NAMES[who], str(lost)) if lost else ""

    def _time(self, m: "Match", who: int) -> str:
        left_ms = m.left_ms(who)
        seconds = (abs(left_ms) + 999) // 1000
        parts = [self._count("said.minutes", seconds // 60)] if seconds >= 60 else []
        parts += [self._count("said.seconds", seconds % 60)] if seconds % 60 or not parts else []
        key = "said.beyond" if left_ms < 0 else "said.left"
        return self._put(key, events.WHO_NAMES[who], " ".join(parts))

    def _count(self, key: str, n: int) -> str:
        """Return a number with its noun, of which a language has three forms: 1, 2, 5."""
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return "%d %s" % (n, self._text(key).split("|")[0 if n == 1 else 1 if few else 2])


def _state(m: "Match") -> "State":
    """Return what the sentence of state() depends on, and the notice."""
    reason = m.stop.reason if m.stop else events.NONE
    mover = m.mover if m.phase in phases.IN_TURN else m.run
    return m.phase, mover, reason, m.verdict, m.asking, m.held, notice(m)


def _last_minute(m: "Match", who: int) -> bool:
    return not m.timed_turns() and 0 < m.left_ms(who) <= MINUTE_MS and m.phase != phases.SETUP


def state(m: "Match", text: "Text") -> str:
    """Return in a sentence or two where the game stands, and what is asked of the players."""
    if m.asking:
        what = text("finish") + ". " if m.asking == events.FINISH else ""
        return what + text("confirm")
    mover = events.WHO_NAMES[m.mover]
    judged = events.WHO_NAMES[events.other(m.challenge.by)] if m.challenge else mover
    if m.phase == phases.STOPPED:
        reason = text("reason." + events.REASONS[m.stop.reason if m.stop else events.NONE])
        return text("said.stopped") + ": " + reason
    if m.phase == phases.VERDICT:
        name = events.VERDICTS[m.verdict]
        goes_on = (
            events.WHO_NAMES[m.challenge.by]
            if m.challenge and m.verdict == events.INVALID
            else mover
        )
        do = text("verdict.%s.do" % name).replace("%", goes_on)
        return ". ".join([text("play-of").replace("%", judged), text("verdict." + name), do])
    if m.rules.one_clock() and m.phase == phases.RUNNING:
        return text("board")
    if m.phase == phases.LATE and m.late:
        return text("late." + events.WHO_NAMES[m.late.awaited])
    key, who = {
        phases.READY: ("ready", ""),
        phases.RUNNING: ("said.hold" if m.held else "said.turn", mover),
        phases.COUNT: ("count", mover),
        phases.CHALLENGE: ("challenge-hint", judged),
    }.get(m.phase, ("said." + m.phase, ""))
    return text(key).replace("%", who)
