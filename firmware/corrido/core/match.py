"""A game as a value: events go in, the state changes, effects come out. No I/O, no waiting.

Article numbers are those of the FISE rulebook, "Modalidad Clasica".
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import (
    arbiter,
    challenge,
    controls,
    ending,
    events,
    interruption,
    late,
    limit,
    phases,
    stop,
    timeline,
    turn,
)  # fmt: skip
from corrido.core.effects import log
from corrido.core.player import Player
from corrido.core.record import Record
from corrido.core.scoreless import Row
from corrido.core.status import status

if TYPE_CHECKING:
    from collections.abc import Callable

    from corrido.core.challenge import Challenge
    from corrido.core.effects import Effects
    from corrido.core.ending import Ending, Question
    from corrido.core.events import Event
    from corrido.core.interruption import Fault
    from corrido.core.late import Late
    from corrido.core.rules import Rules
    from corrido.core.stop import Stop
    from corrido.core.turn import Played, Turn

    # (match, who, value, effects) -> whether the event is allowed now
    Handler = Callable[["Match", int, int, Effects], bool]


def arm(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Go from setup to ready."""
    if m.phase != phases.SETUP:
        return False
    m.phase = phases.READY
    return True


KEYS: "dict[int, Handler]" = {  # keys at the table: ineffective presses are logged
    events.PRESS: controls.button,
    events.CONFIRM: controls.button,
    events.ARRIVAL: controls.button,
    events.STOP: controls.stop_key,
    events.CHALLENGE: challenge.challenged,
}
REST: "dict[int, Handler]" = {
    events.ARM: arm,
    events.POWER: interruption.power,
    events.OK: controls.ok,
    events.REASON: stop.reason,
    events.ASKED: stop.asked,
    events.MARK: turn.say_mark,
    events.SUBMIT: challenge.submit,
    events.EDIT: challenge.edit,
    events.CANCEL: challenge.cancel,
    events.VERDICT: challenge.verdict,
    events.FAULT: interruption.fault,
    events.FINISH: ending.finish,
    events.APPEAL_ASKED: challenge.ask_appeal,
    events.FINAL_SCORE: ending.score,
    events.BLANK: turn.say_blank,
    events.HOLD: challenge.hold,
}

# What a game that has left still answers: what ends it here, or takes it back.
OF_LEFT = (events.OK, events.POWER, events.FAULT, events.MENU, events.VOID, events.REVERT)


BARS_REVERT = (events.VERDICT,)
NO_BAR = (events.POWER, events.FAULT)


class Match(Record):
    """The whole state of one game; each temporary part is a record of its own.

    phase: one of phases.ALL.  below: the phase that a stop, a fault, a recovery or the end goes
    back to.  run: mask of the clocks that run.  opener: 0, 1 (A), 2 (B).  held: who holds the play
    just handed over.
    """

    def __init__(self, rules: "Rules") -> None:
        self.rules = rules
        self.t_ms = 0
        self.seq = 0
        self.replaying = False  # recorded events are being replayed
        self.phase = self.below = phases.SETUP
        self.run = self.opener = events.NONE
        self.players = [Player(rules.first_ms(events.A)), Player(rules.first_ms(events.B))]
        self.late: "Late | None" = None
        self.turn: "Turn | None" = None
        self.stop: "Stop | None" = None
        self.challenge: "Challenge | None" = None
        self.question: "Question | None" = None
        self.fault: "Fault | None" = None
        self.ending: "Ending | None" = None
        self.limit = limit.Limit(rules.limit_ms)
        self.row = Row(rules.scoreless_at_zero)
        self.conditions: "list[str]" = []  # notices that hold, oldest first
        self.played: "Played | None" = None
        self.acts: "list[int]" = []  # seqs of the arbiter's acts that a revert can take back
        self.last_press = 0  # seq of the latest press that changed the game
        self.left_seq = 0  # of the event that left an invalid verdict which may be appealed
        self.held = events.NONE
        self.left = False  # it goes on on another device
        self.kind = self.event_seq = 0  # of the event being handled
        # (reason, whose clock ran, who asked) -> (times, ms); then ms of no clock, ms of both
        self.stopped: "dict[tuple[int, int, int], tuple[int, int]]" = {}
        self.still_ms = self.both_ms = 0

    # -- events

    def advance(self, t_ms: int) -> "Effects":
        """Let time pass to t_ms (not before the present) and return the effects, oldest first."""
        effects: "Effects" = []
        self._pass_time(t_ms, effects)
        return effects

    def _pass_time(self, t_ms: int, effects: "Effects") -> None:
        """Let time pass; if it ends the game, bar a revert of earlier acts."""
        ended = self.ending
        timeline.advance(self, t_ms, effects)
        if self.ending is not ended:
            self.acts = []

    def handle(self, event: "Event") -> "Effects":
        """Take one event as it happens and return its effects, oldest first.

        A table key with no meaning now changes nothing and yields ("log", "ignored", who, kind);
        any other such event yields ("refused", kind), a cut or a fault nothing.
        """
        effects: "Effects" = []
        seq, t_ms, kind, who, value = event
        if t_ms > self.t_ms:  # nothing due is ever left at the present
            self._pass_time(t_ms, effects)
        self.kind, self.event_seq = kind, seq
        if kind in arbiter.ACTS:
            self._act(kind, who, value, effects)
        else:
            self._answer(kind, who, value, effects)
        timeline.advance(self, self.t_ms, effects)
        self.seq = max(seq, self.seq)
        return effects

    def _answer(self, kind: int, who: int, value: int, effects: "Effects") -> None:
        """Answer a key; a changed field or a verdict bars a revert of earlier acts."""
        before = self._fields() if self.acts else None  # else there is none to bar
        if kind in KEYS:
            if self.left or not KEYS[kind](self, who, value, effects):
                log(effects, "ignored", who, kind)
        elif self.left and kind not in OF_LEFT:
            effects.append(("refused", kind))
        elif not REST[kind](self, who, value, effects) and kind not in NO_BAR:
            effects.append(("refused", kind))  # not recorded: a revert cannot make it valid
        if not before or kind in NO_BAR:
            return
        if kind in BARS_REVERT or self._fields() != before:
            self.acts = []

    def _fields(self) -> "tuple[str, int, int, int, tuple[int, int]]":
        """Return the fields that a key can change."""
        mark = self.turn.mark if self.turn else events.PLAY
        reason = self.stop.reason if self.stop else events.NONE
        return self.phase, self.run, mark, reason, self.turns

    def _act(self, kind: int, who: int, value: int, effects: "Effects") -> None:
        """Apply an arbiter's decision; signatures given for other figures lapse (art. 44)."""
        stays = self.left and kind not in OF_LEFT
        taken = not stays and arbiter.ACTS[kind](self, who, value, effects)
        if (taken or self.replaying) and kind not in (events.MENU, events.CLOSE):
            self.lapse()
        if not taken:
            effects.append(("refused", kind))
            return
        if kind not in (events.MENU, events.REVERT):
            self.acts = self.acts + [self.event_seq]

    def lapse(self) -> None:
        """Let the signatures given so far lapse: they were for other figures (art. 44)."""
        if self.ending:
            self.ending.signed = events.NONE
        if self.asking == events.TAKEOVER and self.question:
            self.question.said = events.NONE

    def next_due_ms(self) -> int:
        """Return when, on the timeline, something next happens by itself; -1 for never."""
        return timeline.due(self)

    def role(self, kind: int) -> "tuple[int, int]":
        """Return (kind, value) under which a key of events.WITH_ROLE is recorded now, for good.

        A press is PRESS, ARRIVAL or CONFIRM with what it confirms; STOP is 1 to stop, 2 to go on.
        OK and STOP in a verdict carry the seq of that verdict, never under 3, to leave no other;
        a CHALLENGE may be a HOLD.
        """
        if kind in (events.OK, events.STOP) and self.phase == phases.VERDICT and self.challenge:
            return kind, self.challenge.seq
        if kind == events.OK:
            return events.OK, 0
        if kind == events.STOP:
            return events.STOP, 1 if self.phase in (phases.RUNNING, phases.COUNT) else 2
        if kind == events.CHALLENGE:
            return (events.HOLD if challenge.may_hold(self) else kind), 0
        if self.phase == phases.LATE:
            return events.ARRIVAL, 0
        if self.question:
            return events.CONFIRM, self.question.kind
        if self.phase == phases.OVER:
            return events.CONFIRM, events.CLOSE
        return events.PRESS, 0

    # -- readings

    def status(self) -> "dict[str, str]":
        """Return the core's fields of the status, at the present of the match."""
        return status(self)

    @property
    def mover(self) -> int:
        """The player on turn, even during a stop and after the end; NONE before the start."""
        return self.turn.who if self.turn else events.NONE

    @property
    def opponent(self) -> int:
        """The player who is not on turn; NONE before the start."""
        return events.other(self.turn.who) if self.turn else events.NONE

    @property
    def verdict(self) -> int:
        """Index in VERDICTS of the answer to the challenge in progress; 0 for none yet."""
        return self.challenge.verdict if self.challenge else 0

    @property
    def asking(self) -> int:
        """The event that both players are asked to confirm; 0 for none."""
        return self.question.kind if self.question else 0

    @property
    def turns(self) -> "tuple[int, int]":
        """Turns completed by A and by B."""
        return self.players[0].turns, self.players[1].turns

    @property
    def challenger(self) -> int:
        """Return who could challenge now; NONE if no one could."""
        return challenge.challenger(self)

    def player(self, who: int) -> Player:
        """Return the record of player A (1) or B (2)."""
        return self.players[who - 1]

    def left_ms(self, who: int) -> int:
        """Return the time left to player `who`, at the present of the match."""
        return self.players[who - 1].clock.left_ms

    def points(self, who: int) -> int:
        """Return the points that player `who` has lost to overtime (art. 35)."""
        return self.players[who - 1].clock.points(self.rules)

    def timed_turns(self) -> bool:
        """Return whether every turn has its own time and the game has no budget (art. 33)."""
        return self.rules.timed_turns()

    def away(self, who: int) -> bool:
        """Return whether the player has not come yet, or is marked as out of the room."""
        return late.away(self, who)
