"""How a game moves on: turns begin and end, clocks stand and go, a game ends and comes back."""

from corrido.core import events as e
from corrido.core import phases as p


def log(effects: list, kind: str, who: int = 0, value: int = 0) -> None:
    """Ask for an entry of the event log; kind is a name of the log."""
    effects.append(("log", kind, who, value))


def arm(m: object, event: tuple, effects: list) -> None:
    """From setup to ready."""
    if m.phase == p.SETUP:
        m.phase = p.READY


# -- clocks stand, clocks go


def beneath(m: object) -> str:
    """The phase that would come back if what lies over it ended now."""
    if m.phase == p.FAULT and m.fault_to != p.STOPPED:
        return m.fault_to
    if m.phase in (p.STOPPED, p.FAULT, p.RECOVERED):
        return m.under
    return m.stage if m.phase == p.CHALLENGE else m.phase


def lay_over(m: object, phase: str, effects: list) -> None:
    """All clocks stand under `phase`; what it lies over is kept to go back to."""
    under = beneath(m)
    if under in p.BEFORE_START and m.run:
        m.late_run = m.run
    close_stop(m, effects)
    stand(m, effects)
    m.under = under
    m.phase = phase


def stand(m: object, effects: list) -> None:
    """Stop every clock and the turn's signal; the last signal may sound again (art. 33)."""
    m.run = e.NONE
    if m.sounding:
        m.sounding = False
        m.fired &= ~(1 << (len(m.rules.signals_ms) - 1))
    effects.append(("hush",))


def enter_stop(m: object, reason: int, effects: list) -> None:
    """Both clocks stop for a reason (art. 34); the stop's length counts from here."""
    under, owner = beneath(m), m.run
    stand(m, effects)
    open_stop(m, reason, owner)
    m.under = under
    m.phase = p.STOPPED


def open_stop(m: object, reason: int, owner: int) -> None:
    """Begin to count stopped time for `reason`; owner: whose clock ran until now."""
    m.reason, m.stop_owner, m.asked = reason, owner, e.NONE
    m.stop_ms = 0
    m.pending = 0
    m.confirmed = e.NONE


def close_stop(m: object, effects: list) -> None:
    """Book the stopped time by reason, by whose clock was running and by who asked (art. 47.5)."""
    if m.phase in p.CLOCKS_STAND:
        key = (m.reason, m.stop_owner, m.asked)
        m.stopped[key] = m.stopped.get(key, 0) + m.stop_ms
        effects.append(("stopped", m.reason, m.stop_owner, m.asked, m.stop_ms))
    m.stop_ms = 0
    m.reason = m.asked = e.NONE
    m.pending = 0
    m.hollow = False


def go_on(m: object, phase: str, effects: list) -> None:
    """Leave a stop for `phase`; its clock runs again."""
    close_stop(m, effects)
    m.phase = phase
    if phase == p.RUNNING:
        m.run = m.turn
    elif phase in p.BEFORE_START:
        m.run = m.late_run
    elif phase == p.VERDICT:
        open_stop(m, e.CHALLENGED, e.NONE)


# -- turns


def start_limit(m: object) -> None:
    """The game's own limit starts with its first clock (art. 30)."""
    m.begun = True
    if m.limit_ms >= 0 and m.limit_end_ms < 0:
        m.limit_end_ms = m.t_ms + m.limit_ms


def start_turn(m: object) -> None:
    """The clock of the player on turn runs."""
    m.stage = m.phase = p.RUNNING
    m.run = m.turn
    start_limit(m)


def fresh_turn(m: object) -> None:
    """In temporizador each turn has its full time and all its signals (art. 31.1, 33)."""
    m.mark = e.PLAY
    m.guard_end_ms = 0
    m.fired = 0
    m.sounding = False
    if m.timed_turns():
        m.clocks[e.A].left_ms = m.clocks[e.B].left_ms = m.rules.turn_ms
        for i, onset_ms in enumerate(m.rules.signals_ms):
            if onset_ms > m.rules.turn_ms:
                m.fired |= 1 << i


def complete_turn(m: object, mark: int, effects: list) -> None:
    """The turn in progress is completed; the opponent is on turn, or the game is over."""
    m.turns[m.turn] += 1
    count_row(m, mark)
    drop(m, "turn-expired")
    m.turn = e.other(m.turn)
    m.stage = p.RUNNING
    if m.phase == p.STOPPED:
        m.under = p.RUNNING
    else:
        m.phase = p.RUNNING
    fresh_turn(m)
    if m.limit_spent:
        _equal_turns(m, effects)
    m.between_turns = m.phase == p.OVER
    if not m.between_turns:
        _take_lost_turn(m, effects)


def _take_lost_turn(m: object, effects: list) -> None:
    if m.loses_next[m.turn]:
        m.loses_next[m.turn] -= 1
        complete_turn(m, e.LOST, effects)


def hand_over(m: object, mark: int, effects: list) -> None:
    """Complete the turn and start the opponent's clock (art. 32, 33)."""
    stand(m, effects)
    complete_turn(m, mark, effects)
    if m.phase != p.OVER:
        start_turn(m)


def count_row(m: object, mark: int) -> None:
    """Four passes running and twelve turns without a score (art. 45.2, 45.3)."""
    m.passes = m.passes + 1 if mark == e.PASS else 0
    if mark in (e.PASS, e.EXCHANGE):
        m.scoreless += 1 if m.scored else 0
    else:
        m.scoreless = 0
        m.scored = m.scored or mark == e.PLAY
    hold(m, "four-passes", m.passes >= 4)
    hold(m, "twelve-scoreless", m.scoreless >= 12)


def hold(m: object, notice: str, holds: bool) -> None:
    """Keep `notice` among the conditions while it holds, in the order in which they arose."""
    if not holds:
        drop(m, notice)
    elif notice not in m.conditions:
        m.conditions.append(notice)


def drop(m: object, notice: str) -> None:
    """The condition holds no longer."""
    if notice in m.conditions:
        m.conditions.remove(notice)


def owes_turn(m: object) -> bool:
    """The second player is on turn and has had one turn less than the opener (art. 30)."""
    return m.turn != m.opener and m.turns[m.opener] == m.turns[m.turn] + 1


def limit_ended(m: object, effects: list) -> None:
    """Over at once, or one last turn for the second player (art. 30, 45.5)."""
    m.limit_spent = True
    if owes_turn(m):
        m.ending = "last-turn"
    else:
        end(m, "time-over", effects)


def _equal_turns(m: object, effects: list) -> None:
    """After the limit each completed turn is asked whether both have had the same number."""
    if m.turns[m.turn] >= m.turns[e.other(m.turn)]:
        end(m, "time-over", effects)
    else:
        m.ending = "last-turn" if owes_turn(m) else "none"


# -- the end and back


def end(m: object, ending: str, effects: list) -> None:
    """The game is over; the summary is shown (art. 45)."""
    lay_over(m, p.OVER, effects)
    m.ending = ending
    m.ended_ms = m.t_ms
    m.confirmed = e.NONE
    log(effects, "end")


def reopen_play(m: object, effects: list) -> None:
    """An ended game that is not closed comes back stopped, with the turn as it was."""
    if m.end_counted:
        m.turns[m.turn] -= 1
        m.end_counted = 0
    m.ended_ms = -1
    m.run = e.NONE
    m.ending = "none"
    m.forfeited = m.confirmed = e.NONE
    if m.under in p.BEFORE_START:
        m.phase = m.under
        m.run = m.late_run
        return
    if 0 <= m.limit_end_ms <= m.t_ms:
        m.limit_spent = True
        m.ending = "last-turn" if owes_turn(m) else "none"
    m.phase = p.STOPPED
    open_stop(m, e.ARBITER, e.NONE)
    if m.between_turns:
        m.between_turns = False
        _take_lost_turn(m, effects)


def undone(m: object, event: tuple, effects: list) -> None:
    """A press was taken back: the game stands, stopped, where it would have been (art. 35)."""
    if m.phase in (p.OVER, p.CLOSED):
        reopen_play(m, effects)
    elif m.phase not in (p.STOPPED, p.READY, p.LATE, p.SETUP):
        close_stop(m, effects)
        enter_stop(m, e.ARBITER, effects)
    log(effects, "undo", value=event[4])


def power(m: object, event: tuple, effects: list) -> None:
    """Power came back: what was in play waits, recovered; the rest is as it was."""
    if m.phase == p.FAULT and m.fault_to in (p.SETUP, p.OVER, p.CLOSED, p.READY):
        m.phase = m.fault_to
    m.pending = 0
    if m.phase in (p.SETUP, p.CLOSED) or (m.phase == p.READY and not m.run):
        return
    if m.phase == p.OVER:
        m.run = e.NONE
        return
    lay_over(m, p.RECOVERED, effects)
    log(effects, "recovered")
