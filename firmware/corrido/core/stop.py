"""What interrupts play and leads back to it: stops, faults, power cuts (art. 34, 47.5)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.events import log
from corrido.core.match import Question, Stop

if TYPE_CHECKING:
    from corrido.core.events import Effects
    from corrido.core.match import Match


def stop_clocks(m: "Match", effects: "Effects") -> None:
    """Stop every clock and the turn's signal; the last signal may sound again (art. 33)."""
    m.run = events.NONE
    if m.turn:
        m.turn.silence(m.rules)
    effects.append(("stop-warnings",))


def lay_over(m: "Match", phase: str, effects: "Effects") -> None:
    """Stop all clocks and cover the stage of play with `phase`; what covered it is dropped."""
    book(m, effects)
    stop_clocks(m, effects)
    if m.phase == phases.CHALLENGE:
        m.challenge = None
    m.fault = 0
    while m.phase in phases.OVERLAYS:
        m.phase = m.under.pop()
    m.under.append(m.phase)
    m.phase = phase


def uncover(m: "Match") -> None:
    """Leave whatever covers the summary of an ended game."""
    while m.under and m.phase not in (phases.OVER, phases.CLOSED):
        m.phase = m.under.pop()


def enter(m: "Match", reason: int, effects: "Effects") -> "Stop":
    """Stop both clocks for a reason (art. 34, 41); the length of the stop counts from here."""
    owner = m.run
    lay_over(m, phases.STOPPED, effects)
    return stand(m, reason, owner)


def stand(m: "Match", reason: int, owner: int = events.NONE) -> "Stop":
    """Begin a stop that the event at hand has brought about."""
    m.phase, m.stop = phases.STOPPED, Stop(reason, owner, False, m.seqs.event)
    return m.stop


def book(m: "Match", effects: "Effects") -> None:
    """End a stop: record its time by reason, whose clock ran and who asked for it (art. 47.5)."""
    stop, m.stop, m.question = m.stop, None, None
    if stop:
        owner = events.NONE if m.turn and m.turn.play_waits else stop.owner
        key = (stop.reason, owner, stop.asked)
        times, ms = m.neutral.stops.get(key, (0, 0))
        m.neutral.stops[key] = (times + stop.times, ms + stop.ms)
        if stop.reason != events.COUNTING:
            effects.append(("stopped", stop.reason, owner, stop.asked, stop.ms))


def end_hold(m: "Match", effects: "Effects") -> None:
    """End the hold of the play just handed over, if there is one: who held, and how long."""
    if m.held and m.turn:
        effects.append(("held", m.held, m.rules.hold_ms - m.hold_left_ms()))
    m.held = events.NONE


def go_on(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Return to the phase under this one; its clock runs again (art. 34, 41)."""
    book(m, effects)
    m.phase = m.under.pop()
    if m.phase == phases.RUNNING:
        m.run = m.mover
        if m.turn:
            m.turn.play_waits = False
    elif m.phase in phases.BEFORE_START:
        m.run = m.late.run if m.late else events.NONE
    elif m.phase == phases.COUNT:
        m.stop = Stop(events.COUNTING, m.mover, True)
    elif m.phase == phases.VERDICT and m.challenge:
        m.stop = Stop(events.CHALLENGED, m.challenge.owner, True)


def stop(m: "Match", who: int, value: int, effects: "Effects", reason: int = events.OTHER) -> None:
    """Stop both clocks (art. 34)."""
    owner = m.run
    enter(m, reason, effects)
    log(effects, "stop", owner)


def stop_sheet(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Stop the clock that runs while a sheet is completed (art. 5.2)."""
    runs = m.run != events.NONE
    if runs:
        stop_clocks(m, effects)
    return runs


def stand_in(m: "Match", kind: int, number: int, effects: "Effects") -> bool:
    """Stand in for a challenge whose play is gone, until the key that left its verdict."""
    if kind == events.CHALLENGE:
        if m.phase in phases.WITH_A_CLOCK:
            enter(m, events.OTHER, effects)
        if m.phase == phases.STOPPED and m.stop:
            m.stop.number, m.stop.after = m.seqs.event, events.CHALLENGE
            return True
    elif kind in (events.PRESS, events.STOP, events.OK) and m.phase == phases.STOPPED:
        if m.stop and m.stop.after == events.CHALLENGE and m.stop.number == number:
            go_on(m, events.NONE, 0, effects)
            return True
    return False


# -- the log's details of a stop


def reason(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Set the reason of the stop: an index in REASONS (art. 34)."""
    if not m.stop or not events.VERIFY <= value <= events.OTHER:
        return False
    m.stop.reason = value
    if value == events.VERIFY:
        m.stop.returned = verify_on_return(m, m.mover, effects) or m.stop.returned
    elif m.stop.returned and m.turn:  # it was passed on the way to another reason
        m.stop.returned = m.turn.play_waits = False
        m.player(m.mover).absent = True
        log(effects, "absent", m.mover)
    return True


def verify_on_return(m: "Match", who: int, effects: "Effects") -> bool:
    """Begin the verification on a return (art. 37); False for one who was here in the turn."""
    player, played = m.player(who) if who else None, m.played
    if not (m.stop and m.turn and player and player.absent and m.turn.who == who):
        return False
    if not m.turn.began_away or m.under[-1] != phases.RUNNING:
        return False
    player.absent = False
    log(effects, "back", who)
    if played and played.by != who and played.at == len(m.row.marks) - 1:
        m.stop.reason = events.VERIFY
        m.turn.play_waits = True
    return True


def asked(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Set who asked for the stop, shown beside the neutralised time (art. 47.5)."""
    assert m.stop  # of its phase
    m.stop.asked = who


# -- from outside the game


def fault(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Refuse a function and say why (value: index in FAULTS); never guess a verdict."""
    if m.phase != phases.FAULT:
        if m.phase in phases.IN_TURN:
            lay_over(m, phases.STOPPED, effects)
            if m.ending:
                uncover(m)
        m.under.append(m.phase)
        m.phase = phases.FAULT
    m.fault = value
    log(effects, "fault", value=value)


def leave_fault(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Return from a fault: to a stop if it came in a turn, else to where it came."""
    m.phase, m.fault = m.under.pop(), 0
    if m.phase == phases.STOPPED:
        stand(m, events.ARBITER).after = events.FAULT


def power(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Come back after a power cut: a game in play waits in `recovered`; others are unchanged."""
    if m.phase == phases.FAULT and m.under[-1] in phases.AT_REST:
        m.phase, m.fault = m.under.pop(), 0
    taken_over = m.question if m.asking == events.TAKEOVER else None
    m.question = None
    if m.ending:
        m.ending.deaf_until_ms = m.t_ms  # no press can be meant for a game darkened by a cut
        if m.phase == phases.CHALLENGE:
            lay_over(m, phases.RECOVERED, effects)
            uncover(m)
    if m.phase in phases.BETWEEN_GAMES or (m.phase == phases.READY and not m.run):
        return
    if m.phase == phases.OVER:
        m.run = events.NONE
        return
    lay_over(m, phases.RECOVERED, effects)
    m.question = taken_over
    log(effects, "recovered")


def take_over(m: "Match") -> None:
    """Go on from the state of another device, once both players have confirmed its figures."""
    power(m, events.NONE, 0, [])
    if m.played:
        m.played.appealable = 0
    m.question = Question(events.TAKEOVER)


def leave_recovered(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Show the recovered game as a stop."""
    if m.question:
        return False
    stand(m, events.OTHER)
    return True
