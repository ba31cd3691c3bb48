"""The door through which every kept or carried value comes in: types and ranges, in one table.

A value is a stranger's until it has passed, however whole its bytes are: a record's, another
device's, a host's. What a setting may be is said in settings_table, whose rows bound the rules
too. Loaded only at a start, and when a game moves.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.core import ending, events, match, phases
from corrido.core.game import Game
from corrido.core.presets import COMMON, NAME_LETTERS, PRESETS
from corrido.core.rules import NONE
from corrido.store import settings_table as settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from corrido.core.rules import Rules

    # A range; words; or a test of the value.
    Kind = tuple[int, int] | tuple[str, ...] | Callable[[Any], bool]

MOST_MS = const(0x7FFFFFFF)  # of a game's time: 24 days
MOST_SEQ = const(0xFFFF)
_POINTS = events.ARTICLE_UNIT - 1


def _is(value: "Any", kind: "type[Any]") -> bool:
    """Return whether a value is of exactly that type: True is no number here."""
    return type(value) is kind


def _letter(number: int) -> bool:
    return 0x41 <= number < 0x250


def _tuple_of(value: "Any", count: int) -> bool:
    """Return whether this is a tuple of so many whole numbers."""
    return _is(value, tuple) and [type(one) for one in value] == [int] * count


def _sanction(value: "Any") -> bool:
    """Return whether this is a match.Sanction."""
    most = {events.PENALTY: _POINTS, events.CARD: 3, events.VERDICT: 800, events.LOSE_TURN: 0}
    if not (_tuple_of(value, 4) and 0 <= value[1] <= most.get(value[0], -1)):
        return False
    return 0 <= value[2] <= 9999 and 0 <= value[3] <= MOST_SEQ


def _stop(key: "Any", of: "Any") -> bool:
    """Return whether this is one of what match.Neutral keeps of stops."""
    if not (_tuple_of(key, 3) and _tuple_of(of, 2) and key[0] in range(8)):
        return False
    return max(key[1:]) <= 3 and min(key[1:] + of) >= 0 and of[0] <= MOST_SEQ and of[1] <= MOST_MS


_UNIT, _LOST = events.ABOUT_UNIT, (events.PASS, events.LOST)
KINDS: "dict[str, Kind]" = {
    "yes": lambda value: _is(value, bool),
    "mask": (0, 3), "who": (1, 2), "count": (0, MOST_SEQ), "seq": (0, MOST_SEQ),
    "ms": (0, MOST_MS), "ms-none": (-1, MOST_MS), "left": (-MOST_MS, 5_999_999),
    "limit": (-1, 1000 * settings.kind_of("limit")[2]),
    "mark": (0, 2), "reason": (0, len(events.REASONS) - 1), "verdict": (0, 2),
    "fault": (0, len(events.FAULTS) - 1), "event": (0, 63), "words": (0, 8), "bits": (0, 7),
    "after": lambda value: _is(value, int) and value in (0, events.CHALLENGE, events.FAULT),
    "score": (-ending.SCORE_MOST, ending.SCORE_MOST), "points": (0, _POINTS),
    "unit": (1000, 6_000_000), "mode": (0, 3),
    "number": (0, events.BY_TIME + events.HANDED + MOST_SEQ),
    "lost": lambda value: _is(value, int)
        and value % _UNIT in _LOST and 0 <= value // _UNIT <= MOST_SEQ,
    "marks": lambda value: _is(value, bytes) and all([mark <= events.LOST for mark in value]),
    "tile": lambda value: _is(value, int)
        and _letter(value & 0xFFFF) and (value >> 16 == 0 or _letter(value >> 16)),
    "sanction": _sanction,
    "stops": lambda value: _is(value, dict) and all([_stop(key, value[key]) for key in value]),
    "phase": phases.ALL,
    "notice": (
        match.NO_NOTICE, match.TURN_EXPIRED, match.FOUR_PASSES, match.TWELVE_SCORELESS,
        match.LAST_TURN, match.TIME_OVER, match.FORFEIT,
    ),
    "official": ("arbiter", "director"), "racks": ("deduct", "keep", "unsaid"),
    "book": tuple([str(PRESETS[name].get("rulebook", "")) for name in PRESETS]),
    "name": lambda value: settings.fits(("preset",), value),
    "language": lambda value: _is(value, str)
        and settings.made_of(value, NAME_LETTERS, 2) and len(value) != 1,
}  # fmt: skip

# Of each kind of record, its fields: the kind or record of each, `?` for None too, `*` for a list.
# Of the rules, those that no setting overrides.
TABLE = {
    "Rules": "name=name mode=mode overtime_points=points overtime_unit_ms=unit cost_per_word=yes"
    " penalty_points=points penalty_min=points official=official language=language verified=yes"
    " racks_played=racks racks_limit=racks racks_zero=racks rulebook=book",
    "Game": "t_ms=ms seq=seq replaying=yes phase=phase under=phase* run=mask opener=mask"
    " held=mask left=yes crossed=yes players=Player* late=Late? turn=Turn? stop=Stop?"
    " challenge=Challenge? question=Question? ending=Ending? fault=fault limit=Limit row=Row"
    " conditions=notice* played=Played? seqs=Seqs neutral=Neutral",
    "Clock": "left_ms=left used_ms=ms signalled=count low_told=yes",
    "Player": "clock=Clock own_ms=ms turns=count challenges=count challenges_won=count"
    " absent=yes turns_to_lose=lost* turns_lost=count score=score? blanks=tile*"
    " sanctions=sanction*",
    "Late": "awaited=mask run=mask shared_ms=ms",
    "Turn": "who=who number=number began_ms=ms began_away=yes mark=mark declared=mark judged=yes"
    " play_waits=yes held_to_ms=ms guard_end_ms=ms signals_given=bits sounding=yes",
    "Played": "by=who number=number at=count judged=yes accepted=yes appealable=words",
    "Stop": "reason=reason number=number owner=mask asked=mask ms=ms times=mark returned=yes"
    " after=after",
    "Challenge": "by=who number=number left=seq owner=mask after=yes amended=yes words=words"
    " verdict=verdict seq=seq appeal_asked=yes appealed=yes",
    "Question": "kind=event number=number counted=count said=mask",
    "Ending": "notice=notice number=number decided=yes at_ms=ms deaf_until_ms=ms forfeited=mask"
    " signed=mask counted=yes between_turns=yes by_clock=yes voided=yes",
    "Limit": "given_ms=limit end_ms=ms-none spent=yes ends=yes",
    "Row": "marks=marks alone=count at_zero=yes",
    "Seqs": "event=seq press=seq left=seq price=seq price_at=seq acts=seq*",
    "Neutral": "stops=stops still_ms=ms both_ms=ms",
}
MOST_ITEMS = const(99)  # of a list


def refuse(name: str, value: "Any", right: str = "") -> None:
    """Raise a ValueError that names a value, and what would be right."""
    raise ValueError("%s is %s%s" % (name, repr(value)[:40], right and ": " + right))


def _check(name: str, kind: str, value: "Any") -> None:
    """Raise ValueError unless a value is of a kind of the table."""
    if kind[-1] == "*":
        if not _is(value, list) or len(value) > MOST_ITEMS:
            refuse(name, value)
        for one in value:
            _check(name, kind[:-1], one)
        return
    if kind[-1] == "?":
        if value is None:
            return
        kind = kind[:-1]
    if kind in TABLE:
        if type(value).__name__ != kind:
            refuse(name, value, kind)
        _check_record(kind, value)
        return
    right: "Any" = KINDS[kind]
    if callable(right):
        if not right(value):
            refuse(name, value)
    elif _is(right[0], str):
        if not _is(value, str) or value not in right:
            refuse(name, value, "one of %s" % (right,))
    elif not _is(value, int) or not right[0] <= value <= right[1]:
        refuse(name, value, "%d to %d" % right)


def _fields_of(kind: str) -> "dict[str, str]":
    """Return the kind of each field of a kind of record."""
    fields: "dict[str, str]" = {}
    for part in TABLE[kind].split():
        name, _, fields[name] = part.partition("=")
    return fields


def _check_record(kind: str, record: "Any") -> None:
    fields = _fields_of(kind)
    for name in record.__dict__:
        if name not in fields and name != "rules":
            refuse(kind + "." + name, record.__dict__[name], "no row of store/door.py")
    for name in fields:
        if name not in record.__dict__:
            refuse(kind + "." + name, "missing")
        _check(kind + "." + name, fields[name], record.__dict__[name])


def rules(given: "Rules") -> "Rules":
    """Return rules, each as its setting or its kind can be; ValueError names one that is not."""
    own = _fields_of("Rules")
    names = {settings.field_of(name): name for name in settings.OVERRIDES}
    for field, value in given.values():
        if field in own:
            _check(field, own[field], value)
        elif field != "budget_ms" or value or not given.timed_turns:  # which have a turn's time
            kind = settings.kind_of(names[field])
            if not _fits_rule(kind, COMMON[field], value):
                refuse(field, value, settings.right(kind))
    return given


def _fits_rule(kind: "settings.Kind", common: "Any", value: "Any") -> bool:
    """Return whether a setting of that kind, or none, gives a rule this value."""
    if kind[0] == "signals":
        whole = _is(value, tuple) and sum([not _is(ms, int) or ms % 1000 for ms in value]) == 0
        return whole and (value == () or settings.fits(kind, [ms // 1000 for ms in value]))
    if type(value) is not type(common):
        return False
    if kind[0] == "number":
        if value == NONE and (kind[4] or common == value):
            return True
        unit = 1000 if kind[3] == "seconds" else 1
        return value % unit == 0 and settings.fits(kind, value // unit)
    if kind[0] == "choice" and _is(value, int):
        return value in range(len(kind[1]))
    return settings.fits(kind, value) and (kind[0] != "failed" or value < settings.PER_WORD)


def state(game: Game) -> Game:
    """Return a game whose records are complete, each value in its range; ValueError names one."""
    _check("state", "Game", game)
    if len(game.players) != 2:
        refuse("Game.players", len(game.players), "2")
    return game
