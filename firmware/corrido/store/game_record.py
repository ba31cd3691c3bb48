"""A game's first record: the rules and labels that it was armed with."""

import json

from corrido.compat import TYPE_CHECKING, json_text
from corrido.core.rules import FIELDS, Rules

if TYPE_CHECKING:
    from typing import Any

    from corrido.store.game_settings import Labels

_UNRECORDED = ("source",)


def pack_rules(rules: Rules, labels: "Labels") -> bytes:
    """Return the game's settings at arming, packed for its first record."""
    values = [(name, getattr(rules, name)) for name in FIELDS if name not in _UNRECORDED]
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
    """Return the settings that any version's pack_rules wrote; missing fields as they were then.

    ValueError, TypeError or LookupError if they are incomplete.
    """
    from corrido.core.presets import COMMON  # seldom needed: not in memory during play

    stored = json.loads(payload.decode())[0]
    values: "dict[str, Any]" = dict(COMMON)
    values.update({name: stored[name] for name in FIELDS if name in stored})
    values["signals_ms"] = tuple(values["signals_ms"])
    return Rules(**values)
