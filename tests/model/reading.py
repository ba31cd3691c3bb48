"""The inputs on the list, and how the rulebook reads them one after the other."""

from tests.model.paper import REASONS

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
