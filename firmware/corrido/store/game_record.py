"""A game's first record: the rules and labels that it was armed with, and a state to go on from.

A game whose events outgrow the journal is folded: the resulting state replaces them, as plain
values for JSON. A list begins with what it is: LIST to BYTES, or a record's place in blanks(),
whose fields follow by their names' order. Loaded only to arm, to fold, and at a start.
"""

import json
from binascii import hexlify, unhexlify

from corrido.compat import TYPE_CHECKING, const, json_text
from corrido.core import events, match
from corrido.core.game import Game
from corrido.core.match import Record
from corrido.core.rules import Rules

if TYPE_CHECKING:
    from typing import Any

    from corrido.store.settings_table import Labels

MARKS_KEPT = const(100)  # of the latest turns: more than any row that can be set to end a game
LIST, TUPLE, DICT, BYTES, RECORD = range(5)
_RULES = "rules"


def pack_rules(rules: Rules, labels: "Labels") -> bytes:
    """Return the game's settings at arming, packed for its first record."""
    values = rules.values()
    known = [(name, labels[name]) for name in sorted(labels) if labels[name] not in (None, "")]
    return ("[%s, %s]" % (_object(values), _object(known))).encode()


def pack_fold(rules: Rules, labels: "Labels", state: "list[Any]") -> bytes:
    """Return a game's settings and labels with the state that its events have produced."""
    return pack_rules(rules, labels)[:-1] + b"," + json_text(state).encode() + b"]"


def _object(members: "list[tuple[str, Any]]") -> str:
    """Return a JSON object with its members in the order given: the chain covers its bytes.

    MicroPython's dicts have an order of their own, and CPython's json.dumps() escapes non-ASCII
    characters: the same game would get two different links, and two QR codes at its end.
    """
    return "{%s}" % ", ".join(['"%s": %s' % (n, json_text(value)) for n, value in members])


def unpack_rules(payload: bytes) -> Rules:
    """Return the settings that pack_rules wrote, each in its range; missing ones are COMMON's.

    ValueError, TypeError or LookupError if they are not.
    """
    from corrido.core.presets import COMMON  # not in memory during play
    from corrido.store import door

    stored = json.loads(payload.decode())[0]
    values: "dict[str, Any]" = {name: stored.get(name, COMMON[name]) for name in COMMON}
    values["signals_ms"] = tuple(values["signals_ms"])
    return door.rules(Rules(name=stored["name"], **values))


# -- the state of a match


def folded(game: Game) -> "list[Any]":
    """Return the state of a match, without its rules, as lists, strings and numbers.

    Nothing before it can be taken back: the events that a replay would need are gone.
    """
    game = game.copy()
    game.seqs.acts = []
    game.seqs.press = game.seqs.left = 0
    marks = game.row.marks
    if len(marks) > MARKS_KEPT:
        # Only whether one of the old turns was a play can still matter (art. 45.3).
        old = events.PLAY if events.PLAY in marks[:-MARKS_KEPT] else events.LOST
        game.row.marks = bytes((old,)) + marks[-MARKS_KEPT:]
        if game.played:
            game.played.at -= len(marks) - len(game.row.marks)
    return plain(game, [type(one) for one in blanks(game.rules)])


def blanks(rules: Rules) -> "tuple[Record, ...]":
    """Return a new record of each kind."""
    return (
        Game(rules), match.Player(0), match.Clock(0), match.Turn(0, rules, 0, match.Player(0)),
        match.Played(0, 0), match.Stop(0, 0), match.Late(), match.Challenge(0, 0, False),
        match.Ending("", 0), match.Question(0), match.Limit(-1), match.Row(False), match.Seqs(),
        match.Neutral(),
    )  # fmt: skip


def unfolded(values: "list[Any]", rules: "Rules") -> Game:
    """Return the match that folded() described; raise LookupError, ValueError or TypeError."""
    game = _made(values, blanks(rules))
    if not isinstance(game, Game):
        raise ValueError("no game")
    game.rules = rules
    return game


def entered(values: "list[Any]", rules: "Rules") -> Game:
    """Return the match that folded() described, once it has passed the door."""
    from corrido.store import door

    return door.state(unfolded(values, rules))


def _fields(record: Record) -> "list[str]":
    """Return the names of a record's fields in order: the chain covers their values' bytes."""
    return [name for name in sorted(record.__dict__) if name != _RULES]


def plain(value: "Any", kinds: "list[type[Record]]") -> "Any":
    """Return a record, or any value of one, as lists, texts and numbers."""
    if isinstance(value, Record):
        of_it = [plain(value.__dict__[name], kinds) for name in _fields(value)]
        return [RECORD + kinds.index(type(value))] + of_it
    kind: "Any" = value.__class__
    if kind is bytes:
        return [BYTES, hexlify(value).decode()]
    if kind is dict:
        pairs: "list[Any]" = [DICT]
        for key in sorted(value):
            pairs += [plain(key, kinds), plain(value[key], kinds)]
        return pairs
    if kind in (list, tuple):
        return [LIST if kind is list else TUPLE] + [plain(one, kinds) for one in value]
    return int(value) if kind is bool else value


def _made(value: "Any", new: "tuple[Record, ...]") -> "Any":
    if value.__class__ is not list:
        return value
    kind: int = value[0]
    if kind >= RECORD:
        return _record(value, new[kind - RECORD], new)
    if kind == BYTES:
        return unhexlify(value[1])
    made: "list[Any]" = [_made(one, new) for one in value[1:]]
    if kind == DICT:
        return {made[at]: made[at + 1] for at in range(0, len(made), 2)}
    return tuple(made) if kind == TUPLE else made


def _record(values: "list[Any]", blank: Record, new: "tuple[Record, ...]") -> Record:
    record, names = object.__new__(type(blank)), _fields(blank)
    if len(values) != len(names) + 1:
        raise ValueError("%s has %d fields" % (type(blank).__name__, len(names)))
    for name, value in zip(names, values[1:]):
        made = _made(value, new)
        is_bool = blank.__dict__[name].__class__ is bool and made in (0, 1)
        setattr(record, name, bool(made) if is_bool else made)
    return record
