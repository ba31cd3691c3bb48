"""Bring a match to every stage that a table can show, by the presses that lead there."""

from corrido.core import events as e
from corrido.core.match import Match
from corrido.core.presets import rules_for
from corrido.core.rules import CORRIDO, TEMPORIZADOR

Step = tuple[int, int, int, int]  # t_ms, kind, who, value

MODES = ("fise-corrido", "fise-no-corrido", "fise-temporizador")
T_MS = 100_000  # when the table's control is used

ARM = [(0, e.ARM, 0, 0)]
START = [*ARM, (1000, e.PRESS, e.B, 0)]
COUNT = [*START, (9000, e.PRESS, e.A, 0)]
WORDS = (20_000, e.CHALLENGE, e.B, 0)
SUBMITTED = (21_000, e.SUBMIT, 0, 0)
SIGNED = [(22_000, e.CONFIRM, e.A, e.SUBMIT), (23_000, e.CONFIRM, e.B, e.SUBMIT)]


def _stopped(turn: list[Step], reason: int) -> list[Step]:
    return [*turn, (15_000, e.STOP, 0, 1), (16_000, e.REASON, 0, reason)]


def _verdict(turn: list[Step], answer: int) -> list[Step]:
    return [*turn, WORDS, SUBMITTED, *SIGNED, (24_000, e.VERDICT, 0, answer)]


def _over(turn: list[Step]) -> list[Step]:
    finish = [(30_000, e.FINISH, 0, 0)]
    both = [(31_000, e.CONFIRM, e.A, e.FINISH), (32_000, e.CONFIRM, e.B, e.FINISH)]
    return [*_stopped(turn, e.OTHER), *finish, *both]


def stages(mode: int) -> dict[str, list[Step]]:
    """Return the stages of a game in `mode` (0, 1, 2), with the steps to each; A is mover."""
    turn = START if mode == CORRIDO else COUNT  # the stage in which a play is counted
    over = _over(START)
    closed = [*over, (33_000, e.CONFIRM, e.A, e.CLOSE), (34_000, e.CONFIRM, e.B, e.CLOSE)]
    table = {
        "setup": [],
        "ready": ARM,
        "late (A)": [*ARM, (1000, e.LATE, e.A, 0)],
        "ready, late A has arrived": [*ARM, (1000, e.LATE, e.A, 0), (5000, e.ARRIVAL, e.A, 0)],
        "running": START,
        "count": COUNT,
        "stopped (tiles)": _stopped(START, e.TILES),
        "stopped (score)": _stopped(turn, e.SCORE),
        "stopped, end to sign": [*_stopped(START, e.OTHER), (30_000, e.FINISH, 0, 0)],
        "challenge, words": [*turn, WORDS],
        "challenge, to sign": [*turn, WORDS, SUBMITTED],
        "challenge, look-up": [*turn, WORDS, SUBMITTED, *SIGNED],
        "verdict valid": _verdict(turn, e.VALID),
        "verdict invalid": _verdict(turn, e.INVALID),
        "over": over,
        "over, sheet of A": [*over, (33_000, e.SHEET, e.A, 0)],
        "closed": closed,
        "closed, to reopen": [*closed, (35_000, e.REOPEN, 0, 0)],
        "recovered": [*START, (15_000, e.POWER, 0, 0)],
        "fault": [*turn, WORDS, SUBMITTED, *SIGNED, (24_000, e.FAULT, 0, 1)],
    }
    if mode == CORRIDO:
        del table["count"]
    if mode == TEMPORIZADOR:
        del table["over, sheet of A"]
    return table


def at(mode: int, steps: list[Step]) -> Match:
    """Return a match of this mode at T_MS, after these steps; no budget or turn has run out."""
    rules = rules_for(MODES[mode], turn_ms=3_600_000, signals_ms=())
    match = Match(rules)
    for seq, (t_ms, kind, who, value) in enumerate(steps, 1):
        match.handle((seq, t_ms, kind, who, value))
    match.advance(T_MS)
    return match
