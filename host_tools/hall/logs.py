"""Devices without a radio: pulled logs and closing codes, into the same store."""

from pathlib import Path
from typing import NamedTuple

from corrido.services.messages import public_text

from host_tools.errors import UserError
from host_tools.hall import receipts
from host_tools.hall.messages import NAME, Heard, LogEntry, checked_status, clean
from host_tools.hall.store import Store
from host_tools.log.games import Entry, Game, kept_of, numbered, readable
from host_tools.log.image import LogImage, load


class Taken(NamedTuple):
    """The result of an import: devices and games of logs, entries and codes; new ones."""

    devices: int
    games: int
    new: int
    codes: int
    new_codes: int


def take_files(store: Store, files: list[Path], hall: str) -> Taken:
    """Keep the games of pulled logs and of closing codes; nothing if one of the files is neither.

    Words are left out, as a radio leaves them out. A photograph, a text or a table (receipts.py)
    is known by its suffix; any other file is a log. Raise UserError for one that does not read.
    """
    if not NAME.match(hall):
        raise UserError(f"{hall!r}: a hall's name has letters A to Z, digits, - _ .")
    codes = [path for path in files if path.suffix.lower() in receipts.SUFFIXES]
    logs = [(path, load(path)) for path in files if path not in codes]
    devices = {path: device_of(image, path) for path, image in logs}
    found = [receipt for path in codes for receipt in receipts.load(path)]
    taken = [take_image(store, hall, devices[path], image) for path, image in logs]
    new_codes = sum(store.take_receipt(receipt) for receipt in found)
    games, new = (sum(column) for column in zip(*taken, strict=True)) if taken else (0, 0)
    return Taken(len(set(devices.values())), games, new, len(found), new_codes)


def device_of(image: LogImage, path: Path) -> str:
    """Return the device's number, or the file's name without one; UserError if it is no name."""
    device = str(image.device.get("id") or path.stem)
    if not NAME.match(device):
        raise UserError(f"{path}: {clean(device)!r} is no device's number")
    return device


def take_image(store: Store, hall: str, device: str, image: LogImage) -> tuple[int, int]:
    """Keep a log's games; return how many there are, and how many entries were new."""
    games, new = 0, 0
    for number, entries in kept_of(image).items():
        games += 1
        for n, entry in numbered(entries):
            new += store.take(Heard(hall, device, _public(entry, number, n)))
        _tell_status(store, hall, device, Game(number, entries, image.device))
    return games, new


def _public(entry: Entry, game: int, n: int) -> LogEntry:
    text = public_text(entry.kind, entry.logs, entry.payload)
    return LogEntry(game, n, entry.seq, entry.t_ms, entry.kind, entry.who, entry.value, entry.logs,
                    clean(text, len(text)))  # fmt: skip


def _tell_status(store: Store, hall: str, device: str, game: Game) -> None:
    """Keep the status that the table showed at the end of its log."""
    with readable(game):
        fields = {**game.match().status(), **game.labels, "game": game.number, "id": device}
    status = checked_status({name: value for name, value in fields.items() if value is not None})
    if status:
        store.take(Heard(hall, device, status))
