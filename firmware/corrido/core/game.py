"""A game in play: what an event means in a phase, what time brings about, the replay."""

from corrido.compat import TYPE_CHECKING
from corrido.core import arbiter, challenge, ending, events, limits, phases, stop, turn
from corrido.core.events import log
from corrido.core.limits import NEVER
from corrido.core.match import Match, exact, same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from corrido.core.events import Effects, Event
    from corrido.core.match import Ending
    from corrido.core.rules import Rules

    Events = Callable[[], Iterable[Event]]
    # (match, who, value, effects) -> False if the event means nothing now
    Handler = Callable[[Match, int, int, Effects], bool | Ending | None]
    Rows = tuple[tuple[tuple[str, ...], Handler], ...]


def arm(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Wait for the press that starts the opener's clock."""
    m.phase = phases.READY


def confirm(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Confirm the pending question; it takes effect when both have confirmed (art. 42)."""
    asked = m.question
    if not asked or asked.kind != value or asked.said & who:
        return False
    asked.said |= who
    if asked.said == events.BOTH:
        if value == events.SUBMIT:
            effects.append(("lookup",))
        elif value == events.FINISH:
            ending.finished(m, effects)
        elif value == events.REOPEN:
            ending.reopened(m, effects)
        else:
            m.question = None
    return True


# What each event means: the phases in which it means anything, and what it does there. In any
# other phase, or if the handler says no, it changes nothing.
TABLE: "dict[int, Rows]" = {
    events.PRESS: (
        ((phases.READY,), turn.open_game),
        ((phases.RUNNING,), turn.first_press),
        ((phases.COUNT,), turn.second_press),
        ((phases.VERDICT,), challenge.by_button),
    ),
    events.CONFIRM: (
        (phases.ASKED, confirm),
        ((phases.OVER,), ending.sign),
    ),
    events.ARRIVAL: (((phases.LATE,), arbiter.arrive),),
    events.STOP: (
        (phases.WITH_A_CLOCK, stop.stop),
        ((phases.STOPPED,), stop.go_on),
        ((phases.VERDICT,), challenge.by_stop),
        ((phases.OVER,), stop.stop_sheet),
    ),
    events.CHALLENGE: (
        ((phases.RUNNING, phases.COUNT, phases.STOPPED, phases.OVER), challenge.challenged),
    ),
    events.HOLD: (((phases.RUNNING,), challenge.hold),),
    events.OK: (
        ((phases.VERDICT,), challenge.leave),
        ((phases.RECOVERED,), stop.leave_recovered),
        ((phases.FAULT,), stop.leave_fault),
        ((phases.CLOSED,), ending.next_game),
    ),
    events.REASON: (((phases.STOPPED,), stop.reason),),
    events.ASKED: (((phases.STOPPED,), stop.asked),),
    events.MARK: ((phases.IN_A_GAME, turn.say_mark),),
    events.BLANK: ((phases.IN_A_GAME, turn.say_blank),),
    events.SUBMIT: (((phases.CHALLENGE,), challenge.submit),),
    events.EDIT: (((phases.CHALLENGE,), challenge.drop_question),),
    events.CANCEL: (
        ((phases.CHALLENGE,), challenge.cancel),
        ((phases.COUNT, phases.STOPPED, phases.CLOSED), challenge.drop_question),
    ),
    events.VERDICT: (((phases.CHALLENGE,), challenge.verdict),),
    events.APPEAL_ASKED: (((phases.VERDICT,), challenge.ask_appeal),),
    events.FINISH: (((phases.COUNT, phases.STOPPED), ending.finish),),
    events.FINAL_SCORE: (((phases.OVER,), ending.score),),
    events.ARM: (((phases.SETUP,), arm),),
    events.FAULT: ((phases.ALL, stop.fault),),
    events.POWER: ((phases.ALL, stop.power),),
    events.MENU: ((phases.ALL, arbiter.menu),),
    events.LATE: ((phases.BEFORE_START, arbiter.missing),),
    events.ABSENT: ((phases.UNTIL_CLOSED, arbiter.absent),),
    events.BACK: ((phases.UNTIL_CLOSED, arbiter.back),),
    events.SET: ((phases.IN_A_GAME, arbiter.set_clock),),
    events.SWAP: ((phases.IN_A_GAME, arbiter.swap),),
    events.NAMES: ((phases.IN_A_GAME, arbiter.cross_names),),
    events.PENALTY: ((phases.IN_A_GAME, arbiter.penalty),),
    events.CARD: ((phases.IN_A_GAME, arbiter.card),),
    events.REVOKE: ((phases.IN_A_GAME, arbiter.revoke),),
    events.LOSE_TURN: ((phases.IN_A_GAME, arbiter.lose_turn),),
    events.FORFEIT: ((phases.UNTIL_CLOSED, arbiter.forfeit),),
    events.SHEET: (((phases.OVER,), arbiter.sheet),),
    events.APPEAL: ((phases.IN_A_GAME, challenge.appeal),),
    events.AMEND: (((phases.CHALLENGE, phases.VERDICT), challenge.amend),),
    events.AGAIN: ((phases.IN_A_GAME, challenge.again),),
    events.LIMIT: ((phases.IN_A_GAME, arbiter.give_limit),),
    events.END: ((phases.IN_PLAY, arbiter.end_game),),
    events.HANDOVER: (((phases.STOPPED, phases.RECOVERED), arbiter.hand_over_game),),
    events.VOID: ((phases.IN_A_GAME, ending.void),),
    events.CLOSE: (((phases.OVER,), ending.close),),
    events.REOPEN: (((phases.CLOSED,), ending.reopen),),
    events.RESUME: (((phases.OVER,), turn.resume),),
    events.UNDO: ((phases.ALL, arbiter.undone),),
    events.REVERT: ((phases.ALL, arbiter.reverted),),
    events.LATE_APPEAL: ((phases.ALL, arbiter.appealed),),
    events.LATE_REVOKE: ((phases.ALL, arbiter.revoked_late),),
}
BUTTONS = (events.PRESS, events.CONFIRM, events.ARRIVAL)
KEYS = BUTTONS + (events.STOP, events.CHALLENGE, events.HOLD)  # each press of them is logged
# What a game that has left still answers: what ends it here, or takes it back.
OF_LEFT = (events.POWER, events.FAULT, events.MENU, events.VOID, events.REVERT)
NO_BAR = (events.POWER, events.FAULT)  # to a revert
SINCE = (events.LOSE_TURN, events.BLANK, events.SET)  # are of the turns since a press, unnamed
UNDO_PHASES = (phases.RUNNING, phases.COUNT, phases.STOPPED, phases.OVER)
NO_TURN = (phases.SETUP, phases.LATE, phases.READY, phases.OVER, phases.CLOSED)
WITH_REASON = (phases.STOPPED, phases.CHALLENGE, phases.VERDICT)


class Game(Match):
    """A match that takes events and lets time pass."""

    def advance(self, t_ms: int) -> "Effects":
        """Let time pass to t_ms (not before the present) and return the effects, oldest first."""
        effects: "Effects" = []
        ended = self.ending
        self._run_to(t_ms, effects)
        if self.ending is not ended:
            self.seqs.acts = []  # by time: acts before it are not reverted any more
        return effects

    def handle(self, event: "Event") -> "Effects":
        """Take one event as it happens and return its effects, oldest first.

        A table key with no meaning now changes nothing and yields ("log", "ignored", who, kind);
        any other such event yields ("refused", kind, idle), a cut or a fault nothing.
        """
        seq, t_ms, kind, who, value = event
        # Nothing due is ever left at the present.
        effects = self.advance(t_ms) if t_ms > self.t_ms else []
        self.seqs.event = seq
        if events.MENU <= kind < events.APPEAL_ASKED:
            self._act(kind, who, value, effects)
        else:
            self._answer(kind, who, value, effects)
        self._run_to(self.t_ms, effects)
        self.seqs.event = 0
        self.seq = max(seq, self.seq)
        return effects

    def _do(self, kind: int, who: int, value: int, effects: "Effects") -> bool:
        """Do what the table says of an event in this phase; False if it means nothing."""
        if self.left and kind not in OF_LEFT:
            if kind != events.OK:
                return False
            ending.next_game(self, who, value, effects)
            return True
        if kind in events.ABOUT:
            number, value = value // events.ABOUT_UNIT, value % events.ABOUT_UNIT
            if self.replaying:
                found = self._subject(kind), self._role(kind, value)
                if found != (number, value):
                    return stop.stand_in(self, kind, number, effects)
        for where, handler in TABLE[kind]:
            if self.phase in where:
                return handler(self, who, value, effects) is not False
        return False

    def _answer(self, kind: int, who: int, value: int, effects: "Effects") -> None:
        """Answer a key; a changed field bars a revert of earlier acts (art. 48)."""
        before = self.status() if self.seqs.acts else None  # else there is none to bar
        if kind in KEYS:
            if self._key(kind, who, value, effects):
                effects.insert(0, ("log", "press", who, kind))
            else:
                log(effects, "ignored", who, kind)
        elif not self._do(kind, who, value, effects):
            effects.append(("refused", kind, False))  # not recorded: no revert makes it valid
        if before and kind not in NO_BAR and self.status() != before:
            self.seqs.acts = []

    def _key(self, kind: int, who: int, value: int, effects: "Effects") -> bool:
        """Answer a key at the table; a player's press in their own turn is a return (art. 37)."""
        button = kind in BUTTONS
        if button and self.rules.one_clock() and self.phase in phases.WITH_A_CLOCK:
            who = who if self.question else self.mover  # either button acts for the room
        found = self.turn
        back = button and found and found.who == who and found.began_away
        back = back and self.phase in phases.IN_TURN
        if not self._do(kind, who, value, effects):
            return False
        if back and self.player(who).absent:
            self.player(who).absent = False
            log(effects, "back", who)
        return True

    def _act(self, kind: int, who: int, value: int, effects: "Effects") -> None:
        """Apply an arbiter's decision; signatures given for other figures lapse (art. 44).

        One that changes nothing is none: it is refused.
        """
        before, told = None if kind == events.MENU or self.replaying else self.copy(), len(effects)
        taken = self._do(kind, who, value, effects)
        idle = bool(taken and before) and same(before, self)
        if idle:
            taken = False
            del effects[told:]
        if (taken or self.replaying) and kind not in (events.MENU, events.CLOSE):
            self.lapse()
        if not taken:
            effects.append(("refused", kind, idle))
        elif kind not in (events.MENU, events.REVERT):
            self.seqs.acts = self.seqs.acts + [self.seqs.event]

    def lapse(self) -> None:
        """Let the signatures given so far lapse: they were for other figures (art. 44)."""
        if self.ending:
            self.ending.signed = events.NONE
        if self.asking == events.TAKEOVER and self.question:
            self.question.said = events.NONE

    def bound(self, kind: int, who: int, value: int) -> "tuple[int, int]":
        """Return (kind, value) under which an event is recorded now, for good.

        A press is PRESS, ARRIVAL or CONFIRM with what it confirms; a CHALLENGE may be a HOLD. An
        act that takes something back names it, 0 for nothing; others what they are about.
        """
        if kind == events.PRESS and (self.phase in (phases.LATE, phases.OVER) or self.question):
            kind = events.ARRIVAL if self.phase == phases.LATE else events.CONFIRM
        elif kind == events.CHALLENGE and challenge.may_hold(self):
            kind = events.HOLD
        press, seqs = self.undoable(), self.seqs
        if kind == events.APPEAL and value and press and seqs.left:
            return events.LATE_APPEAL, seqs.left  # art. 42.4: once, until the next hand-over
        if kind == events.REVOKE:
            standing = self.player(who).sanctions
            value = standing[-1][3] if standing else 0
            if value and (value, press) == (seqs.price, seqs.price_at):
                kind = events.LATE_REVOKE  # it took a turn, and nobody has pressed since
        elif kind == events.UNDO:
            value = press
        elif kind == events.REVERT:
            value = seqs.acts[-1] if seqs.acts and self.phase != phases.CLOSED else 0
        elif kind in events.ABOUT:
            value = self._role(kind, value) + events.ABOUT_UNIT * self._subject(kind)
        return kind, value

    def undoable(self) -> int:
        """Return the seq of the press that an undo would take back (art. 38); 0 without one."""
        return self.seqs.press if self.phase in UNDO_PHASES and not self.left else 0

    def _role(self, kind: int, value: int) -> int:
        """Return what a key says: STOP 1 to stop, 2 to go on; CONFIRM what is asked."""
        if kind == events.STOP:
            return 1 if self.phase in phases.WITH_A_CLOCK else 2
        if kind == events.CONFIRM:
            return self.question.kind if self.question else events.CLOSE
        return value

    def _subject(self, kind: int) -> int:
        """Return the number of what an event of this kind is about now; 0 for nothing."""
        found, asked, now = self.challenge, self.question, self.phase
        if kind in (events.CHALLENGE, events.HOLD, events.AGAIN):
            return challenge.play_number(self)
        if kind in (events.REASON, events.ASKED):
            return self.stop.number if self.stop else 0
        if found and (now == phases.VERDICT or kind == events.APPEAL):
            return found.number
        if kind in (events.PRESS, events.MARK):
            return self.turn.number if self.turn else 0
        if kind in (events.OK, events.STOP):
            return 0
        if found and now == phases.CHALLENGE and kind != events.CONFIRM:
            return found.number
        if kind == events.APPEAL:
            return self.seqs.left or challenge.play_number(self)
        if kind == events.RESUME or not asked:
            return self.ending.number if self.ending else 0
        return asked.number

    @property
    def challenger(self) -> int:
        """Return who could challenge now; NONE if no one could."""
        return challenge.challenger(self)

    @property
    def judged(self) -> str:
        """The letter of the player whose play is judged, or could be."""
        return events.WHO_NAMES[events.other(self.challenger)]

    # -- the timeline

    def _run_to(self, t_ms: int, effects: "Effects") -> None:
        """Bring the match to t_ms, through everything that falls due until then, in order."""
        while NEVER != (due_ms := self.next_due_ms()) <= t_ms:
            self.elapse(due_ms - self.t_ms)
            self._fire(effects)
        if t_ms > self.t_ms:
            self.elapse(t_ms - self.t_ms)

    def elapse(self, dt_ms: int) -> None:
        """Let dt_ms pass, during which nothing happens; negative to take it back."""
        self.t_ms += dt_ms
        for who in events.PLAYERS[self.run]:
            clock = self.player(who).clock
            clock.left_ms -= dt_ms
            clock.used_ms += dt_ms
        if self.phase in phases.BETWEEN_GAMES:
            return
        if not self.run:
            self.neutral.still_ms += dt_ms
        elif self.run == events.BOTH:
            self.neutral.both_ms += dt_ms
        if self.stop:
            self.stop.ms += dt_ms

    def measures_time(self) -> bool:
        """Return whether a power cut would lose time on a clock, a stop or the game's limit."""
        limit_runs = self.limit.end_ms >= 0 and not self.ending
        measured = self.run or limit_runs or self.phase in phases.IN_TURN
        return self.phase != phases.SETUP and bool(measured)

    def next_due_ms(self) -> int:
        """Return when, on the timeline, something next happens by itself; -1 for never."""
        soonest_ms = NEVER
        if limits.runs(self):
            soonest_ms = max(self.limit.end_ms, self.t_ms)
        draw_at_ms = self.t_ms + self.hold_left_ms()
        if draw_at_ms > self.t_ms and self.held & self.run:
            soonest_ms = draw_at_ms if soonest_ms == NEVER else min(soonest_ms, draw_at_ms)
        for who in events.PLAYERS[self.run]:
            wait_ms = turn.wait_ms(self) if self.rules.timed_turns else limits.wait_ms(self, who)
            if wait_ms != NEVER:
                at_ms = self.t_ms + wait_ms
                soonest_ms = at_ms if soonest_ms == NEVER else min(soonest_ms, at_ms)
        return soonest_ms

    def _fire(self, effects: "Effects") -> None:
        """Do everything due at the present; the game's limit goes first."""
        if self.held & self.run and not self.hold_left_ms():
            effects.append(("sound", "hold"))  # its player may draw
        if limits.runs(self) and self.limit.end_ms <= self.t_ms:
            limits.ran_out(self, effects)
        if self.rules.timed_turns:
            if self.run:
                turn.signal(self, effects)
            return
        if not self.ending:
            limits.lose(self, effects)
            if limits.moves_no_more(self) and self.left_ms(self.mover) <= 0:
                turn.out_of_time(self, effects)
        limits.announce(self, effects)

    # -- readings

    def status(self) -> "dict[str, str]":
        """Return the core's fields of the status, at the present of the match."""
        forfeited = self.ending.forfeited if self.ending else events.NONE
        reason = self.stop.reason if self.stop and self.phase in WITH_REASON else events.NONE
        stage = self.phase if self.phase == phases.CHALLENGE else self.stage
        limit_ms = limits.left_ms(self)
        a, b = self.players
        # In one piece, with no name composed: this is asked for while a clock runs.
        return {
            "phase": self.phase,
            "running": events.WHO_NAMES[self.run],
            "turn": "none" if stage in NO_TURN else events.WHO_NAMES[self.mover],
            "limit": exact(limit_ms) if limit_ms >= 0 else "none",
            "reason": events.REASONS[reason],
            "verdict": events.VERDICTS[self.verdict if self.phase == phases.VERDICT else 0],
            "notice": self.notice,
            "marks": events.MARKS[self.turn.mark if self.turn else events.PLAY],
            "preset": self.rules.name,
            "passes": str(self.row.passes),
            "scoreless": str(self.row.scoreless),
            "hold": events.WHO_NAMES[self.held],
            "racks": self.racks,
            "forfeit": events.WHO_NAMES[forfeited],
            "clock.A": exact(a.clock.left_ms),
            "points.A": str(self.points(events.A)),
            "turns.A": str(a.turns),
            "penalty.A": str(a.penalty()),
            "card.A": events.CARDS[a.card()],
            "clock.B": exact(b.clock.left_ms),
            "points.B": str(self.points(events.B)),
            "turns.B": str(b.turns),
            "penalty.B": str(b.penalty()),
            "card.B": events.CARDS[b.card()],
        }


def changes(before: "dict[str, str]", after: "dict[str, str]") -> bytes:
    """Return the changes of an act, field by field: `clock.B 29:51.000>12:34.000`."""
    changed = [name for name in sorted(after) if after[name] != before[name]]
    return "; ".join(["%s %s>%s" % (n, before[n], after[n]) for n in changed]).encode()


# -- the replay of recorded events


def replay(
    rules: "Rules", recorded: "Events", taken: "list[Event] | None" = None,
    start: "Game | None" = None, fallen: "list[Event] | None" = None,
) -> Game:  # fmt: skip
    """Return the match that `recorded` events produce, without those taken back.

    recorded: returns a fresh iterator. taken: those that take something back, if known. start: the
    match before the first event, which is modified; None for one in setup. fallen: gets the events
    that were about something that is gone. A turn that the arbiter took between a press and its
    undo stays taken: it becomes the player's next one.
    """
    acts = list(recorded() if taken is None else taken)
    void = [] if fallen is None else fallen
    removed, undone = taken_back(acts)
    match = start or Game(rules)
    match.replaying = True
    late = [act for act in acts if act[2] == events.LATE_REVOKE]
    match.spared = tuple([act[4] for act in late if act[0] not in removed])
    for event in recorded():
        seq, _, kind, _, value = event
        if seq in removed:
            match.seq, found = seq, match.challenge
            if kind >= events.MENU:
                match.lapse()  # an act lapsed them as it happened
            elif found and found.number == value // events.ABOUT_UNIT:
                found.left = seq
            continue
        if kind in SINCE and any([a < seq < b for a, b in undone]):
            if kind == events.LOSE_TURN:
                event = event[:4] + (value | events.NEXT_TURN,)
            elif kind == events.BLANK or rules.timed_turns:
                match.seq = seq
                void.append(event)  # a blank's letter, a turn's time is of the plays since then
                continue
        if events.refused(match.handle(event)):
            void.append(event)
    match.replaying = False
    del match.spared
    return match


def taken_back(recorded: "Iterable[Event]") -> "tuple[set[int], list[tuple[int, int]]]":
    """Return the seqs of what is taken back, and (press, its undo or late appeal)."""
    reverted: "set[int]" = set()
    undone: "list[tuple[int, int]]" = []
    for seq, _, kind, _, value in recorded:
        if kind in (events.UNDO, events.LATE_APPEAL):
            undone.append((value, seq))
        elif kind == events.REVERT:
            reverted.add(value)
    undone = [pair for pair in undone if pair[1] not in reverted]
    return reverted | {pair[0] for pair in undone}, undone
