"""The device's settings: numbered texts in a two-slot store, checked by settings_table."""

from corrido.store import settings_table as table
from corrido.store.two_slots import Slots

FORMAT = 1
MAGIC = b"CS"


class Settings:
    """Settings by name. A value that was set stays until it is set again or unset."""

    def __init__(self, flash: object, first: int) -> None:
        """Read two blocks from `first` on. FormatError, and no change, for a newer firmware's."""
        self._slots = Slots(flash, first, MAGIC, FORMAT)
        self._texts = _unpack(self._slots.load())
        self._saved = dict(self._texts)

    def get(self, name: str) -> object:
        """The value of a setting, its default if it was never set. KeyError for no such name."""
        text = self._texts.get(table.number_of(name))
        if text is None:
            return table.default_of(name)
        try:
            return table.from_text(name, text)
        except ValueError:
            # What this firmware does not know any more reads as never set.
            return table.default_of(name)

    def set(self, name: str, value: object) -> None:
        """Set a value, given as it is or as text; ValueError or KeyError with what would be right.

        None unsets. Kept only after commit().
        """
        number = table.number_of(name)
        if value is None:
            self._texts.pop(number, None)
            return
        checked = table.from_text(name, value) if isinstance(value, str) else None
        if checked is None:
            checked = table.check(name, value)
        self._texts[number] = table.to_text(name, checked)

    def commit(self) -> None:
        """Write what was set. OSError if the flash does not take it: all is as it was before."""
        if self._texts != self._saved:
            try:
                self._slots.save(_pack(self._texts))
            except OSError:
                self._texts = dict(self._saved)
                raise
            self._saved = dict(self._texts)

    def all(self) -> dict:
        """Every setting by name with its value."""
        return {name: self.get(name) for name in table.NAMES}


def _pack(texts: dict) -> bytes:
    """number, length, UTF-8 text of each; numbers that this firmware does not know are kept."""
    out = bytearray()
    for number in sorted(texts):
        data = texts[number].encode()
        out += bytes((number, len(data))) + data
    return bytes(out)


def _unpack(data: bytes) -> dict:
    texts = {}
    at = 0
    while at + 2 <= len(data):
        number, length = data[at], data[at + 1]
        texts[number] = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
    return texts
