"""Devices without a radio: their pulled logs and closing codes go into the same store."""

from pathlib import Path
from typing import NamedTuple

from corrido.services.messages import public_text

from host_tools.errors import UserError
from host_tools.hall import receipts
from host_tools.hall.messages import (
    LOCAL,
    NAME,
    Heard,
    LogEntry,
    Message,
    Status,
    checked_status,
)  # fmt: skip
from host_tools.hall.store import Store
from host_tools.log.games import Entry, Game, kept_of, numbered, readable
from host_tools.log.image import LogImage, load
from host_tools.untrusted.text import clean


class Taken(NamedTuple):
    """The result of an import: how many devices, games, entries and codes, and how many new."""

    devices: int
    games: int
    new: int
    codes: int
    new_codes: int


def take_files(store: Store, files: list[Path], hall: str) -> Taken:
    """Store the games of pulled logs and closing codes; nothing if any file is neither.

    Words are left out, as they are over a radio. A photograph, a text or a table (receipts.py) is
    recognised by its suffix; any other file is a log. Raises UserError for an unreadable one.
    """
    if not NAME.match(hall):
        raise UserError(f"{hall!r}: a hall's name has letters A to Z, digits, - _ .")
    codes = [path for path in files if path.suffix.lower() in receipts.SUFFIXES]
    logs = [(path, load(path)) for path in files if path not in codes]
    devices = {path: device_of(image, path) for path, image in logs}
    found = [receipt for path in codes for receipt in receipts.load(path)]
    told = [told_by(hall, devices[path], image) for path, image in logs]
    taken = [_keep(store, games) for games in told]
    new_codes = sum(store.take_receipt(receipt) for receipt in found)
    games, new = (sum(column) for column in zip(*taken, strict=True)) if taken else (0, 0)
    return Taken(len(set(devices.values())), games, new, len(found), new_codes)


def device_of(image: LogImage, path: Path) -> str:
    """Return the device's number, or else the file's name; UserError if that does not do."""
    device = str(image.device.get("id") or path.stem)
    if not NAME.match(device):
        raise UserError(f"{path}: {clean(device)!r} is not a device number")
    return device


def take_image(store: Store, hall: str, device: str, image: LogImage) -> tuple[int, int]:
    """Store a log's games; return how many there are, and how many entries were new.

    Raises UserError, with nothing stored, if the record of one is unreadable.
    """
    return _keep(store, told_by(hall, device, image))


def told_by(hall: str, device: str, image: LogImage) -> list[list[Heard]]:
    """Return each game's messages as a radio would have sent them; UserError if unreadable."""
    games = []
    for number, entries in kept_of(image).items():
        game = Game(number, entries, image.device)
        with readable(game):
            told: list[Message] = [_public(entry, number, n) for n, entry in numbered(entries)]
            if status := _last_status(device, game):
                told.append(status)
        games.append([Heard(hall, device, message) for message in told])
    return games


def _keep(store: Store, games: list[list[Heard]]) -> tuple[int, int]:
    new = 0
    with store.batch():
        for messages in games:
            for heard in messages:
                new += store.take(heard) and isinstance(heard.message, LogEntry)
    return len(games), new


def _public(entry: Entry, game: int, n: int) -> LogEntry:
    text = public_text(entry.kind, entry.logs, entry.payload)
    return LogEntry(game, n, entry.seq, entry.t_ms, entry.kind, entry.who, entry.value, entry.logs,
                    clean(text), tag=LOCAL)  # fmt: skip


def _last_status(device: str, game: Game) -> Status | None:
    """Return the table's status at the end of its log; None if it is not a valid one."""
    fields = {**game.match().status(), **game.labels, "game": game.number, "id": device}
    return checked_status({name: value for name, value in fields.items() if value is not None})
