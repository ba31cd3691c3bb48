"""The rulebook as a script to be read from top to bottom: where a game stands is where the reader is.

Each function is a passage of the rules (a turn, a stop, a challenge, ...), a generator that waits
for the next input.  It has no table of states; what the clocks show is worked out on the Paper.
"""

from tests.model.paper import CORRIDO, FIRST_RANK, REASONS, TEMPORIZADOR

SHOWN_VERDICT = {1: "valid", 2: "invalid"}
CARDS = {1: "warning", 2: "yellow", 3: "red"}
MARKS = {0: "play", 1: "pass", 2: "exchange"}


class Input:
    """Something done at the table.  `role` is what it turned out to be; it keeps it for ever."""

    def __init__(self, t, key, who=0, value=0, replay=False):
        self.t, self.key, self.who, self.value = t, key, who, value
        self.role = None
        self.meaning = ""
        self.left = False  # it left an invalid verdict
        self.replay = replay

    def plays(self, who):
        """A press of `who` that may move the game."""
        return self.key == "press" and self.who == who and self.role in (None, "game")

    def stops(self):
        """STOP, to stop both clocks; what it once did it does for ever."""
        if self.key == "stop" and self.meaning in ("", "stop"):
            self.meaning, self.role = "stop", "noted"
            return True
        return False

    def goes_on(self):
        """STOP, to go on (or to stop the clock of a score sheet)."""
        if self.key == "stop" and self.meaning in ("", "go on"):
            self.meaning, self.role = "go on", "noted"
            return True
        return False

    def confirms(self):
        """A press that may say yes."""
        return self.key == "press" and self.role in (None, "confirm")


class Ended(Exception):
    """The game is over (or, `void`, closed)."""

    def __init__(self, why, t):
        super().__init__(why)
        self.why, self.t = why, t


def never():
    """No deadline."""
    return None


def wait(p, due=never):
    """The next input that the arbiter's paper work does not answer."""
    while True:
        i, p.put_back = p.put_back or (yield due), None
        if not paper_work(p, i):
            return i


def paper_work(p, i):
    """What the arbiter may note in any phase of a game."""
    if i.key == "set":
        p.given[i.who].append((i.t, i.value))
    elif i.key == "penalty":
        p.sheets[i.who].append(i.value % 1000)
    elif i.key == "card":
        p.sheets[i.who].append(CARDS[i.value % 1000])
    elif i.key == "revoke":
        if not p.sheets[i.who]:
            return False
        p.sheets[i.who].pop()
    elif i.key == "swap":
        p.swap()
    elif i.key == "limit" and p.ended:
        p.limit_stood = i.value
    elif i.key == "limit":
        p.limit_given = (None if p.limit_given[0] is None else i.t, i.value)
        p.limit_ended = False
        p.hold("last-turn", i.t, False)
    elif i.key == "unlimit":
        p.limit_given, p.limit_ended = (p.limit_given[0], -1), False
        p.hold("last-turn", i.t, False)
    elif i.key == "end" and not p.ended:
        i.role = "noted"
        raise Ended("end", i.t)
    elif i.key == "void":
        i.role = "noted"
        raise Ended("void", i.t)
    elif i.key == "forfeit":
        i.role = "noted"
        p.forfeit |= i.who
        if not p.ended:
            raise Ended("forfeit", i.t)
        p.hold("forfeit", i.t, True)
    else:
        return False
    i.role = "noted"
    return True


# -- before the start ---------------------------------------------------------------------------


def game(p):
    """A whole game."""
    try:
        t = yield from before(p)
        while True:
            t = yield from turn(p, t)
    except Ended as end:
        while True:
            try:
                yield from after(p, end)
            except Ended as again:
                end = again


def before(p):
    """From setup to the press that starts the opener; returns when."""
    while (yield from wait(p)).key != "arm":
        pass
    p.phase = "ready"
    while True:
        i = yield from wait(p)
        if i.key == "press" and i.role in (None, "game", "arrival"):
            if p.phase == "late":
                arrives(p, i)
            else:
                i.role = "game"
                p.stand(i.t)
                p.turn = p.opener = 3 - i.who
                owed(p, i.t)
                return i.t
        elif i.key == "late":
            i.role = "noted"
            p.phase = "late"
            for who in (1, 2):
                if i.who & who and not (who in p.awaited):
                    p.awaited.add(who)
                    waits(p, who, i.t)
        elif i.key == "absent":
            i.role = "noted"
            p.absent.add(i.who)
        elif i.key == "lose-turn":
            i.role = "noted"
            p.owed[i.who] += 1
        elif i.key == "back":
            i.role = "noted"
            p.absent.discard(i.who)
            if p.phase == "late":
                arrives(p, i)
        elif i.key == "power" and (p.running() or p.phase == "late"):
            yield from cut_before(p, i)
        elif i.key == "halt":
            p.cut_off = {run[0] for run in p.runs if run[2] is None}
            p.stand(i.t)
        elif i.key == "undone" and p.cut_off:
            for who in p.cut_off:
                p.start(who, i.t)
            p.cut_off = set()
        elif i.key == "fault":
            i.role = "noted"
            yield from fault(p, i.t)


def waits(p, who, t):
    """The clock of an absent player runs; the turn timer knows no absence."""
    if p.rules.mode != TEMPORIZADOR and not p.running() & who:
        p.start(who, t)


def arrives(p, i):
    """Art. 36: the first to come keeps what is left; the time of the last goes on."""
    if i.who not in p.awaited:
        return
    i.role = "arrival"
    p.awaited.discard(i.who)
    if p.awaited:
        p.stand(i.t, i.who)
    else:
        p.phase = "ready"


def cut_before(p, i):
    """The power failed while an absent player's clock ran before the start."""
    i.role = "noted"
    phase, p.cut_off = p.phase, {run[0] for run in p.runs if run[2] is None}
    t = yield from recovered(p, i.t)
    yield from stopped(p, t, "other", phase)
    p.phase, p.reason = phase, "none"
    for who in p.cut_off:
        p.start(who, p.last_t)
    p.cut_off = set()


# -- a turn -------------------------------------------------------------------------------------


def turn(p, t):
    """One turn, from the start of the mover's clock to the hand-over; returns when."""
    p.turn_began, p.verdict, stage, since = t, "none", "running", t
    timer = p.rules.mode == TEMPORIZADOR
    while True:
        p.phase, p.reason = stage, "none"
        if stage == "running" and not p.running():
            p.start(p.turn, t)
        due = (lambda: p.last_t + p.left(p.turn, p.last_t)) if timer and stage == "running" else never
        i = yield from wait(p, due)
        outcome = None
        if i.key == "due" or i.plays(p.turn):
            if i.key == "press" and (p.rules.mode == CORRIDO or stage == "count"):
                if stage == "count" and i.t - since < p.rules.guard_ms:
                    i.role = "ignored"
                    continue
                i.role = "game"
                return handover(p, i.t, p.mark)
            i.role = "game" if i.key == "press" else "noted"
            p.stand(i.t)
            p.hold("turn-expired", i.t, i.key == "due")
            stage, since = "count", i.t
        elif i.stops() or i.key in ("menu", "halt"):
            i.role = "noted"
            outcome = yield from stopped(p, i.t, "other" if i.key == "stop" else "arbiter", stage)
        elif doubts(p, i, stage):
            hollow = not genuine(p, i)
            outcome = yield from (stopped if hollow else challenge)(p, i.t, "hollow", stage)
        elif i.key == "power":
            i.role = "noted"
            back = yield from recovered(p, i.t)
            outcome = yield from stopped(p, back, "other", stage)
        elif i.key == "fault":
            i.role = "noted"
            reason = yield from fault(p, i.t)
            outcome = yield from stopped(p, p.last_t, reason, stage)
        elif i.key == "finish" and stage == "count":
            yield from fin(p, i, stage)
        else:
            anytime(p, i)
        if outcome == "turn over":
            return p.last_t
        t = p.last_t


def anytime(p, i):
    """Marks and absences: noted while a turn is in progress."""
    if i.key == "mark" and i.who == p.turn:
        p.mark = MARKS[i.value]
    elif i.key == "reason" and p.phase == "stopped":
        p.reason = REASONS[i.value]
    elif i.key == "absent":
        p.absent.add(i.who)
    elif i.key == "back":
        p.absent.discard(i.who)
    elif i.key == "lose-turn":
        p.owed[i.who] += 1
    else:
        return
    i.role = "noted"


def doubts(p, i, stage):
    """Art. 39: a challenge after the count of points; in corrido that is done while the clock runs.

    From a stop it is one to verify or to score what could be doubted before.
    """
    if i.key != "challenge" or i.role == "noted":
        return i.key == "challenge"
    counted = stage == ("running" if p.rules.mode == CORRIDO else "count")
    return counted and (p.phase != "stopped" or p.reason in ("verify", "score"))


def handover(p, t, mark):
    """The turn is complete and the other one's begins, if there is another."""
    p.stand(t)
    p.complete(t, mark)
    p.turn, p.turn_began, p.mark = 3 - p.turn, t, "play"
    level(p, t)
    owed(p, t)
    return t


def owed(p, t):
    """Turns that were taken away are over before they begin."""
    while p.owed[p.turn]:
        p.owed[p.turn] -= 1
        p.complete(t, "lost")
        p.turn = 3 - p.turn
        level(p, t)


def level(p, t):
    """Art. 30: after the end of the game's time both have had the same number of turns."""
    if p.limit_ended:
        if p.turns(1) == p.turns(2):
            raise Ended("time-over", t)
        p.hold("last-turn", t, True)


# -- both clocks stand ----------------------------------------------------------------------------


def stopped(p, t, reason, stage):
    """Art. 34.  Comes back when the game goes on; "turn over" if another turn is next."""
    p.stand(t)
    outcome, hollow = None, reason == "hollow"
    p.reason = "other" if hollow else reason
    while True:
        p.phase = "stopped"
        i = yield from wait(p)
        if i.goes_on() or (i.key == "ok" and hollow):
            i.role = "noted"
            return outcome
        if doubts(p, i, stage):
            hollow = not genuine(p, i)
            if not hollow:
                return (yield from challenge(p, i.t, "", stage)) or outcome
        elif i.key == "power":
            i.role, hollow = "noted", False
            yield from recovered(p, i.t)
            p.reason = "other"
        elif i.key == "fault":
            i.role, hollow = "noted", False
            p.reason = yield from fault(p, i.t)
        elif i.key == "finish":
            yield from fin(p, i, stage)
        elif i.key == "lose-turn":
            i.role = "noted"
            if i.who == p.turn and stage in ("running", "count"):
                handover(p, i.t, "lost")
                p.turn_began, outcome, stage = i.t, "turn over", "running"
            else:
                p.owed[i.who] += 1
        elif i.key != "mark" or stage in ("running", "count"):
            anytime(p, i)


def recovered(p, t):
    """After a power cut: only OK answers; returns when."""
    p.stand(t)
    verdict = p.verdict
    p.phase, p.reason, p.verdict = "recovered", "none", "none"
    while (yield from wait_for(p, "ok")).key != "ok":
        pass
    p.verdict = "none"
    p.cut_verdict = verdict
    return p.last_t


def fault(p, t):
    """The device refuses a function until OK; returns the reason of the stop that comes after."""
    phase = p.phase
    p.phase, p.reason, p.verdict = "fault", "none", "none"
    while (yield from wait_for(p, "ok")).key != "ok":
        pass
    reason = "other" if p.phase == "recovered" else "arbiter"
    p.phase = phase
    return reason


def wait_for(p, *keys):
    """The next input; it counts if it is one of keys, a cut, or an absence."""
    i = yield from wait(p)
    if i.key in keys or i.key == "halt":
        i.role, i.key = "noted", keys[0]
    elif i.key == "power":
        i.role = "noted"
        p.phase, p.reason = "recovered", "none"
    else:
        anytime(p, i)
    return i


def fin(p, i, stage):
    """Art. 45: the players say that the game is over; both confirm, or anything else drops it."""
    i.role = "noted"
    counted, p.said = i.value, set()
    while True:
        i = yield from wait(p)
        if i.confirms() and i.who not in p.said:
            i.role = "confirm"
            p.said.add(i.who)
            if len(p.said) == 2:
                if counted:
                    p.done.append((p.turn, p.mark))
                raise Ended("fin", i.t)
        elif i.key == "finish":
            i.role = "noted"
            counted, p.said = i.value, set()
        elif i.key == "cancel":
            i.role = "noted"
            return
        elif i.key in ("stop", "menu", "halt", "power", "fault") or doubts(p, i, stage):
            p.put_back = i
            return
        elif i.key != "mark" or stage in ("running", "count"):
            anytime(p, i)


# -- challenges -----------------------------------------------------------------------------------


def genuine(p, i):
    """Whether it is the opponent's challenge of this turn; a press taken back may have undone that."""
    i.role = "noted"
    i.who = i.who if i.replay else 3 - p.turn
    return i.who == 3 - p.turn


def challenge(p, t, _, stage):
    """Art. 38-42, from the press of the opponent to the way back."""
    p.stand(t)
    p.phase, p.reason = "challenge", "challenge"
    step = "entry"
    while True:
        p.looking = step == "lookup"
        i = yield from wait(p)
        if i.key == "submit" and step == "entry":
            i.role = "noted"
            step, p.said = ("confirm" if p.rules.confirm_challenge else "lookup"), set()
        elif i.key == "edit" and step == "confirm":
            i.role, step = "noted", "entry"
        elif i.key == "halt" or (i.key == "cancel" and step != "lookup"):
            i.role = "noted"
            reason = "other" if i.key == "cancel" else "arbiter"
            return (yield from stopped(p, i.t, reason, stage))
        elif i.confirms() and step == "confirm" and i.who not in p.said:
            i.role = "confirm"
            p.said.add(i.who)
            step = "lookup" if len(p.said) == 2 else step
        elif i.key == "verdict" and step == "lookup":
            i.role = "noted"
            return (yield from verdict(p, i, stage))
        elif i.key == "fault":
            i.role = "noted"
            reason = yield from fault(p, i.t)
            return (yield from stopped(p, p.last_t, reason, stage))
        elif i.key == "power":
            i.role = "noted"
            back = yield from recovered(p, i.t)
            return (yield from stopped(p, back, "other", stage))
        else:
            anytime(p, i)


def verdict(p, i, stage):
    """Art. 40: one answer for the whole play; 42.4: one appeal."""
    answer, mark, appealed = i.value, p.mark, False
    if answer == 1:
        failed(p)
    while True:
        p.phase, p.reason, p.verdict = "verdict", "challenge", SHOWN_VERDICT[answer]
        p.mark = "pass" if answer == 2 else mark
        i = yield from wait(p)
        leaves = answer == 1 and (i.key == "ok" or i.goes_on())
        if leaves or (answer == 2 and (i.key == "ok" or i.plays(p.turn)) and not i.replay):
            i.role = "noted" if leaves else "game"
            p.verdict = "none"
            if answer == 1:
                return None
            i.left = True
            handover(p, i.t, "pass")
            return "turn over"
        if i.key == "appeal" and answer == 2 and not appealed:
            i.role, appealed = "noted", True
            if i.value:
                answer = 1
                failed(p)
        elif i.key == "power":
            i.role = "noted"
            back = yield from recovered(p, i.t)
            yield from stopped(p, back, "other", "verdict")
        elif i.key == "fault":
            i.role = "noted"
            reason = yield from fault(p, i.t)
            yield from stopped(p, p.last_t, reason, "verdict")
        elif i.key == "halt":
            i.role, p.verdict = "noted", "none"
            yield from stopped(p, i.t, "arbiter", "verdict")
        elif i.key != "mark":
            anytime(p, i)


def failed(p):
    """A challenge that failed costs what the preset says."""
    cost, challenger = p.rules.failed_challenge, 3 - p.turn
    if cost > 0:
        p.lost_points[challenger] += cost
    elif cost < 0:
        p.owed[challenger] += 1


# -- the end --------------------------------------------------------------------------------------


def after(p, end):
    """The summary, until both have confirmed; the closed game."""
    p.stand(end.t)
    p.ended = end
    p.limit_stood = p.limit_left(end.t)
    p.phase, p.reason, p.verdict = "over", "none", "none"
    p.hold("last-turn", end.t, False)
    if end.why in ("time-over", "forfeit"):
        p.hold(end.why, end.t, True)
    if end.why == "void":
        p.conditions = [c for c in p.conditions if c[1] not in FIRST_RANK]
        yield from closed(p)
    while True:
        yield from both(p, "over")
        yield from closed(p)


def closed(p):
    """Nothing changes a closed game but the arbiter with both players."""
    p.phase = "closed"
    while True:
        i = yield from quiet(p)
        if i.key == "reopen":
            i.role = "noted"
            yield from both(p, "closed")
            p.phase = "over"
            return


def both(p, phase):
    """A and B each once."""
    p.said = set()
    while len(p.said) < 2:
        p.phase = phase
        i = yield from (wait(p) if phase == "over" else quiet(p))
        if i.confirms() and i.who not in p.said and not p.running():
            i.role = "confirm"
            p.said.add(i.who)
        elif i.key == "close" and phase == "over" and not p.running():
            i.role = "confirm"
            p.said.add(i.who)
        elif i.key == "reopen" and phase == "closed":
            i.role, p.said = "noted", set()
        elif i.key == "sheet" and phase == "over" and not p.running():
            i.role = "noted"
            p.start(i.who, i.t)
        elif p.running() and (i.goes_on() or i.key == "power"):
            i.role = "noted"
            p.stand(i.t)
        elif i.key == "menu":
            i.role = "noted"


def quiet(p):
    """The next input; the paper is signed, nothing is noted."""
    return (yield never)
