"""The rulebook as a script: the state of a game is the reader's position in it.

Each function is a passage of the rules (a turn, a stop, a challenge, ...), a generator that waits
for the next input of the list.  It has no table of states; what the clocks show is worked out on
the Paper.
"""

from functools import partial

from tests.model.paper import (
    AFTER,
    CORRIDO,
    DUPLICATE,
    FIRST_RANK,
    REASONS,
    TIMED,
    Entry,
    Handed,
)

CARDS = {1: "warning", 2: "yellow", 3: "red"}
MARKS = {0: "play", 1: "pass", 2: "exchange"}
NO_TURN_TAKEN = ("challenge", "verdict", "fault")


class Input:
    """Something done at the table."""

    def __init__(self, t, key, who=0, value=0):
        self.t, self.key, self.who, self.value = t, key, who, value

    def plays(self, who):
        """Return whether this is a press of `who`."""
        return self.key == "press" and self.who == who


class Ended(Exception):
    """The game is over (or, `void`, closed)."""

    def __init__(self, why, t):
        super().__init__(why)
        self.why, self.t = why, t
        self.counted = False  # the turn in progress
        self.by_limit = False
        self.declared = False  # a forfeit, by the arbiter


def never():
    """No deadline."""
    return None


def wait(p, due=never):
    """Return the next input that the arbiter's paperwork does not handle."""
    while True:
        i, p.put_back = p.put_back, None
        try:
            i = i or (yield due)
            if not paper_work(p, i):
                return i
        except Ended as end:
            p.put_back = yield from after(p, end)  # the game may come back here
        if p.phase == "over":
            p.said = set()  # art. 44: no act of the arbiter leaves a signature standing


def paper_work(p, i):
    """Handle the arbiter's notes that are possible in any phase of a game."""
    if i.key == "set":
        if p.left(i.who, i.t) == i.value:
            return False  # it is no act: signatures stand
        p.given[i.who].append((i.t, i.value))
    elif i.key == "penalty":
        p.sheets[i.who].append(Entry("points", i.value % 1000, p.label))
    elif i.key == "card":
        p.sheets[i.who].append(Entry("card", CARDS[i.value % 1000], p.label))
    elif i.key == "revoke":
        found = [entry for entry in p.sheets[i.who] if i.value in (0, entry.label)]
        return bool(found) and p.forgo(i.who, found[-1])
    elif i.key == "lose-turn" and i.value & 2:  # the press before it was taken back
        p.owed[i.who].append(taken_as(i))
    elif i.key == "swap":
        p.swap()
    elif i.key == "appeal" and not i.value and p.left_press and p.phase != "verdict":
        p.left_press = 0  # refused
    elif i.key == "limit" and not p.ended:
        p.limit_given = (None if p.limit_given[0] is None else i.t, i.value)
        p.limit_ended = p.limit_ends = False
        p.hold("last-turn", i.t, False)
    elif i.key == "end" and not p.ended:
        raise Ended("end", i.t)
    elif i.key == "void":
        raise Ended("void", i.t)
    elif i.key == "forfeit":
        if p.ended and p.ended.declared and p.forfeit | i.who == p.forfeit:
            return False
        p.forfeit |= i.who
        if not p.ended:
            end = Ended("forfeit", i.t)
            end.declared = True
            raise end
        p.ended.declared = True
        p.hold("forfeit", i.t, True)
    else:
        return False
    return True


def anytime(p, i):
    """Handle marks and absences, noted while a turn is in progress."""
    if i.key == "mark" and i.who == p.turn and not p.ended:
        p.mark = p.declared = MARKS[i.value]
    elif i.key == "reason" and p.phase == "stopped":
        p.reason = REASONS[i.value]
    elif i.key == "absent":
        before = i.who in p.absent and (i.who != p.turn or p.marked_in[i.who] == p.turn_no)
        leaves(p, i.who)
        if before:
            return  # no act: signatures stand
    elif i.key == "back":
        if i.who not in p.absent:
            return
        p.absent.discard(i.who)
    elif i.key == "lose-turn" and not (p.ended or p.phase in NO_TURN_TAKEN):
        p.owed[i.who].append(taken_as(i))
    elif i.key == "again" and p.handed and p.of_handed():
        if not p.handed.judged:
            return
        p.handed.judged = False
    elif i.key == "again" and p.judged:
        p.judged = False
        if p.phase != "verdict":
            p.mark = p.declared
    else:
        return
    if p.phase == "over":
        p.said = set()  # art. 44: no act of the arbiter leaves a signature standing


def leaves(p, who):
    """Art. 37: handle a player marked absent during the turn in progress."""
    p.absent.add(who)
    p.marked_in[who] = p.turn_no


def taken_as(i):
    """Art. 24, 28: return the mark of a turn that the arbiter takes."""
    return "pass" if i.value % 2 else "lost"


def too_soon(p, i):
    """Art. 32.1: a press just after the opponent's hands nothing over."""
    return i.key == "press" and i.t - p.turn_began < p.rules.least_turn_ms


def here_again(p, i):
    """Art. 37: a player's own press, in a turn that began after being marked absent."""
    if i.key == "press" and i.who == p.turn and p.marked_in[p.turn] < p.turn_no:
        p.absent.discard(p.turn)


SHOWN_VERDICT = {1: "valid", 2: "invalid"}
IN_PROGRESS = ("running", "count")
CUT_SHORT = ("power", "fault")
BEFORE_START = ("late", "ready")
STOPS, GOES_ON = "stops", "goes on"  # a game that had ended before its start and is back


# -- a turn -------------------------------------------------------------------------------------


def turn(p, t):
    """One turn, from the start of the mover's clock to the hand-over; return when that is."""
    p.verdict, stage, since = "none", "running", t
    timer = p.rules.mode in TIMED
    while True:
        p.phase, p.reason = stage, "none"
        if stage == "running" and not p.running():
            p.start(p.turn, t)
            p.waits = False
        due = partial(turn_ends, p) if timer and stage == "running" else never
        i = yield from wait(p, due)
        outcome = None
        if i.key == "press" and p.rules.mode == DUPLICATE:
            i.who = p.turn  # either button acts for the room
        if i.key == "out":  # of time: the turn is not counted
            p.stand(i.t)
            p.held = 0
            next_turn(p, i.t)
            owed(p, i.t)
            return i.t
        if i.key == "due" or i.plays(p.turn):
            early = stage == "count" and i.key == "press" and i.t - since < p.rules.guard_ms
            if early or (stage == "running" and too_soon(p, i)):
                continue
            here_again(p, i)
            if i.key == "press" and p.held == p.turn:
                p.held = 0
                if p.handed:
                    p.handed.accepted = True
                continue
            if i.key == "press" and (p.rules.mode == CORRIDO or stage == "count"):
                p.handed = Handed(p.turn, len(p.done))
                p.handed.judged, p.handed.id = p.judged, p.ids["turn"]
                p.press = p.label
                return handover(p, i.t, p.mark)
            p.stand(i.t)
            p.hold("turn-expired", i.t, i.key == "due")
            p.press = p.label if i.key == "press" else p.press
            stage, since = "count", i.t
        elif i.key in ("stop", "menu", "halt"):
            outcome = yield from stopped(p, i.t, "other" if i.key == "stop" else "arbiter", stage)
        elif holds(p, i, stage):
            pass
        elif doubts(p, i, stage):
            outcome = yield from challenge(p, i.t, stage)
        elif i.key in CUT_SHORT:
            outcome = yield from interrupted(p, i, stage)
        elif i.key == "finish" and stage == "count":
            yield from fin(p, i, stage)
        else:
            anytime(p, i)
        if outcome == "turn over":
            return p.last_t
        t = p.last_t


def turn_ends(p):
    """Art. 33: return when the time of the turn is over."""
    return p.last_t + p.left(p.turn, p.last_t)


def holds(p, i, stage):
    """The first CHALLENGE holds the play, where the preset has it."""
    barred = p.held or p.rules.hold_ms < 0 or p.rules.challenge_when != AFTER
    if barred or not doubts(p, i, stage):
        return False
    p.held = 3 - p.handed.who
    return True


def doubts(p, i, stage):
    """Art. 39: return whether a challenge is possible: after the count, or in corrido at any time.

    From a stop it is one to verify or to score, or without a reason yet; and one play once.
    """
    if i.key != "challenge" or p.rules.mode == DUPLICATE:
        return False  # the director judges the slips
    if p.of_handed():
        own = p.handed and p.handed.who == p.turn and not p.out(3 - p.turn, i.t)
        handed = p.handed and not own and not p.handed.judged
        counted = stage == "running" and handed and not p.handed.accepted
    else:
        counted = stage == ("running" if p.rules.mode == CORRIDO else "count") and not p.judged
    return counted and (p.phase != "stopped" or p.reason in ("verify", "score", "other"))


def handover(p, t, mark, left=0):
    """The turn is complete and the other one's begins, if there is another."""
    p.stand(t)
    p.appealable, p.left_press = None, left
    p.complete(t, mark)
    next_turn(p, t)
    level(p, t)
    owed(p, t)
    return t


def owed(p, t):
    """Turns that were taken away end before they begin."""
    while p.owed[p.turn]:
        mark = p.owed[p.turn].pop(0)
        p.complete(t, "lost" if isinstance(mark, Entry) else mark)
        next_turn(p, t)
        level(p, t)


def next_turn(p, t):
    """The other player is on turn; nobody has judged their coming play."""
    alone = p.rules.mode == DUPLICATE or p.out(3 - p.turn, t)
    p.turn = p.turn if alone else 3 - p.turn
    p.turn_began, p.ids["turn"] = t, p.cause()
    p.mark = p.declared = "play"
    p.turn_no, p.judged, p.waits = p.turn_no + 1, False, False


def level(p, t):
    """Art. 30: after the end of the game's time both players get the same number of turns."""
    if p.limit_ended:
        if p.turns(p.turn) >= p.turns(3 - p.turn):
            end = Ended("time-over", t)
            end.by_limit = True
            raise end
        p.hold("last-turn", t, p.turn != p.opener)


# -- both clocks stand ----------------------------------------------------------------------------


def stopped(p, t, reason, stage):
    """Art. 34. Return when the game goes on; "turn over" if another turn is next."""
    p.stand(t)
    outcome, barred = None, reason == "fault"
    p.returned = False
    if p.label != p.ids["given-up"]:
        p.ids["stop"] = p.label
    p.reason = "arbiter" if barred else reason
    while True:
        p.phase = "stopped"
        i = yield from wait(p)
        if i.key == "stop" or (i.value == GOES_ON and stage in BEFORE_START):
            return outcome
        if i.key == "halt":
            p.reason, barred, p.returned = "arbiter", False, False
            p.ids["stop"] = p.label
        elif i.key == "unleave" and stage == "verdict":
            i.reason, p.put_back = p.reason, i
            return outcome
        elif doubts(p, i, stage) and not barred:
            return (yield from challenge(p, i.t, stage)) or outcome
        elif returns(p, i, stage):
            pass
        elif i.key == "appeal" and p.appealable:
            if appealed_late(p, i, stage):
                outcome, stage = "turn over", "running"
        elif i.key in CUT_SHORT:
            p.returned, reason = False, "other"
            if i.key == "power":
                taken = yield from recovered(p, i.t, stage)
            else:
                reason, taken = yield from fault(p, stage)
            p.reason, p.ids["stop"], barred = reason, p.label, reason == "arbiter"
            if taken:
                outcome, stage = "turn over", "running"
        elif i.key == "finish" and not p.ended:
            yield from fin(p, i, stage, barred)
        elif i.key == "lose-turn" and not p.ended and stage != "verdict":
            if takes_now(p, i, stage):
                outcome, stage = "turn over", "running"
            else:
                p.owed[i.who].append(taken_as(i))
        elif i.key not in ("mark", "lose-turn") or stage in ("running", "count"):
            anytime(p, i)


def fin(p, i, stage, barred=False):
    """Art. 45: the players say that the game is over; both confirm, or anything else drops it."""
    counted, p.said, p.ids["question"] = i.value, set(), p.label
    while True:
        i = yield from wait(p)
        if i.key == "press" and i.who not in p.said:
            here_again(p, i)
            p.said.add(i.who)
            if len(p.said) == 2:
                p.ids["question"] = None
                if counted:
                    p.note_done(i.t, p.mark)
                    p.tell(i.t)
                end = Ended("fin", i.t)
                end.counted = counted
                p.put_back = yield from after(p, end)
                return
        elif i.key == "finish":
            counted, p.said, p.ids["question"] = i.value, set(), p.label
        elif i.key == "cancel":
            p.ids["question"] = None
            return
        elif returns(p, i, stage):
            pass
        elif i.key in ("stop", "menu", "halt", "power", "fault") or (
            doubts(p, i, stage) and not barred
        ):
            p.put_back, p.ids["question"] = i, None
            return
        elif i.key != "mark" or stage in ("running", "count"):
            anytime(p, i)


def returns(p, i, stage):
    """Art. 37: return whether the mover, away since the turn began, is back to verify a play."""
    verifies = i.key == "reason" and REASONS[i.value] == "verify"
    if i.key == "reason" and p.returned and not verifies:  # it was passed on the way to this one
        p.returned, p.waits, p.reason = False, False, REASONS[i.value]
        p.absent.add(p.turn)
        return True
    who = p.turn if verifies else i.who if i.key == "back" else 0
    away = who in p.absent and p.marked_in[who] < p.turn_no
    if who != p.turn or stage != "running" or not away:
        return False
    p.absent.discard(who)
    p.returned = verifies
    if p.handed and p.handed.who != who and p.handed.at == len(p.done) - 1:
        p.reason, p.waits = "verify", True
    elif verifies:
        p.reason = "verify"
    return True


# -- challenges -----------------------------------------------------------------------------------


def challenge(p, t, stage):
    """Art. 38-42, from the opponent's press to the return to play."""
    p.stand(t)
    p.doubter = 3 - (p.handed.who if p.of_handed() else p.turn)
    p.phase, p.reason, p.held = "challenge", "challenge", 0
    if p.ids["verdict"] is None:  # else it is amended
        p.ids["challenge"] = p.label
    p.ids["verdict"] = p.ids["question"] = None
    step = "entry"
    while True:
        p.looking = step == "lookup"
        i = yield from wait(p)
        if i.key == "submit" and step == "entry":
            p.words = max(1, i.value)
            p.ids["question"] = p.label if p.rules.confirm_challenge else None
            step, p.said = ("confirm" if p.rules.confirm_challenge else "lookup"), set()
        elif step == "confirm" and (i.key == "edit" or (i.key == "amend" and p.said)):
            step, p.ids["question"] = "entry", None
        elif i.key == "halt" or (i.key == "cancel" and step != "lookup"):
            reason = "other" if i.key == "cancel" else "arbiter"
            p.ids["question"] = None
            if i.key == "cancel":  # the clocks have stood since
                p.ids["stop"], p.ids["given-up"] = p.ids["challenge"], p.label
            if stage == "over":
                p.put_back = None if p.ended else i  # the game is back
                return None
            return (yield from stopped(p, i.t, reason, stage))
        elif i.key == "press" and step == "confirm" and i.who not in p.said:
            here_again(p, i)
            p.said.add(i.who)
            step = "lookup" if len(p.said) == 2 else step
            p.ids["question"] = p.ids["question"] if step == "confirm" else None
        elif i.key == "verdict" and step == "lookup":
            return (yield from verdict(p, i, stage))
        elif i.key in CUT_SHORT and stage != "over":
            return (yield from interrupted(p, i, stage))
        elif i.key == "fault":
            return (yield from fault(p, stage))
        elif i.key == "power":
            p.deaf_until = min(p.deaf_until, i.t)
            return None
        else:
            anytime(p, i)


def verdict(p, i, stage):
    """Art. 40: one answer for the whole play; 42.4: one appeal."""
    answer, mark, appealed = i.value, p.mark, False
    after = p.of_handed()
    p.verdict_waits, p.charged = False, None
    p.ids["verdict"], p.ids["question"], p.unleft = p.label, None, 0
    (p.handed if after else p).judged = True
    if after:
        p.handed.words = p.words
    if answer == 1:
        p.failed()
    while True:
        p.phase, p.reason, p.verdict = "verdict", "challenge", SHOWN_VERDICT[answer]
        p.mark = "pass" if answer == 2 and not after else mark
        i = yield from wait(p)
        leaves = i.key == "ok" or (
            i.key == "stop" if answer == 1 else i.plays(p.doubter if after else p.turn)
        )
        if leaves and after:
            return leave_after(p, i, answer, stage, appealed)
        if leaves:
            here_again(p, i)
            p.verdict, p.charged, p.ids["verdict"] = "none", None, None
            if answer == 1:
                return None
            p.press = p.label
            handover(p, i.t, "pass", 0 if appealed else p.label)
            return "turn over"
        if i.key == "amend":
            p.verdict, p.mark = "none", mark
            amended(p, after, answer)
            return (yield from challenge(p, i.t, stage))
        if i.key == "appeal" and answer == 2 and not appealed:
            appealed = True
            if i.value:
                answer = 1
                p.failed()
        elif i.key in CUT_SHORT:
            yield from aside(p, interrupted(p, i, "verdict"))
        elif i.key == "halt":
            p.verdict = "none"
            yield from aside(p, stopped(p, i.t, "arbiter", "verdict"))
        elif i.key == "unleave":  # the press that left it was taken back; the play stays judged
            if i.value and answer == 2:  # and the appeal was upheld
                p.mark = mark
                p.failed()
            p.verdict, p.charged, p.ids["verdict"] = "none", None, None
            p.ids["given-up"] = p.label
            return (yield from stopped(p, i.t, i.reason, stage))
        elif i.key != "mark":
            anytime(p, i)


def aside(p, passage):
    """The verdict waits during a stop, a power cut or a fault."""
    p.verdict_waits = True
    yield from passage
    p.verdict_waits = False


def amended(p, after, answer):
    """Art. 42.1: the verdict, its price and its mark are as if they had not been."""
    (p.handed if after else p).judged = False
    if answer == 1 and p.charged in p.sheets[p.doubter]:
        p.forgo(p.doubter, p.charged)
    p.charged = None


def leave_after(p, i, answer, stage, appealed):
    """After a play already handed over: if not valid it comes off the board, and is no turn."""
    here_again(p, i)
    p.verdict, p.ids["verdict"] = "none", None
    if answer == 2:
        p.done[p.handed.at] = (p.done[p.handed.at][0], "pass")
        p.tell(i.t)
        p.appealable = None if appealed else p.handed
        return stage == "over"
    price, p.charged = p.charged, None
    if price and price.kind == "turn" and price in p.sheets[p.doubter]:
        p.press = p.label
        handover(p, i.t, "lost")
        return "turn over"
    return None


def appealed_late(p, i, stage):
    """Art. 42.4: of a play handed over, until the next one is; return whether a turn is lost."""
    play, p.appealable = p.appealable, None
    if not i.value:
        return False
    p.done[play.at] = (play.who, "play")
    p.tell(i.t)
    cost = p.price(play.words)
    charged, p.charged = p.charge(3 - play.who, cost, True, p.label), None
    if charged and cost == "lost":
        handover(p, i.t, cost)
        return True
    return False


# -- power cuts, and functions that the device refuses ------------------------------------------


def recovered(p, t, stage):
    """After a power cut only OK answers; return whether the turn in progress was taken then."""
    p.stand(t)
    p.deaf_until = min(p.deaf_until, t)  # of a game that is over
    p.phase, p.reason, p.verdict = "recovered", "none", "none"
    taken = False
    while True:
        i = yield from wait(p)
        if i.key in ("ok", "halt"):
            p.put_back = i if i.key == "halt" else None  # for the stop that follows
            return taken
        if i.key == "fault":
            reason, more = yield from fault(p, stage)
            if reason == "other":  # another cut
                return taken or more
            p.phase = "recovered"
        elif i.key == "lose-turn" and takes_now(p, i, stage):
            taken, stage = True, "running"
        elif i.key not in ("lose-turn", "mark") or stage != "verdict":
            anytime(p, i)


def interrupted(p, i, stage):
    """A power cut in a turn, or a refused function, and the stop after it."""
    p.stand(i.t)
    if i.key == "power":
        reason, taken = "other", (yield from recovered(p, i.t, stage))
    else:  # no play can be challenged from that stop
        reason, taken = yield from fault(p, stage)
        reason = "fault" if reason == "arbiter" else reason
    outcome = yield from stopped(p, p.last_t, reason, "running" if taken else stage)
    return "turn over" if taken else outcome


def fault(p, stage):
    """The device refuses a function until OK; return the reason of the stop that follows.

    And, with it, whether the turn in progress was taken after a power cut that came first.
    """
    p.phase, p.reason, p.verdict = "fault", "none", "none"
    while True:
        i = yield from wait(p)
        if i.key in ("ok", "halt"):
            p.put_back = i if i.key == "halt" else None
            return "arbiter", False
        if i.key == "power":
            if stage == "over" or (stage == "ready" and not p.running()):
                p.deaf_until = min(p.deaf_until, i.t)
                return "", False
            return "other", (yield from recovered(p, i.t, stage))
        anytime(p, i)


def takes_now(p, i, stage):
    """Art. 24, 28: return whether the arbiter takes the turn in progress; if so it is over."""
    if i.who != p.turn or stage not in IN_PROGRESS:
        return False
    p.returned, kept = False, (p.appealable, p.left_press)  # it is no hand-over
    try:
        handover(p, i.t, taken_as(i))
    finally:
        p.appealable, p.left_press = kept
    return True


# -- the end (art. 44) ---------------------------------------------------------------------------

BY_TIME = ("time-over", "lost")  # ends that the device itself causes
DEAF_MS = 5000  # during which presses still meant for the game are ignored


def after(p, end):
    """The summary, until both players have confirmed, then the closed game; or it comes back."""
    if not p.opener and p.running() and not p.ended:  # else a sheet's clock
        p.cut_off = {run[0] for run in p.runs if run[2] is None}
    p.stand(end.t)
    if p.ended:  # a void game had ended before
        end.counted = p.ended.counted
    else:
        p.ids["end"] = p.cause()
    p.ended, p.held, p.ids["question"] = end, 0, None
    p.limit_stood = p.limit_left(end.t)
    p.phase, p.reason, p.verdict = "over", "none", "none"
    p.deaf_until = end.t + (DEAF_MS if end.why in BY_TIME else 0)
    p.hold("last-turn", end.t, False)
    if end.why in ("time-over", "forfeit", "lost"):
        p.hold("forfeit" if end.why == "lost" else end.why, end.t, True)
    if end.why == "void":
        p.forfeit = 0
        p.conditions = [c for c in p.conditions if c[1] not in FIRST_RANK]
        yield from closed(p)
    while True:
        given = yield from both(p, "over")
        if given:
            return given if given.key == "halt" else comes_back(p, given)
        yield from closed(p)


def comes_back(p, given):
    """Take the end back: by time given to the limit (art. 30), by `resume`, or with a press."""
    end, p.ended, p.limit_stood, p.forfeit = p.ended, None, None, 0
    p.stand(given.t)
    for name in FIRST_RANK:
        p.hold(name, given.t, False)
    if end.counted:
        p.done.pop()
        p.alone.discard(len(p.done))
        p.tell(given.t)
    if given.key == "limit":
        since = None if p.limit_given[0] is None else given.t
        p.limit_given, p.limit_ended, p.limit_ends = (since, given.value), False, False
    elif p.limit_left(given.t) == 0:
        ahead = p.turn != p.opener and p.turns(p.opener) == p.turns(p.turn) + 1
        p.limit_ended, p.limit_ends = True, p.limit_ends or given.key == "resume"
        p.limit_ends = p.limit_ends and not ahead
        p.hold("last-turn", given.t, ahead)
    return Input(given.t, "halt", 0, STOPS if given.key == "resume" else GOES_ON)


def closed(p):
    """Only the arbiter with both players can change a closed game."""
    p.phase = "closed"
    while True:
        i = yield never  # the sheet is signed: nothing is noted
        p.ids["question"] = p.label
        if i.key == "reopen" and not (yield from both(p, "closed")):
            p.phase = "over"
            return


def both(p, phase):
    """Wait until A and B have each confirmed once; return a limit given before that."""
    p.said = set()
    while len(p.said) < 2:
        p.phase = phase
        i = (yield from wait(p)) if phase == "over" else (yield never)
        deaf = phase == "over" and i.t < p.deaf_until  # too soon after an end by time
        if i.key == "halt":
            return i
        if i.key == "press" and i.who not in p.said and not p.running() and not deaf:
            p.said.add(i.who)
        elif i.key == "challenge" and phase == "over" and last_play(p) and not p.said:
            off = yield from challenge(p, i.t, "over")
            p.reason, p.said = "none", set()
            if off is True and not p.ended.declared:
                return Input(p.last_t, "resume")
        elif i.key == "close" and phase == "over" and not p.running():
            p.said.add(i.who)
        elif i.key == "appeal" and phase == "over" and p.appealable:
            appealed_late(p, i, "over")
            p.said = set()
        elif i.key == "reopen" and phase == "closed":
            p.said, p.ids["question"] = set(), p.label
        elif i.key in ("menu", "power", "cancel") and phase == "closed":
            return i
        elif i.key == "limit" and phase == "over":
            if p.ended.by_limit and p.notice() == "time-over":
                return i
            p.limit_given = (p.limit_given[0] and i.t, i.value)
            p.limit_stood, p.limit_ended, p.limit_ends, p.said = i.value, False, False, set()
        elif i.key == "taken-back" or (i.key == "resume" and not p.ended.declared):
            return i
        elif i.key == "sheet" and phase == "over" and not p.running():
            p.said = set()
            p.runs.append([i.who, i.t, None])  # the game's limit does not begin with it
        elif p.running() and i.key in ("stop", "power"):
            p.stand(i.t)
            if i.key == "power":
                p.deaf_until = min(p.deaf_until, i.t)
        elif i.key == "power" and phase == "over":
            p.deaf_until = min(p.deaf_until, i.t)  # nobody presses in the dark
        elif phase == "over":
            anytime(p, i)
    return None


def last_play(p):
    """Return whether the last play may still be challenged: until the first valid signature."""
    return p.of_handed() and p.handed and not (p.handed.judged or p.handed.accepted)


# -- before the start ---------------------------------------------------------------------------


def game(p):
    """A whole game."""
    t = None
    while True:
        try:
            if t is None:
                t = yield from before(p)
            elif p.put_back:  # the game came back between two turns
                back, p.put_back = p.put_back, None
                owed(p, t)
                p.put_back = back
            t = yield from turn(p, t)
        except Ended as end:
            p.put_back = yield from after(p, end)
            t = p.put_back.t


def before(p):
    """From setup to the press that starts the opener; returns when."""
    while (yield from wait(p)).key != "arm":
        pass
    p.phase = "ready"
    while True:
        i = yield from wait(p)
        if i.key == "press":
            if p.phase == "late":
                arrives(p, i)
            else:
                p.stand(i.t)
                p.turn = p.opener = 1 if p.rules.mode == DUPLICATE else 3 - i.who
                p.turn_began, p.turn_no = i.t, p.turn_no + 1
                p.ids["turn"], p.press = p.cause(), p.label
                owed(p, i.t)
                return i.t
        elif i.key == "late":
            p.phase = "late"
            for who in (1, 2):
                if i.who & who and who not in p.awaited:
                    p.awaited.add(who)
                    if p.rules.mode not in TIMED and not p.running() & who:
                        p.start(who, i.t)
        elif i.key == "absent":
            leaves(p, i.who)
        elif i.key == "lose-turn":
            p.owed[i.who].append(taken_as(i))
        elif i.key == "back":
            p.absent.discard(i.who)
            if p.phase == "late":
                arrives(p, i)
        elif i.key == "halt":  # the game came back
            p.phase = "late" if p.awaited else "ready"
            yield from before_goes_on(p, p.phase, i.value == STOPS and "arbiter")
        elif i.key == "power" and (p.running() or p.phase == "late"):
            phase, p.cut_off = p.phase, {run[0] for run in p.runs if run[2] is None}
            yield from recovered(p, i.t, phase)
            yield from before_goes_on(p, phase, "other")
        elif i.key == "fault":
            phase, running = p.phase, {run[0] for run in p.runs if run[2] is None}
            reason, _ = yield from fault(p, phase)
            if reason == "other" or p.put_back:  # a cut, or an undo
                p.cut_off = running
                yield from before_goes_on(p, phase, reason)
            p.phase = phase


def before_goes_on(p, phase, reason):
    """The clocks that ran before the start run again, after a stop if there is a reason."""
    if reason:
        yield from stopped(p, p.last_t, reason, phase)
    p.phase, p.reason = phase, "none"
    for who in p.cut_off:
        p.start(who, p.last_t)
    p.cut_off = set()


def arrives(p, i):
    """Art. 36: the first to arrive keeps the time left; the other's clock runs on."""
    if i.who not in p.awaited:
        return
    p.awaited.discard(i.who)
    if p.awaited:
        p.share_lateness(i.t)
        p.stand(i.t, i.who)
    else:
        p.phase = "ready"
