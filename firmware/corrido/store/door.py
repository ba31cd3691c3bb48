"""The door through which every kept or carried value comes in: types and ranges, in one table.

A value is a stranger's until it has passed, however whole its bytes are: a record's, another
device's, a host's. What a setting may be is said in settings_table, whose rows bound the rules
too. Loaded only at a start, and when a game moves.
"""

from corrido.compat import TYPE_CHECKING, const
from corrido.core import ending, events, match, phases, why
from corrido.core.game import Game
from corrido.core.presets import COMMON, NAME_LETTERS
from corrido.core.rules import NONE
from corrido.store import settings_table as settings
from corrido.store.game_record import MARKS_KEPT

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
    "book": ("",) + tuple(why.RULEBOOKS),
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


def _refuse(name: str, value: "Any", right: str = "") -> None:
    raise ValueError("%s is %s%s" % (name, repr(value)[:40], right and ": " + right))


def _check(name: str, kind: str, value: "Any") -> None:
    """Raise ValueError unless a value is of a kind of the table."""
    if kind[-1] == "*":
        if not _is(value, list) or len(value) > MOST_ITEMS:
            _refuse(name, value)
        for one in value:
            _check(name, kind[:-1], one)
        return
    if kind[-1] == "?":
        if value is None:
            return
        kind = kind[:-1]
    if kind in TABLE:
        if type(value).__name__ != kind:
            _refuse(name, value, kind)
        _check_record(kind, value)
        return
    right: "Any" = KINDS[kind]
    if callable(right):
        if not right(value):
            _refuse(name, value)
    elif _is(right[0], str):
        if not _is(value, str) or value not in right:
            _refuse(name, value, "one of %s" % (right,))
    elif not _is(value, int) or not right[0] <= value <= right[1]:
        _refuse(name, value, "%d to %d" % right)


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
            _refuse(kind + "." + name, record.__dict__[name], "no row of store/door.py")
    for name in fields:
        if name not in record.__dict__:
            _refuse(kind + "." + name, "missing")
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
                _refuse(field, value, settings.right(kind))
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


def labels(given: "dict[str, Any]") -> None:
    """Check a game's labels, `from` of a carried one too; ValueError names what is wrong."""
    for name, value in given.items():
        if name == "from":
            if not _is(value, str) or not 17 <= len(value) <= 80:
                _refuse(name, value, "where the game comes from")
        elif name not in settings.LABELS:
            _refuse("label", name, ", ".join(settings.LABELS))
        elif value is not None:
            settings.check(name, value)


def state(game: Game) -> Game:
    """Return a game whose records are complete, each value in its range; ValueError names one."""
    _check("state", "Game", game)
    if len(game.players) != 2:
        _refuse("Game.players", len(game.players), "2")
    return game


def stopped(game: Game) -> Game:
    """Return a game that stands stopped and whose figures agree; ValueError names what does not.

    Only so does a game leave a device (core/arbiter.py).
    """
    state(game)
    under, row, marks = game.under + [""], game.row, len(game.row.marks)
    turn, stop, found, played = game.turn, game.stop, game.challenge, game.played
    players, clocks = game.players, [player.clock for player in game.players]
    rules, limit, t_ms, still_ms = game.rules, game.limit, game.t_ms, game.neutral.still_ms
    bases = phases.WITH_A_CLOCK + (() if phases.VERDICT in under else phases.BEFORE_START)
    turns, used_ms = sum(game.turns), sum([clock.used_ms for clock in clocks])
    stops_ms = sum([ms for _, ms in game.neutral.stops.values()]) + (stop.ms if stop else 0)
    given = players[0].sanctions + players[1].sanctions
    points = [rules.penalty_points] + [one[1] for one in given if one[0] == events.PENALTY]
    told = game.copy()
    ending.tell(told)
    for name in ("run", "fault", "left", "replaying", "question", "ending"):
        if getattr(game, name):
            _refuse("Game." + name, getattr(game, name), "a game that is carried has none")
    for name, holds in (
        ("phase", game.phase in (phases.STOPPED, phases.RECOVERED)),
        ("under", under[1:] in ([""], [phases.VERDICT, ""]) and under[0] in bases),
        ("stop", (stop is not None) == (game.phase == phases.STOPPED)),
        ("reason", stop is None or events.NONE < stop.reason <= events.OTHER),
        ("turn", (turn is None) == (under[0] in phases.BEFORE_START)),
        ("opener", (turn is None) == (game.opener == 0) and game.opener < 3),
        ("late", game.late is None if turn else under[0] != phases.LATE or bool(game.late)),
        ("challenge", phases.VERDICT not in under or bool(turn and found and found.verdict)),
        ("held", game.held == 0 or bool(turn and game.held < 3)),
        ("seqs", not (game.seqs.acts or game.seqs.press or game.seqs.left)),
        ("seq", MOST_SEQ // 2 >= game.seq >= max([1, game.seqs.event] + _abouts(game))),
        ("turns", turns == marks or turns > marks > MARKS_KEPT),
        ("turns_lost", all([player.turns_lost <= player.turns for player in players])),
        ("challenges_won", all([one.challenges_won <= one.challenges for one in players])),
        ("sanctions", min(points) >= rules.penalty_min),
        ("challenges", sum([one.challenges for one in players]) <= game.seq),
        ("own_ms", sorted([one.own_ms for one in players])
            == sorted([rules.first_ms(who) for who in (events.A, events.B)])),
        ("played", played is None or played.at < marks),
        ("row", row.at_zero == rules.scoreless_at_zero and row.alone <= marks),
        ("conditions", sorted(set(game.conditions)) == sorted(told.conditions)),
        ("t_ms", used_ms + still_ms - game.neutral.both_ms <= t_ms <= MOST_MS // 2),
        ("used_ms", max([clock.used_ms for clock in clocks]) <= t_ms),
        ("began_ms", turn is None or turn.began_ms <= t_ms),
        ("guard_end_ms", turn is None or turn.guard_end_ms <= t_ms + rules.guard_ms),
        ("held_to_ms", turn is None or turn.held_to_ms <= max(rules.hold_ms, 0) + used_ms),
        ("limit", limit.end_ms <= t_ms + limit.given_ms),
        ("limit.end_ms", limit.end_ms < 0 or limit.spent or limit.end_ms > t_ms),
        ("neutral", stops_ms <= still_ms),
        ("signalled", _announced(game)),
    ):  # fmt: skip
        if not holds:
            raise ValueError("Game.%s does not agree with the rest" % name)
    return game


def _abouts(game: Game) -> "list[int]":
    """Return the seqs of the events that a game's records name."""
    begun = [one.number for one in (game.turn, game.stop, game.played, game.challenge) if one]
    for player in game.players:
        begun += [given[3] for given in player.sanctions]
        begun += [lost // _UNIT for lost in player.turns_to_lose]
    begun += [game.seqs.price, game.seqs.price_at]
    return [number % events.HANDED for number in begun]


def _announced(game: Game) -> bool:
    """Return whether each minute of overtime that costs is announced, all but one at its limit."""
    for player in game.players:
        begun = match.minutes_begun(player.clock.over_ms(), game.rules)
        least = begun - 1 if game.rules.overtime_points else 0
        if not least <= player.clock.signalled <= begun:
            return False
    return True
