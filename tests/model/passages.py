"""The passages of a game in progress: a turn, a stop, a challenge, its verdict."""

from functools import partial

from tests.model.paper import AFTER, CORRIDO, DUPLICATE, REASONS, TIMED, Handed
from tests.model.reading import (
    Ended,
    Input,
    anytime,
    here_again,
    never,
    taken_as,
    too_soon,
    wait,
)

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
