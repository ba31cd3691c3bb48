"""The state of one player, which changes sides with the player."""

from corrido.compat import TYPE_CHECKING
from corrido.core.clock import Clock
from corrido.core.record import Record

if TYPE_CHECKING:
    # (kind, value, article): e.PENALTY and points, e.CARD and its index, e.VERDICT and the cost
    Sanction = tuple[int, int, int]


class Player(Record):
    """One player's clock and figures."""

    def __init__(self, budget_ms: int) -> None:
        self.clock = Clock(budget_ms)
        self.turns = 0  # completed
        self.challenges = 0
        self.challenges_won = 0
        self.absent = False  # marked by the arbiter (art. 37)
        self.turns_to_lose: "list[int]" = []  # LOST or PASS, taken away as they begin
        self.turns_lost = 0  # taken away, by the arbiter or by a failed challenge
        self.score: "int | None" = None  # as entered by the player at the end
        self.blanks: "list[int]" = []  # the letters that blanks stand for, packed (art. 10.4)
        self.sanctions: "list[Sanction]" = []  # in force, oldest first
