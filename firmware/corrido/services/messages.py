"""The messages a device sends to a hall's broker, as in docs/hall.md; never a played word."""

import json
from binascii import hexlify

from corrido.compat import TYPE_CHECKING
from corrido.core import events

if TYPE_CHECKING:
    from typing import Any, Protocol

    from corrido.parts import Board
    from corrido.services.health import Health
    from corrido.services.judge import Judge
    from corrido.services.recorder import Recorder
    from corrido.services.timebase import Timebase
    from corrido.store.journal.codec import Heard, Links
    from corrido.store.journal.journal import Journal
    from corrido.store.settings import Settings

    class Table(Protocol):
        """The device, as far as the radio reads it: it changes nothing there."""

        board: Board
        settings: Settings
        health: Health
        judge: Judge
        recorder: Recorder
        timebase: Timebase
        journal: Journal

        def fresh(self) -> bool: ...
        def status(self) -> dict[str, str]: ...


LABELS = ("device-name", "round", "table", "player-a", "player-b")
TAGGED = ("game", "n", "seq", "t_ms", "kind", "who", "value")


def public_text(kind: int, logs: "tuple[str, ...]", payload: bytes) -> str:
    """Return the public part of an entry's payload: rules, stops, figures; never a played word."""
    if kind == events.ARM:
        return payload.decode()
    if "ignored" in logs:
        return hexlify(payload).decode()
    if kind in (events.VERDICT, events.FOLD) or "lookup" in logs or "pin" in logs:
        return ""
    parts = payload.decode().split("; ")
    return "; ".join([part for part in parts if part.startswith("stopped ") or ">" in part])


def tagged_part(topic: str, fields: "dict[str, Any]") -> bytes:
    """Return what the log's key signs of an entry's message: what is the same when sent again."""
    parts = [str(fields[name]) for name in TAGGED]
    return "\n".join([topic] + parts + [" ".join(fields["logs"]), fields["text"]]).encode()


def event_message(entry: "Heard", number: int, heard_ms: int, topic: str, links: "Links") -> bytes:
    """Return entry `number` as JSON with its tag; heard_ms since power-on, -1 if unknown."""
    game, seq, t_ms, kind, who, value, logs, payload = entry
    told = game, number, seq, t_ms, kind, who, value
    fields: "dict[str, Any]" = dict(zip(TAGGED, told))
    fields["logs"], fields["text"] = logs, public_text(kind, logs, payload)
    if heard_ms >= 0:
        fields["us"] = heard_ms * 1000
    tag = links.tag_of(tagged_part(topic, fields))
    if tag:
        fields["tag"] = hexlify(tag).decode()
    return json.dumps(fields).encode()


def status_message(table: "Table", number: int, now_ms: int, entries: int, topic: str) -> bytes:
    """Return the status as JSON, its tag at its end.

    number: of those before; entries: the game's, 0 if unknown.
    """
    fields: "dict[str, Any]" = dict(table.status())
    for name in LABELS:
        fields[name] = table.settings.text(name)
    match = table.recorder.match
    for who in (events.A, events.B):
        key = match.name_key(who)
        fields["player-" + "ab"[who - 1]] = table.settings.text(key)
    fields["id"] = hexlify(table.board.unique_id).decode()
    fields["crossed"] = int(match.crossed)  # for names that only a plan has
    fields["us"] = now_ms * 1000
    fields["seq"] = number
    fields["entries"] = entries
    fields["battery"] = table.health.battery_percent()
    fields["list"] = table.judge.known_title[-8:]
    told = json.dumps(fields).encode()
    tag = table.journal.links.tag_of((topic + "\n").encode() + told)
    return told[:-1] + b', "tag": "' + hexlify(tag) + b'"}' if tag else told
