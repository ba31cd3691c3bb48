"""Let the arbiter resume an ended game, undo and revert (art. 44, 48)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import challenge, events, limit, phases, stop, turn
from corrido.core.effects import log
from corrido.core.ending import Question

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match


def play_on(m: "Match", effects: "Effects") -> None:
    """Bring an ended game that is not closed back, stopped, with the turn as it was."""
    ended, m.ending = m.ending, None
    if not ended:
        return
    if ended.counted:
        m.player(m.mover).turns -= 1
    m.run = events.NONE
    m.below = ended.below
    m.limit.last_turn = False
    if m.below in phases.BEFORE_START:
        m.phase = m.below
        m.run = m.late.run if m.late else events.NONE
        return
    if 0 <= m.limit.end_ms <= m.t_ms:
        m.limit.spent = True
        m.limit.last_turn = limit.owes_turn(m)
    m.phase = phases.STOPPED
    m.question = None
    m.stop = stop.Stop(events.ARBITER, events.NONE)
    if ended.between_turns:
        turn.take_lost_turn(m, effects)


def undone(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Stop the clocks; take press `value` out of the game, as the Director decides (art. 48)."""
    _stop_without_press(m, effects)
    _leave_verdict(m)
    log(effects, "undo", value=value)
    return True


def appealed(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Uphold an appeal after the verdict was left: the turn comes back, as by undo (art. 42.4)."""
    challenge.uphold_late(m, effects)
    _stop_without_press(m, effects)
    _leave_verdict(m)
    m.left_seq = 0
    return True


def _stop_without_press(m: "Match", effects: "Effects") -> None:
    if m.ending:
        play_on(m, effects)  # also if what was left out of a replay had kept the game open
    elif m.phase not in (phases.STOPPED, phases.READY, phases.LATE, phases.SETUP):
        stop.enter(m, events.ARBITER, effects)


def _leave_verdict(m: "Match") -> None:
    """Take back the press that left a verdict, but keep the verdict.

    The play stays judged until the arbiter reopens it with `again`.
    """
    if m.challenge and m.phase == phases.STOPPED and m.below == phases.VERDICT:
        m.below = m.challenge.below
        m.challenge = None


def reverted(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Rebuild the game by replay without the arbiter's act `value`."""
    if m.phase in (phases.RUNNING, phases.COUNT):
        stop.enter(m, events.ARBITER, effects)
    if m.phase == phases.CLOSED:
        m.phase = phases.OVER  # it was open when this was done: no act closes a game (art. 44)
    log(effects, "revert", value=value)
    return True


def reopen(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Ask both players whether a closed game may return to its summary (art. 44)."""
    if m.phase != phases.CLOSED:
        return False
    m.question = Question(events.REOPEN)
    return True


def agreed(m: "Match", effects: "Effects") -> None:
    """Show the summary of a closed game again: both players have agreed."""
    m.phase = phases.OVER
    if m.ending:
        m.ending.voided = False
    log(effects, "reopen")
