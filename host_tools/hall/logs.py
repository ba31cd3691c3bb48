"""Devices without a radio: their pulled logs and closing codes go into the same store."""

from pathlib import Path
from typing import NamedTuple

from corrido.services.messages import public_text

from host_tools.errors import UserError
from host_tools.files import expanded
from host_tools.hall.messages import (
    LOCAL,
    NAME,
    Heard,
    LogEntry,
    Message,
    checked_status,
)  # fmt: skip
from host_tools.hall.store import Store
from host_tools.log.games import Game, kept_of, numbered, readable
from host_tools.log.image import LogImage, load
from host_tools.log.receipts import SUFFIXES, Receipt
from host_tools.log.receipts import load as load_codes
from host_tools.untrusted.text import clean


class Read(NamedTuple):
    """What files hold: the devices that logs are of, their games' messages, closing codes."""

    devices: set[str]
    games: list[list[Heard]]
    codes: list[Receipt]


def read_files(files: list[Path], hall: str) -> Read:
    """Read pulled logs and closing codes; UserError if any file is neither.

    Words are left out, as they are over a radio. A photograph, a text or a table (receipts.py) is
    recognised by its suffix; any other file is a log.
    """
    read = Read(set(), [], [])
    for path in expanded(files):
        if path.suffix.lower() in SUFFIXES:
            read.codes.extend(load_codes(path))
        else:
            image = load(path)
            device = str(image.device.get("id") or path.stem)
            if not NAME.match(device):
                raise UserError(f"{path}: {clean(device)!r} is not a device number")
            read.devices.add(device)
            read.games.extend(told_by(hall, device, image))
    return read


def told_by(hall: str, device: str, image: LogImage) -> list[list[Heard]]:
    """Return each game's messages as a radio would have sent them; UserError if unreadable."""
    games = []
    for number, entries in kept_of(image).items():
        game = Game(number, entries, image.device)
        with readable(game):
            told: list[Message] = [
                LogEntry(number, n, one.seq, one.t_ms, one.kind, one.who, one.value, one.logs,
                         clean(public_text(one.kind, one.logs, one.payload)), tag=LOCAL)
                for n, one in numbered(entries)
            ]  # fmt: skip
            last = {**game.match().status(), **game.labels, "game": number, "id": device}
            last = {name: value for name, value in last.items() if value is not None}
            told += filter(None, [checked_status(last)])
        games.append([Heard(hall, device, message, live=False) for message in told])
    return games


def store_games(store: Store, games: list[list[Heard]]) -> int:
    """Store games' messages; return how many entries were new."""
    new = 0
    with store.batch():
        for messages in games:
            for heard in messages:
                new += store.take(heard) and isinstance(heard.message, LogEntry)
    return new
