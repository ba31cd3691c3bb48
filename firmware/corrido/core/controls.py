"""Handle the players' buttons, STOP and OK in each phase (art. 32-36, 41, 42.1, 44)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import challenge, ending, events, late, phases, reopen, stop, turn
from corrido.core.effects import log, pressed
from corrido.core.rules import CORRIDO

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.core.effects import Effects
    from corrido.core.match import Match

    Press = Callable[[Match, int, Effects], bool]


def button(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Answer the button of player A or B."""
    if m.replaying and (m.kind, value) != m.role(events.PRESS):
        return False
    if m.rules.one_clock() and m.phase in (phases.RUNNING, phases.COUNT) and not m.question:
        who = m.mover  # either button acts for the room
    if (
        m.replaying
        and m.phase == phases.STOPPED
        and m.stop
        and m.stop.without_turn
        and not m.question
    ):
        stop.go_on(m, m.below, effects)  # left a verdict on a play that was taken back
        return True
    answer = PRESSES.get(m.phase)
    back = m.phase in phases.IN_TURN and late.began_away(m, who)
    if not answer or not answer(m, who, effects):
        return False
    if back:
        late.here_again(m, who, effects)
    pressed(effects, who, m.kind)
    return True


def _arrive(m: "Match", who: int, effects: "Effects") -> bool:
    return late.arrive(m, who)


def _start(m: "Match", who: int, effects: "Effects") -> bool:
    """Start the opener's clock, on the other player's press (art. 32)."""
    m.opener = events.A if m.rules.one_clock() else events.other(who)
    m.last_press = m.event_seq
    m.late = None
    turn.fresh(m, m.opener)
    log(effects, "start", m.opener)
    turn.start(m)
    if m.player(m.opener).turns_to_lose:
        turn.hand_over(m, m.player(m.opener).turns_to_lose.pop(0), effects, True)
    return True


def _first_press(m: "Match", who: int, effects: "Effects") -> bool:
    """Hand the turn over (corrido), or begin recuento (no corrido, temporizador)."""
    if who != m.mover or turn.too_soon(m):
        return False
    if m.held == who:
        m.held = events.NONE  # the holder accepts the play; the turn goes on
        return True
    m.last_press = m.event_seq
    if m.rules.mode == CORRIDO:
        turn.play(m, effects)
    else:
        stop.stop_clocks(m, effects)
        turn.begin_count(m)
    return True


def _second_press(m: "Match", who: int, effects: "Effects") -> bool:
    """Hand the turn over after recuento (art. 32.2, 34.1)."""
    if m.question:
        return _confirm(m, who, effects)
    if who != m.mover or not m.turn or m.t_ms < m.turn.guard_end_ms:
        return False
    m.last_press = m.event_seq
    turn.play(m, effects)
    return True


def _confirm(m: "Match", who: int, effects: "Effects") -> bool:
    """Confirm the pending question for a player; it takes effect when both have confirmed."""
    asked = m.question
    if not asked or asked.said & who:
        return False
    asked.said |= who
    if asked.said == events.BOTH:
        CONFIRMED[asked.kind](m, effects)
    return True


def _look_up(m: "Match", effects: "Effects") -> None:
    effects.append(("lookup",))


def _finish(m: "Match", effects: "Effects") -> None:
    ending.finished(m, effects)


def _reopen(m: "Match", effects: "Effects") -> None:
    m.question = None
    reopen.agreed(m, effects)


def _agree(m: "Match", effects: "Effects") -> None:
    m.question = None


def _sign(m: "Match", who: int, effects: "Effects") -> bool:
    """Confirm the summary; both players close the game (art. 44)."""
    if not m.ending or m.ending.signed & who or ending.deaf_ms(m):
        return False
    return ending.sign(m, who, effects)


PRESSES: "dict[str, Press]" = {
    phases.LATE: _arrive,
    phases.READY: _start,
    phases.RUNNING: _first_press,
    phases.COUNT: _second_press,
    phases.STOPPED: _confirm,
    phases.RECOVERED: _confirm,
    phases.CHALLENGE: _confirm,
    phases.VERDICT: challenge.leave,
    phases.OVER: _sign,
    phases.CLOSED: _confirm,
}
CONFIRMED = {
    events.SUBMIT: _look_up,
    events.FINISH: _finish,
    events.REOPEN: _reopen,
    events.TAKEOVER: _agree,
}


def _meant_otherwise(m: "Match", kind: int, value: int) -> bool:
    """Return whether a replayed STOP or OK had another meaning when it was pressed.

    One that left a verdict also leaves the stop in place of a challenge that is gone.
    """
    if not m.replaying:
        return False
    gone = m.phase == phases.STOPPED and m.stop and m.stop.without_turn
    return not (gone and value > 2) and value != m.role(kind)[1]


def stop_key(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Answer STOP: stop both clocks, or resume."""
    if _meant_otherwise(m, events.STOP, value):
        return False
    if m.phase in (phases.RUNNING, phases.COUNT):
        owner = m.run
        stop.enter(m, events.OTHER, effects)
        log(effects, "stop", owner)
    elif m.phase == phases.STOPPED:
        stop.go_on(m, m.below, effects)
    elif m.phase == phases.OVER and m.run:
        stop.stop_clocks(m, effects)
    elif m.verdict != events.VALID or not challenge.leave(m, events.NONE, effects):
        return False
    pressed(effects, events.NONE, events.STOP)
    return True


def ok(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Answer OK in phases in which the game itself uses it."""
    if _meant_otherwise(m, events.OK, value):
        return False
    if m.left:
        m.phase = phases.SETUP
    elif m.phase == phases.VERDICT:
        return challenge.leave(m, events.NONE, effects)
    elif m.phase == phases.RECOVERED and not m.question:
        m.phase = phases.STOPPED
        m.stop = stop.Stop(events.OTHER, events.NONE)
    elif m.phase == phases.FAULT and m.fault:
        m.phase = m.fault.to
        m.fault = None
        if m.phase == phases.STOPPED:
            m.stop = stop.Stop(events.ARBITER, events.NONE)
            m.stop.after_fault = True
    elif m.phase == phases.CLOSED:
        m.phase = phases.SETUP
    elif m.phase == phases.STOPPED and m.stop and m.stop.without_turn:
        stop.go_on(m, m.below, effects)
    else:
        return False
    return True
