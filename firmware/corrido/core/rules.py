"""The settings of one game: which rules a match is played by, as plain values."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    Value = int | str | bool | tuple[int, ...]

CORRIDO = 0  # art. 31-34: three ways to keep time
NO_CORRIDO = 1
TEMPORIZADOR = 2

FIELDS = (
    "name",
    "mode",
    "budget_ms",
    "turn_ms",
    "limit_ms",
    "signals_ms",
    "guard_ms",
    "overtime_points",
    "overtime_unit_ms",
    "overtime_limit_ms",
    "failed_challenge",
    "confirm_challenge",
    "penalty_points",
    "verified",
    "source",
)


class Rules:
    """One preset's settings; never changed once made.

    mode: CORRIDO, NO_CORRIDO or TEMPORIZADOR.  limit_ms and overtime_limit_ms: -1 for none.
    failed_challenge: 0 free, above 0 points off, -1 loss of the next turn.
    """

    name: str
    mode: int
    budget_ms: int
    turn_ms: int
    limit_ms: int
    signals_ms: "tuple[int, ...]"
    guard_ms: int
    overtime_points: int
    overtime_unit_ms: int
    overtime_limit_ms: int
    failed_challenge: int
    confirm_challenge: bool
    penalty_points: int
    verified: bool
    source: str

    def __init__(self, **values: "Value") -> None:
        """Take every name of FIELDS by keyword; TypeError for a missing or unknown one."""
        for field in FIELDS:
            if field not in values:
                raise TypeError("rules lack " + field)
            setattr(self, field, values[field])
        for field in values:
            if field not in FIELDS:
                raise TypeError("rules have no " + field)

    def with_(self, **changes: "Value") -> "Rules":
        """Return a copy with `changes` (names of FIELDS) in place."""
        values: "dict[str, Value]" = {field: getattr(self, field) for field in FIELDS}
        values.update(changes)
        return Rules(**values)
