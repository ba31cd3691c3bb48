"""The shapes of a device's answers and of files that host tools read back, as JSON Schemas.

A device may be newer than these tools: an object may carry fields not named here, but only a few,
with short, plain values.
"""

import functools
from typing import Any

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


_BIG = (1 << 53) - 1
_ID = _text(64, r"^[0-9a-f]*\Z")
_NAME = _text(64)
_YES_NO: Schema = {"type": "boolean"}
# Flash whose blocks hold a journal: those of hal/flash.py have 4 KiB and pages of 256 bytes.
_REGION = {
    "block": {**_whole(2048, 1 << 20), "multipleOf": 256},
    "page": {"enum": [64, 128, 256, 512, 1024, 2048]},
    "first": _whole(0, MOST_BLOCKS),
    "blocks": _whole(1, MOST_BLOCKS),
}

ABOUT = _record(
    protocol=_whole(0, 1000),
    firmware=_text(32),
    board=_text(32),
    machine=_text(100),
    micropython=_text(24, r"^[0-9.]+\Z"),
    id=_ID,
    name=_NAME,
    lexicon=_text(120),
    game=_whole(0, 1 << 32),
    pin=_YES_NO,
    uptime_ms=_whole(0, _BIG),
)
STATUS: Schema = {
    "type": "object",
    "additionalProperties": _text(48),
    "maxProperties": MOST_FIELDS,
    "required": ["phase", "running", "clock.A", "clock.B", "game", "reason"],
}
HEALTH: Schema = {
    **_record(
        displays=_whole(0, 8),
        displays_wired=_whole(0, 8),
        overflows=_whole(0, _BIG),
        battery={"type": ["integer", "null"], "minimum": 0, "maximum": 100},
        reset=_text(24),
        stuck=_list(_text(16), 16),
        closed=_list(_text(16), 16),
        lexicons=_list(_text(64), MOST_LEXICONS),
    )
}
LEXICON = _record(ok=_YES_NO, why=_text(120))
REGION = _record(**_REGION, game=_whole(0, 1 << 32), seq=_whole(0, 1 << 32))
USED = _list(_whole(0, 2 * MOST_BLOCKS), 64)
PIECE = _text(1024, r"^[A-Za-z0-9+/=]*\Z")
SAID = _list(
    {"type": "array", "items": [_whole(1, _BIG), _text(4, r"^(A|B|AB)\Z"), _text(400)],
     "minItems": 3, "maxItems": 3}, 16,
)  # fmt: skip
TAKEN: Schema = {**_record(**{"0": _text(240)}), "additionalProperties": _text(240)}
DONE: Schema = {"const": True}
SETTING: Schema = {
    "anyOf": [_PLAIN, _list(_whole(0, 6000), 3, 1)],
}

# The running firmware's answers to commands (app/console.py).
ANSWERS = {
    "about": ABOUT,
    "status": STATUS,
    "health": HEALTH,
    "lexicon": LEXICON,
    "region": REGION,
    "used": USED,
    "read": PIECE,
    "said": SAID,
    "get": SETTING,
    "set": DONE,
    "take": TAKEN,
    "put": DONE,
    "unlock": DONE,
    "repl": DONE,
}

# A board's identity, as given at its raw REPL (device/ondevice/identity.py).
IDENTITY: Schema = {
    "type": "object",
    "properties": {
        "mpy": _whole(0, 0xFFFF),
        "version": _text(24, r"^[0-9]+(\.[0-9]+)*\Z"),
        "machine": _text(100),
        "platform": _text(32),
        "frozen": _text(32),
        "state": _text(64),
        "heap": _whole(0, 1 << 40),
    },
    "required": ["mpy", "version", "machine", "platform", "frozen", "state", "heap"],
    "additionalProperties": False,
}
# (path, SHA-256, size in bytes) of a file on the board.
FILE_SUM: Schema = {
    "type": "array",
    "items": [_text(256, r"^/"), _text(64, r"^[0-9a-f]{64}\Z"), _whole(0, 1 << 31)],
    "minItems": 3,
    "maxItems": 3,
}
PATH = _text(256, r"^/")
STATVFS = _list(_whole(0, 1 << 40), 16, 10)

LOG_FILE: Schema = {
    "type": "object",
    "properties": {
        "corrido_log": {"const": 1},
        "device": {
            "type": "object",
            "properties": {"id": _ID, "name": _NAME},
            "additionalProperties": _PLAIN,
            "maxProperties": MOST_FIELDS,
        },
        **_REGION,
        "data": {
            "type": "object",
            "propertyNames": {"pattern": r"^(0|[1-9][0-9]{0,5})\Z"},
            "additionalProperties": {"type": "string"},
            "maxProperties": MOST_BLOCKS,
        },
    },
    "required": ["corrido_log", "device", "block", "page", "first", "blocks", "data"],
}
SETTINGS_FILE: Schema = {
    "type": "object",
    "additionalProperties": SETTING,
    "maxProperties": MOST_FIELDS,
}
KEY_FILE: Schema = {
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
}
PLAN_FILE: Schema = {
    "type": "array",
    "items": {"type": "object", "additionalProperties": SETTING, "maxProperties": MOST_FIELDS},
    "maxItems": 1000,
}
# A message from the simulator's page: [command, argument...].
PAGE_MESSAGE = _list({"type": ["string", "number"], "maxLength": 32}, 4, 2)

# boards/NAME/board.json
BOARD_FILE: Schema = {
    "type": "object",
    "properties": {
        "title": _text(64),
        "mcu": _text(32),
        "names": _list(_text(64), 16),
        "architecture": _text(16),
        "image": _text(64),
        "frozen": {"type": "boolean"},
        "flash": {
            "type": "object",
            "properties": {"chip": _text(16), "address": _whole(0, 1 << 24)},
            "required": ["chip", "address"],
        },
    },
    "required": ["mcu", "names", "architecture"],
}

_BY_NAME: dict[str, Schema] = {
    "board_file": BOARD_FILE,
    "file_sum": FILE_SUM,
    "identity": IDENTITY,
    "key_file": KEY_FILE,
    "log_file": LOG_FILE,
    "page_message": PAGE_MESSAGE,
    "path": PATH,
    "plan_file": PLAN_FILE,
    "settings_file": SETTINGS_FILE,
    "statvfs": STATVFS,
}


@functools.cache
def check(name: str) -> Check:
    """Return the compiled check of a shape by its name in this module, in lower case."""
    return _compiled(_BY_NAME[name])


@functools.cache
def answer(command: str) -> Check:
    """Return the compiled check of the console's answer to a command."""
    return _compiled(ANSWERS[command])


def _compiled(schema: Schema) -> Check:
    import fastjsonschema  # most commands read nothing from outside

    return fastjsonschema.compile(schema, use_default=False)
