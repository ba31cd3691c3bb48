"""The phase table: every event, the phases in which it means something, what it does there."""

import inspect
from textwrap import fill

from corrido.core import events, phases
from corrido.core.game import TABLE

_ALL = list(vars(events))
_KINDS = _ALL[_ALL.index("PRESS") : _ALL.index("REASONS")]  # the module defines them in one run
NAMES = {vars(events)[name]: name.lower() for name in _KINDS}


def rows() -> list[tuple[str, str, str]]:
    """Return (event, phases, what it does) for each row of the firmware's table."""
    found: list[tuple[str, str, str]] = []
    for kind, answers in TABLE.items():
        for where, handler in answers:
            told = (inspect.getdoc(handler) or "").partition("\n")[0]
            found.append((NAMES[kind], _phases(where), told))
    return found


def _phases(where: tuple[str, ...]) -> str:
    missing = [phase for phase in phases.ALL if phase not in where]
    if len(missing) > 4:
        return ", ".join(where)
    return "any but " + ", ".join(missing) if missing else "any"


def markdown() -> str:
    """Return the whole page."""
    told = (f"- **{event}** in {where}: {what}" for event, where, what in rows())
    return HEAD + "".join(f"{fill(row, 100, subsequent_indent='  ')}\n" for row in told)


HEAD = """# Phase x event

Made by `corrido rules table` from the table that the firmware itself goes by (`core/game.py`); a
test keeps this page in step. In any other phase an event changes nothing: a press of A, B, STOP or
CHALLENGE is logged as ignored, an act of the arbiter is refused. The same where a row's own
condition is not met, such as a press of the player who is not on turn. `press` is A or B, recorded
as `arrival` before the start and as `confirm` where it answers a question or signs the summary.

"""
