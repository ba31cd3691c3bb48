"""What ends a game, and its end: rows, notices, forfeits, summary, closing (art. 37, 44, 45)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, match, phases
from corrido.core.events import log
from corrido.core.stop import end_hold, lay_over, stop_clocks, uncover

if TYPE_CHECKING:
    from corrido.core.events import Effects
    from corrido.core.match import Match

DEAF_MS = 5000
SCORE_MOST = 9999


def note(m: "Match", condition: str, holds: bool) -> None:
    """Add a condition if it holds, remove it if not."""
    if holds != (condition in m.conditions):
        (m.conditions.append if holds else m.conditions.remove)(condition)


def count(m: "Match", mark: int, at: int = -1) -> None:
    """Count a completed turn in the rows of art. 45.2, 45.3, or change turn number `at`."""
    if at < 0:
        at = len(m.row.marks)
        m.row.alone = m.row.alone + 1 if m.out(m.opponent) else 0
    m.row.marks = m.row.marks[:at] + bytes((mark,)) + m.row.marks[at + 1 :]
    tell(m)


def tell(m: "Match") -> None:
    """Tell the table of the rows that are long enough."""
    passes, turns, alone = m.rules.end_passes, m.rules.end_scoreless, m.rules.end_alone
    found = m.row.passes
    note(m, match.FOUR_PASSES, 0 < passes <= found or 0 < alone <= min(found, m.row.alone))
    note(m, match.TWELVE_SCORELESS, 0 < turns <= m.row.scoreless)


def end(m: "Match", notice: str, effects: "Effects", deaf_ms: int = 0) -> "match.Ending":
    """End the game and show its summary (art. 44, 45.5); for deaf_ms the buttons sign nothing."""
    lay_over(m, phases.OVER, effects)
    end_hold(m, effects)
    m.ending = match.Ending(notice, m.t_ms, m.seqs.cause())
    m.ending.deaf_until_ms += deaf_ms
    return m.ending


def deaf_ms(m: "Match") -> int:
    """Return for how many more ms the players' buttons sign nothing, 0 or more (art. 44)."""
    return max(0, m.ending.deaf_until_ms - m.t_ms) if m.ending else 0


def forfeit(m: "Match", losers: int, value: int, effects: "Effects") -> "match.Ending":
    """Make players lose: for leaving, without time, as the round's last game (art. 37, 46.5)."""
    log(effects, "forfeit", losers)
    ending = m.ending or end(m, match.FORFEIT, effects)
    ending.notice = match.FORFEIT
    ending.forfeited |= losers
    return ending


def finish(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Ask both players for fin de partida (art. 45.1, 45.4); value: 1 if this turn counts."""
    if m.ending:
        return False
    m.question = match.Question(events.FINISH, value, m.seqs.event)
    return True


def finished(m: "Match", effects: "Effects") -> None:
    """End the game as both players confirmed (art. 45.1, 45.4)."""
    counted = bool(m.question and m.question.counted and m.turn)
    if counted and m.turn:
        m.player(m.mover).turns += 1
        count(m, m.turn.mark)
    end(m, match.NO_NOTICE, effects).counted = counted
    log(effects, "end")


def score(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Enter a player's final score; signatures given for other figures lapse (art. 44)."""
    if not m.ending or not -SCORE_MOST <= value <= SCORE_MOST:
        return False
    if m.player(who).score != value:
        m.player(who).score = value
        m.ending.signed = events.NONE
    log(effects, "score", who, value)
    return True


def sign(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Confirm the summary; with both players the game is closed (art. 44)."""
    if value != events.CLOSE or not m.ending or m.ending.signed & who or deaf_ms(m):
        return False
    return close(m, who, value, effects)


def close(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Confirm the summary for a player who will not, with the reason (art. 44)."""
    if not m.ending or m.run:
        return False
    m.ending.signed |= who
    if m.ending.signed == events.BOTH:
        m.phase = phases.CLOSED
        m.ending.signed = events.NONE
        log(effects, "close")
    return True


def void(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Close the game without a result; it stays in the log (art. 48)."""
    ended = m.ending or end(m, match.NO_NOTICE, effects)
    stop_clocks(m, effects)
    uncover(m)
    m.phase, m.fault = phases.CLOSED, 0
    ended.notice, ended.voided, ended.decided = match.NO_NOTICE, True, False
    ended.signed = ended.forfeited = events.NONE
    log(effects, "void")


def reopen(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Ask both players whether a closed game may return to its summary (art. 44)."""
    m.question = match.Question(events.REOPEN, 0, m.seqs.event)


def reopened(m: "Match", effects: "Effects") -> None:
    """Show the summary of a closed game again: both players have agreed (art. 44)."""
    m.question = None
    m.phase = phases.OVER
    if m.ending:
        m.ending.voided = False
    log(effects, "reopen")


def next_game(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Leave the closed game for the next one's setup."""
    if not m.ending or m.ending.voided:
        m.opener = events.NONE  # who opens does not alternate with it (art. 4.3)
    m.phase, m.under = phases.SETUP, []
