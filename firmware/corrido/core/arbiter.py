"""The arbiter's acts on a game (art. 20, 24, 28, 30, 35-37, 42.4, 44, 46.5, 47, 49)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import (
    challenge,
    ending,
    events,
    late,
    limit,
    notices,
    phases,
    reopen,
    signals,
    stop,
    turn,
)
from corrido.core.effects import log

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match

LEFT_RANGE_MS = 5_999_000  # 99:59


def menu(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Open the arbiter's menu: in a turn or in recuento it stops both clocks first (art. 34.5).

    Any question that the players were asked to confirm is dropped: the arbiter decides now.
    """
    if m.question and m.question.kind not in (events.SUBMIT, events.TAKEOVER):
        m.question = None
    if m.phase in (phases.RUNNING, phases.COUNT):
        owner = m.run
        stop.enter(m, events.ARBITER, effects)
        log(effects, "stop", owner)
    return True


def set_clock(m: "Match", who: int, left_ms: int, effects: "Effects") -> bool:
    """Set a player's remaining time, -99:59 to 99:59; in temporizador the turn's, 0 or more."""
    if m.phase in (phases.SETUP, phases.CLOSED) or not -LEFT_RANGE_MS <= left_ms <= LEFT_RANGE_MS:
        return False
    if m.timed_turns() and (who != m.mover or left_ms < 0):
        return False
    m.player(who).clock.put(left_ms, m.rules)
    if m.timed_turns():
        signals.time_given(m, left_ms)
    log(effects, "adjust", who, left_ms)
    return True


def swap(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Swap everything that belongs to A and B."""
    if m.phase in (phases.SETUP, phases.CLOSED):
        return False
    m.players.reverse()
    m.run, m.opener = mirror(m.run), mirror(m.opener)
    if m.turn:
        m.turn.who = mirror(m.turn.who)
    if m.stop:
        m.stop.owner, m.stop.asked = mirror(m.stop.owner), mirror(m.stop.asked)
    if m.challenge:
        m.challenge.by = mirror(m.challenge.by)
        m.challenge.owner = mirror(m.challenge.owner)
    if m.question:
        m.question.said = mirror(m.question.said)
    if m.late:
        m.late.awaited, m.late.run = mirror(m.late.awaited), mirror(m.late.run)
    if m.ending:
        m.ending.forfeited, m.ending.signed = mirror(m.ending.forfeited), mirror(m.ending.signed)
    if m.played:
        m.played.by = mirror(m.played.by)
    m.held = mirror(m.held)
    m.stopped = {(k[0], mirror(k[1]), mirror(k[2])): of for k, of in m.stopped.items()}
    log(effects, "swap")
    return True


def mirror(who: int) -> int:
    """Return the mask with A and B exchanged."""
    return (who & events.A) << 1 | (who & events.B) >> 1


def penalty(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Deduct points from a player, with the article (art. 49); value is packed as in events.

    A penalty below the preset's minimum is refused.
    """
    if value % events.ARTICLE_UNIT < m.rules.penalty_min:
        return False
    return _sanction(m, who, events.PENALTY, value, effects)


def card(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Show a player a card or give a warning, with the article; value is packed as in events."""
    return _sanction(m, who, events.CARD, value, effects)


def _sanction(m: "Match", who: int, kind: int, value: int, effects: "Effects") -> bool:
    if m.phase in (phases.SETUP, phases.CLOSED):
        return False
    given = (kind, value % events.ARTICLE_UNIT, value // events.ARTICLE_UNIT)
    m.player(who).sanctions.append(given)
    log(effects, "penalty" if kind == events.PENALTY else "card", who, value)
    return True


def revoke(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Revoke the player's latest penalty, card or price of a failed challenge that stands."""
    sanctions = m.player(who).sanctions
    if not sanctions or m.phase in (phases.SETUP, phases.CLOSED):
        return False
    sanctions.pop()
    log(effects, "revoke", who)
    return True


def lose_turn(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Take the turn in progress, or the next one of the player who is not on turn (art. 28).

    value: 1 if it also counts as a pass, as for a play declared invalid (art. 20.1, 24); plus
    NEXT_TURN to take the next turn in any case.
    """
    below = stop.phase_below(m)
    if (
        m.phase not in phases.IN_PLAY
        or m.phase == phases.CHALLENGE
        or below == phases.VERDICT
        or m.ending
    ):
        return False
    mark = events.PASS if value & 1 else events.LOST
    log(effects, "lose-turn", who, value)
    at_once = not value & events.NEXT_TURN and below in (phases.RUNNING, phases.COUNT)
    if at_once and m.phase in (phases.STOPPED, phases.RECOVERED) and m.mover == who:
        turn.take(m, mark, effects)
    else:
        m.player(who).turns_to_lose.append(mark)
    return True


def lose_game(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Make a player lose the game: for leaving, or as the round's last game (art. 37, 46.5)."""
    if m.phase not in phases.IN_PLAY and m.phase != phases.OVER:
        return False
    ending.forfeit(m, who, effects)
    return True


def sheet(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Run a player's clock after the game while the sheet is completed (art. 5.2)."""
    if m.phase != phases.OVER or m.timed_turns():
        return False
    m.run = who
    log(effects, "sheet", who)
    return True


def give_limit(m: "Match", who: int, left_ms: int, effects: "Effects") -> bool:
    """Set the game limit's remaining time; a game ended by the limit resumes (art. 30)."""
    by_limit = m.ending and m.ending.notice == notices.TIME_OVER
    if m.phase in (phases.SETUP, phases.CLOSED) or left_ms < 0 or (by_limit and not left_ms):
        return False
    limit.give(m, left_ms)
    log(effects, "limit", value=left_ms)
    if m.phase == phases.OVER and by_limit:
        reopen.play_on(m, effects)
    elif m.ending:
        m.ending.at_ms = m.t_ms
    return True


def end_game(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """End the game; a turn in progress does not count."""
    if m.phase not in phases.IN_PLAY or m.ending:
        return False
    ending.end(m, notices.NO_NOTICE, effects)
    log(effects, "end")
    return True


def void(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Close the game without a result; it stays in the log."""
    if m.phase in (phases.SETUP, phases.CLOSED):
        return False
    ended = m.ending or ending.end(m, notices.NO_NOTICE, effects)
    stop.stop_clocks(m, effects)
    m.phase = phases.CLOSED
    ended.notice = notices.NO_NOTICE
    ended.signed = events.NONE
    ended.forfeited = events.NONE
    ended.voided = True
    log(effects, "void")
    return True


def hand_over_game(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Let the game go on on another device; nothing of it changes here any more."""
    if m.phase not in (phases.STOPPED, phases.RECOVERED) or m.question or m.left:
        return False
    m.left = True
    log(effects, "handover")
    return True


def close(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Close for a player who will not confirm, with the reason."""
    return m.phase == phases.OVER and ending.sign(m, who, effects)


ACTS = {
    events.MENU: menu,
    events.LATE: late.missing,
    events.ABSENT: late.absent,
    events.BACK: late.back,
    events.SET: set_clock,
    events.UNDO: reopen.undone,
    events.SWAP: swap,
    events.PENALTY: penalty,
    events.CARD: card,
    events.REVOKE: revoke,
    events.LOSE_TURN: lose_turn,
    events.FORFEIT: lose_game,
    events.SHEET: sheet,
    events.APPEAL: challenge.appeal,
    events.LIMIT: give_limit,
    events.END: end_game,
    events.VOID: void,
    events.REOPEN: reopen.reopen,
    events.CLOSE: close,
    events.REVERT: reopen.reverted,
    events.AGAIN: challenge.again,
    events.LATE_APPEAL: reopen.appealed,
    events.AMEND: challenge.amend,
    events.HANDOVER: hand_over_game,
}
