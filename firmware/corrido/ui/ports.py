"""The device as screens see it, and all their types, for checkers; never loaded on a device."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable as Callable
    from collections.abc import Iterator as Iterator
    from typing import Any as Any
    from typing import Literal, Protocol, TypedDict

    from corrido.core.game import Game as Game
    from corrido.core.match import Match as Match
    from corrido.services.judge import Adjudication
    from corrido.services.keys import Keys
    from corrido.services.messages import Table
    from corrido.services.radio import Radio
    from corrido.services.recorder import Recorder as Recorder
    from corrido.services.sound import Sound
    from corrido.store.journal.codec import Entry as Entry
    from corrido.store.pin import Pin
    from corrido.store.settings import Settings as Settings
    from corrido.ui.navigator import Act as Act
    from corrido.ui.navigator import Navigator as Navigator
    from corrido.ui.qr import Square as Square

    # A screen that opens in a turn of its own, once its module is there: `module.Class`, or what
    # makes it.
    Named = Literal[
        "actions.ArbiterScreen", "challenge.BlankScreen", "challenge.ChallengeScreen",
        "challenge.LookupScreen", "checks.LogScreen", "clock.ClockScreen", "ending.ClosedScreen",
        "ending.FaultScreen", "ending.LeftScreen", "ending.RecoveredScreen",
        "ending.SummaryScreen", "ending.TakenScreen", "faces.BoardScreen", "faces.LargeScreen",
        "faces.ReadyScreen", "info.AboutScreen", "info.WhyScreen", "menu.MenuScreen",
        "notes.NoteScreen", "notes.RefusalScreen", "pin.ask_arbiter", "setup.SetupScreen",
        "stopped.AgreedScreen", "stopped.StoppedScreen", "verdict.ConfirmScreen",
        "verdict.VerdictScreen",
    ]  # fmt: skip
    # An item of ui/items.py: kind, x, y, w, h, and the kind's own arguments.
    Item = tuple[Any, ...]
    # A row of a list: its name for the focus, label, value.
    Row = tuple[str, str, str]
    # One of a few values: the value, its name for the focus, the text to show.
    Choice = tuple[Any, str, str]
    Job = array[int]

    class Place(TypedDict):
        """What a screen is, for display, tests, speech, pages; made by screens.placed()."""

        name: str
        focus: str  # what the keys are on
        fields: list[tuple[str, str]]  # what else a finger has to know, by name
        heading: str
        rows: list[Row]  # of a list
        at: int  # the row or choice that has the focus; the first figure of no first rank
        of: int  # so many rows there are
        figures: list[tuple[str, str, str]]  # A's, what it is, B's
        texts: list[str]
        choices: list[tuple[str, str]]  # the name of each, and its text
        value: int  # as it is now; in seconds, if it is a time
        least: int
        most: int
        article: int  # of a penalty
        tiles: list[str]  # of the word that is being entered
        signed: int  # mask of those who have confirmed, where both have to
        urgency: list[int]  # of A's time and of B's, 0 to 3

    class Font(Protocol):
        """A module of ui/fonts: glyphs as columns."""

        HEIGHT: int
        STRIDE: int
        GAP: int
        CUT: str
        ASCII: bytes
        UTF8: bytes
        WIDTHS: bytes
        DATA: bytes

    class Works(Protocol):
        """The works in progress: app/loop.py."""

        def begin(self, work: Iterator[int]) -> None: ...

    class Device(Table, Protocol):
        """The parts of the device that screens use: app/app.py; the match is to be read only."""

        adjudication: Adjudication
        pin: Pin
        keys: Keys
        sound: Sound
        hall: Radio | None

        @property
        def loop(self) -> Works: ...
        def begin(self) -> bool: ...
        def carried_texts(self) -> list[str]: ...
        def send(self, kind: int, who: int = 0, value: int = 0, consent: bool = False) -> bool: ...
        def locked_ms(self) -> int: ...
        def check_pin(self, digits: str) -> bool: ...
        def send_next(self, kind: int) -> None: ...
        def apply_settings(self) -> None: ...
