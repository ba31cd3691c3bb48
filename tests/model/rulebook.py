"""The rulebook as a script: the state of a game is the reader's position in it.

Each function is a passage of the rules (a turn, a stop, a challenge, ...), a generator that waits
for the next input.  It has no table of states; what the clocks show is worked out on the Paper.
This is the game as a whole, and what comes before the start; its turns are in passages.py.
"""

from tests.model.ending import after
from tests.model.paper import DUPLICATE, TIMED
from tests.model.passages import fault, owed, recovered, stopped, turn
from tests.model.reading import Ended, leaves, taken_as, wait

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
