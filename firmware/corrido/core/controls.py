"""What the players' buttons, STOP, CHALLENGE and OK do in each phase (art. 32-34, 38-45)."""

from corrido.core import events as e
from corrido.core import flow
from corrido.core import phases as p
from corrido.core.flow import log
from corrido.core.rules import CORRIDO


def ignored(event: tuple, effects: list) -> None:
    """A control without a meaning now: nothing changes, the log may keep it."""
    log(effects, "ignored", event[3], event[2])


# -- the players' buttons


def press(m: object, event: tuple, effects: list) -> None:
    """A button of player A or B."""
    answer = PRESSES.get(m.phase)
    stale = m.folding and (event[2], event[4]) != m.role(e.PRESS)
    if stale or answer is None or not answer(m, event, effects):
        ignored(event, effects)
        return
    effects.insert(0, ("log", "press", event[3], event[2]))


def _arrive(m: object, event: tuple, effects: list) -> bool:
    return arrival(m, event[3])


def arrival(m: object, who: int) -> bool:
    """An absent player has come (art. 36): the last one's clock goes on through the draw."""
    if not m.awaited & who:
        return False
    m.awaited &= ~who
    if m.awaited:
        m.run &= ~who
    else:
        m.phase = p.READY
    return True


def _start(m: object, event: tuple, effects: list) -> bool:
    m.opener = m.turn = e.other(event[3])
    m.last_press = event[0]
    flow.fresh_turn(m)
    log(effects, "start", m.opener)
    flow.start_turn(m)
    if m.loses_next[m.turn]:
        m.loses_next[m.turn] -= 1
        flow.hand_over(m, e.LOST, effects)
    return True


def _first_press(m: object, event: tuple, effects: list) -> bool:
    if event[3] != m.turn:
        return False
    m.last_press = event[0]
    if m.rules.mode == CORRIDO:
        flow.hand_over(m, m.mark, effects)
    else:
        flow.stand(m, effects)
        begin_count(m)
    return True


def begin_count(m: object) -> None:
    """Recuento: both clocks stand while the mover counts and draws (art. 32.2, 34.1)."""
    m.stage = m.phase = p.COUNT
    m.guard_end_ms = m.t_ms + m.rules.guard_ms


def _second_press(m: object, event: tuple, effects: list) -> bool:
    if m.pending:
        return _confirm(m, event, effects)
    if event[3] != m.turn or m.t_ms < m.guard_end_ms:
        return False
    m.last_press = event[0]
    flow.hand_over(m, m.mark, effects)
    return True


def _leave_invalid(m: object, event: tuple, effects: list) -> bool:
    if m.verdict != e.INVALID or event[3] not in (e.NONE, m.turn):
        return False
    m.last_press = event[0]
    m.verdict = 0
    flow.close_stop(m, effects)
    m.phase = m.stage
    flow.hand_over(m, e.PASS, effects)
    return True


def _confirm(m: object, event: tuple, effects: list) -> bool:
    """Both players say yes to what is pending, each with his own button."""
    if not m.pending or m.confirmed & event[3]:
        return False
    m.confirmed |= event[3]
    if m.confirmed == e.BOTH:
        CONFIRMED[m.pending](m, effects)
    return True


def _look_up(m: object, effects: list) -> None:
    effects.append(("lookup",))


def _finish(m: object, effects: list) -> None:
    m.end_counted = m.counted if m.turn else 0
    if m.end_counted:
        m.turns[m.turn] += 1
    flow.end(m, "none", effects)


def _reopen(m: object, effects: list) -> None:
    m.phase = p.OVER
    m.pending = 0
    m.confirmed = e.NONE
    m.voided = False
    log(effects, "reopen")


def _sign(m: object, event: tuple, effects: list) -> bool:
    """A player confirms the summary; both close the game (art. 44)."""
    if m.run or m.confirmed & event[3]:
        return False
    sign(m, event[3], effects)
    return True


def sign(m: object, who: int, effects: list) -> None:
    """The summary is confirmed by `who`; with both the game is closed."""
    m.confirmed |= who
    if m.confirmed == e.BOTH:
        m.phase = p.CLOSED
        m.confirmed = e.NONE
        log(effects, "close")


PRESSES = {
    p.LATE: _arrive,
    p.READY: _start,
    p.RUNNING: _first_press,
    p.COUNT: _second_press,
    p.STOPPED: _confirm,
    p.CHALLENGE: _confirm,
    p.VERDICT: _leave_invalid,
    p.OVER: _sign,
    p.CLOSED: _confirm,
}
CONFIRMED = {e.SUBMIT: _look_up, e.FINISH: _finish, e.REOPEN: _reopen}


# -- STOP and its reason


def stop(m: object, event: tuple, effects: list) -> None:
    """Both clocks stop, or go on."""
    if m.folding and event[4] != m.role(e.STOP)[1]:
        ignored(event, effects)
        return
    if m.phase in (p.RUNNING, p.COUNT):
        flow.enter_stop(m, e.OTHER, effects)
        log(effects, "stop", m.stop_owner)
    elif m.phase == p.STOPPED:
        flow.go_on(m, m.under, effects)
    elif m.phase == p.VERDICT and m.verdict == e.VALID:
        _leave_valid(m, effects)
    elif m.phase == p.OVER and m.run:
        flow.stand(m, effects)
    else:
        ignored(event, effects)
        return
    effects.insert(0, ("log", "press", 0, e.STOP))


def reason(m: object, event: tuple, effects: list) -> None:
    """Why both clocks stand (art. 34)."""
    if m.phase == p.STOPPED and e.VERIFY <= event[4] <= e.OTHER:
        m.reason = event[4]


def asked(m: object, event: tuple, effects: list) -> None:
    """Who asked for the stop (art. 47.5)."""
    if m.phase == p.STOPPED:
        m.asked = event[3]


def mark(m: object, event: tuple, effects: list) -> None:
    """The mover says what his turn is: a play, a pass or an exchange (art. 25, 26)."""
    if event[3] == m.turn and flow.beneath(m) in (p.RUNNING, p.COUNT):
        m.mark = event[4]


def finish(m: object, event: tuple, effects: list) -> None:
    """Fin de partida is asked for; both must confirm (art. 45.1, 45.4)."""
    if m.phase in (p.STOPPED, p.COUNT):
        m.pending = e.FINISH
        m.counted = event[4]
        m.confirmed = e.NONE


# -- the challenge


def may_challenge(m: object) -> bool:
    """A counted play that is not yet noted, or a stop to verify or score it (art. 38, 39)."""
    stage = p.RUNNING if m.rules.mode == CORRIDO else p.COUNT
    if m.phase == p.STOPPED:
        return m.under == stage and m.reason in (e.VERIFY, e.SCORE)
    return m.phase == stage


def challenge(m: object, event: tuple, effects: list) -> None:
    """The opponent of the mover doubts the play: both clocks stop (art. 34.2, 39)."""
    misplaced = m.folding and event[3] != e.other(m.turn)
    if misplaced or not may_challenge(m):
        if m.folding and m.phase in (p.RUNNING, p.COUNT):
            flow.enter_stop(m, e.OTHER, effects)
            m.hollow = True
            return
        ignored(event, effects)
        return
    stage, owner = flow.beneath(m), m.run
    flow.close_stop(m, effects)
    flow.stand(m, effects)
    flow.open_stop(m, e.CHALLENGED, owner)
    m.stage = stage
    m.phase = p.CHALLENGE
    m.challenger = e.other(m.turn)
    m.mark_before = m.mark
    m.final = False
    effects.insert(0, ("log", "press", m.challenger, e.CHALLENGE))
    log(effects, "challenge", m.challenger)


def submit(m: object, event: tuple, effects: list) -> None:
    """All doubted words are entered; both confirm before the look-up (art. 40, 42.1)."""
    if m.phase != p.CHALLENGE or m.pending:
        return
    if m.rules.confirm_challenge:
        m.pending = e.SUBMIT
        m.confirmed = e.NONE
    else:
        effects.append(("lookup",))


def edit(m: object, event: tuple, effects: list) -> None:
    """Back to the words: what was confirmed is confirmed no longer."""
    if m.phase == p.CHALLENGE:
        m.pending = 0
        m.confirmed = e.NONE


def cancel(m: object, event: tuple, effects: list) -> None:
    """What is pending is dropped; a challenge given up leaves both clocks stopped."""
    m.pending = 0
    m.confirmed = e.NONE
    if m.phase == p.CHALLENGE:
        stage = m.stage
        flow.close_stop(m, effects)
        flow.open_stop(m, e.OTHER, e.NONE)
        m.under = stage
        m.phase = p.STOPPED


def verdict(m: object, event: tuple, effects: list) -> None:
    """One answer for the whole play (art. 40)."""
    if m.phase != p.CHALLENGE:
        return
    m.phase = p.VERDICT
    m.verdict = event[4]
    m.pending = 0
    m.made[m.challenger] += 1
    if m.verdict == e.INVALID:
        m.won[m.challenger] += 1
        m.mark = e.PASS
    else:
        fail_challenge(m)
    log(effects, "verdict", m.challenger, m.verdict)
    effects.append(("sound", e.VERDICTS[m.verdict]))


def fail_challenge(m: object) -> None:
    """What a challenge of a valid play costs under this preset; nothing under FISE."""
    price = m.rules.failed_challenge
    if price > 0:
        m.sanctions.append((m.challenger, e.VERDICT, price, 0))
    elif price < 0:
        m.loses_next[m.challenger] += 1


def _leave_valid(m: object, effects: list) -> None:
    m.verdict = 0
    flow.go_on(m, m.stage, effects)


# -- OK, and what the device refuses


def ok(m: object, event: tuple, effects: list) -> None:
    """OK where the game itself asks for it."""
    if m.phase == p.VERDICT:
        if m.verdict == e.VALID:
            _leave_valid(m, effects)
        else:
            _leave_invalid(m, event, effects)
    elif m.phase == p.RECOVERED:
        m.phase = p.STOPPED
        flow.open_stop(m, e.OTHER, e.NONE)
    elif m.phase == p.FAULT:
        m.phase = m.fault_to
        if m.phase == p.STOPPED:
            flow.open_stop(m, e.ARBITER, e.NONE)
    elif m.phase == p.CLOSED:
        m.phase = p.SETUP
    elif m.hollow:
        flow.go_on(m, m.under, effects)


def fault(m: object, event: tuple, effects: list) -> None:
    """The device refuses a function and says why; it never guesses a verdict."""
    if m.phase in p.IN_TURN:
        flow.lay_over(m, p.FAULT, effects)
        m.fault_to = p.STOPPED
    elif m.phase != p.FAULT:
        m.fault_to = m.phase
    m.fault_code = event[4]
    m.phase = p.FAULT
    log(effects, "fault", value=event[4])
