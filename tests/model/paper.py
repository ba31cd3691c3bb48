"""The arbiter's paper: what happened when, from which everything else is derived.

Nothing here is kept up to date.  A clock is the sum of the stretches in which it ran, a score of
turns is the length of a list, overtime is arithmetic: each question is answered from the record.
"""

CORRIDO, NO_CORRIDO, TEMPORIZADOR, DUPLICATE = 0, 1, 2, 3
TIMED = (TEMPORIZADOR, DUPLICATE)  # every turn has its own time
AFTER = 1  # when a play is challenged: after its mover has pressed
NAMES = {0: "none", 1: "A", 2: "B", 3: "AB"}
REASONS = ("none", "verify", "score", "tiles", "arbiter", "other", "challenge")
BEFORE_START = ("late", "ready")
FIRST_RANK = ("last-turn", "time-over", "forfeit")
GAME_ON = ("running", "count", "stopped", "challenge", "verdict", "recovered", "fault")


def clock_text(ms):
    """`m:ss.mmm` with a minus sign below zero."""
    ms, sign = abs(ms), "-" if ms < 0 else ""
    return f"{sign}{ms // 60000}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"


class Handed:
    """A play that its player handed over with a press: the turn number `at`, from 0."""

    def __init__(self, who, at):
        self.who, self.at, self.judged = who, at, False
        self.id = None  # of its turn
        self.accepted = False  # by the player who held it
        self.words = 1  # that were judged


class Entry:
    """What stands on a player's sheet: `points`, a `card`, points or a turn as a `price`."""

    def __init__(self, kind, worth, label):
        self.kind, self.worth, self.label = kind, worth, label


class Paper:
    """One game on paper."""

    def __init__(self, rules):
        self.rules = rules
        self.phase = "setup"
        self.runs = []  # [who, from, to or None]: a clock ran
        self.given = {1: [(0, None)], 2: [(0, None)]}  # who -> (from, ms): a clock was set
        own = {1: rules.budget_a_ms, 2: rules.budget_b_ms}
        self.budgets = {w: rules.budget_ms if ms < 0 else ms for w, ms in own.items()}
        own = {1: rules.turn_a_ms, 2: rules.turn_b_ms}
        self.turn_times = {w: rules.turn_ms if ms < 0 else ms for w, ms in own.items()}
        self.alone = set()  # which of `done`, by index, one player had with the other out of time
        self.shared_ms = 0  # of the time in which both were missing, what has been shared
        self.done = []  # (who, "play" | "pass" | "exchange" | "lost"): turns completed
        self.opener = 0
        self.turn = 0
        self.turn_began = 0
        self.turn_no = 0  # number of turns begun
        self.mark = self.declared = "play"
        self.reason = "none"
        self.verdict = "none"
        self.conditions = []  # (since, name)
        self.sheets = {1: [], 2: []}  # entries, as given
        # Numbers: of the input at hand (none while time passes), of the last press, and of what
        # inputs are about, which is that of the input that it began with.
        self.label = self.press = self.left_press = 0
        self.ids = dict.fromkeys(
            ("turn", "challenge", "verdict", "stop", "given-up", "question", "end")
        )
        self.unleft = 0  # a press taken back that had left the verdict shown
        self.spared = set()  # prices revoked after they had cost a turn
        self.absent = set()  # left the room
        self.marked_in = {1: 0, 2: 0}  # the turn in which the player was marked absent
        self.judged = False  # the play in progress had its verdict (art. 40)
        self.returned = False  # by the choice of `verify`, in the present stop
        self.waits = False  # a player is back, and verifies what was handed over meanwhile
        self.handed = None  # the play just handed over, if that is the one that can be challenged
        self.doubter = 0  # who challenges
        self.held = 0  # who holds the play just handed over
        self.charged = None  # the price of the latest failed challenge
        self.appealable = None  # a play handed over whose verdict may still be appealed
        self.words = 1  # number of words challenged
        self.verdict_waits = False  # the phase below a stop
        self.awaited = set()  # not yet come
        self.cut_off = set()  # whose clock ran before the start when the power failed
        self.said = set()  # who has confirmed the pending question
        self.looking = False  # the words are being looked up
        self.owed = {1: [], 2: []}  # turns to be lost: as "lost", or as "pass" (art. 24)
        self.forfeit = 0
        self.limit_given = (None, rules.limit_ms)  # (from, ms), from None before the first clock
        self.limit_ended = False
        self.limit_ends = False  # the resumed game again, as soon as play goes on
        self.limit_stood = None  # the time left when the game ended
        self.ended = None
        self.deaf_until = 0  # until then A and B sign no summary
        self.last_t = 0
        self.put_back = None  # an input for the passage that follows

    def of_handed(self):
        """Return whether a challenge now is of the play just handed over."""
        return self.rules.challenge_when == AFTER or self.waits

    # -- clocks ---------------------------------------------------------------------------------

    def start(self, who, t):
        """The clock of `who` (1 or 2) starts at t."""
        self.runs.append([who, t, None])
        if self.limit_given[0] is None:
            self.limit_given = (t, self.limit_given[1])

    def stand(self, t, who=0):
        """All clocks, or that of `who`, stop at t."""
        for run in self.runs:
            if run[2] is None and who in (0, run[0]):
                run[2] = t

    def running(self):
        """Whose clock runs, as a mask."""
        return sum({run[0] for run in self.runs if run[2] is None})

    def ran(self, who, since, t):
        """Milliseconds that the clock of `who` ran between since and t."""
        return sum(
            max(0, (t if end is None else min(end, t)) - max(begin, since))
            for player, begin, end in self.runs
            if player == who
        )

    def left(self, who, t):
        """Milliseconds left to `who` at t: of the budget, or of the turn."""
        since, ms = self.given[who][-1]
        if self.rules.mode in TIMED:
            if who != self.turn:
                return self.turn_times[who]
            if since < self.turn_began or ms is None:
                since, ms = self.turn_began, self.turn_times[who]
        elif ms is None:
            ms = self.budgets[who]
        return ms - self.ran(who, since, t)

    def out(self, who, t):
        """Return whether a player has no time left and moves no more."""
        return self.rules.at_zero == "out" and self.left(who, t) <= 0

    def limit_left(self, t):
        """Milliseconds left of the game's limit, or None."""
        since, ms = self.limit_given
        if self.limit_stood is not None:
            return self.limit_stood
        if ms < 0:
            return None
        return ms if since is None else max(0, ms - (t - since))

    # -- failed challenges ----------------------------------------------------------------------

    def price(self, words):
        """The preset's cost of a failed challenge: points per play or per word, or "lost"."""
        cost = self.rules.failed_challenge
        return "lost" if cost < 0 else cost * (words if self.rules.cost_per_word else 1)

    def failed(self):
        """Charge the cost of a failed challenge."""
        cost, after = self.price(self.words), self.of_handed()
        self.charge(self.doubter, cost, after, self.ids["verdict"])

    def charge(self, who, cost, after, label):
        """Charge a price, points or "lost"; nothing where no turn is left to lose."""
        none_left = cost == "lost" and after and (self.turn != who or self.ended)
        if not cost or none_left or label in self.spared:
            return None
        points = 0 if cost == "lost" else cost
        self.charged = Entry("turn" if cost == "lost" else "price", points, label)
        self.sheets[who].append(self.charged)
        if cost == "lost" and not after:
            self.owed[who].append(self.charged)
        return self.charged

    def forgo(self, who, entry):
        """Take an entry off a sheet, with the turn still to be lost; return whether it can be."""
        if entry.kind == "turn" and entry not in self.owed[who] and entry is not self.charged:
            return False  # the turn is lost
        for sheet in (self.owed[who], self.sheets[who]):
            if entry in sheet:
                sheet.remove(entry)
        return True

    def cause(self):
        """Return the number of what begins now: of an input, or what time did after a press."""
        return self.label or ("time", self.press)

    def about(self, key, who):
        """Return the number of what an input would be about now."""
        ids, phase = self.ids, self.phase
        play = ("handed", self.handed and self.handed.id) if self.of_handed() else ids["turn"]
        if key in ("challenge", "again"):
            return play
        if key == "revoke":
            return self.sheets[who][-1].label if self.sheets[who] else None
        if phase == "verdict" and key in ("ok", "stop", "press", "amend", "appeal"):
            return ids["challenge"]
        if key == "press":
            asked = ids["question"]
            of = {"running": ids["turn"], "count": asked or ids["turn"], "over": ids["end"]}
            return of.get(phase, phase if phase in BEFORE_START else asked)
        if key == "stop":
            return "stop" if phase in ("running", "count") else "on"
        if key in ("submit", "edit", "verdict", "amend", "cancel"):
            return ids["challenge"] if phase == "challenge" else ids["question"]
        if key == "appeal":
            return self.left_press or ("handed", self.handed and self.handed.id)
        named = {"mark": "turn", "reason": "stop", "resume": "end"}
        return ids[named[key]] if key in named else None

    # -- arithmetic -----------------------------------------------------------------------------

    def points(self, who, t):
        """Overtime points of `who` at t."""
        over = -self.left(who, t)
        unit, beyond = self.rules.overtime_unit_ms, over - self.rules.overtime_from_ms
        return self.rules.overtime_points * (beyond // unit + 1) if beyond >= 0 else 0

    def turns(self, who):
        """Turns completed by `who`."""
        return sum(1 for player, _ in self.done if player == who)

    def share_lateness(self, t):
        """Give each back half of the time in which both clocks have run, once."""
        both = sum(
            max(0, min(a[2] or t, b[2] or t) - max(a[1], b[1]))
            for a in self.runs for b in self.runs if (a[0], b[0]) == (1, 2)
        )  # fmt: skip
        new, self.shared_ms = both - self.shared_ms, both
        for who in (1, 2) if self.rules.late_both == "half" else ():
            self.given[who].append((t, self.left(who, t) + new // 2))

    def note_done(self, t, mark):
        """Note the turn in progress as completed."""
        if self.out(3 - self.turn, t):
            self.alone.add(len(self.done))
        self.done.append((self.turn, mark))

    def complete(self, t, mark):
        """The turn in progress is over."""
        self.note_done(t, mark)
        self.held = 0
        self.conditions = [c for c in self.conditions if c[1] != "turn-expired"]
        self.tell(t)

    def tell(self, t):
        """The table is told of rows that are long enough."""
        lone = 0
        while len(self.done) - lone - 1 in self.alone:
            lone += 1
        lone = min(lone, self.passes())
        ends = 0 <= self.rules.end_alone <= lone
        self.hold("four-passes", t, ends or 0 <= self.rules.end_passes <= self.passes())
        self.hold("twelve-scoreless", t, 0 <= self.rules.end_scoreless <= self.scoreless())

    def passes(self):
        """Art. 45.2: passes in a row."""
        return self.in_a_row(("pass",))

    def scoreless(self):
        """Art. 45.3: turns without a score in a row, none of which counts at 0-0 (FISE)."""
        scored = self.rules.scoreless_at_zero or any(mark == "play" for _, mark in self.done)
        return self.in_a_row(("pass", "exchange")) if scored else 0

    def in_a_row(self, marks):
        """How many of the last turns, without a gap, had one of these marks."""
        count = 0
        for _, mark in reversed(self.done):
            if mark not in marks:
                break
            count += 1
        return count

    def hold(self, name, t, holds):
        """From t on the condition holds, or no longer."""
        now = [c for c in self.conditions if c[1] == name]
        if holds and not now:
            self.conditions.append((t, name))
        elif not holds:
            self.conditions = [c for c in self.conditions if c[1] != name]

    def notice(self):
        """The latest condition that still holds, those of the first rank before the others."""
        best = [c for c in self.conditions if c[1] in FIRST_RANK] or self.conditions
        return best[-1][1] if best else "none"

    def swap(self):
        """All that is A's becomes B's and the other way round."""
        for run in self.runs:
            run[0] = 3 - run[0]
        self.done = [(3 - who, mark) for who, mark in self.done]
        for name in ("given", "budgets", "turn_times", "sheets", "owed", "marked_in"):
            pair = getattr(self, name)
            setattr(self, name, {1: pair[2], 2: pair[1]})
        self.absent = {3 - who for who in self.absent}
        self.awaited = {3 - who for who in self.awaited}
        self.said = {3 - who for who in self.said}
        self.cut_off = {3 - who for who in self.cut_off}
        if self.handed:
            self.handed.who = 3 - self.handed.who
        for name in ("turn", "opener", "doubter", "held"):
            if getattr(self, name):
                setattr(self, name, 3 - getattr(self, name))
        self.forfeit = (0, 2, 1, 3)[self.forfeit]

    # -- the outside ----------------------------------------------------------------------------

    def status(self, t):
        """The fields of the interface at t."""
        # A fault is as the phase that it goes back to.
        game_on = self.phase in GAME_ON and not (self.phase == "fault" and self.ended)
        limit = self.limit_left(t)
        fields = {
            "phase": self.phase,
            "running": NAMES[self.running()],
            "turn": NAMES[self.turn] if game_on else "none",
            "limit": "none" if limit is None else clock_text(limit),
            "reason": self.reason,
            "verdict": self.verdict,
            "notice": self.notice(),
            "marks": self.mark,
            "forfeit": NAMES[self.forfeit],
            "passes": self.passes(),
            "scoreless": self.scoreless(),
            "hold": NAMES[self.held],
        }
        for who, name in ((1, "A"), (2, "B")):
            sheet = self.sheets[who]
            cards = [entry.worth for entry in sheet if entry.kind == "card"]
            fines = [entry.worth for entry in sheet if entry.kind != "card"]
            fields["clock." + name] = clock_text(self.left(who, t))
            fields["points." + name] = self.points(who, t)
            fields["turns." + name] = self.turns(who)
            fields["penalty." + name] = sum(fines)
            fields["card." + name] = cards[-1] if cards else "none"
        return fields
