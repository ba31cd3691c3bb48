"""Define the settings of one game: the rules of a match, as plain values."""

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    Value = int | str | bool | tuple[int, ...]

MINUTE_MS = const(60000)
NONE = -1  # no limit; no time of a player's own
TURN = -1  # a failed challenge costs the challenger the next turn

CORRIDO = 0  # art. 31-34: a clock that keeps running, one that is stopped, a timer per turn
NO_CORRIDO = 1
TEMPORIZADOR = 2
DUPLICATE = 3  # one clock for the room: each board has its time, all play at once

BEFORE = 0  # a play is challenged before the mover presses (art. 39)
AFTER = 1  # a play is challenged once it has been handed over (WESPA, NASPA)

OVERTIME = "overtime"  # the player goes on
OUT_OF_PLAY = "out"  # moves no more, and the other plays on alone (Poland)
END = "end"  # the game is over (Romania)

DEDUCT = "deduct"  # the points of the tiles left on the racks
KEEP = "keep"  # scores stand as noted
UNSAID = "unsaid"  # no source of the federation says it

FISE = "fise"  # the rulebook whose article numbers are those of the code


class Rules:
    """One preset's settings, as flat as its row and its record; never changed once made.

    Here is what a preset has that says nothing else; NONE for no limit.
    """

    name = ""
    rulebook = ""  # a key of why.RULEBOOKS; "" for none whose numbers are known
    mode = CORRIDO
    budget_ms = 30 * MINUTE_MS
    budget_a_ms = NONE  # the player's own; else budget_ms
    budget_b_ms = NONE
    turn_ms = 2 * MINUTE_MS
    turn_a_ms = NONE  # the player's own, where every turn has its time; else turn_ms
    turn_b_ms = NONE
    limit_ms = NONE
    signals_ms: "tuple[int, ...]" = ()
    guard_ms = 500
    overtime_points = 10
    overtime_unit_ms = MINUTE_MS
    overtime_limit_ms = NONE
    failed_challenge = 0  # 0 free, above 0 points deducted, or TURN
    cost_per_word = False  # those points are per challenged word
    confirm_challenge = False
    penalty_points = 25  # the first value of the arbiter's penalty
    penalty_min = 1  # less is refused
    least_turn_ms = 200  # an earlier press in a turn does not hand it over; 0 for off
    challenge_when = BEFORE  # or AFTER the mover's press
    end_passes = 4  # how many turns in a row end a game, or NONE
    end_scoreless = 12
    hold_ms = NONE  # how long a play may be held before its player draws
    low_time_ms = NONE  # how little time left is signalled once
    scoreless_at_zero = False  # scoreless turns count at 0-0 too
    overtime_from_ms = 1  # how far into a minute of overtime it costs its points: 1 or 1000
    overtime_limit_beyond = False  # lost beyond the limit, not on reaching it
    late_limit_ms = NONE  # how late a player may come before losing the game; else any time
    late_both = "whole"  # both late, at the first arrival each loses the time gone, or "half"
    at_zero = OVERTIME  # of a player whose budget is used up: or OUT_OF_PLAY, END
    end_alone = NONE  # how many passes in a row of one who plays alone end a game
    racks_played = UNSAID  # or DEDUCT, KEEP after an end by play; by the game's limit; by a
    racks_limit = UNSAID  # player's own clock
    racks_zero = UNSAID
    official = "arbiter"  # or "director", the federation's term
    language = ""  # the alphabet's code of the words played; "" for any
    verified = False

    def __init__(self, **values: "Value") -> None:
        for name in values:
            if values[name] is not getattr(self, name):  # what all share takes no RAM here
                setattr(self, name, values[name])
        # Every turn has its own time and the game has no budget (art. 33).
        self.timed_turns = self.mode in (TEMPORIZADOR, DUPLICATE)

    def values(self) -> "list[tuple[str, Value]]":
        """Return each rule by its name, in one order everywhere."""
        known = Rules.__dict__
        kinds = bool, int, str, tuple  # of the class the values, not the methods
        names = [n for n in known if n[0] != "_" and isinstance(known[n], kinds)]
        return [(name, getattr(self, name)) for name in sorted(names)]

    def first_ms(self, who: int) -> int:
        """Return what player A (1) or B (2) has at the start: the budget, or one turn's time."""
        figures_ms = (self.budget_ms, self.budget_a_ms, self.budget_b_ms)
        if self.timed_turns:
            figures_ms = (self.turn_ms, self.turn_a_ms, self.turn_b_ms)
        return figures_ms[0] if figures_ms[who] < 0 else figures_ms[who]

    def one_clock(self) -> bool:
        """Return whether there is one clock for all players, who play the same boards at once."""
        return self.mode == DUPLICATE
