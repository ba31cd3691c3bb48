"""Keep the device's settings: numbered texts in a two-slot store, checked by settings_table."""

from binascii import hexlify, unhexlify

from corrido.compat import TYPE_CHECKING, const
from corrido.memory import Lazy, unload
from corrido.store.two_slots import Slots

if TYPE_CHECKING:
    from corrido.core.rules import Rules
    from corrido.parts import Flash
    from corrido.store import settings_table
    from corrido.store.settings_table import Labels, Value

    Texts = dict[int, str]
else:
    settings_table = Lazy("corrido.store.settings_table")

FORMAT = 2
MAGIC = b"CS"
LOG_KEY_NUMBER = const(101)  # a number like the table's, but never read by name
LOG_KEY_BYTES = const(32)
DAY_MS = const(86400000)
SECRETS = ("broker-password", "wifi-password")  # written, but never shown again
# Needed only to read, check or set values: 15 KB that play can use better.
_TABLES = (settings_table, "corrido.core.presets", "corrido.store.own_presets")


class Settings:
    """Settings by name; a value stays until it is set again or unset.

    damaged: the stored settings cannot be read; until a commit() all read as never set.
    """

    def __init__(self, flash: "Flash", first: int) -> None:
        """Read two blocks from `first` on; FormatError, changing nothing, if other firmware's."""
        self._slots = Slots(flash, first, MAGIC, FORMAT)
        data, self.damaged = self._slots.newest(), self._slots.damaged
        try:
            self._texts = _unpack(data)
        except ValueError:  # whole, and no texts
            self._texts, self.damaged = {}, True
        self._saved = dict(self._texts)
        self._dated = ("", 0)  # the date as it was last set, and when, in ms since power-on
        self._known: "dict[str, Value]" = {}  # values by name, while the table is unloaded

    def put_away(self) -> None:
        """Unload the table and remember every value instead, until one is set."""
        self._known = self.all()
        unload(*_TABLES)

    def rules(self) -> "Rules":
        """Return the rules of the next game; KeyError if its preset no longer exists."""
        return settings_table.rules_from(self)

    def labels(self) -> "Labels":
        """Return those settings that identify a game in a tournament and are set."""
        return settings_table.labels(self)

    def get(self, name: str) -> "Value":
        """Return a setting, or its default if it was never set; ValueError for an unknown name."""
        if name in self._known:
            return self._known[name]
        text = self._texts.get(settings_table.number_of(name))
        if text is None:
            return settings_table.default_of(name)
        try:
            if name == "preset":
                self._refuse_unknown(text)
            return settings_table.from_text(name, text)
        except ValueError:
            # A value unknown to this firmware reads as never set.
            return settings_table.default_of(name)

    def text(self, name: str) -> str:
        """Return a text setting; "" if it was never set."""
        return self.get(name) or ""  # pyright: ignore[reportReturnType]

    def lexicon(self, now_ms: int) -> str:
        """Return the name of the list in force at now_ms since power-on: the next from its day on.

        The day is known only if a host set it (`date`, as 2027-09-01, and perhaps the time); from
        then on it is counted while there is power.
        """
        following, told = self.text("lexicon-next"), self.text("date")
        if told != self._dated[0]:
            self._dated = told, now_ms
        from_day = settings_table.day_number(self.text("lexicon-from"))
        day = settings_table.day_number(told[:10])
        hour, minute = told[11:13], told[14:16]
        if (hour + minute).isdigit():
            now_ms += (int(hour) * 60 + int(minute)) * 60000
        day += (now_ms - self._dated[1]) // DAY_MS if day else 0
        return following if following and 0 < from_day <= day else self.text("lexicon")

    def set(self, name: str, value: "Value") -> None:
        """Set a value, as text or in its own type; ValueError names the right form.

        None unsets. Kept only after commit().
        """
        self._known = {}
        number = settings_table.number_of(name)
        if value is None:
            self._texts.pop(number, None)
            return
        checked = settings_table.from_text(name, value) if isinstance(value, str) else None
        if checked is None:
            checked = settings_table.check(name, value)
        text = settings_table.to_text(name, checked)
        if name == "preset":
            self._refuse_unknown(text)
        elif number in settings_table.OWN:
            self._refuse_own(number, text)
        self._texts[number] = text

    def _own_name(self, number: int) -> str:
        return self._texts.get(number, "").partition("/")[0]

    def _refuse_unknown(self, preset: str) -> None:
        """Raise ValueError for a preset that is neither a federation's nor the club's own."""
        own = [self._own_name(number) for number in settings_table.OWN]
        if preset not in settings_table.PRESETS and preset not in own:
            raise settings_table.unknown_preset(preset)

    def _refuse_own(self, number: int, line: str) -> None:
        """Raise ValueError if a name would occur twice, or the preset in use would disappear."""
        name, old = line.partition("/")[0], self._own_name(number)
        for other in settings_table.OWN:
            if name and other != number and self._own_name(other) == name:
                raise ValueError("own preset %s: there is one of that name already" % name)
        if old and old != name and old == self._texts.get(settings_table.number_of("preset")):
            raise ValueError("own preset %s: it is in use: choose another preset first" % old)

    def log_key(self) -> bytes:
        """Return the key that signs the log, b"" for none; no command reveals it."""
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
        """Write the changes; OSError if the flash refuses them: then nothing has changed."""
        if self._texts != self._saved or self.damaged:
            out = bytearray()  # each as number, length, UTF-8, those of newer firmware too
            for number in sorted(self._texts):
                data = self._texts[number].encode()
                out += bytes((number, len(data))) + data
            try:
                self._slots.save(bytes(out))
            except OSError:
                self._texts, self._known = dict(self._saved), {}
                raise
            self._saved = dict(self._texts)
            self.damaged = False

    def all(self) -> "dict[str, Value]":
        """Return every setting by name."""
        return {name: self.get(name) for name in settings_table.NAMES}


def _unpack(data: bytes) -> "Texts":
    texts: "Texts" = {}
    at = 0
    while at + 2 <= len(data):
        number, length = data[at], data[at + 1]
        texts[number] = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
    return texts
