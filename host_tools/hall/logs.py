"""Devices without a radio: the logs that `corrido log pull` has fetched, into the same store."""

from pathlib import Path
from typing import NamedTuple

from corrido.services.messages import public_text

from host_tools.errors import UserError
from host_tools.hall.messages import NAME, Heard, LogEntry, checked_status, clean
from host_tools.hall.store import Store
from host_tools.log.games import Entry, Game, kept_of, readable
from host_tools.log.image import load


class Taken(NamedTuple):
    """The result of an import."""

    devices: int
    games: int
    new: int


def take_logs(store: Store, files: list[Path], hall: str) -> Taken:
    """Keep the games of pulled logs; words are left out, as a radio leaves them out.

    UserError for a file that is no log.
    """
    devices, games, new = set[str](), 0, 0
    if not NAME.match(hall):
        raise UserError(f"{hall!r}: a hall's name has letters A to Z, digits, - _ .")
    for path in files:
        image = load(path)
        device = str(image.device.get("id") or path.stem)
        if not NAME.match(device):
            raise UserError(f"{path}: {clean(device)!r} is no device's number")
        devices.add(device)
        for number, entries in kept_of(image).items():
            games += 1
            for n, entry in enumerate(entries, 1):
                new += store.take(Heard(hall, device, _public(entry, number, n)))
            _tell_status(store, hall, device, Game(number, entries, image.device))
    return Taken(len(devices), games, new)


def _public(entry: Entry, game: int, n: int) -> LogEntry:
    text = public_text(entry.kind, entry.logs, entry.payload)
    return LogEntry(game, n, entry.seq, entry.t_ms, entry.kind, entry.who, entry.value, entry.logs,
                    clean(text, len(text)))  # fmt: skip


def _tell_status(store: Store, hall: str, device: str, game: Game) -> None:
    """Return the status that the table showed at the end of its log."""
    with readable(game):
        fields = {**game.match().status(), **game.labels, "game": game.number, "id": device}
    status = checked_status({name: value for name, value in fields.items() if value is not None})
    if status:
        store.take(Heard(hall, device, status))
