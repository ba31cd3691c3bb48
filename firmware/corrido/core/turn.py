"""Handle a turn: its beginning, recuento and hand-over (art. 24-28, 31-33)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, limit, notices, phases, scoreless
from corrido.core.effects import log
from corrido.core.record import Record
from corrido.core.stop import Stop, book, phase_below, stop_clocks

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match
    from corrido.core.rules import Rules


class Turn(Record):
    """One player's turn, from the start of the clock to the hand-over."""

    def __init__(self, who: int, rules: "Rules", began_ms: int, away: bool) -> None:
        self.begin(who, rules, began_ms, away)

    def begin(self, who: int, rules: "Rules", began_ms: int, away: bool) -> None:
        """Become another turn, from its beginning."""
        self.who = who
        self.began_ms = began_ms
        self.began_away = away  # its player was marked absent: their own press says they are back
        self.mark = self.said = events.PLAY  # what it counts as, and what its player declared
        self.judged = False  # its play has had a verdict and is not challenged again
        self.play_waits = False  # its player is back, and verifies what was played meanwhile
        self.guard_end_ms = 0  # before this, a second press does not hand over
        self.signals_given = 0  # bit mask; signals that a short turn never reaches count as given
        self.sounding = False  # the last signal, which sounds through to 0:00
        self._last_signal = len(rules.signals_ms) - 1
        if rules.timed_turns():
            for i, onset_ms in enumerate(rules.signals_ms):
                if onset_ms > rules.turn_ms:
                    self.signals_given |= 1 << i

    def silence(self) -> None:
        """Make the last signal due again if it is sounding (art. 33)."""
        if self.sounding:
            self.sounding = False
            self.signals_given &= ~(1 << self._last_signal)


class Played(Record):
    """The play just handed over: the last that a player handed over with a press.

    by: its player.  at: the number of its turn in Row.marks.
    """

    def __init__(self, by: int, at: int) -> None:
        self.by = by
        self.at = at
        self.judged = False


def fresh(m: "Match", who: int) -> None:
    """Give the turn to `who`; in temporizador with its full time (art. 31.1)."""
    away = m.player(who).absent
    if m.turn:
        m.turn.begin(who, m.rules, m.t_ms, away)  # a new one takes a press half a millisecond
    else:
        m.turn = Turn(who, m.rules, m.t_ms, away)
    if m.timed_turns():
        for side in (events.A, events.B):
            m.player(side).clock.left_ms = m.rules.turn_ms


def start(m: "Match") -> None:
    """Start the clock of the player on turn."""
    m.phase = phases.RUNNING
    m.run = m.mover
    limit.begin(m)


def begin_count(m: "Match") -> None:
    """Begin the recuento: both clocks stop while the mover counts and draws (art. 32.2, 34.1)."""
    m.phase = phases.COUNT
    m.stop = Stop(events.COUNTING, m.mover)
    if m.turn:
        m.turn.guard_end_ms = m.t_ms + m.rules.guard_ms


def complete(m: "Match", mark: int, effects: "Effects") -> None:
    """Complete the turn in progress; the opponent is on turn, or the game is over."""
    m.player(m.mover).turns += 1
    scoreless.count(m, mark)
    notices.drop(m, notices.TURN_EXPIRED)
    fresh(m, m.mover if m.rules.one_clock() else m.opponent)
    if m.phase in (phases.STOPPED, phases.RECOVERED):
        m.below = phases.RUNNING
    else:
        m.phase = phases.RUNNING
    limit.turn_completed(m, effects)
    if not m.ending:
        take_lost_turn(m, effects)


def resume(m: "Match") -> None:
    """Let an expired turn that was given time run on once the stop or challenge on it ends."""
    if m.below == phases.COUNT:
        m.below = phases.RUNNING
    if m.challenge:
        m.challenge.below = phases.RUNNING


def take_lost_turn(m: "Match", effects: "Effects") -> None:
    """Complete the beginning turn at once if it was taken from its player (art. 28)."""
    player = m.player(m.mover)
    if player.turns_to_lose:
        take(m, player.turns_to_lose.pop(0), effects)


def take(m: "Match", mark: int, effects: "Effects") -> None:
    """Take the turn in progress from its player: LOST, or PASS for a play declared invalid."""
    m.player(m.mover).turns_lost += 1
    complete(m, mark, effects)


def too_soon(m: "Match") -> bool:
    """Return whether the turn is younger than the minimum; stops count towards its age."""
    return bool(m.turn) and m.t_ms - m.turn.began_ms < m.rules.least_turn_ms


def play(m: "Match", effects: "Effects") -> None:
    """Hand the turn over on its player's press; the play may be challenged from now on."""
    mover = m.turn
    if mover:
        handed = Played(mover.who, len(m.row.marks))
        hand_over(m, mover.mark, effects)
        m.played = handed


def hand_over(m: "Match", mark: int, effects: "Effects", taken: bool = False) -> None:
    """Complete the turn and start the opponent's clock (art. 32, 33)."""
    m.held = events.NONE
    book(m, effects)
    stop_clocks(m, effects)
    if taken:
        take(m, mark, effects)
    else:
        complete(m, mark, effects)
    if not m.ending:
        start(m)


def say_blank(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Note the letter that a player's blank stands for, as on the sheet (art. 10.4)."""
    if not m.turn or phase_below(m) not in (phases.RUNNING, phases.COUNT) or value <= 0:
        return False
    m.player(who).blanks.append(value)
    log(effects, "blank", who, value)
    return True


def say_mark(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Declare the mover's turn a play, a pass or an exchange (art. 25, 26)."""
    if not m.turn or who != m.turn.who or phase_below(m) not in (phases.RUNNING, phases.COUNT):
        return False
    m.turn.mark = m.turn.said = value
    return True
