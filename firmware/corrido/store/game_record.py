"""A game's first record: the rules and labels that it was armed with, and a state to go on from.

A game whose events outgrow the journal is folded: the resulting state replaces them, as plain
values for JSON. Loaded only to arm, to fold, and at a start.
"""

import json
from binascii import hexlify, unhexlify

from corrido.compat import TYPE_CHECKING, const, json_text
from corrido.core import events, match
from corrido.core.game import Game
from corrido.core.match import Record
from corrido.core.rules import FIELDS, Rules

if TYPE_CHECKING:
    from typing import Any

    from corrido.store.settings_table import Labels

MARKS_KEPT = const(100)  # of the latest turns: more than any row that can be set to end a game
RECORDS: "tuple[type[Record], ...]" = (
    Game, match.Player, match.Clock, match.Turn, match.Played, match.Stop, match.Late,
    match.Challenge, match.Ending, match.Question, match.Limit, match.Row, match.Seqs,
    match.Neutral,
)  # fmt: skip
_RULES = "rules"


def pack_rules(rules: Rules, labels: "Labels") -> bytes:
    """Return the game's settings at arming, packed for its first record."""
    values = [(name, getattr(rules, name)) for name in FIELDS]
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
    values: "dict[str, Any]" = dict(COMMON)
    values.update({name: stored[name] for name in FIELDS if name in stored})
    values["signals_ms"] = tuple(values["signals_ms"])
    return door.rules(Rules(**values))


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
    return plain(game)


def unfolded(values: "list[Any]", rules: "Rules") -> Game:
    """Return the match that folded() described; raise LookupError, ValueError or TypeError."""
    game = _made(values)
    if not isinstance(game, Game):
        raise ValueError("no game")
    game.rules = rules
    return game


def entered(values: "list[Any]", rules: "Rules") -> Game:
    """Return the match that folded() described, once it has passed the door."""
    from corrido.store import door

    return door.state(unfolded(values, rules))


def plain(value: "Any") -> "Any":
    """Return a record, or any value of one, as lists, strings and numbers."""
    if isinstance(value, Record):
        fields: "list[Any]" = ["record", type(value).__name__]
        for name in sorted(value.__dict__):  # the chain covers the bytes: one order everywhere
            if name != _RULES:
                fields += [name, plain(value.__dict__[name])]
        return fields
    kind: "Any" = value.__class__
    if kind is bytes:
        return ["bytes", hexlify(value).decode()]
    if kind is dict:
        pairs: "list[Any]" = ["dict"]
        for key in sorted(value):
            pairs += [plain(key), plain(value[key])]
        return pairs
    if kind in (list, tuple):
        return ["list" if kind is list else "tuple"] + [plain(field) for field in value]
    return value


def _made(value: "Any") -> "Any":
    if value.__class__ is not list:
        return value
    kind = value[0]
    if kind == "record":
        return _record(value)
    if kind == "bytes":
        return unhexlify(value[1])
    made: "list[Any]" = [_made(field) for field in value[1:]]
    if kind == "dict":
        return {made[at]: made[at + 1] for at in range(0, len(made), 2)}
    return tuple(made) if kind == "tuple" else made


def _record(fields: "list[Any]") -> Record:
    kind = {kind.__name__: kind for kind in RECORDS}[fields[1]]
    record = object.__new__(kind)
    for at in range(2, len(fields), 2):
        setattr(record, fields[at], _made(fields[at + 1]))
    return record
