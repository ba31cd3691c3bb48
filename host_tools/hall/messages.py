"""Messages from a broker, read as a stranger's data: shape, size and characters are checked.

Whoever holds a device's account can send anything. Anything other than a status, an entry or a
sign of life in the shape of docs/hall.md is dropped; texts lose their control characters.
"""

import json
import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from host_tools.log.firmware import phases

LARGEST_BYTES = 4096
LONGEST_LABEL = 40
LONGEST_TEXT = 1500
LOCAL = "log"
TAG = re.compile(r"[0-9a-f]{16}\Z")
NAME = re.compile(r"[A-Za-z0-9._-]{1,40}\Z")
LOG = re.compile(r"[a-z][a-z-]{0,15}\Z")
CLOCK = re.compile(r"-?\d{1,4}:[0-5]\d\.\d{3}\Z")
WORD = re.compile(r"[a-z0-9-]{1,24}\Z")
SIDES = ("none", "A", "B", "AB")
LABELS = ("device-name", "round", "table", "player-a", "player-b", "id")
CHOICES = {
    "phase": phases.ALL,
    "running": SIDES,
    "turn": SIDES,
    "forfeit": SIDES,
}
CLOCKS = ("clock.A", "clock.B", "limit")
WORDS = ("reason", "verdict", "notice", "marks", "card.A", "card.B", "preset", "locked",
         "list")  # fmt: skip
NUMBERS = (
    "points.A", "points.B", "turns.A", "turns.B", "penalty.A", "penalty.B", "game", "passes",
    "scoreless", "us", "seq", "battery", "entries",
)  # fmt: skip
NEEDED = ("phase", "running", "turn", "clock.A", "clock.B", "reason")
LIMITS = {"game": (1, 65535), "n": (1, 32_768), "seq": (0, 65535), "t_ms": (0, 7 * 86_400_000),
          "kind": (0, 255), "who": (0, 3), "value": (-(2**31), 2**31 - 1)}  # fmt: skip


@dataclass(frozen=True)
class Status:
    """The state that a device shows: texts and whole numbers by field, only known fields."""

    fields: dict[str, str | int]


@dataclass(frozen=True)
class LogEntry:
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


def clean(text: str, longest: int = LONGEST_LABEL) -> str:
    """Return a stranger's text cut to `longest`, without controls, formats or surrogates."""
    kept = (letter for letter in text if not unicodedata.category(letter).startswith("C"))
    return "".join(kept)[:longest]


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
        fields = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict):
        return None
    read = {"status": checked_status, "event": _entry}.get(kind)
    message = read(fields) if read else None
    return Heard(hall, device, message) if message else None


def _whole(value: Any, low: int, high: int) -> int | None:
    """Return a whole number within bounds, given as a number or text; None for anything else."""
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,10}", value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if low <= value <= high else None


def checked_status(fields: dict[str, Any]) -> Status | None:
    """Return the known fields, each in its shape; None if a mandatory one is missing."""
    found: dict[str, str | int] = {}
    for name, value in fields.items():
        kept = _field(name, value)
        if kept is not None:
            found[name] = kept
    return Status(found) if all(name in found for name in NEEDED) else None


def _field(name: str, value: Any) -> str | int | None:
    """Return a status field in the form in which it is kept; None if unknown or malformed."""
    if name in NUMBERS:
        return _whole(value, 0, 2**53)
    if not isinstance(value, str):
        return None
    if name in CHOICES:
        return value if value in CHOICES[name] else None
    if name in CLOCKS:
        return value if CLOCK.match(value) or value == "none" else None
    if name in WORDS:
        return value if WORD.match(value) else None
    return clean(value) if name in LABELS else None


def _entry(fields: dict[str, Any]) -> LogEntry | None:
    numbers = {name: _whole(fields.get(name), *span) for name, span in LIMITS.items()}
    logs, text = fields.get("logs"), fields.get("text")
    if None in numbers.values() or not isinstance(text, str) or len(text) > LONGEST_TEXT:
        return None
    if not isinstance(logs, list) or len(logs) > 7:
        return None
    if not all(isinstance(name, str) and LOG.match(name) for name in logs):
        return None
    us, tag = _whole(fields.get("us", -1), -1, 2**53), fields.get("tag")
    known: Any = numbers
    return LogEntry(**known, logs=tuple(logs), text=clean(text, LONGEST_TEXT),
                    us=-1 if us is None else us,
                    tag=tag if isinstance(tag, str) and TAG.match(tag) else "")  # fmt: skip


def clock_ms(text: str | int) -> int:
    """Return `m:ss.mmm` in milliseconds, negative in overtime; 0 for `none`."""
    if not isinstance(text, str) or not CLOCK.match(text):
        return 0
    sign = -1 if text.startswith("-") else 1
    minutes, seconds = text.lstrip("-").split(":")
    return sign * (int(minutes) * 60_000 + int(seconds.replace(".", "")))
