"""Let a hall's radio read the device; loaded with the radio."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events

if TYPE_CHECKING:
    from collections.abc import Iterator

    from corrido.app.app import App
    from corrido.services.messages import Entry


class HallTable:
    """The part of the device that the radio may read; nothing here changes it."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def fresh(self) -> bool:
        """Return whether the status is that of now; if not, the app's next turn updates it."""
        return self._app.fresh()

    def status(self) -> "dict[str, str]":
        """Return all fields of the status."""
        return self._app.status()

    def game(self) -> int:
        """Return the number of the game in the log."""
        return self._app.journal.game

    def entries(self, game: int) -> "Iterator[Entry | None]":
        """Yield one game's log entries, oldest first; None for each that is not one of them.

        A fold is one entry without its state; any remaining entries before it do not count.
        """
        journal = self._app.journal
        current = game == journal.game
        # Notes may precede the very first game; any other begins with its arming.
        begun = game == 1 and not (current and journal.folded())
        for record in journal.current_records() if current else journal.records():
            if record and record[0] != game:
                record = None
            entry = record and record[:8]  # no chain link: guessed words could be tested by it
            if entry and entry[3] == events.FOLD:
                part, parts, _ = events.fold_of(entry[5])
                whole = part + 1 == parts
                begun = begun or whole
                entry = entry[:7] + (b"",) if whole else None
            elif entry:
                begun = begun or entry[3] == events.ARM
            yield entry if begun else None

    def tag_of(self, message: bytes) -> bytes:
        """Return the tag of the log's key for a message; b"" without a key."""
        return self._app.journal.tag_of(message)

    def battery_percent(self) -> "int | None":
        """Return the battery's charge in percent; None where it is not measured."""
        return self._app.health.battery_percent()

    def setting(self, name: str) -> str:
        """Return a setting's text."""
        return self._app.settings.text(name)

    def list_hash(self) -> str:
        """Return the first 8 digits of the list's hash; "" until its head has been read."""
        title = self._app.judge._title  # pyright: ignore[reportPrivateUsage] - title() may read it
        return title[-8:]

    def identity(self) -> bytes:
        """Return the device's unique identity."""
        return self._app.board.unique_id
