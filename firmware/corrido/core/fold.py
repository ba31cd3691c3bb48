"""Turn the state of a match into plain values for JSON, and back, to restart a record from.

A game whose events outgrow the journal is folded: the resulting state replaces them. Loaded only
then, and at a start that finds such a record.
"""

from binascii import hexlify, unhexlify

from corrido.compat import TYPE_CHECKING, const
from corrido.core import events, match
from corrido.core.game import Game
from corrido.core.match import Record

if TYPE_CHECKING:
    from typing import Any

    from corrido.core.rules import Rules

MARKS_KEPT = const(64)  # of the latest turns: far more than any series that ends a game
RECORDS: "tuple[type[Record], ...]" = (
    Game, match.Player, match.Clock, match.Turn, match.Played, match.Stop, match.Late,
    match.Challenge, match.Ending, match.Question, match.Limit, match.Row, match.Seqs,
    match.Neutral,
)  # fmt: skip
_RULES = "rules"


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
