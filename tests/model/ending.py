"""Art. 44: the end of a game, its summary, and the closed game."""

from tests.model.paper import AFTER, FIRST_RANK
from tests.model.passages import challenge, genuine
from tests.model.reading import anytime, never, wait

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
