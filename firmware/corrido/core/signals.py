"""Run the turn timer: three signals, and the end of the turn (art. 31.1, 33)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import notices, stop, turn

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match


def wait_ms(m: "Match") -> int:
    """Return the time until the turn ends or its next signal begins; negative if overdue."""
    left_ms = m.left_ms(m.mover)
    given = m.turn.signals_given if m.turn else 0
    soonest_ms = left_ms
    for i, onset_ms in enumerate(m.rules.signals_ms):
        if not given & 1 << i:
            soonest_ms = min(soonest_ms, left_ms - onset_ms)
    return soonest_ms


def give(m: "Match", effects: "Effects") -> None:
    """Sound the signals that are due; at 0:00 end the turn: no tile may move after that."""
    running = m.turn
    if not running:
        return
    left_ms = m.left_ms(running.who)
    onsets = m.rules.signals_ms
    for i, onset_ms in enumerate(onsets):
        if left_ms <= onset_ms and not running.signals_given & 1 << i:
            running.signals_given |= 1 << i
            lasting = i == len(onsets) - 1 and i > 0
            running.sounding = running.sounding or lasting
            effects.append(("sound", "warn3" if lasting else "warn%d" % (i + 1)))
    if left_ms <= 0:
        running.sounding = False
        stop.stop_clocks(m, effects)
        turn.begin_count(m)
        notices.hold(m, notices.TURN_EXPIRED, True)
        if m.rules.one_clock():
            effects.append(("sound", "end"))


def time_given(m: "Match", left_ms: int) -> None:
    """Rearm the turn's signals after the arbiter set left_ms; an expired turn runs on.

    A turn that is given no time is left unchanged.
    """
    if not m.turn or left_ms <= 0:
        return
    for i, onset_ms in enumerate(m.rules.signals_ms):
        if left_ms > onset_ms:
            m.turn.signals_given &= ~(1 << i)
    if notices.TURN_EXPIRED in m.conditions:
        notices.drop(m, notices.TURN_EXPIRED)
        turn.resume(m)


def level_of(match: "Match", who: int) -> int:
    """Return how urgent the turn is: 0, or 1 to 3 for its warnings, 3 for the last."""
    signals = match.rules.signals_ms
    if not match.run & who or not match.timed_turns():
        return 0
    left_ms = match.left_ms(who)
    begun = len([onset for onset in signals if left_ms <= onset])
    return begun + 3 - len(signals) if begun and len(signals) > 1 else begun
