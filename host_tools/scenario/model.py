"""A scenario as data. Times are milliseconds since the world began."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools.errors import UserError

if TYPE_CHECKING:
    from host_tools.scenario.view import DeviceView


class ParseError(UserError):
    """A line that is not valid in a scenario; the message gives file, line and right form."""


class Mismatch(Exception):
    """A line that the device does not live up to: expected and actual state."""

    def __init__(self, expected: str, seen: str) -> None:
        super().__init__(f"expected {expected}, seen {seen}")
        self.expected = expected
        self.seen = seen


@dataclass(frozen=True)
class Act:
    """A verb and its arguments, checked: times in ms, numbers as numbers, the rest as texts."""

    verb: str
    args: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Check:
    """One item of an `expect`: its text, and the check that raises Mismatch."""

    text: str
    run: "Callable[[DeviceView], None]" = field(compare=False)


@dataclass(frozen=True)
class Expect:
    """All items of one `expect`."""

    checks: tuple[Check, ...]


PRESSES = ("press", "hold")
OUTSIDE = (*PRESSES, "i2c", "stall", "flip")  # what happens to a device, when it is due
POWER = ("power", "reset")


@dataclass(frozen=True)
class Step:
    """One line: at_ms, plus_ms or neither, and its action."""

    line: int
    text: str
    action: Act | Expect
    at_ms: int | None = None
    plus_ms: int | None = None

    @property
    def ends_by_itself(self) -> bool:
        """Whether only the device's answers tell when the step is over."""
        if isinstance(self.action, Expect):
            return False
        return self.action == Act("power", ("on",)) or self.action.verb not in (*OUTSIDE, *POWER)


@dataclass
class Scenario:
    """A file, or what follows a line `scenario NAME` in it."""

    path: Path
    name: str
    settings: dict[str, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    shots: dict[str, tuple[str, bytes]] = field(default_factory=dict)  # hash and picture
