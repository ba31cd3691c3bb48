"""`corrido preset`: a club's own presets, kept on a device by name."""

import argparse
import json
from typing import Any

from corrido.core.presets import PRESETS
from corrido.store import own_presets
from corrido.store.settings_table import OVERRIDES

from host_tools.device import config, ports
from host_tools.device.client import Client
from host_tools.errors import UserError

Kept = Any  # a device's settings by their names, which the firmware's own code reads


def made(name: str, base: str, words: list[str]) -> str:
    """Return the line that stores a preset; UserError, in the firmware's words, if invalid."""
    try:
        line = "/".join([name, base, *words])
        return own_presets.line_of(*own_presets.parse(line))
    except ValueError as error:
        raise UserError(str(error)) from error


def command(args: argparse.Namespace) -> int:
    """Carry out `corrido preset VERB`."""
    line = made(args.name, args.base, args.settings) if args.verb == "add" else ""
    with Client(ports.only(args.port), pin=args.pin) as client:
        kept: Kept = config.read(client, ["preset", *own_presets.SETTINGS])
        if args.verb == "list":
            return _list(kept, args.json)
        values = _add(kept, args.name, line) if line else _change(kept, args.verb, args.name)
        changed = config.write(client, values, args.pin)
    done = "replaced" if line and args.name in own_presets.stored(kept) else _DONE[args.verb]
    print(json.dumps({"set": changed}) if args.json else f"{args.name}: {done}")
    return 0


_DONE = {"add": "kept", "remove": "removed", "use": "games go by it from now on"}


def _add(kept: Kept, name: str, line: str) -> dict[str, Any]:
    try:
        return {own_presets.place_for(kept, name): line}
    except ValueError as error:
        raise UserError(str(error)) from error


def _change(kept: Kept, verb: str, name: str) -> dict[str, Any]:
    """Return the settings to write so that a preset is removed, or used for games."""
    stored = own_presets.stored(kept)
    if name not in stored and not (verb == "use" and name in PRESETS):
        known = ", ".join(sorted([*stored, *(PRESETS if verb == "use" else ())]))
        which = f"one of {known}" if known else "the device has none of its own"
        raise UserError(f"preset {name!r}: {which}")
    if verb == "use":
        return {"preset": name, **dict.fromkeys(OVERRIDES)}
    if kept.get("preset") == name:
        raise UserError(f"preset {name}: it is in use: choose another first")
    return {stored[name][0]: ""}


def _list(kept: Kept, as_json: bool) -> int:
    stored = own_presets.stored(kept)
    if as_json:
        told = {name: {"from": own[0], **own[1]} for name, (_, own) in stored.items()}
        print(json.dumps({"preset": kept.get("preset"), "own": told}))
        return 0
    for name, (setting, _) in stored.items():
        used = "  (in use)" if name == kept.get("preset") else ""
        print(f"{name}{used}: {' '.join(kept[setting].split('/')[1:])}")
    if not stored:
        print("none yet: `corrido preset add NAME fise-corrido budget=1200` saves one")
    return 0
