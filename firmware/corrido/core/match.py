"""A game as a value: events go in, the state changes, effects come out. No I/O, no waiting.

Article numbers are those of the FISE rulebook, "Modalidad Clasica".
"""

from corrido.core import arbiter, controls, flow, timers
from corrido.core import events as e
from corrido.core import phases as p
from corrido.core.clock import Clock
from corrido.core.rules import TEMPORIZADOR
from corrido.core.status import status

CONTROLS = {
    e.ARM: flow.arm,
    e.POWER: flow.power,
    e.PRESS: controls.press,
    e.CONFIRM: controls.press,
    e.ARRIVAL: controls.press,
    e.STOP: controls.stop,
    e.CHALLENGE: controls.challenge,
    e.OK: controls.ok,
    e.REASON: controls.reason,
    e.ASKED: controls.asked,
    e.MARK: controls.mark,
    e.SUBMIT: controls.submit,
    e.EDIT: controls.edit,
    e.CANCEL: controls.cancel,
    e.VERDICT: controls.verdict,
    e.FAULT: controls.fault,
    e.FINISH: controls.finish,
}
ANSWERS = dict(CONTROLS)
ANSWERS.update(arbiter.ACTS)


class Match:
    """The whole state of one game.

    phase: one of phases.ALL.  run: mask of the clocks that run.  turn, opener: 0, 1 (A), 2 (B).
    stage: what the turn is doing beneath a stop: RUNNING or COUNT.
    under: the phase that a stop, a fault or a recovery goes back to.
    """

    def __init__(self, rules: object) -> None:
        first_ms = rules.turn_ms if rules.mode == TEMPORIZADOR else rules.budget_ms
        self.rules = rules
        self.t_ms = 0
        self.seq = 0
        self.folding = False  # recorded events come in again
        self.phase = p.SETUP
        self.under = p.SETUP
        self.stage = p.RUNNING
        self.run = e.NONE
        self.turn = self.opener = e.NONE
        self.clocks = [None, Clock(first_ms), Clock(first_ms)]
        self.turns = [0, 0, 0]
        self.mark = e.PLAY
        self.last_press = 0  # seq of the latest press that changed the game
        self.guard_end_ms = 0
        self.fired = 0  # bit mask of the turn's signals already given
        self.sounding = False  # the turn's last signal
        self._reset_stop()
        self._reset_limit()
        self._reset_turn_rows()
        self._reset_people()

    def _reset_stop(self) -> None:
        self.reason = self.asked = self.stop_owner = e.NONE
        self.stop_ms = 0
        self.stopped = {}  # (reason, whose clock ran, who asked) -> ms
        self.still_ms = self.both_ms = 0
        self.pending = 0  # the event both players are asked to confirm
        self.confirmed = e.NONE
        self.counted = 0
        self.hollow = False  # a challenge that an undo left without its turn

    def _reset_limit(self) -> None:
        self.limit_ms = self.rules.limit_ms
        self.limit_end_ms = -1  # on the time line, once the first clock has started
        self.limit_spent = False
        self.begun = False  # the first clock of the game has started
        self.ended_ms = -1

    def _reset_turn_rows(self) -> None:
        self.scored = False
        self.passes = self.scoreless = 0
        self.conditions = []  # names of the notices that hold, oldest first
        self.ending = "none"  # last-turn, time-over or forfeit
        self.end_counted = 0
        self.between_turns = False  # the game ended as a turn was completed
        self.voided = False

    def _reset_people(self) -> None:
        self.late_run = e.NONE
        self.fault_to = p.SETUP
        self.fault_code = 0
        self.verdict = 0
        self.final = False  # an appeal has been answered
        self.mark_before = e.PLAY
        self.challenger = e.NONE
        self.made = [0, 0, 0]
        self.won = [0, 0, 0]
        self.sanctions = []  # (who, kind, value, article) that stand, oldest first
        self.absent = self.awaited = self.forfeited = e.NONE
        self.loses_next = [0, 0, 0]  # turns still to be taken away

    def copy(self) -> "Match":
        """An independent match in the same state."""
        twin = Match(self.rules)
        for name, value in self.__dict__.items():
            setattr(twin, name, value)
        twin.clocks = [None, self.clocks[1].copy(), self.clocks[2].copy()]
        for name in ("turns", "made", "won", "conditions", "sanctions", "loses_next"):
            setattr(twin, name, list(getattr(self, name)))
        twin.stopped = dict(self.stopped)
        return twin

    def advance(self, t_ms: int) -> list:
        """Let time pass to t_ms (not before the present) and return the effects, oldest first."""
        effects = []
        timers.advance(self, t_ms, effects)
        return effects

    def rewind(self, t_ms: int) -> None:
        """Back to t_ms, if since then nothing has happened but that time passed."""
        timers.rewind(self, t_ms)

    def handle(self, event: tuple) -> list:
        """Take one event as it happens and return its effects, oldest first.

        A control without a meaning now changes nothing and gives ("log", "ignored", who, kind).
        """
        effects = []
        seq, t_ms, kind, who, value = event
        if t_ms > self.t_ms:  # nothing is ever left due at the present
            timers.advance(self, t_ms, effects)
        ANSWERS[kind](self, event, effects)
        timers.advance(self, self.t_ms, effects)
        self.seq = max(seq, self.seq)
        return effects

    def next_due_ms(self) -> int:
        """When, on the time line, something happens by itself; -1 for never as things stand."""
        return timers.due(self)

    def role(self, kind: int) -> tuple:
        """(kind, value) under which a PRESS or STOP is recorded now: what it means, for good.

        A press is PRESS, ARRIVAL or CONFIRM with what it confirms; STOP is 1 to stop, 2 to go on.
        """
        if kind == e.STOP:
            return e.STOP, 1 if self.phase in (p.RUNNING, p.COUNT) else 2
        if self.phase == p.LATE:
            return e.ARRIVAL, 0
        if self.pending or self.phase == p.OVER:
            return e.CONFIRM, self.pending or e.CLOSE
        return e.PRESS, 0

    def status(self) -> dict:
        """The fields of the outside that are the core's, at the present of the match."""
        return status(self)

    def left_ms(self, who: int) -> int:
        """What is left to player `who`, at the present of the match."""
        return self.clocks[who].left_ms

    def points(self, who: int) -> int:
        """Points that player `who` has lost to overtime (art. 35)."""
        return self.clocks[who].points(self.rules)

    def timed_turns(self) -> bool:
        """True in temporizador: a fresh time for every turn, no budget for the game (art. 33)."""
        return self.rules.mode == TEMPORIZADOR
