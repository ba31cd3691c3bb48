"""Protocols of the device as screens see it, for type checkers; never loaded on a device."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence
    from typing import Any, Protocol

    from corrido.core.game import Game

    # An item of ui/items.py: kind, x, y, w, h, and the kind's own arguments.
    Item = tuple[Any, ...]
    # A row of a list: its name for the focus, label, value.
    Row = tuple[str, str, str]
    # One of a few values: the value, its name for the focus, the text to show.
    Choice = tuple[Any, str, str]
    # An entry of the log, as the journal reads it: game, seq, t_ms, kind, who, value, log kinds.
    Entry = tuple[int, int, int, int, int, int, tuple[str, ...], bytes, bytes, int]
    Job = array[int]

    class Font(Protocol):
        """A module of ui/fonts: glyphs as columns."""

        @property
        def HEIGHT(self) -> int: ...
        @property
        def STRIDE(self) -> int: ...
        @property
        def GAP(self) -> int: ...
        @property
        def SPACE(self) -> int: ...
        @property
        def CUT(self) -> str: ...
        @property
        def ASCII(self) -> bytes: ...
        @property
        def UTF8(self) -> bytes: ...
        @property
        def WIDTHS(self) -> bytes: ...
        @property
        def DATA(self) -> bytes: ...

    class Square(Protocol):
        """A QR code of `size` modules per side."""

        size: int

        def dark(self, column: int, row: int) -> bool:
            """Return whether a module is dark."""
            ...

    class Stored(Protocol):
        """The stored settings."""

        def get(self, name: str) -> Any:
            """Return a setting's value; None if it was never set."""
            ...

        def set(self, name: str, value: Any) -> None:
            """Change a setting; ValueError states the right form in one line."""
            ...

        def commit(self) -> None:
            """Write the changes; OSError if the flash refuses them."""
            ...

    class Sized(Protocol):
        """The journal's flash."""

        @property
        def blocks(self) -> int: ...
        @property
        def block_size(self) -> int: ...
        def read(self, addr: int, buf: bytearray) -> None: ...

    class Keyed(Protocol):
        """The board, as far as screens need it."""

        @property
        def name(self) -> str: ...
        @property
        def keys(self) -> Sequence[str]: ...
        @property
        def flash(self) -> Sized: ...
        @property
        def leds(self) -> Sequence[str]: ...
        def led(self, name: str, on: bool) -> None: ...

    class Record(Protocol):
        """The game and its number on this device, from 1. The match is to be read only."""

        match: Game
        game: int
        opened: int  # who opened the game before, 0 for none

        def foreseen(self, kind: int, who: int, value: int) -> Game | None:
            """Return the match as an act would leave it; None if it were refused."""
            ...

    class Words(Protocol):
        """The words of the challenge, and the arbiter's look-up."""

        words: list[str]

        def entered(self) -> list[str]:
            """Return the words that the open challenge begins with."""
            ...

        def submit(self, words: list[str]) -> None:
            """Take all words of the challenge; next, both players confirm."""
            ...

        def closed(self) -> bool:
            """Return True from the confirmation to the verdict, when nothing may change."""
            ...

        def look_up(self, words: list[str]) -> str:
            """Look up words for the arbiter; return `valid`, `invalid` or `fault`."""
            ...

    class Lexicons(Protocol):
        """The lexicons on the device, one of them in use."""

        def names(self) -> list[str]:
            """Return all names in alphabetical order."""
            ...

        def title(self) -> str:
            """Return the one in use with its edition and hash."""
            ...

        def alphabet_code(self) -> str:
            """Return the code of the alphabet that words are entered with."""
            ...

    class Lock(Protocol):
        """The arbiter's PIN."""

        def is_set(self) -> bool:
            """Return True if a PIN is set."""
            ...

        def set(self, digits: str) -> None:
            """Choose the PIN; OSError if the flash does not keep it."""
            ...

        def check(self, digits: str) -> bool:
            """Return True for the right PIN."""
            ...

        def enter(self, digits: str) -> bool:
            """Check a PIN in a game; the right one stops both clocks."""
            ...

        def locked_ms(self) -> int:
            """Return for how many more ms wrong PINs lock it; 0 if they do not."""
            ...

    class Log(Protocol):
        """The event log. dropped: ignored presses of this game that have no entry."""

        dropped: int

        def tail(self, count: int) -> list[Entry]:
            """Return the latest entries, oldest first."""
            ...

        def last_link(self) -> bytes:
            """Return the last entry's link of the chain."""
            ...

        def tag_of(self, message: bytes) -> bytes:
            """Return 8 bytes that the log's key makes of a message; b"" without a key."""
            ...

    class Battery(Protocol):
        """The device's power supply."""

        def battery_percent(self) -> int | None:
            """Return the charge in percent, None if it is not measured."""
            ...

    class Keypad(Protocol):
        """The keys."""

        def stuck(self) -> list[str]:
            """Return the names of keys that are jammed."""
            ...

    class Speaker(Protocol):
        """The buzzer."""

        silent: bool

        def silence(self, silent: bool) -> None:
            """Switch all sound off or on again."""
            ...

        def play(self, name: str, t_ms: int, test: bool = False) -> None:
            """Begin a pattern; test: even if it is switched off."""
            ...

    class Broker(Protocol):
        """The connection to a hall's broker."""

        def unheard(self) -> bool:
            """Return True while a broker is wanted but none answers."""
            ...

    class Counted(Protocol):
        """The counter of time. seen_s: its latest step that cannot have been time."""

        seen_s: int

        def now_ms(self) -> int:
            """Return the milliseconds since power-on."""
            ...

    class Works(Protocol):
        """The works in progress."""

        def begin(self, work: Iterator[int]) -> None:
            """Do a work step by step; each yields the instant in ms from which it goes on."""
            ...

    class Presets(Protocol):
        """The club's own presets; changes last once Stored.commit() is called."""

        def names(self) -> list[str]:
            """Return all names, sorted."""
            ...

        def keep(self, name: str) -> bool:
            """Keep the game's settings under a name; False if that is not possible."""
            ...

        def drop(self, name: str) -> None:
            """Delete a preset; if it was in use, its base takes over."""
            ...

        def clear_overrides(self) -> None:
            """Unset all overrides of the preset, since another is being chosen."""
            ...

    class Device(Protocol):
        """The parts of the device that screens use, each for its own purpose."""

        @property
        def board(self) -> Keyed: ...
        @property
        def settings(self) -> Stored: ...
        @property
        def presets(self) -> Presets: ...
        @property
        def recorder(self) -> Record: ...
        @property
        def adjudication(self) -> Words: ...
        @property
        def judge(self) -> Lexicons: ...
        @property
        def access(self) -> Lock: ...
        @property
        def journal(self) -> Log: ...
        @property
        def health(self) -> Battery: ...
        @property
        def keys(self) -> Keypad: ...
        @property
        def sound(self) -> Speaker: ...
        @property
        def hall(self) -> Broker: ...
        @property
        def timebase(self) -> Counted: ...
        @property
        def loop(self) -> Works: ...

        def begin(self) -> bool:
            """Make a game ready; return False if the battery would not last one."""
            ...

        def send(self, kind: int, who: int = 0, value: int = 0) -> bool:
            """Give the game an event now; return False if it is not allowed here."""
            ...

        def apply_settings(self) -> None:
            """Apply stored settings that act at once; a game's own apply when it is armed."""
            ...
