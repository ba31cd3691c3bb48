"""`corrido config`: a device's settings, checked by the firmware's own table before sending."""

import argparse
import json
import re
from pathlib import Path
from typing import Any

from corrido.store import settings_table as table
from corrido.store.pin import LEAST_PIN, MOST_PIN
from corrido.store.settings import SECRETS

from host_tools.arguments import once
from host_tools.device import ports, ready
from host_tools.device.client import Client
from host_tools.errors import UserError, nearest
from host_tools.files import read_json, write_whole
from host_tools.untrusted.text import clean, visible

SECRET = "pin"
LOG_KEY = "log-key"  # the key that signs a device's log: 32 bytes, kept by the director
_SECRET_FORMS = {
    SECRET: (f"[0-9]{{{LEAST_PIN},{MOST_PIN}}}", f"{LEAST_PIN} to {MOST_PIN} digits"),
    LOG_KEY: ("([0-9a-fA-F]{64})?", "64 hexadecimal digits, or nothing for none"),
}


def names() -> list[str]:
    """Return the names of all readable settings, in table order; secrets are write-only."""
    return [name for name in table.NAMES if name not in SECRETS]


def _refuse_unknown(name: str) -> None:
    known = [*table.NAMES, *_SECRET_FORMS]
    if name not in known:
        raise UserError(f"no setting {name!r}: {nearest(name, known)}")


def parse(text: str) -> tuple[str, Any]:
    """Parse a typed `name=value` into (name, checked value); UserError if it is invalid."""
    name, sign, value = text.partition("=")
    if not sign:
        raise UserError(f"{text!r}: write NAME=VALUE")
    return name, checked(name, value)


def checked(name: str, value: Any) -> Any:
    """Return the value as the device stores it; UserError, in the table's words, if invalid."""
    if name in _SECRET_FORMS:
        form, told = _SECRET_FORMS[name]
        if not re.fullmatch(form, str(value or "")):
            raise UserError(f"{name}: {told}")
        return str(value or "").lower()
    _refuse_unknown(name)
    if name == "lexicon" and value in ("", None):
        raise UserError("lexicon: cannot be empty: challenges need a list")
    if value in ("", None) and table.default_of(name) is None:
        return None  # back to the preset's value
    if isinstance(value, str) and clean(value) != value:
        raise UserError(f"{name}: {visible(value)!r} has characters that no screen shows")
    try:
        typed = isinstance(value, str)
        right = table.from_text(name, value) if typed else table.check(name, value)
    except ValueError as error:
        raise UserError(str(error)) from error
    # In the form in which it comes back from the device: JSON has lists but no tuples.
    return json.loads(json.dumps(right))


def write(client: Client, values: dict[str, Any]) -> list[str]:
    """Set the values that differ and verify them; return their names, the PIN's last.

    Raises DeviceFault, with nothing set, for a word list that is not on the device.
    """
    changed: list[str] = []
    for name in ("lexicon", "lexicon-next"):
        if values.get(name):
            ready.refuse_missing_list(client, values[name])
    for name in sorted(values, key=lambda name: _rank(name, values[name])):
        value = values[name]
        if name not in (SECRET, LOG_KEY) and client.ask(f"get {name}") == value:
            continue
        client.ask(f"set {name} {json.dumps(value)}")
        changed.append(name)
    told = {name: value for name, value in values.items() if name != LOG_KEY}
    ready.check_settings(client, told)  # the log's key is never told
    if {"lexicon", "lexicon-next", "lexicon-from", "date"} & set(changed):
        ready.check_list(client)
    return changed


def _rank(name: str, value: Any) -> int:
    """Return a sort key: a custom preset is set before its use and removed after it."""
    if name == SECRET:
        return 3
    if name.startswith("own-"):
        return 0 if value else 2
    return 1 if name == "preset" else 0


def _imported(file: str) -> dict[str, Any]:
    found = read_json(Path(file), "settings_file")
    try:
        return {name: checked(name, value) for name, value in found.items()}
    except UserError as error:
        raise UserError(f"{file}: {error}") from error


def command(args: argparse.Namespace) -> int:
    """Carry out `corrido config VERB`."""
    values: dict[str, Any] = {}
    if args.verb == "set":
        values = once(parse(text) for text in args.names)
    elif args.verb == "import":
        for file in args.names:
            values |= _imported(file)
    elif args.verb == "get":
        for name in args.names:
            _refuse_unknown(name)
            if name in ready.SECRETS:
                raise UserError(f"{name}: is written, never read; `corrido config set` changes it")
    with Client(ports.only(args.port), pin=args.pin) as client:
        if args.verb in ("set", "import"):
            changed = write(client, values)
            told = f"set: {', '.join(changed)}" if changed else "nothing to change"
            print(json.dumps({"set": changed}) if args.json else told)
            return 0
        wanted = names() if args.verb == "export" or not args.names else args.names
        found = {name: client.ask(f"get {name}") for name in wanted}
    if args.verb == "export" or args.json:
        text = json.dumps(found, indent=2, ensure_ascii=False)
        if args.verb == "export" and args.output:
            # A shell's `>` may write an encoding other than UTF-8.
            write_whole(args.output, f"{text}\n".encode())
        else:
            print(text)
        return 0
    for name, value in found.items():
        unset = f"({table.DEFAULT_PRESET})" if name == "preset" else "(the preset decides)"
        print(f"{name}={unset if value is None else table.to_text(name, value)}")
    return 0
