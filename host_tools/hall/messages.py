"""Messages from a broker, read as a stranger's data: shape, size and characters are checked.

Whoever holds a device's account can send anything. Anything other than a status, an entry or a
sign of life in its shape of untrusted/shapes.json is dropped; texts lose their control characters.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from host_tools.untrusted import reading
from host_tools.untrusted.text import clean

LARGEST_BYTES = 4096
LONGEST_LABEL = 40
LOCAL = "log"
TAG = re.compile(r"[0-9a-f]{16}\Z")
_TAGGED = re.compile(rb'(.*), "tag": "([0-9a-f]{16})"\}\Z', re.DOTALL)
NAME = re.compile(r"[A-Za-z0-9._-]{1,40}\Z")
COUNT = {"$ref": "#/$defs/count"}
LABELS = ("device-name", "round", "table", "player-a", "player-b", "id")


@dataclass(frozen=True)
class Status:
    """The state that a device shows: texts and whole numbers by field, only known fields.

    tag: of the log's key, for `said`; LOCAL for a status that came over no air.
    """

    fields: dict[str, str | int]
    tag: str = LOCAL
    said: bytes = b""


class LogEntry(NamedTuple):
    """One entry of a device's log, the n-th of its game; us since power-on, or -1."""

    game: int
    n: int
    seq: int
    t_ms: int
    kind: int
    who: int
    value: int
    logs: tuple[str, ...]
    text: str
    us: int = -1
    tag: str = ""  # of the log's key, 16 hexadecimal digits; LOCAL for one from the log itself


@dataclass(frozen=True)
class Alive:
    """Whether the broker holds a connection to the device."""

    connected: bool


Message = Status | LogEntry | Alive


@dataclass(frozen=True)
class Heard:
    """A message and where it came from."""

    hall: str
    device: str
    message: Message
    live: bool = True  # False: the broker kept it, or sends it again; or it is from a file

    @property
    def place(self) -> tuple[str, str]:
        """Return the hall and the device."""
        return self.hall, self.device


def label(text: str) -> str:
    """Return a stranger's name or number for something, made harmless and cut to 40 letters."""
    return clean(text)[:LONGEST_LABEL]


def parse(topic: str, payload: bytes) -> Heard | None:
    """Return the parsed message; None if it is not one that a device sends."""
    parts = topic.split("/")
    if len(parts) != 4 or parts[0] != "corrido" or len(payload) > LARGEST_BYTES:
        return None
    _, hall, device, kind = parts
    if not (NAME.match(hall) and NAME.match(device)):
        return None
    if kind == "alive":
        known = payload in (b"0", b"1")
        return Heard(hall, device, Alive(payload == b"1")) if known else None
    try:
        if kind == "event":
            fields = reading.document(payload, "hall_event", LARGEST_BYTES)
            fields["logs"] = tuple(fields["logs"])
            entry = {name: fields[name] for name in LogEntry._fields if name in fields}
            return Heard(hall, device, LogEntry(**entry))
        status = checked_status(reading.document(payload)) if kind == "status" else None
    except reading.Malformed:
        return None
    if status is None:
        return None
    body, tag = found.groups() if (found := _TAGGED.match(payload)) else (b"", b"")
    said = topic.encode() + b"\n" + body + b"}"
    return Heard(hall, device, replace(status, tag=tag.decode(), said=said))


def checked_status(fields: Any) -> Status | None:
    """Return the known fields of a status; None if one is malformed or a needed one missing."""
    if isinstance(fields, dict) and fields.get("battery", 0) is None:
        fields = {name: value for name, value in fields.items() if name != "battery"}  # none
    try:
        fields = reading.shaped(fields, "hall_status")
    except reading.Malformed:
        return None
    found: dict[str, str | int] = {}
    known = reading.schema()["$defs"]["hall_status"]["properties"]
    for name in fields.keys() & known.keys():
        value = fields[name]
        if name in LABELS:
            found[name] = label(value)
        else:
            found[name] = int(value) if known[name] == COUNT else value
    return Status(found)
