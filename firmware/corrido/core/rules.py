"""The settings of one game: which rules a match is played by, as plain values."""

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

    def __init__(self, **values: object) -> None:
        """Takes every name of FIELDS by keyword; TypeError for a missing or unknown one."""
        for field in FIELDS:
            if field not in values:
                raise TypeError("rules lack " + field)
            setattr(self, field, values[field])
        for field in values:
            if field not in FIELDS:
                raise TypeError("rules have no " + field)

    def with_(self, **changes: object) -> "Rules":
        """A copy with `changes` (names of FIELDS) in place."""
        values = {field: getattr(self, field) for field in FIELDS}
        values.update(changes)
        return Rules(**values)
