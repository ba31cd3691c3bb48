"""Bring a match to every stage that a table can show, by the presses that lead there."""

from corrido.core import events
from corrido.core.match import Match
from corrido.core.presets import rules_for
from corrido.core.rules import CORRIDO, TEMPORIZADOR

Step = tuple[int, int, int, int]  # t_ms, kind, who, value

MODES = ("fise-corrido", "fise-no-corrido", "fise-temporizador")
T_MS = 100_000  # when the table's control is used

ARM = [(0, events.ARM, 0, 0)]
START = [*ARM, (1000, events.PRESS, events.B, 0)]
COUNT = [*START, (9000, events.PRESS, events.A, 0)]
WORDS = (20_000, events.CHALLENGE, events.B, 0)
SUBMITTED = (21_000, events.SUBMIT, 0, 0)
SIGNED = [
    (22_000, events.CONFIRM, events.A, events.SUBMIT),
    (23_000, events.CONFIRM, events.B, events.SUBMIT),
]


def _stopped(turn: list[Step], reason: int) -> list[Step]:
    return [*turn, (15_000, events.STOP, 0, 1), (16_000, events.REASON, 0, reason)]


def _verdict(turn: list[Step], answer: int) -> list[Step]:
    return [*turn, WORDS, SUBMITTED, *SIGNED, (24_000, events.VERDICT, 0, answer)]


def _over(turn: list[Step]) -> list[Step]:
    finish = [(30_000, events.FINISH, 0, 0)]
    both = [
        (31_000, events.CONFIRM, events.A, events.FINISH),
        (32_000, events.CONFIRM, events.B, events.FINISH),
    ]
    return [*_stopped(turn, events.OTHER), *finish, *both]


def stages(mode: int) -> dict[str, list[Step]]:
    """Return the stages of a game in `mode` (0, 1, 2), with the steps to each; A is mover."""
    turn = START if mode == CORRIDO else COUNT  # the stage in which a play is counted
    over = _over(START)
    closed = [
        *over,
        (33_000, events.CONFIRM, events.A, events.CLOSE),
        (34_000, events.CONFIRM, events.B, events.CLOSE),
    ]
    table = {
        "setup": [],
        "ready": ARM,
        "late (A)": [*ARM, (1000, events.LATE, events.A, 0)],
        "ready, late A has arrived": [
            *ARM,
            (1000, events.LATE, events.A, 0),
            (5000, events.ARRIVAL, events.A, 0),
        ],
        "running": START,
        "count": COUNT,
        "stopped (tiles)": _stopped(START, events.TILES),
        "stopped (score)": _stopped(turn, events.SCORE),
        "stopped, end to sign": [*_stopped(START, events.OTHER), (30_000, events.FINISH, 0, 0)],
        "challenge, words": [*turn, WORDS],
        "challenge, to sign": [*turn, WORDS, SUBMITTED],
        "challenge, look-up": [*turn, WORDS, SUBMITTED, *SIGNED],
        "verdict valid": _verdict(turn, events.VALID),
        "verdict invalid": _verdict(turn, events.INVALID),
        "over": over,
        "over, sheet of A": [*over, (33_000, events.SHEET, events.A, 0)],
        "closed": closed,
        "closed, to reopen": [*closed, (35_000, events.REOPEN, 0, 0)],
        "recovered": [*START, (15_000, events.POWER, 0, 0)],
        "fault": [*turn, WORDS, SUBMITTED, *SIGNED, (24_000, events.FAULT, 0, 1)],
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
