"""Keep the device's settings: numbered texts in a two-slot store, checked by settings_table."""

from binascii import hexlify, unhexlify

from corrido.compat import TYPE_CHECKING, const
from corrido.memory import ON_DEVICE, forget, load
from corrido.store.two_slots import Slots

if TYPE_CHECKING:
    from types import ModuleType

    from corrido.core.rules import Rules
    from corrido.parts import Flash
    from corrido.store.game_settings import Labels
    from corrido.store.settings_table import Value

    Texts = dict[int, str]

FORMAT = 1
MAGIC = b"CS"
LOG_KEY_NUMBER = const(101)  # of the table's numbers, but never read by name
LOG_KEY_BYTES = const(32)
SECRETS = ("broker-password", "wifi-password")  # written, and never told again
MOST_OWN = const(8)  # presets of a club's own
_TABLE = "corrido.store.settings_table"
# Needed to read, check or set anything: 15 KB, for which play has better uses.
_RULES = "corrido.store.game_settings"
_TABLES = (_TABLE, _RULES, "corrido.core.presets", "corrido.store.own_presets")


def _table() -> "ModuleType":
    """Return the table of all settings; load it if it is not in memory."""
    return load(_TABLE)


class Settings:
    """Settings by name. A value that was set stays until it is set again or unset.

    damaged: the stored settings cannot be read; all read as never set until a commit().
    """

    def __init__(self, flash: "Flash", first: int) -> None:
        """Read two blocks from `first` on. FormatError, and no change, for a newer firmware's."""
        self._slots = Slots(flash, first, MAGIC, FORMAT)
        self._texts = _unpack(self._slots.load())
        self._saved = dict(self._texts)
        self._known: "dict[str, Value]" = {}  # values by name, while the tables are put away
        self.damaged = self._slots.damaged

    def put_away(self) -> None:
        """Take the tables out of memory and remember every value instead, until one is set."""
        self._known = self.all()
        if ON_DEVICE:
            for name in _TABLES:
                forget(name)

    def rules(self) -> "Rules":
        """Return the rules of the next game; KeyError for a preset that is not there any more."""
        return load(_RULES).rules_from(self)

    def labels(self) -> "Labels":
        """Return the settings that identify a game in a tournament, as far as they are set."""
        return load(_RULES).labels(self)

    def get(self, name: str) -> "Value":
        """Return a setting, its default if it was never set. KeyError for no such name."""
        if name in self._known:
            return self._known[name]
        table = _table()
        text = self._texts.get(table.number_of(name))
        if text is None:
            return table.default_of(name)
        try:
            if name == "preset":
                self._refuse_unknown(text)
            return table.from_text(name, text)
        except ValueError:
            # A value that this firmware does not know reads as never set.
            return table.default_of(name)

    def text(self, name: str) -> str:
        """Return a setting that is a text; "" if it was never set."""
        return self.get(name) or ""  # pyright: ignore[reportReturnType]

    def number(self, name: str) -> int:
        """Return a setting that is a number; 0 if it was never set."""
        return self.get(name) or 0  # pyright: ignore[reportReturnType]

    def set(self, name: str, value: "Value") -> None:
        """Set a value, given as text or in its type; ValueError or KeyError names the right form.

        None unsets. Kept only after commit().
        """
        table, self._known = _table(), {}
        number = table.number_of(name)
        if value is None:
            self._texts.pop(number, None)
            return
        checked = table.from_text(name, value) if isinstance(value, str) else None
        if checked is None:
            checked = table.check(name, value)
        text = table.to_text(name, checked)
        if name == "preset":
            self._refuse_unknown(text)
        elif table.FIRST_OWN <= number < table.FIRST_OWN + MOST_OWN:
            self._refuse_own(number, text)
        self._texts[number] = text

    def _own_name(self, number: int) -> str:
        return self._texts.get(number, "").partition("/")[0]

    def _refuse_unknown(self, preset: str) -> None:
        """Raise ValueError for a preset that is neither a federation's nor one of one's own."""
        table = _table()
        own = [self._own_name(table.FIRST_OWN + at) for at in range(MOST_OWN)]
        if preset not in table.PRESETS and preset not in own:
            raise table.unknown_preset(preset)

    def _refuse_own(self, number: int, line: str) -> None:
        """Raise ValueError where a name would stand twice, or the preset in use would go."""
        table = _table()
        name, old = line.partition("/")[0], self._own_name(number)
        for other in range(table.FIRST_OWN, table.FIRST_OWN + MOST_OWN):
            if name and other != number and self._own_name(other) == name:
                raise ValueError("own preset %s: there is one of that name already" % name)
        if old and old != name and old == self._texts.get(table.number_of("preset")):
            raise ValueError("own preset %s: it is in use: choose another preset first" % old)

    def log_key(self) -> bytes:
        """Return the key that signs the log, b"" for none. No command reads it."""
        return unhexlify(self._texts.get(LOG_KEY_NUMBER, ""))

    def set_log_key(self, key: bytes) -> None:
        """Set the key of the log, b"" for none; ValueError unless it has 32 bytes.

        Kept only after commit().
        """
        if len(key) not in (0, LOG_KEY_BYTES):
            raise ValueError("log-key: %d bytes" % LOG_KEY_BYTES)
        self._texts.pop(LOG_KEY_NUMBER, None)
        if key:
            self._texts[LOG_KEY_NUMBER] = hexlify(key).decode()

    def commit(self) -> None:
        """Write the changes; OSError if the flash does not take them: nothing has changed then."""
        if self._texts != self._saved or self.damaged:
            try:
                self._slots.save(_pack(self._texts))
            except OSError:
                self._texts, self._known = dict(self._saved), {}
                raise
            self._saved = dict(self._texts)
            self.damaged = False

    def all(self) -> "dict[str, Value]":
        """Return every setting by name."""
        return {name: self.get(name) for name in _table().NAMES}


def _pack(texts: "Texts") -> bytes:
    """Return number, length, UTF-8 text of each; numbers of a newer firmware are kept too."""
    out = bytearray()
    for number in sorted(texts):
        data = texts[number].encode()
        out += bytes((number, len(data))) + data
    return bytes(out)


def _unpack(data: bytes) -> "Texts":
    texts: "Texts" = {}
    at = 0
    while at + 2 <= len(data):
        number, length = data[at], data[at + 1]
        texts[number] = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
    return texts
