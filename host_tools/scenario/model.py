"""A scenario as data. Times are milliseconds since the world began."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from host_tools.errors import UserError
from host_tools.scenario.sounds import Heard


class ParseError(UserError):
    """A line that is no scenario; the message names file, line and the right form."""


class Mismatch(Exception):
    """A line that the device does not fulfil: expected and actual state."""

    def __init__(self, expected: str, seen: str) -> None:
        super().__init__(f"expected {expected}, seen {seen}")
        self.expected = expected
        self.seen = seen


class View(Protocol):
    """The device as an `expect` sees it."""

    def status(self) -> dict[str, str]: ...

    def log_count(self, kind: str) -> int: ...

    def sees(self, text: str, wanted: bool) -> list[str] | None: ...

    def hears(self, fits: Callable[[Heard], bool]) -> list[Heard] | None: ...

    def sounds_between(self, from_ms: int, to_ms: int) -> list[str]: ...


@dataclass(frozen=True)
class Press:
    """A finger on a key for hold_ms."""

    key: str
    hold_ms: int = 80


@dataclass(frozen=True)
class Power:
    """`power on`, `power cut` or `reset`."""

    what: str


@dataclass(frozen=True)
class Cable:
    """The display's cable goes in or comes off."""

    plugged: bool


@dataclass(frozen=True)
class Stall:
    """The processor answers nothing for so long."""

    ms: int


@dataclass(frozen=True)
class Flip:
    """A bit of the stored lexicon turns over."""

    offset: int
    bit: int


@dataclass(frozen=True)
class Macro:
    """Key presses that follow the device's screens: the verb and its arguments."""

    verb: str
    args: tuple[str, ...] = ()


@dataclass(frozen=True)
class Check:
    """One item of an `expect`: its text, and the check that raises Mismatch."""

    text: str
    run: Callable[[View], None] = field(compare=False)


@dataclass(frozen=True)
class Expect:
    """All items of one `expect`."""

    checks: tuple[Check, ...]


Action = Press | Power | Cable | Stall | Flip | Macro | Expect
INSTANT = (Press, Cable, Stall, Flip, Expect)


@dataclass(frozen=True)
class Step:
    """One line: at_ms or plus_ms or neither, and its action."""

    line: int
    text: str
    action: Action
    at_ms: int | None = None
    plus_ms: int | None = None

    @property
    def ends_by_itself(self) -> bool:
        """True if only the device's answers tell when the step is over."""
        return isinstance(self.action, Macro) or self.action == Power("on")


@dataclass
class Scenario:
    """A whole file."""

    path: Path
    settings: dict[str, str]
    steps: list[Step]

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.path.stem
