"""Stop both clocks (art. 34): measure how long play is neutralised, and for whom (art. 47.5)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.effects import log
from corrido.core.record import Record

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match


class Stop(Record):
    """Neutralised time, from its beginning until the game resumes (art. 34, 47.5).

    A challenge with its verdict is also a stop, and so is recuento. reason: index in
    events.REASONS. owner: whose clock ran before it; for recuento the mover. asked: who asked for
    it.
    """

    def __init__(self, reason: int, owner: int, resumed: bool = False) -> None:
        self.reason = reason
        self.owner = owner
        self.asked = events.NONE
        self.ms = 0
        self.times = 0 if resumed else 1  # a stop resumed after another counts once
        self.after_fault = False  # no play can be challenged from here (interface, section 4)
        self.without_turn = False  # replaces a challenge whose turn was undone


def phase_below(m: "Match") -> str:
    """Return the phase that would resume if the stop or challenge on top of it ended now."""
    if m.phase == phases.FAULT and m.fault and m.fault.to != phases.STOPPED:
        return m.fault.to
    if m.phase in (phases.STOPPED, phases.FAULT, phases.RECOVERED):
        return m.below
    if m.phase == phases.CHALLENGE and m.challenge:
        return m.challenge.below
    return m.phase


def stop_clocks(m: "Match", effects: "Effects") -> None:
    """Stop every clock and the turn's signal; the last signal may sound again (art. 33)."""
    m.run = events.NONE
    if m.turn:
        m.turn.silence()
    effects.append(("stop-warnings",))


def lay_over(m: "Match", phase: str, effects: "Effects") -> None:
    """Stop all clocks and enter `phase`, remembering where to return."""
    below = phase_below(m)
    book(m, effects)
    stop_clocks(m, effects)
    if m.phase == phases.CHALLENGE:
        m.challenge = None
    m.fault = None
    m.below = below
    m.phase = phase


def enter(m: "Match", reason: int, effects: "Effects") -> None:
    """Stop both clocks for a reason (art. 34); the length of the stop counts from here."""
    below, owner = phase_below(m), m.run
    book(m, effects)
    stop_clocks(m, effects)
    m.stop = Stop(reason, owner)
    m.fault = None
    m.below = below
    m.phase = phases.STOPPED


def book(m: "Match", effects: "Effects") -> None:
    """End a stop: record its time by reason, whose clock was running and who asked for it."""
    stop, m.stop, m.question = m.stop, None, None
    if stop:
        key = (stop.reason, stop.owner, stop.asked)
        times, ms = m.stopped.get(key, (0, 0))
        m.stopped[key] = (times + stop.times, ms + stop.ms)
        if stop.reason != events.COUNTING:
            effects.append(("stopped", stop.reason, stop.owner, stop.asked, stop.ms))


def go_on(m: "Match", phase: str, effects: "Effects") -> None:
    """Leave a stop for `phase`; its clock runs again."""
    book(m, effects)
    m.phase = phase
    if phase == phases.RUNNING:
        m.run = m.mover
        if m.turn:
            m.turn.play_waits = False
    elif phase in phases.BEFORE_START:
        m.run = m.late.run if m.late else events.NONE
    elif phase == phases.COUNT:
        m.stop = Stop(events.COUNTING, m.mover, True)
    elif phase == phases.VERDICT and m.challenge:
        m.stop = Stop(events.CHALLENGED, m.challenge.owner, True)


# -- the log's details of a stop


def reason(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Set the reason of the stop: an index in REASONS (art. 34)."""
    if m.phase != phases.STOPPED or not m.stop or not events.VERIFY <= value <= events.OTHER:
        return False
    m.stop.reason = value
    if value == events.VERIFY:
        verify_on_return(m, m.mover, effects)
    return True


def verify_on_return(m: "Match", who: int, effects: "Effects") -> bool:
    """Begin, in a stop, the verification on a player's return in their own turn.

    False if the player was here when the turn began, or has pressed in it.
    """
    player, played = m.player(who) if who else None, m.played
    if not (m.stop and m.turn and player and player.absent and m.turn.who == who):
        return False
    if not m.turn.began_away or m.below != phases.RUNNING:
        return False
    player.absent = False
    log(effects, "back", who)
    if played and played.by != who and played.at == len(m.row.marks) - 1:
        m.stop.reason, m.stop.owner = events.VERIFY, events.NONE
        m.turn.play_waits = True
    return True


def asked(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Set who asked for the stop, shown beside the neutralised time (art. 47.5)."""
    if m.phase != phases.STOPPED or not m.stop:
        return False
    m.stop.asked = who
    return True
