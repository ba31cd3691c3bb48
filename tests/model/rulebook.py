"""The rulebook as a script: the state of a game is the reader's position in it.

Each function is a passage of the rules (a turn, a stop, a challenge, ...), a generator that waits
for the next input of the list.  It has no table of states; what the clocks show is worked out on
the Paper.
"""

from functools import partial

from tests.model.paper import AFTER, CORRIDO, DUPLICATE, FIRST_RANK, REASONS, TIMED, Handed

CARDS = {1: "warning", 2: "yellow", 3: "red"}
MARKS = {0: "play", 1: "pass", 2: "exchange"}
NO_TURN_TAKEN = ("challenge", "verdict", "fault")


class Input:
    """Something done at the table. `role` is its meaning when it was made, which never changes."""

    def __init__(self, t, key, who=0, value=0, replay=False):
        self.t, self.key, self.who, self.value = t, key, who, value
        self.role = None
        self.meaning = ""
        self.left = False  # it left an invalid verdict
        self.heard = False  # and nothing can be appealed: answered, or it was valid
        self.left_of = None  # when the verdict was given that it left, or could not leave
        self.replay = replay

    def plays(self, who):
        """Return whether this is a press of `who` that may advance the game."""
        return self.key == "press" and self.who == who and self.role in (None, "game", "left")

    def stops(self):
        """Return whether STOP stops both clocks here; its meaning never changes afterwards."""
        if self.key == "stop" and self.meaning in ("", "stop"):
            self.meaning, self.role = "stop", "noted"
            return True
        return False

    def goes_on(self):
        """Return whether STOP resumes the game (or stops the clock of a score sheet)."""
        if self.key == "stop" and self.meaning in ("", "go on"):
            self.meaning, self.role = "go on", "noted"
            return True
        return False

    def is_for(self, given_ms):
        """Return whether this was done while the verdict given at given_ms was shown."""
        if not self.replay and self.role is None and self.left_of is None:
            self.left_of = given_ms
        return self.left_of == given_ms

    def confirms(self):
        """Return whether this press may confirm something."""
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
    """Return the next input that the arbiter's paperwork does not handle."""
    while True:
        i, p.put_back = p.put_back or (yield due), None
        if not paper_work(p, i):
            return i
        if p.phase == "over":
            p.said = set()  # art. 44: no act of the arbiter leaves a signature standing


def paper_work(p, i):
    """Handle the arbiter's notes that are possible in any phase of a game."""
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
        if i.meaning == "comes back" and p.phase == "stopped":
            p.reason = "arbiter"
    elif i.key == "undone" and i.left:
        p.unleft = True
        if p.verdict_waits:  # a stop lies over it, and returns to the state before the challenge
            p.verdict_waits, p.mark_before = False, None if p.upheld else p.mark_played
        return False
    elif i.key == "appeal" and i.left and p.verdict_waits:
        p.failed()
        p.upheld, p.mark = True, p.mark_played
    elif i.key in ("reverted", "lapsed") and p.ended:
        p.said = set()  # art. 44: signed for other figures
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


def anytime(p, i):
    """Handle marks and absences, noted while a turn is in progress."""
    if i.key == "mark" and i.who == p.turn and not p.ended:
        p.mark, p.mark_before = MARKS[i.value], None
    elif i.key == "reason" and p.phase == "stopped":
        p.reason = REASONS[i.value]
    elif i.key == "absent":
        leaves(p, i.who)
    elif i.key == "back":
        p.absent.discard(i.who)
    elif i.key == "lose-turn" and (i.replay or not (p.ended or p.phase in NO_TURN_TAKEN)):
        p.owed[i.who].append(taken_as(i))
    elif i.key == "again" and p.handed and p.of_handed():
        if not p.handed.judged:
            return
        p.handed.judged = False
    elif i.key == "again" and p.judged:
        p.judged = False
        p.mark = p.mark_before or p.mark  # of a play that is no longer judged
        p.mark_before = None
    else:
        return
    i.role = "noted"
    if p.ended:
        p.said = set()  # art. 44: no act of the arbiter leaves a signature standing


def leaves(p, who):
    """Art. 37: handle a player marked absent during the turn in progress."""
    p.absent.add(who)
    p.marked_in[who] = p.turn_no


def taken_as(i):
    """Art. 24, 28: return the mark of a turn that the arbiter takes."""
    return "pass" if i.value else "lost"


def too_soon(p, i):
    """Art. 32.1: a press just after the opponent's hands nothing over."""
    new = i.key == "press" and i.role is None
    return new and i.t - p.turn_began < p.rules.least_turn_ms


def here_again(p, i):
    """Art. 37: a player's own press, in a turn that began after being marked absent."""
    if i.key == "press" and i.who == p.turn and p.marked_in[p.turn] < p.turn_no:
        p.absent.discard(p.turn)


SHOWN_VERDICT = {1: "valid", 2: "invalid"}
IN_PROGRESS = ("running", "count")


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
            if stage == "running" and too_soon(p, i):
                i.role = "ignored"
                continue
            here_again(p, i)
            if i.key == "press" and p.held == p.turn and i.meaning in ("", "accepts"):
                p.held, i.role, i.meaning = 0, "left", "accepts"
                if p.handed:
                    p.handed.accepted = True
                continue
            if i.key == "press" and (p.rules.mode == CORRIDO or stage == "count"):
                if stage == "count" and i.t - since < p.rules.guard_ms and not i.role:
                    i.role = "ignored"
                    continue
                i.role = "game"
                p.handed = Handed(p.turn, len(p.done))
                p.handed.judged = p.judged
                return handover(p, i.t, p.mark)
            i.role = "game" if i.key == "press" else "noted"
            p.stand(i.t)
            p.hold("turn-expired", i.t, i.key == "due")
            stage, since = "count", i.t
        elif i.stops() or i.key in ("menu", "halt", "reverted"):
            i.role = "noted"
            outcome = yield from stopped(p, i.t, "other" if i.key == "stop" else "arbiter", stage)
        elif holds(p, i, stage):
            pass
        elif doubts(p, i, stage):
            hollow = not genuine(p, i)
            outcome = yield from (stopped if hollow else challenge)(p, i.t, "hollow", stage)
        elif i.key == "power":
            i.role = "noted"
            outcome = yield from after_cut(p, i.t, stage)
        elif i.key == "fault":
            i.role = "noted"
            outcome = yield from after_fault(p, i.t, stage)
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
    """The first CHALLENGE holds the play, where the preset has it; its meaning never changes."""
    if i.meaning == "hold" or (
        i.role is None
        and not (p.held or p.rules.hold_ms < 0 or p.rules.challenge_when != AFTER)
        and doubts(p, i, stage)
    ):
        i.meaning, i.role = "hold", "noted"
        who = 3 - p.handed.who if p.handed else 0
        i.who = i.who if i.replay else who
        if i.who == who and not p.held and doubts(p, Input(i.t, "challenge"), stage):
            p.held = who
        return True
    return False


def doubts(p, i, stage):
    """Art. 39: return whether a challenge is possible: after the count, or in corrido at any time.

    From a stop it is one to verify or to score, or without a reason yet; and one play once.
    """
    if i.key != "challenge" or i.role == "noted":
        return i.key == "challenge"
    if p.rules.mode == DUPLICATE:
        return False  # the director judges the slips
    if p.of_handed():
        own = p.handed and p.handed.who == p.turn and not p.out(3 - p.turn, i.t)
        handed = p.handed and not own and not p.handed.judged
        counted = stage == "running" and handed and not p.handed.accepted
    else:
        counted = stage == ("running" if p.rules.mode == CORRIDO else "count") and not p.judged
    return counted and (p.phase != "stopped" or p.reason in ("verify", "score", "other"))


def handover(p, t, mark):
    """The turn is complete and the other one's begins, if there is another."""
    p.stand(t)
    p.appealable = None
    p.complete(t, mark)
    next_turn(p, t)
    level(p, t)
    owed(p, t)
    return t


def owed(p, t):
    """Turns that were taken away end before they begin."""
    while p.owed[p.turn]:
        p.complete(t, p.owed[p.turn].pop(0))
        next_turn(p, t)
        level(p, t)


def next_turn(p, t):
    """The other player is on turn; nobody has judged their coming play."""
    alone = p.rules.mode == DUPLICATE or p.out(3 - p.turn, t)
    p.turn = p.turn if alone else 3 - p.turn
    p.turn_began, p.mark = t, "play"
    p.turn_no, p.judged, p.waits = p.turn_no + 1, False, False


def level(p, t):
    """Art. 30: after the end of the game's time both players get the same number of turns."""
    if p.limit_ended:
        if p.turns(p.turn) >= p.turns(3 - p.turn):
            raise Ended("time-over", t)
        p.hold("last-turn", t, True)


# -- both clocks stand ----------------------------------------------------------------------------


def stopped(p, t, reason, stage):
    """Art. 34. Return when the game goes on; "turn over" if another turn is next."""
    p.stand(t)
    outcome, hollow, barred = None, reason == "hollow", reason == "fault"
    p.returned = False
    p.reason = {"hollow": "other", "fault": "arbiter"}.get(reason, reason)
    while True:
        p.phase = "stopped"
        i = yield from wait(p)
        if p.unleft and stage == "verdict":
            stage = p.judged_in
        if i.goes_on() or (i.key == "ok" and hollow):
            i.role = "noted"
            return outcome
        if doubts(p, i, stage) and not (barred and i.role != "noted"):
            hollow = not genuine(p, i)
            if not hollow:
                return (yield from challenge(p, i.t, "", stage)) or outcome
        elif returns(p, i, stage):
            i.role = "noted"
        elif i.key == "appeal" and p.appealable:
            if appealed_late(p, i, stage):
                outcome, stage = "turn over", "running"
        elif i.key == "power":
            i.role, hollow, barred, p.returned = "noted", False, False, False
            if (yield from recovered(p, i.t, stage)):
                outcome, stage = "turn over", "running"
            p.reason = "other"
        elif i.key == "fault":
            i.role, hollow, p.returned = "noted", False, False
            p.reason, taken = yield from fault(p, stage)
            barred = p.reason == "arbiter"
            if taken:
                outcome, stage = "turn over", "running"
        elif i.key == "finish" and not p.ended:
            yield from fin(p, i, stage, barred)
        elif i.key == "lose-turn" and not p.ended and (stage != "verdict" or i.replay):
            i.role = "noted"
            if takes_now(p, i, stage):
                outcome, stage = "turn over", "running"
            else:
                p.owed[i.who].append(taken_as(i))
        elif i.key not in ("mark", "lose-turn") or stage in ("running", "count"):
            anytime(p, i)


def fin(p, i, stage, barred=False):
    """Art. 45: the players say that the game is over; both confirm, or anything else drops it."""
    i.role = "noted"
    counted, p.said = i.value, set()
    while True:
        i = yield from wait(p)
        if i.confirms() and i.who not in p.said:
            i.role = "confirm"
            here_again(p, i)
            p.said.add(i.who)
            if len(p.said) == 2:
                if counted:
                    p.done.append((p.turn, p.mark))
                    p.tell(i.t)
                raise Ended("fin", i.t)
        elif i.key == "finish":
            i.role = "noted"
            counted, p.said = i.value, set()
        elif i.key == "cancel":
            i.role = "noted"
            return
        elif returns(p, i, stage):
            i.role = "noted"
        elif i.key in ("stop", "menu", "halt", "power", "fault") or (
            doubts(p, i, stage) and not barred
        ):
            i.role = "noted" if i.key == "menu" else i.role
            p.put_back = i
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


def genuine(p, i):
    """Return whether the opponent challenges; an undo may have changed whose press it is."""
    i.role = "noted"
    if p.of_handed():
        i.who = p.doubter = 3 - p.handed.who
        return True
    i.who = i.who if i.replay else 3 - p.turn
    p.doubter = 3 - p.turn
    return i.who == 3 - p.turn


def challenge(p, t, _, stage):
    """Art. 38-42, from the opponent's press to the return to play."""
    p.stand(t)
    p.phase, p.reason, p.held = "challenge", "challenge", 0
    step = "entry"
    while True:
        p.looking = step == "lookup"
        i = yield from wait(p)
        if i.key == "submit" and step == "entry":
            i.role, p.words = "noted", max(1, i.value)
            step, p.said = ("confirm" if p.rules.confirm_challenge else "lookup"), set()
        elif (i.key == "edit" and step == "confirm") or (
            i.key == "amend" and step == "confirm" and p.said
        ):
            i.role, step = "noted", "entry"
        elif i.key == "halt" or (i.key == "cancel" and step != "lookup"):
            i.role = "noted"
            reason = "other" if i.key == "cancel" else "arbiter"
            return None if stage == "over" else (yield from stopped(p, i.t, reason, stage))
        elif i.confirms() and step == "confirm" and i.who not in p.said:
            i.role = "confirm"
            here_again(p, i)
            p.said.add(i.who)
            step = "lookup" if len(p.said) == 2 else step
        elif i.key == "verdict" and step == "lookup":
            i.role = "noted"
            return (yield from verdict(p, i, stage))
        elif i.key == "fault":
            i.role = "noted"
            if stage == "over":
                return (yield from fault(p, stage))
            return (yield from after_fault(p, i.t, stage))
        elif i.key == "power":
            i.role = "noted"
            p.deaf_until = min(p.deaf_until, i.t)
            return None if stage == "over" else (yield from after_cut(p, i.t, stage))
        else:
            anytime(p, i)


def verdict(p, i, stage):
    """Art. 40: one answer for the whole play; 42.4: one appeal."""
    answer, mark, appealed, given_ms = i.value, p.mark, False, i.t
    after = p.of_handed()
    p.unleft, p.mark_before, p.verdict_waits, p.upheld = False, None, False, False
    if after:
        p.handed.judged, p.handed.words = True, p.words
    else:
        p.judged = True
    p.judged_in, p.mark_played, outcome = stage, mark, None
    if answer == 1:
        p.failed()
    while True:
        if p.unleft:  # the press that left it was taken back, during a stop
            p.verdict = "none"
            return outcome
        p.phase, p.reason, p.verdict = "verdict", "challenge", SHOWN_VERDICT[answer]
        p.mark = "pass" if answer == 2 and not after else mark
        i = yield from wait(p)
        its_own = i.key not in ("ok", "stop") or i.is_for(given_ms)
        leaves = its_own and answer == 1 and (i.key == "ok" or i.goes_on())
        if after and (
            leaves or (its_own and answer == 2 and (i.key == "ok" or i.plays(p.doubter)))
        ):
            return leave_after(p, i, answer, stage, appealed)
        mine = not after and (i.key == "ok" or i.plays(p.turn))
        if leaves or (answer == 2 and mine and not i.replay):
            i.role = "noted" if leaves else "game"
            here_again(p, i)
            p.verdict = "none"
            if answer == 1:
                return None
            i.left, i.heard = True, appealed
            handover(p, i.t, "pass")
            return "turn over"
        if i.key == "amend":
            i.role, p.verdict, p.mark = "noted", "none", mark
            amended(p, after, answer)
            return (yield from challenge(p, i.t, "", stage))
        if i.key == "appeal" and answer == 2 and not appealed:
            i.role, appealed, p.heard = "noted", True, True
            if i.value:
                answer = 1
                p.failed()
        elif i.key == "power":
            outcome = yield from aside(p, i, after_cut(p, i.t, "verdict"))
        elif i.key == "fault":
            outcome = yield from aside(p, i, after_fault(p, i.t, "verdict"))
        elif i.key == "halt" and i.left:  # the press that left it was taken back
            i.role, p.verdict, p.mark_before = "noted", "none", None if answer == 1 else mark
            return (yield from stopped(p, i.t, "arbiter", stage))
        elif i.key == "halt":
            p.verdict = "none"
            outcome = yield from aside(p, i, stopped(p, i.t, "arbiter", "verdict"))
        elif i.key != "mark":
            anytime(p, i)


def aside(p, i, passage):
    """The verdict waits during a stop, a power cut or a fault."""
    i.role, p.verdict_waits = "noted", True
    outcome = yield from passage
    p.verdict_waits = False
    return outcome


def amended(p, after, answer):
    """Art. 42.1: the verdict, its price and its mark are as if they had not been."""
    if after:
        p.handed.judged = False
    else:
        p.judged = False
    if answer == 1:
        p.sheets[p.doubter] = [entry for entry in p.sheets[p.doubter] if entry is not p.charged]
        papers = p.owed[p.doubter]
        if p.price(p.words) == "lost" and not after:
            papers.reverse()
            papers.remove("lost")
            papers.reverse()


def leave_after(p, i, answer, stage, appealed):
    """After a play already handed over: if not valid it comes off the board, and is no turn."""
    here_again(p, i)
    p.verdict, i.role = "none", "left"
    if answer == 2:
        p.done[p.handed.at] = (p.done[p.handed.at][0], "pass")
        p.tell(i.t)
        p.appealable = None if appealed else p.handed
        return None
    if p.rules.failed_challenge < 0 and stage != "over":
        i.role, i.left, i.heard = "game", True, True  # of a valid play
        handover(p, i.t, "lost")
        return "turn over"
    return None


def appealed_late(p, i, stage):
    """Art. 42.4: of a play handed over, until the next one is; return whether a turn is lost."""
    play, p.appealable = p.appealable, None
    i.role = "noted"
    if not i.value:
        return False
    p.done[play.at] = (play.who, "play")
    p.tell(i.t)
    cost = p.price(play.words)
    if cost == "lost" and p.turn != play.who and stage in IN_PROGRESS:
        handover(p, i.t, cost)
        return True
    if cost and cost != "lost":
        p.sheets[3 - play.who].append(cost)
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
            i.role, i.key = "noted", "ok"
            return taken
        if i.key == "power":
            i.role = "noted"
        elif i.key != "lose-turn":
            anytime(p, i)
        elif takes_now(p, i, stage):
            taken, stage = True, "running"
        elif stage != "verdict" or i.replay:
            anytime(p, i)


def after_cut(p, t, stage):
    """A power cut in a turn, and the stop after it."""
    taken = yield from recovered(p, t, stage)
    outcome = yield from stopped(p, p.last_t, "other", "running" if taken else stage)
    return "turn over" if taken else outcome


def fault(p, stage):
    """The device refuses a function until OK; return the reason of the stop that follows.

    And, with it, whether the turn in progress was taken after a power cut that came first.
    """
    p.phase, p.reason, p.verdict = "fault", "none", "none"
    while True:
        i = yield from wait(p)
        if i.key in ("ok", "halt"):
            i.role, i.key = "noted", "ok"
            return "arbiter", False
        if i.key == "power":
            i.role = "noted"
            if stage == "over":
                p.deaf_until = min(p.deaf_until, i.t)
                return "", False
            return "other", (yield from recovered(p, i.t, stage))
        anytime(p, i)


def after_fault(p, t, stage):
    """A fault in a turn, and the stop after it, from which no play can be challenged."""
    p.stand(t)
    reason, taken = yield from fault(p, stage)
    reason = "fault" if reason == "arbiter" else reason
    outcome = yield from stopped(p, p.last_t, reason, "running" if taken else stage)
    return "turn over" if taken else outcome


def takes_now(p, i, stage):
    """Art. 24, 28: return whether the arbiter takes the turn in progress; if so it is over."""
    if i.who != p.turn or i.replay or stage not in IN_PROGRESS:
        return False
    i.role = "noted"
    handover(p, i.t, taken_as(i))
    return True


# -- the end (art. 44) ---------------------------------------------------------------------------

BY_TIME = ("time-over", "lost")  # ends that the device itself causes
DEAF_MS = 5000  # during which presses still meant for the game are ignored


def after(p, end):
    """The summary, until both players have confirmed; then the closed game."""
    p.stand(end.t)
    p.ended, p.held = end, 0
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
        yield from both(p, "over")
        yield from closed(p)


def closed(p):
    """Only the arbiter with both players can change a closed game."""
    p.phase = "closed"
    while True:
        i = yield from quiet(p)
        if i.key == "reopen":
            i.role = "noted"
            yield from both(p, "closed")
            p.phase = "over"
            return


def both(p, phase):
    """Wait until A and B have each confirmed once."""
    p.said = set()
    while len(p.said) < 2:
        p.phase = phase
        i = yield from (wait(p) if phase == "over" else quiet(p))
        if i.confirms() and i.who not in p.said and not p.running() and not deaf(p, i, phase):
            i.role = "confirm"
            p.said.add(i.who)
        elif i.key == "challenge" and phase == "over" and last_play(p) and not p.said:
            genuine(p, i)
            yield from challenge(p, i.t, "", "over")
            p.reason, p.said = "none", set()
        elif i.key == "close" and phase == "over" and not p.running():
            i.role = "confirm"
            p.said.add(i.who)
        elif i.key == "reopen" and phase == "closed":
            i.role, p.said = "noted", set()
        elif i.key == "sheet" and phase == "over" and not p.running():
            i.role, p.said = "noted", set()
            p.start(i.who, i.t)
        elif p.running() and (i.goes_on() or i.key == "power"):
            i.role = "noted"
            p.stand(i.t)
            if i.key == "power":
                p.deaf_until = min(p.deaf_until, i.t)
        elif i.key == "power" and phase == "over":
            p.deaf_until = min(p.deaf_until, i.t)  # nobody presses in the dark
        elif i.key == "menu":
            i.role = "noted"
        elif phase == "over":
            anytime(p, i)


def last_play(p):
    """Return whether the last play may still be challenged: until the first valid signature."""
    return (
        p.rules.challenge_when == AFTER and p.handed and not (p.handed.judged or p.handed.accepted)
    )


def deaf(p, i, phase):
    """Return whether a press comes too soon after an end by time to be a signature."""
    return phase == "over" and i.t < p.deaf_until and i.role is None


def quiet(p):
    """Return the next input; until then the sheet is signed and nothing is noted."""
    return (yield never)


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
        if i.key == "press" and i.role in (None, "arrival" if p.phase == "late" else "game"):
            if p.phase == "late":
                arrives(p, i)
            else:
                i.role = "game"
                p.stand(i.t)
                p.turn = p.opener = 1 if p.rules.mode == DUPLICATE else 3 - i.who
                p.turn_began, p.turn_no = i.t, p.turn_no + 1
                owed(p, i.t)
                return i.t
        elif i.key == "late":
            i.role = "noted"
            p.phase = "late"
            for who in (1, 2):
                if i.who & who and who not in p.awaited:
                    p.awaited.add(who)
                    waits(p, who, i.t)
        elif i.key == "absent":
            i.role = "noted"
            leaves(p, i.who)
        elif i.key == "lose-turn":
            i.role = "noted"
            p.owed[i.who].append(taken_as(i))
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
            phase = p.phase
            yield from fault(p, phase)
            p.phase = phase


def waits(p, who, t):
    """The clock of an absent player runs; the turn timer ignores absence."""
    if p.rules.mode not in TIMED and not p.running() & who:
        p.start(who, t)


def arrives(p, i):
    """Art. 36: the first to arrive keeps the time left; the other's clock runs on."""
    if i.who not in p.awaited:
        return
    i.role = "arrival"
    p.awaited.discard(i.who)
    if p.awaited:
        p.stand(i.t, i.who)
    else:
        p.phase = "ready"


def cut_before(p, i):
    """The power failed while an absent player's clock was running before the start."""
    i.role = "noted"
    phase, p.cut_off = p.phase, {run[0] for run in p.runs if run[2] is None}
    yield from recovered(p, i.t, phase)
    yield from stopped(p, p.last_t, "other", phase)
    p.phase, p.reason = phase, "none"
    for who in p.cut_off:
        p.start(who, p.last_t)
    p.cut_off = set()
