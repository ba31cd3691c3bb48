"""The model: the rulebook's script, fed with inputs, and with what falls due between them."""

from tests.model.paper import TIMED, Paper
from tests.model.rulebook import Ended, Input, game


class Model:
    """One game; `feed` adds an input, `status` answers for a time not before the last input."""

    def __init__(self, rules):
        self.rules = rules
        self.paper = Paper(rules)
        self.script = game(self.paper)
        self.due = next(self.script)

    def feed(self, t, key, who=0, value=0, label=0):
        """Take an input at t ms, the number `label` of the game."""
        self.until(t)
        self.paper.last_t, self.paper.label = t, label
        self.due = self.script.send(Input(t, key, who, value))
        self.until(t)
        self.paper.label = 0

    def status(self, t):
        """Return the fields of the interface at t ms."""
        self.until(t)
        return self.paper.status(t)

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
        if p.limit_ends and p.phase in ("running", "count", "late", "ready"):
            return p.last_t  # the game went on, but no time was given
        since, ms = p.limit_given
        if since is None or ms < 0 or p.limit_ended or p.ended:
            return None
        return since + ms

    def limit_ends(self, t):
        """Art. 30: one more turn for the second player, or the end."""
        p = self.paper
        p.limit_ended, p.limit_ends = True, False
        ahead = p.opener and p.turns(p.opener) == p.turns(3 - p.opener) + 1
        if ahead and p.turn != p.opener:  # it is, if the other is out of time
            p.hold("last-turn", t, True)
        else:
            end = Ended("time-over", t)
            end.by_limit = True
            self.due = self.script.throw(end)

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
        self.paper.forfeit = sum(who for when, who in self.losses() if when <= t)
        self.due = self.script.throw(Ended("lost", t))

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
        else:
            self.due = self.script.throw(Ended("time-over", t))
