"""The shapes of a device's answers and of files that host tools read back, as JSON Schemas.

A device may be newer than these tools: an object may carry fields not named here, but only a few,
with short, plain values.
"""

import functools
from typing import Any

from corrido.core import phases

from host_tools.untrusted.reading import Check

Schema = dict[str, Any]

MOST_FIELDS = 80
MOST_BLOCKS = 1 << 14
MOST_LEXICONS = 64
_PLAIN: Schema = {
    "type": ["string", "number", "boolean", "null"],
    "maxLength": 200,
    "maximum": 1 << 53,
    "minimum": -(1 << 53),
}


def _text(longest: int, pattern: str = "") -> Schema:
    return {"type": "string", "maxLength": longest, **({"pattern": pattern} if pattern else {})}


def _whole(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _record(**fields: Schema) -> Schema:
    """Return the schema of an object with all these fields, and possibly more plain ones."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": _PLAIN,
        "maxProperties": MOST_FIELDS,
    }


def _list(items: Schema, most: int, least: int = 0) -> Schema:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def _tuple(*items: Schema) -> Schema:
    return {"type": "array", "items": [*items], "minItems": len(items), "maxItems": len(items)}


_BIG = (1 << 53) - 1
_ID = _text(64, r"^[0-9a-f]*\Z")
_NAME = _text(64)
_PATH = _text(256, r"^/")
_YES_NO: Schema = {"type": "boolean"}
_DONE: Schema = {"const": True}
_SETTING: Schema = {"anyOf": [_PLAIN, _list(_whole(0, 6000), 3, 1)]}
_SETTINGS: Schema = {
    "type": "object",
    "additionalProperties": _SETTING,
    "maxProperties": MOST_FIELDS,
}
# Flash whose blocks hold a journal: those of hal/flash.py have 4 KiB and pages of 256 bytes.
_REGION = {
    "block": {**_whole(2048, 1 << 20), "multipleOf": 256},
    "page": {"enum": [64, 128, 256, 512, 1024, 2048]},
    "first": _whole(0, MOST_BLOCKS),
    "blocks": _whole(1, MOST_BLOCKS),
}

CLOCK = r"-?\d{1,4}:[0-5]\d\.\d{3}\Z"
TAG = r"[0-9a-f]{16}\Z"
COUNT: Schema = {"type": ["integer", "string"], "minimum": 0, "maximum": _BIG,
                 "pattern": r"^\d{1,10}\Z"}  # fmt: skip
_WORD = _text(24, r"^[a-z0-9-]+\Z")
_SIDES: Schema = {"enum": ["none", "A", "B", "AB"]}
_MINUTES = _text(12, rf"^(none\Z|{CLOCK})")
# The fields of a table's status that a hall keeps (docs/hall.md); others may come with them.
HALL_STATUS: dict[str, Schema] = {
    "phase": {"enum": [*phases.ALL]}, "running": _SIDES, "turn": _SIDES, "forfeit": _SIDES,
    "clock.A": _MINUTES, "clock.B": _MINUTES, "limit": _MINUTES,
    **dict.fromkeys(("reason", "verdict", "notice", "marks", "card.A", "card.B", "preset",
                     "locked", "list"), _WORD),
    **dict.fromkeys(("points.A", "points.B", "turns.A", "turns.B", "penalty.A", "penalty.B",
                     "game", "passes", "scoreless", "us", "seq", "battery", "entries"), COUNT),
    **dict.fromkeys(("device-name", "round", "table", "player-a", "player-b", "id"), _text(4096)),
}  # fmt: skip
_HALL_EVENT = {
    "game": _whole(1, 65535), "n": _whole(1, 32_768), "seq": _whole(0, 65535),
    "t_ms": _whole(0, 7 * 86_400_000), "kind": _whole(0, 255), "who": _whole(0, 3),
    "value": _whole(-(1 << 31), (1 << 31) - 1), "logs": _list(_text(16, r"^[a-z][a-z-]*\Z"), 7),
    "text": _text(1500),
}  # fmt: skip

# The running firmware's answers to commands (app/console.py).
ANSWERS: dict[str, Schema] = {
    "about": _record(
        protocol=_whole(0, 1000), firmware=_text(32), board=_text(32), machine=_text(100),
        micropython=_text(24, r"^[0-9.]+\Z"), id=_ID, name=_NAME, lexicon=_text(120),
        game=_whole(0, 1 << 32), pin=_YES_NO, uptime_ms=_whole(0, _BIG),
    ),
    "status": {
        "type": "object",
        "additionalProperties": _text(48),
        "maxProperties": MOST_FIELDS,
        "required": ["phase", "running", "clock.A", "clock.B", "game", "reason"],
    },
    "health": _record(
        displays=_whole(0, 8), displays_wired=_whole(0, 8), overflows=_whole(0, _BIG),
        battery={"type": ["integer", "null"], "minimum": 0, "maximum": 100}, reset=_text(24),
        stuck=_list(_text(16), 16), closed=_list(_text(16), 16),
        lexicons=_list(_text(64), MOST_LEXICONS),
    ),
    "lexicon": _record(ok=_YES_NO, why=_text(120)),
    "region": _record(**_REGION, game=_whole(0, 1 << 32), seq=_whole(0, 1 << 32)),
    "used": _list(_whole(0, 2 * MOST_BLOCKS), 64),
    "read": _text(1024, r"^[A-Za-z0-9+/=]*\Z"),
    "said": _list(_tuple(_whole(1, _BIG), _text(4, r"^(A|B|AB)\Z"), _text(400)), 16),
    "get": _SETTING,
    "set": _DONE,
    "take": {**_record(**{"0": _text(240)}), "additionalProperties": _text(240)},
    "put": _DONE,
    "unlock": _DONE,
    "repl": _DONE,
}  # fmt: skip

# What is said at a board's raw REPL, files that are read back, a message of the simulator's page.
_SHAPES: dict[str, Schema] = {
    # A board's identity (device/ondevice/identity.py).
    "identity": {
        **_record(
            mpy=_whole(0, 0xFFFF), version=_text(24, r"^[0-9]+(\.[0-9]+)*\Z"),
            machine=_text(100), platform=_text(32), frozen=_text(32), state=_text(64),
            heap=_whole(0, 1 << 40),
        ),
        "additionalProperties": False,
    },
    # (path, SHA-256, size in bytes) of a file on the board.
    "file_sum": _tuple(_PATH, _text(64, r"^[0-9a-f]{64}\Z"), _whole(0, 1 << 31)),
    "path": _PATH,
    "statvfs": _list(_whole(0, 1 << 40), 16, 10),
    "log_file": {
        "type": "object",
        "properties": {
            "corrido_log": {"const": 1},
            "device": {**_record(id=_ID, name=_NAME), "required": []},
            **_REGION,
            "data": {
                "type": "object",
                "propertyNames": {"pattern": r"^(0|[1-9][0-9]{0,5})\Z"},
                "additionalProperties": {"type": "string"},
                "maxProperties": MOST_BLOCKS,
            },
        },
        "required": ["corrido_log", "device", "block", "page", "first", "blocks", "data"],
    },
    "settings_file": _SETTINGS,
    "key_file": {
        "type": "object",
        "properties": {
            "corrido_keys": {"const": 1},
            "keys": {
                "type": "object",
                "propertyNames": {"pattern": r"^[0-9a-f]{2,64}\Z"},
                "additionalProperties": {"type": "string", "pattern": r"^[0-9a-f]{64}\Z"},
                "maxProperties": 10_000,
            },
        },
        "required": ["corrido_keys", "keys"],
        "additionalProperties": False,
    },
    "plan_file": _list(_SETTINGS, 1000),
    "page_message": _list({"type": ["string", "number"], "maxLength": 32}, 4, 2),
    # A table's messages to a hall's broker.
    "hall_status": {
        "type": "object",
        "properties": HALL_STATUS,
        "required": ["phase", "running", "turn", "clock.A", "clock.B", "reason"],
    },
    "hall_event": {
        "type": "object",
        "properties": {**_HALL_EVENT, "us": _whole(-1, _BIG), "tag": _text(16, f"^{TAG}")},
        "required": [*_HALL_EVENT],
    },
    # boards/NAME/board.json
    "board_file": {
        "type": "object",
        "properties": {
            "title": _text(64), "mcu": _text(32), "names": _list(_text(64), 16),
            "architecture": _text(16), "image": _text(64), "frozen": _YES_NO,
            "flash": {
                "type": "object",
                "properties": {"chip": _text(16), "address": _whole(0, 1 << 24)},
                "required": ["chip", "address"],
            },
        },
        "required": ["mcu", "names", "architecture"],
    },
}  # fmt: skip


@functools.cache
def check(name: str) -> Check:
    """Return the compiled check of a shape by its name."""
    return _compiled(_SHAPES[name])


@functools.cache
def answer(command: str) -> Check:
    """Return the compiled check of the console's answer to a command."""
    return _compiled(ANSWERS[command])


def _compiled(schema: Schema) -> Check:
    import fastjsonschema  # most commands read nothing from outside

    return fastjsonschema.compile(schema, use_default=False)
