"""A game as a value: the records that make it up, and what can be read off them.

Article numbers are those of the FISE rulebook, "Modalidad Clasica".
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases
from corrido.core.rules import OUT_OF_PLAY, UNSAID

if TYPE_CHECKING:
    from typing import Any, TypeVar

    from corrido.core.rules import Rules

    R = TypeVar("R", bound="Record")
    Seen = tuple[str, int, int, int, str]  # phase, seq, mask of running clocks, asked, notice
    # PENALTY, points; CARD, its index; VERDICT, the points of a price; LOSE_TURN, a turn as price;
    # the article; the seq of the event that gave it
    Sanction = tuple[int, int, int, int]

# Conditions shown to the table while they hold.
TURN_EXPIRED = "turn-expired"
FOUR_PASSES = "four-passes"
TWELVE_SCORELESS = "twelve-scoreless"
LAST_TURN = "last-turn"
TIME_OVER = "time-over"
FORFEIT = "forfeit"
NO_NOTICE = "none"

# Turns without a score, as bytes of Row.marks.
_PASS = bytes((events.PASS,))
_SCORELESS = bytes((events.PASS, events.EXCHANGE))
TOLD = 2  # in a row, from which on the table is told how many


class Record:
    """Base of the records; a copy shares nothing that can change."""

    def copy(self: "R") -> "R":
        """Return an independent record in the same state, with its own records and lists."""
        twin = object.__new__(type(self))
        for name, value in self.__dict__.items():
            setattr(twin, name, _copied(value))
        return twin


def _copied(value: "Any") -> "Any":
    if isinstance(value, Record):
        return value.copy()
    kind: "Any" = value.__class__
    if kind is list:
        return [_copied(item) for item in value]
    return dict(value) if kind is dict else value


def same(one: "Any", other: "Any") -> bool:
    """Return whether two values are alike: of records each field, of lists each item."""
    if one.__class__ is not other.__class__:
        return False
    if isinstance(one, Record):
        return all([same(value, getattr(other, name)) for name, value in one.__dict__.items()])
    if one.__class__ is not list:
        return bool(one == other)
    return len(one) == len(other) and all([same(a, b) for a, b in zip(one, other)])


def minutes_begun(over_ms: int, rules: "Rules") -> int:
    """Return how many minutes of over_ms (>= 0) cost points: each one begun (art. 35).

    0 -> 0, 1 -> 1, 60000 -> 1, 60001 -> 2; where full seconds count (overtime_from_ms 1000),
    999 -> 0, 1000 -> 1, 60999 -> 1.
    """
    unit_ms, beyond_ms = rules.overtime_unit_ms, over_ms - rules.overtime_from_ms
    return beyond_ms // unit_ms + 1 if unit_ms > 0 and beyond_ms >= 0 else 0


def exact(ms: int) -> str:
    """Return `m:ss.mmm`, with a minus below zero."""
    sign = "-" if ms < 0 else ""
    ms = abs(ms)
    return "%s%d:%02d.%03d" % (sign, ms // 60000, ms // 1000 % 60, ms % 1000)


def whole_seconds(ms: int, from_ms: int = 1) -> int:
    """Return the seconds shown, rounded away from zero; from_ms: Rules.overtime_from_ms."""
    return (abs(ms) + (1000 - from_ms if ms < 0 else 999)) // 1000


def rounded(ms: int, from_ms: int = 1) -> str:
    """Return `m:ss` of whole_seconds(): 0:00 means no time left, -1:00 at most 1 min over."""
    seconds = whole_seconds(ms, from_ms)
    return "%s%d:%02d" % ("-" if ms < 0 else "", seconds // 60, seconds % 60)


class Clock(Record):
    """A player's time budget: left_ms counts down and goes negative in overtime (art. 34, 35)."""

    def __init__(self, budget_ms: int) -> None:
        self.left_ms = budget_ms
        self.used_ms = 0  # only grows
        self.signalled = 0  # minutes of overtime already announced
        self.low_told = False  # low time has been signalled since time was last given

    def over_ms(self) -> int:
        """Return the time beyond the budget, 0 or more (art. 35)."""
        return -self.left_ms if self.left_ms < 0 else 0

    def points(self, rules: "Rules") -> int:
        """Return the points lost to overtime, 0 or more (art. 35)."""
        each = rules.overtime_points
        return each and each * minutes_begun(self.over_ms(), rules)

    def put(self, left_ms: int, rules: "Rules") -> None:
        """Set the time left; overtime minutes that this enters are not announced, low time is."""
        self.left_ms = left_ms
        self.low_told = self.low_told and left_ms <= rules.low_time_ms
        self.signalled = minutes_begun(self.over_ms(), rules)


class Player(Record):
    """One player's clock and figures, which change sides with the player."""

    def __init__(self, budget_ms: int) -> None:
        self.clock = Clock(budget_ms)
        self.own_ms = budget_ms  # for the game, or for each turn
        self.turns = 0  # completed
        self.challenges = 0
        self.challenges_won = 0
        self.absent = False  # marked by the arbiter (art. 37)
        # Taken away as they begin: LOST or PASS, of a price + ABOUT_UNIT x its sanction's seq.
        self.turns_to_lose: "list[int]" = []
        self.turns_lost = 0  # taken away, by the arbiter or by a failed challenge
        self.score: "int | None" = None  # as entered by the player at the end
        self.blanks: "list[int]" = []  # the letters that blanks stand for, packed (art. 10.4)
        self.sanctions: "list[Sanction]" = []  # in force, oldest first

    def penalty(self) -> int:
        """Return the points deducted: the arbiter's penalties (art. 49), and failed challenges."""
        return sum([given[1] for given in self.sanctions if given[0] != events.CARD])

    def card(self) -> int:
        """Return the index in CARDS of the latest card that stands (art. 49)."""
        cards = [given[1] for given in self.sanctions if given[0] == events.CARD]
        return cards[-1] if cards else 0

    def blanks_shown(self) -> "list[str]":
        """Return the letters that the blanks stand for."""
        return [events.unpacked(value) for value in self.blanks]


class Late(Record):
    """The time before the start while somebody is missing (art. 36)."""

    def __init__(self) -> None:
        self.awaited = events.NONE  # mask of the players not yet here
        self.run = events.NONE  # of the clocks that run, during the draw too; none in temporizador
        self.shared_ms = 0  # of the time in which both ran, what has been shared already


class Turn(Record):
    """One player's turn, from the start of the clock to the hand-over."""

    def __init__(self, who: int, rules: "Rules", began_ms: int, player: Player) -> None:
        self.who = who
        self.number = 0  # of what it began with
        self.began_ms = began_ms
        self.began_away = player.absent  # if so, their own press says that they are back
        self.mark = self.declared = events.PLAY  # what it counts as, what its player said it is
        self.judged = False  # its play has had a verdict and is not challenged again
        self.play_waits = False  # its player is back, and verifies what was played meanwhile
        self.held_to_ms = 0  # the used_ms of who holds the play before it, if Match.held says so
        self.guard_end_ms = 0  # before this, a second press does not hand over
        self.signals_given = 0  # bit mask; signals that a short turn never reaches count as given
        self.sounding = False  # the last signal, which sounds through to 0:00
        if rules.timed_turns:
            for i, onset_ms in enumerate(rules.signals_ms):
                if onset_ms > player.own_ms:
                    self.signals_given |= 1 << i

    begin = __init__  # to become another turn: a new one takes a press half a millisecond

    def silence(self, rules: "Rules") -> None:
        """Make the last signal due again if it is sounding (art. 33)."""
        if self.sounding:
            self.sounding = False
            self.signals_given &= ~(1 << len(rules.signals_ms) - 1)


class Played(Record):
    """The play just handed over: the last that a player handed over with a press."""

    def __init__(self, by: int, at: int) -> None:
        self.by = by  # its player
        self.number = 0  # of its turn
        self.at = at  # the place of its turn in Row.marks
        self.judged = False
        self.accepted = False  # who held it has let it stand
        self.appealable = 0  # how many words it was ruled not valid by; 0: no appeal is possible


class Stop(Record):
    """Neutralised time (art. 34, 47.5): a stop, a challenge with its verdict, or recuento."""

    def __init__(self, reason: int, owner: int, resumed: bool = False, number: int = 0) -> None:
        self.number = number  # of the event that stopped the clocks
        self.reason = reason  # index in REASONS
        self.owner = owner  # whose clock ran before it; for recuento the mover
        self.asked = events.NONE  # who asked for it
        self.ms = 0
        self.times = 0 if resumed else 1  # a stop resumed after another counts once
        self.returned = False  # choosing `verify` brought an absent player back (art. 37)
        # FAULT: no play can be challenged from here (interface, section 4). CHALLENGE: it stands
        # in for the one of its number, whose play was taken back.
        self.after = 0


class Challenge(Record):
    """A challenge in progress."""

    def __init__(self, by: int, owner: int, after: bool, number: int = 0) -> None:
        self.number = number  # of the event that opened it
        self.by = by  # the challenger
        self.owner = owner  # whose clock it stopped
        self.after = after  # the play was handed over before it was challenged
        self.amended = False  # the entry was opened again, with its words
        self.words = 1  # how many are challenged
        self.verdict = 0  # index in VERDICTS
        self.seq = 0  # of the event that gave the verdict
        self.left = 0  # the number of the press that left it and was taken back
        self.appeal_asked = False  # the player has appealed; the arbiter has not answered yet
        self.appealed = False  # an appeal has been answered: no other is heard (art. 42.4)


class Question(Record):
    """A question that both players confirm, each with their own button."""

    def __init__(self, kind: int, counted: int = 0, number: int = 0) -> None:
        self.kind = kind  # the event that asked: SUBMIT, FINISH, REOPEN, TAKEOVER
        self.number = number  # and its own
        self.counted = counted  # fin de partida: the turn in progress counts
        self.said = events.NONE  # mask of who has said yes


class Ending(Record):
    """How and when a game ended, kept until it is resumed."""

    def __init__(self, notice: str, at_ms: int, number: int = 0) -> None:
        self.notice = notice  # TIME_OVER, FORFEIT or NO_NOTICE
        self.number = number  # of what ended it
        self.at_ms = at_ms
        self.deaf_until_ms = at_ms  # earlier presses were meant for the game and sign nothing
        self.forfeited = events.NONE  # mask of who lost by forfeit
        self.signed = events.NONE  # mask of who has confirmed the summary
        self.counted = False  # the turn in progress was counted
        self.by_clock = False  # a player's own time was used up
        self.between_turns = False  # the game ended as a turn was completed
        self.voided = False
        self.decided = False  # the arbiter has declared a forfeit


class Limit(Record):
    """The time that a game may take (art. 30): given_ms, -1 for no limit."""

    def __init__(self, given_ms: int) -> None:
        self.given_ms = given_ms
        self.end_ms = -1  # on the game's timeline, once its first clock has started
        self.spent = False  # it has run out
        self.ends = False  # and ends the resumed game again as soon as play goes on


class Row(Record):
    """The marks of every completed turn: each an index in MARKS, or LOST."""

    def __init__(self, at_zero: bool) -> None:
        self.marks = b""
        self.alone = 0  # how many turns in a row one player has had, the other being out of time
        self.at_zero = at_zero  # scoreless turns count at 0-0 too

    @property
    def passes(self) -> int:
        """The number of passes in a row (art. 45.2)."""
        return len(self.marks) - len(self.marks.rstrip(_PASS))

    @property
    def scoreless(self) -> int:
        """Turns without a score in a row; none at 0-0, before one marked as a play (art. 45.3)."""
        scored = self.at_zero or events.PLAY in self.marks
        return len(self.marks) - len(self.marks.rstrip(_SCORELESS)) if scored else 0


class Seqs(Record):
    """The numbers of the events that something may still come back to; 0 for none."""

    def __init__(self) -> None:
        self.event = 0  # the one being handled, none while time passes
        self.press = 0  # the latest press that changed the game
        self.left = 0  # what left an invalid verdict on the mover's play that may be appealed
        self.price = self.price_at = 0  # the price that took a turn last, and the press before
        self.acts: "list[int]" = []  # the arbiter's that a revert can take back

    def cause(self) -> int:
        """Return the number of what begins now: by an event, or by time after a press."""
        return self.event or self.press + events.BY_TIME


class Neutral(Record):
    """The time of a game that is nobody's, or both players': no clock ran, or both did."""

    def __init__(self) -> None:
        # (reason, whose clock ran, who asked) -> (times, ms)
        self.stops: "dict[tuple[int, int, int], tuple[int, int]]" = {}
        self.still_ms = self.both_ms = 0


class Match(Record):
    """The whole state of one game; each temporary part is a record of its own."""

    spared: "tuple[int, ...]" = ()  # in a replay: prices revoked after they had taken a turn

    def __init__(self, rules: "Rules") -> None:
        self.rules = rules
        self.t_ms: int = 0
        self.seq: int = 0
        self.replaying = False  # recorded events are being replayed
        self.phase = phases.SETUP
        self.under: "list[str]" = []  # the phases that it covers, the next to return to last
        self.run = events.NONE  # mask of the clocks that run
        self.opener = events.NONE  # A or B, from the start on
        self.held = events.NONE  # who holds the play just handed over
        self.left = False  # it goes on on another device
        self.crossed = False  # A sits where B's name was given, and the other way round
        self.players = [Player(rules.first_ms(events.A)), Player(rules.first_ms(events.B))]
        self.late: "Late | None" = None
        self.turn: "Turn | None" = None
        self.stop: "Stop | None" = None
        self.challenge: "Challenge | None" = None
        self.question: "Question | None" = None
        self.ending: "Ending | None" = None
        self.fault = 0  # index in FAULTS of what is refused
        self.limit = Limit(rules.limit_ms)
        self.row = Row(rules.scoreless_at_zero)
        self.conditions: "list[str]" = []  # notices that hold, oldest first
        self.played: "Played | None" = None
        self.seqs = Seqs()
        self.neutral = Neutral()

    @property
    def stage(self) -> str:
        """The phase of play under any stop, word entry, fault or recovery; else the phase."""
        phase, at = self.phase, len(self.under)
        while phase in phases.OVERLAYS:
            at -= 1
            phase = self.under[at]
        return phase

    @property
    def mover(self) -> int:
        """The player on turn, even during a stop and after the end; NONE before the start."""
        return self.turn.who if self.turn else events.NONE

    @property
    def opponent(self) -> int:
        """The player who is not on turn; NONE before the start."""
        return events.other(self.turn.who) if self.turn else events.NONE

    @property
    def verdict(self) -> int:
        """Index in VERDICTS of the answer to the challenge in progress; 0 for none yet."""
        return self.challenge.verdict if self.challenge else 0

    @property
    def asking(self) -> int:
        """The event that both players are asked to confirm; 0 for none."""
        return self.question.kind if self.question else 0

    @property
    def notice(self) -> str:
        """The latest condition that holds; those of the game's end take precedence."""
        if self.ending:
            if self.ending.notice != NO_NOTICE:
                return self.ending.notice
        elif self.limit.spent and self.owes_turn():
            return LAST_TURN
        return self.conditions[-1] if self.conditions else NO_NOTICE

    def seen(self) -> "Seen":
        """Return what tells that what is shown or said may have changed."""
        return self.phase, self.seq, self.run, self.asking, self.notice

    def moved(self, seen: "Seen | None") -> bool:
        """Return whether it has changed since seen(); allocate nothing, for this runs often."""
        if not seen or self.seq != seen[1] or self.run != seen[2]:
            return True
        return self.phase != seen[0] or self.asking != seen[3] or self.notice != seen[4]

    def so_far(self) -> "tuple[str, int, int] | None":
        """Return the row nearest to its end: name, count and end; None for short ones."""
        nearest: "tuple[str, int, int] | None" = None
        for name, count, end in (
            ("passes", self.row.passes, self.rules.end_passes),
            ("scoreless", self.row.scoreless, self.rules.end_scoreless),
        ):
            left = end - count
            if end > 0 and count >= TOLD and (not nearest or left < nearest[2] - nearest[1]):
                nearest = (name, count, end)
        return nearest

    def name_key(self, who: int) -> str:
        """Return under which label the name of player A (1) or B (2) was given."""
        return "player-a" if (who == events.A) != self.crossed else "player-b"

    def hold_left_ms(self) -> int:
        """Return for how long nobody draws while the holder's clock runs; negative afterwards."""
        if not self.turn or not self.held:
            return 0
        return self.turn.held_to_ms - self.player(self.held).clock.used_ms

    @property
    def racks(self) -> str:
        """What the preset's federation does with the tiles left on the racks; "none" in play."""
        ended, rules = self.ending, self.rules
        if not ended:
            return "none"
        if ended.notice == FORFEIT or ended.voided:
            return UNSAID  # no score decides the game
        if ended.notice != TIME_OVER:
            return rules.racks_played
        return rules.racks_zero if ended.by_clock else rules.racks_limit

    @property
    def turns(self) -> "tuple[int, int]":
        """Turns completed by A and by B."""
        return self.players[0].turns, self.players[1].turns

    def player(self, who: int) -> Player:
        """Return the record of player A (1) or B (2)."""
        return self.players[who - 1]

    def owes_turn(self) -> bool:
        """Return whether the second player is on turn, a turn behind the opener (art. 30)."""
        owes = self.mover and self.mover != self.opener
        return bool(owes) and self.player(self.opener).turns == self.player(self.mover).turns + 1

    def left_ms(self, who: int) -> int:
        """Return the time left to player `who`, at the present of the match."""
        return self.players[who - 1].clock.left_ms

    def shown(self, who: int) -> str:
        """Return the time left as `m:ss`: its overtime and the points it costs never disagree."""
        return rounded(self.left_ms(who), self.rules.overtime_from_ms)

    def overtime(self, who: int) -> str:
        """Return the time beyond the budget as `m:ss`, "0:00" for none."""
        return self.shown(who)[1:] if self.left_ms(who) < 0 else "0:00"

    def points(self, who: int) -> int:
        """Return the points that player `who` has lost to overtime (art. 35)."""
        return self.players[who - 1].clock.points(self.rules)

    def out(self, who: int) -> bool:
        """Return whether a player has no time left and, by the preset, moves no more."""
        return self.rules.at_zero == OUT_OF_PLAY and self.left_ms(who) <= 0

    def away(self, who: int) -> bool:
        """Return whether the player has not come yet, or is marked as out of the room."""
        return self.player(who).absent or bool(self.late and self.late.awaited & who)

    def urgency(self, who: int) -> int:
        """Return how urgent the turn is: 0, or 1 to 3 for its warnings, 3 for the last."""
        signals = self.rules.signals_ms
        if not self.run & who or not self.rules.timed_turns:
            return 0
        left_ms = self.left_ms(who)
        begun = len([onset for onset in signals if left_ms <= onset])
        return begun + 3 - len(signals) if begun and len(signals) > 1 else begun
