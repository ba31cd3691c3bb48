"""Handle the end of a game: forfeits, summary, signatures, closing (art. 37, 44, 45)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, notices, phases, scoreless
from corrido.core.effects import log
from corrido.core.record import Record
from corrido.core.stop import lay_over

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match


DEAF_MS = 5000
SCORE_MOST = 9999


class Ending(Record):
    """How and when a game ended, kept until it is resumed.

    notice: time-over, forfeit or none.  forfeited: mask of who lost by forfeit.
    signed: mask of who has confirmed the summary.
    """

    def __init__(self, notice: str, at_ms: int, below: str) -> None:
        self.notice = notice
        self.at_ms = at_ms
        self.below = below  # the phase in which it came, to return to
        self.deaf_until_ms = at_ms  # earlier presses were meant for the game and sign nothing
        self.forfeited = events.NONE
        self.signed = events.NONE
        self.counted = False  # the turn in progress was counted
        self.between_turns = False  # the game ended as a turn was completed
        self.voided = False


class Question(Record):
    """A question that both players confirm, each with their own button.

    kind: the event that asked (SUBMIT, FINISH, REOPEN).  said: mask of who has said yes.
    """

    def __init__(self, kind: int, counted: int = 0) -> None:
        self.kind = kind
        self.counted = counted  # fin de partida: the turn in progress counts
        self.said = events.NONE


def end(m: "Match", notice: str, effects: "Effects") -> "Ending":
    """End the game and show its summary (art. 45)."""
    lay_over(m, phases.OVER, effects)
    m.ending = Ending(notice, m.t_ms, m.below)
    return m.ending


def end_by_itself(m: "Match", notice: str, effects: "Effects") -> "Ending":
    """End the game without a player's press: for DEAF_MS the buttons sign nothing (art. 44)."""
    ending = end(m, notice, effects)
    ending.deaf_until_ms = m.t_ms + DEAF_MS
    return ending


def deaf_ms(m: "Match") -> int:
    """Return for how many more ms the players' buttons sign nothing, 0 or more."""
    return max(0, m.ending.deaf_until_ms - m.t_ms) if m.ending else 0


def forfeit(m: "Match", losers: int, effects: "Effects") -> "Ending":
    """End the game as lost by `losers` (a mask of players)."""
    log(effects, "forfeit", losers)
    ending = m.ending or end(m, notices.FORFEIT, effects)
    ending.notice = notices.FORFEIT
    ending.forfeited |= losers
    return ending


def finish(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Ask both players for fin de partida; value: 1 if the turn in progress counts (art. 45.1)."""
    if m.phase not in (phases.STOPPED, phases.COUNT) or m.ending:
        return False
    m.question = Question(events.FINISH, value)
    return True


def finished(m: "Match", effects: "Effects") -> None:
    """End the game as both players confirmed."""
    counted = bool(m.question and m.question.counted and m.turn)
    if counted and m.turn:
        m.player(m.mover).turns += 1
        scoreless.count(m, m.turn.mark)
    end(m, notices.NO_NOTICE, effects).counted = counted
    log(effects, "end")


def score(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Enter a player's final score; signatures given for other figures lapse (art. 44)."""
    if m.phase != phases.OVER or not m.ending or not -SCORE_MOST <= value <= SCORE_MOST:
        return False
    if m.player(who).score != value:
        m.player(who).score = value
        m.ending.signed = events.NONE
    log(effects, "score", who, value)
    return True


def sign(m: "Match", who: int, effects: "Effects") -> bool:
    """Confirm the summary for `who`; with both players the game is closed (art. 44)."""
    if not m.ending or m.run:
        return False
    m.ending.signed |= who
    if m.ending.signed == events.BOTH:
        m.phase = phases.CLOSED
        m.ending.signed = events.NONE
        log(effects, "close")
    return True
