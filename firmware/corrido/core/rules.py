"""Define the settings of one game: the rules of a match, as plain values."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    Value = int | str | bool | tuple[int, ...]

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
    """One preset's settings, as flat as its row and its record; never changed once made."""

    name: str
    rulebook: str  # a key of presets.RULEBOOKS; "" for none whose numbers are known
    mode: int  # CORRIDO, NO_CORRIDO, TEMPORIZADOR or DUPLICATE
    budget_ms: int
    budget_a_ms: int  # the player's own; -1 for budget_ms
    budget_b_ms: int
    turn_ms: int
    turn_a_ms: int  # the player's own, where every turn has its time; -1 for turn_ms
    turn_b_ms: int
    limit_ms: int  # -1 for none
    signals_ms: "tuple[int, ...]"
    guard_ms: int
    overtime_points: int
    overtime_unit_ms: int
    overtime_limit_ms: int  # -1 for none
    failed_challenge: int  # 0 free, above 0 points deducted, -1 loss of the turn
    cost_per_word: bool  # those points are per challenged word
    confirm_challenge: bool
    penalty_points: int  # the first value of the arbiter's penalty
    penalty_min: int  # less is refused
    least_turn_ms: int  # an earlier press in a turn does not hand it over; 0 for off
    challenge_when: int  # BEFORE or AFTER the mover's press
    end_passes: int  # how many turns in a row end a game; -1 for none
    end_scoreless: int
    hold_ms: int  # how long a play may be held before its player draws; -1 for no hold
    low_time_ms: int  # how little time left is signalled once; -1 for never
    scoreless_at_zero: bool  # scoreless turns count at 0-0 too
    overtime_from_ms: int  # how far into a minute of overtime it costs its points: 1 or 1000
    overtime_limit_beyond: bool  # lost beyond the limit, not on reaching it
    late_limit_ms: int  # how late a player may come before losing the game; -1 for any time
    late_both: str  # both late, at the first arrival each loses the "whole" time gone, or "half"
    at_zero: str  # of a player whose budget is used up: OVERTIME, OUT_OF_PLAY or END
    end_alone: int  # how many passes in a row of one who plays alone end a game; -1 for none
    racks_played: str  # DEDUCT, KEEP or UNSAID after an end by play; by the game's limit; by a
    racks_limit: str  # player's own clock
    racks_zero: str
    official: str  # "arbiter" or "director", the federation's term
    language: str  # the alphabet's code of the words played; "" for any
    verified: bool

    def __init__(self, **values: "Value") -> None:
        for name in values:
            setattr(self, name, values[name])
        # Every turn has its own time and the game has no budget (art. 33).
        self.timed_turns = self.mode in (TEMPORIZADOR, DUPLICATE)

    def values(self) -> "list[tuple[str, Value]]":
        """Return each rule by its name, in one order everywhere."""
        own = self.__dict__
        return [(name, own[name]) for name in sorted(own) if name != "timed_turns"]

    def first_ms(self, who: int) -> int:
        """Return what player A (1) or B (2) has at the start: the budget, or one turn's time."""
        figures_ms = (self.budget_ms, self.budget_a_ms, self.budget_b_ms)
        if self.timed_turns:
            figures_ms = (self.turn_ms, self.turn_a_ms, self.turn_b_ms)
        return figures_ms[0] if figures_ms[who] < 0 else figures_ms[who]

    def one_clock(self) -> bool:
        """Return whether there is one clock for all players, who play the same boards at once."""
        return self.mode == DUPLICATE
