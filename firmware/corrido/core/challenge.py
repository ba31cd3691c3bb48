"""A challenge, from the opponent's press to the way back (art. 34.2, 38-42)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events as e
from corrido.core import phases as p
from corrido.core import turn
from corrido.core.effects import log, pressed
from corrido.core.ending import Question
from corrido.core.record import Record
from corrido.core.rules import CORRIDO
from corrido.core.stop import Stop, book, enter, go_on, phase_below, stop_clocks

if TYPE_CHECKING:
    from corrido.core.effects import Effects
    from corrido.core.match import Match


class Challenge(Record):
    """A challenge in progress.  by: the challenger.  below: the phase before it."""

    def __init__(self, by: int, below: str, mark: int) -> None:
        self.by = by
        self.below = below
        self.mark = mark  # of the turn, before a verdict made a pass of it
        self.verdict = 0  # index in VERDICTS
        self.appealed = False  # an appeal has been answered: no other is heard (art. 42.4)


def allowed(m: "Match") -> bool:
    """Return whether a counted play is not yet noted, or is being verified or scored (art. 39)."""
    stage = p.RUNNING if m.rules.mode == CORRIDO else p.COUNT
    if m.phase == p.STOPPED and m.stop:
        return m.below == stage and m.stop.reason in (e.VERIFY, e.SCORE)
    return m.phase == stage


def challenged(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Open the opponent's challenge of the play: both clocks stop (art. 34.2, 39)."""
    misplaced = m.replaying and who != m.opponent
    if misplaced or not allowed(m):
        if m.replaying and m.phase in (p.RUNNING, p.COUNT):
            _without_turn(m, effects)
            return True
        return False
    below, owner = phase_below(m), m.run
    book(m, effects)
    stop_clocks(m, effects)
    m.stop = Stop(e.CHALLENGED, owner)
    m.phase = p.CHALLENGE
    m.challenge = Challenge(m.opponent, below, m.turn.mark if m.turn else e.PLAY)
    pressed(effects, m.opponent, e.CHALLENGE)
    log(effects, "challenge", m.opponent)
    return True


def _without_turn(m: "Match", effects: "Effects") -> None:
    """Stop where a challenge was made of a play that an undo has taken back."""
    enter(m, e.OTHER, effects)
    if m.stop:
        m.stop.without_turn = True


def submit(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Take all doubted words as entered; both confirm before the look-up (art. 40, 42.1)."""
    if m.phase != p.CHALLENGE or m.question:
        return False
    if m.rules.confirm_challenge:
        m.question = Question(e.SUBMIT)
    else:
        effects.append(("lookup",))
    return True


def edit(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Return to word entry; discard confirmations."""
    if m.phase != p.CHALLENGE:
        return False
    m.question = None
    return True


def cancel(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Drop what is to be confirmed; a challenge given up leaves both clocks stopped."""
    m.question = None
    if m.phase == p.CHALLENGE:
        below = phase_below(m)
        book(m, effects)
        m.challenge = None
        m.stop = Stop(e.OTHER, e.NONE)
        m.below = below
        m.phase = p.STOPPED
    return True


def verdict(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Give one answer for the whole play: VALID or INVALID (art. 40)."""
    challenge = m.challenge
    if m.phase != p.CHALLENGE or not challenge:
        return False
    m.phase = p.VERDICT
    m.question = None
    challenge.verdict = value
    challenger = m.player(challenge.by)
    challenger.challenges += 1
    if value == e.INVALID:
        challenger.challenges_won += 1
        _mark(m, e.PASS)
    else:
        _charge(m, challenge.by)
    log(effects, "verdict", challenge.by, value)
    effects.append(("sound", e.VERDICTS[value]))
    return True


def _mark(m: "Match", mark: int) -> None:
    if m.turn:
        m.turn.mark = mark


def _charge(m: "Match", who: int) -> None:
    """Charge what a challenge of a valid play costs under this preset; nothing under FISE."""
    price = m.rules.failed_challenge
    if price > 0:
        m.player(who).sanctions.append((e.VERDICT, price, 0))
    elif price < 0:
        m.player(who).turns_to_lose += 1


def leave_valid(m: "Match", effects: "Effects") -> bool:
    """Go on where the game stopped, with the mover (art. 34.2)."""
    challenge = m.challenge
    if m.phase != p.VERDICT or not challenge or challenge.verdict != e.VALID:
        return False
    m.challenge = None
    go_on(m, challenge.below, effects)
    return True


def leave_invalid(m: "Match", who: int, effects: "Effects") -> bool:
    """Complete the mover's turn as a pass; by OK (who is NONE) or by his own button."""
    invalid = m.challenge and m.challenge.verdict == e.INVALID
    if m.phase != p.VERDICT or not invalid or who not in (e.NONE, m.mover):
        return False
    m.challenge = None
    book(m, effects)
    turn.hand_over(m, e.PASS, effects)
    return True


def appeal(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Answer the mover's appeal against `not valid`, once: 1 upheld, 0 refused (art. 42.4)."""
    challenge = m.challenge
    if m.phase != p.VERDICT or not challenge or challenge.verdict != e.INVALID:
        return False
    if challenge.appealed:
        return False
    challenge.appealed = True
    if value:
        challenge.verdict = e.VALID
        _mark(m, challenge.mark)
        m.player(challenge.by).challenges_won -= 1
        _charge(m, challenge.by)
    log(effects, "appeal", e.other(challenge.by), value)
    return True
