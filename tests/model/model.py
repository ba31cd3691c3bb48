"""The model: a list of inputs, and the status at any time as the rulebook read over that list.

A press is taken back by striking it from the list and reading the rest again.
"""

from copy import copy

from tests.model.paper import TIMED, Paper
from tests.model.rulebook import Ended, Input, game

MAY_UNDO = ("running", "count", "stopped", "over")
ENDINGS = ("finish", "end", "forfeit", "close", "sheet")
PAPER = ("set", "penalty", "card", "revoke", "swap", "absent", "back", "limit")
ORPHANS = ("challenge", "sheet")
ORPHANS_OF_END = ("press", "power", "limit")
# Not a player's presses; a cut and a fault do not bar a revert either.
ACTS = (
    "late", "absent", "back", "set", "undo", "swap", "penalty", "card", "revoke", "lose-turn",
    "forfeit", "sheet", "appeal", "amend", "limit", "end", "void", "reopen", "close", "again",
)  # fmt: skip
SHOWN = ("phase", "running", "marks", "reason", "turns.A", "turns.B")
NO_BAR = ("power", "fault", "menu")
AFTER_END = ("press", "stop", "power", "ok")


class Model:
    """One game; `feed` adds an input, `status` answers for a time not before the last input."""

    def __init__(self, rules):
        self.rules = rules
        self.reviving = self.halted = self.reading = False
        self.acts = []  # revertible acts of the arbiter: (the list before it, later inputs)
        self.read([])

    def feed(self, t, key, who=0, value=0):
        """Take an input at t ms; return its role: ignored, noted, game, confirm or arrival."""
        self.until(t)
        if key == "revert":
            return self.revert(t)
        before = [copy(i) for i in self.inputs] if key in ACTS else []
        shown = self.shown(t) if self.acts else []
        role = self.answer(t, key, who, value)
        if role == "ignored" and key != "power":
            return role
        if key in ACTS:
            self.acts.append((before, []))
        elif self.acts and (key == "verdict" or (key not in NO_BAR and self.shown(t) != shown)):
            self.acts = []
        elif self.acts:
            self.acts[-1][1].append(copy(self.inputs[-1]))
        return role

    def shown(self, t):
        """Return everything that a press can change."""
        status = self.status(t)
        return [status[name] for name in SHOWN]

    def answer(self, t, key, who, value):
        """Read an input; return its role."""
        if key == "undo":
            return self.undo(t)
        if key == "appeal" and self.left_now():
            return self.appeal_late(t, value)
        if key == "limit" and self.ended_by_limit(t):
            return self.give_time(t, value)
        return self.take(Input(t, key, who, value)).role

    def ended_by_limit(self, t):
        """Whether the game is over because its limit has ended."""
        self.until(t)
        p = self.paper
        return p.phase == "over" and p.notice() == "time-over"

    def status(self, t):
        """Return the fields of the interface at t ms."""
        self.until(t)
        return self.paper.status(t)

    # -- reading the list -----------------------------------------------------------------------

    def read(self, inputs):
        """Read a list of inputs from the beginning."""
        self.inputs = []
        self.reading = True
        self.at_end, self.by_hand = 0, False  # inputs until the end; whether the last one ended it
        self.paper = Paper(self.rules)
        self.script = game(self.paper)
        self.due = next(self.script)
        revivals = [n for n, i in enumerate(inputs) if i.key == "undone" and i.value]
        for n, i in enumerate(inputs):
            self.reviving = bool(revivals) and n <= revivals[-1]
            self.take(i)
        self.reviving = self.halted = self.reading = False

    def take(self, i):
        """Read one more input."""
        self.until(i.t - (i.key in ("unlimit", "halt")))
        self.inputs.append(i)
        self.paper.last_t = i.t
        going = not self.paper.ended
        if going:
            self.at_end = len(self.inputs)
        self.due = self.script.send(i)
        self.by_hand = bool(self.paper.ended) if going else self.by_hand
        i.role = i.role or "ignored"
        self.until(i.t)
        return i

    def until(self, t):
        """Let everything due by t happen first."""
        while True:
            dues = [self.limit_due(), self.loss_due(), self.flag_due(), self.due()]
            first = min((d for d in dues if d is not None), default=None)
            if first is None or first > t:
                return
            first = max(first, self.paper.last_t)
            self.paper.last_t = first
            if dues[0] is not None and dues[0] <= first:
                self.limit_ends(first)
            elif dues[1] is not None and dues[1] <= first:
                self.lost(first)
            elif dues[2] is not None and dues[2] <= first:
                self.flag_falls(first)
            else:
                self.due = self.script.send(Input(first, "due"))

    def limit_due(self):
        """Return when the game's limit ends, or None."""
        p = self.paper
        since, ms = p.limit_given
        if since is None or ms < 0 or p.limit_ended or p.ended:
            return None
        return since + ms

    def limit_ends(self, t):
        """Art. 30: one more turn for the second player, or the end."""
        p = self.paper
        p.limit_ended = True
        ahead = p.opener and p.turns(p.opener) == p.turns(3 - p.opener) + 1
        if ahead and p.turn != p.opener:  # it is, if the other is out of time
            p.hold("last-turn", t, True)
        elif self.reviving:
            self.halt(t)
        else:
            self.ends_by_itself("time-over", t)

    def ends_by_itself(self, why, t):
        """Handle an end that nobody caused: earlier acts can no longer be taken back."""
        if not self.reading:
            self.acts = []
        self.due = self.script.throw(Ended(why, t))

    def losses(self):
        """Yield (when, who) for each player whose running clock will lose them the game."""
        p = self.paper
        if p.ended or p.rules.mode in TIMED:
            return
        for who in (1, 2):
            if p.running() & who:
                left = p.left(who, p.last_t)
                if who in p.absent | p.awaited:
                    yield p.last_t + max(0, left), who
                elif p.rules.overtime_limit_ms >= 0:
                    most = p.rules.overtime_limit_ms + p.rules.overtime_limit_beyond
                    yield p.last_t + max(0, left + most), who

    def loss_due(self):
        """Return when the next game is lost by time, or None."""
        return min((when for when, _ in self.losses()), default=None)

    def lost(self, t):
        """Art. 37, and the overtime limit of other federations."""
        if self.reviving:
            self.halt(t)
            return
        self.paper.forfeit = sum(who for when, who in self.losses() if when <= t)
        self.ends_by_itself("lost", t)

    def flag_due(self):
        """Return when the player on turn may move no more, or None."""
        p = self.paper
        if p.rules.at_zero == "overtime" or p.rules.mode in TIMED or p.ended:
            return None
        return p.last_t + max(0, p.left(p.turn, p.last_t)) if p.phase == "running" else None

    def flag_falls(self, t):
        """Poland: the other plays on alone; if they are out too, and in Romania, it is over."""
        p = self.paper
        if p.rules.at_zero == "out" and not p.limit_ended and not p.out(3 - p.turn, t):
            self.due = self.script.send(Input(t, "out"))
        elif self.reviving:
            self.halt(t)
        else:
            self.ends_by_itself("time-over", t)

    def halt(self, t):
        """End what would have ended now, for a game being brought back: its clocks stop here."""
        self.halted = True
        self.due = self.script.send(Input(t, "halt"))

    # -- taking back ----------------------------------------------------------------------------

    def can_undo(self):
        """Return the place in the list of the press to take back, or None."""
        if self.paper.phase not in MAY_UNDO:
            return None
        places = [n for n, i in enumerate(self.inputs) if i.role == "game"]
        return places[-1] if places else None

    def tangled(self):
        """Return whether the rules leave open what becomes of a game after an undo.

        That is where what came after the press cannot come after what would have been: a challenge
        or a lost turn of a play that was never made, signatures under another result; and a start
        press after a late arrival where the game has a limit (the whole limit, or what is left?);
        and the press that left a verdict, when one that came after it was taken back before;
        and time given to a game that its limit would have ended before.
        """
        place = self.can_undo()
        if place is None:
            return False
        later = [i for i in self.inputs[place + 1 :] if i.role != "ignored" or i.key == "power"]
        keys = {i.key for i in self.inputs}
        start = not any(i.role == "game" for i in self.inputs[:place])
        limited = self.paper.limit_given[1] >= 0 or self.rules.overtime_limit_ms >= 0
        ends = limited or "absent" in keys
        return (
            "unlimit" in keys
            or (self.rules.mode in TIMED and any(i.key == "set" for i in later))
            or any(i.key in ORPHANS for i in later)
            or (limited and any(i.key == "limit" for i in later))
            or (self.inputs[place].left and any(i.key == "undone" for i in later))
            or ("undone" in keys and (ends or self.revived_before()))
            or (start and "late" in keys and self.paper.limit_given[1] >= 0)
            or (bool(self.paper.ended) and any(i.key in ORPHANS_OF_END for i in later))
        )

    def revived_before(self):
        """Return whether the game was over before and came back."""
        return any(i.key == "unlimit" or (i.key == "undone" and i.value) for i in self.inputs)

    def may_give_time(self):
        """Return whether the rules define `limit` in a game that is over: its limit ended it."""
        away = any(i.key in ("sheet", "absent") for i in self.inputs)
        away = away or any(i.key == "challenge" for i in self.inputs[self.at_end :])
        away = away or self.rules.at_zero != "overtime"  # then a player's own time may have
        plain = self.paper.opener and not away and not self.revived_before()
        return plain and self.paper.notice() == "time-over"

    def left_now(self):
        """Return the last press, if it left a verdict that the mover may appeal (art. 42.4)."""
        place = None if self.paper.phase == "verdict" else self.can_undo()
        if place is None or not self.inputs[place].left or self.inputs[place].heard:
            return None
        answers = [i for i in self.inputs[place:] if i.key == "appeal" and i.role == "noted"]
        return None if answers else self.inputs[place]

    def may_appeal_late(self):
        """Return whether the rules say what becomes of an appeal after the verdict was left."""
        return bool(self.paper.appealable or (self.left_now() and not self.tangled()))

    def appeal_late(self, t, value):
        """Answer an appeal after the verdict was left; upheld, the turn comes back as by undo."""
        if value:
            return self.undo(t, appealed=True)
        answer = self.take(Input(t, "appeal", 0, value))
        answer.role = "noted"
        return answer.role

    def undo(self, t, appealed=False):
        """Strike the last press that changed the game, and read the list again."""
        self.until(t)
        place = self.can_undo()
        if place is None:
            return "ignored"
        ended, left = self.paper.ended, self.inputs[place].left
        rest = [i for i in self.inputs[place + 1 :] if i.role != "ignored"]
        stood = self.paper.ended and self.paper.ended.why in ("fin", "end", "forfeit")
        if ended:
            rest = revived(rest, ended)
        for i in rest:
            i.replay = True
        self.read(self.inputs[:place])
        self.reviving = True
        for i in rest:
            self.until(i.t)
            if i.key == "undone":
                self.halted = False
                self.hold_still(i.t, i.left)
            if not self.halted or i.key in PAPER:
                self.take(i)
        self.until(t)
        stood = stood or self.halted
        self.reviving = self.halted = False
        self.paper.last_t = t
        if appealed:
            late = Input(t, "appeal", 0, 1)
            late.left = True
            self.take(late)
        self.hold_still(t, left)
        if stood and self.paper.phase == "stopped":
            self.paper.reason = "arbiter"
        done = Input(t, "undone", 0, int(stood or bool(ended)))
        done.left = left
        self.take(done).role = "noted"
        return "noted"

    def revert(self, t):
        """Take back the arbiter's own last act: everything is as if it had not happened."""
        if not self.acts or self.paper.phase == "closed":
            return "ignored"
        before, came_on = self.acts.pop()
        taken = Input(t, "reverted")
        taken.role = "noted"
        came_on.append(taken)
        came_on.insert(0, Input(before[-1].t, "lapsed"))  # the act did so, and it stands
        if self.acts:
            self.acts[-1][1].extend(copy(i) for i in came_on)
        self.read(before)
        for i in came_on:
            self.take(i)
        return "noted"

    def hold_still(self, t, left):
        """Stop a game after an undo; left: the undone press had left a verdict."""
        if self.paper.phase in ("running", "count", "verdict"):
            halt = Input(t, "halt")
            halt.left = left
            self.take(halt)

    def give_time(self, t, ms):
        """Give time to a game that its limit ended: it comes back stopped, as it was before."""
        self.until(t)
        ended_ms, by_hand = self.paper.ended.t, self.by_hand
        alive, rest = self.inputs[: self.at_end], self.inputs[self.at_end :]
        rest = [i for i in rest if i.key in PAPER and i.role != "ignored"]
        for i in rest:
            i.replay = True
        self.read(alive[:-1] if by_hand else alive)
        self.take(Input(ended_ms, "unlimit"))
        if by_hand:
            self.take(alive[-1])
        given = Input(t, "limit", 0, ms)
        given.meaning = "comes back"
        for i in [Input(ended_ms, "halt")] + rest + [given]:
            self.take(i)
        return "noted"


def revived(rest, ended):
    """Return the remaining inputs after the struck press when the game comes back."""
    kept, fin = [], False
    for i in rest:
        fin = fin or i.key == "finish"
        if i.key in ENDINGS or (fin and i.key == "press"):
            continue
        if i.t > ended.t and i.key in AFTER_END:
            continue
        kept.append(i)
    if ended.why in ("fin", "end", "forfeit"):
        place = sum(1 for i in kept if i.t < ended.t)
        kept.insert(place, Input(ended.t, "halt"))
    return kept
