"""Define the effects that a match asks of the device: log entries, sounds, a look-up.

An effect is a tuple whose first item names its kind: ("log", kind, who, value) writes a log entry;
("sound", pattern) plays a pattern; ("stop-warnings",) ends the sounds of a turn that no longer
runs; ("lookup",) has the challenged words looked up; ("stopped", reason, owner, asked, ms) gives
the length of a stop; ("refused", kind) tells the arbiter that the act is not allowed here.
"""

from corrido.compat import TYPE_CHECKING
from corrido.core import events

if TYPE_CHECKING:
    from typing import Literal

    LogEffect = tuple[Literal["log"], str, int, int]
    SoundEffect = tuple[Literal["sound"], str]
    StoppedEffect = tuple[Literal["stopped"], int, int, int, int]
    RefusedEffect = tuple[Literal["refused"], int]
    PlainEffect = tuple[Literal["stop-warnings", "lookup"]]
    Effect = LogEffect | SoundEffect | StoppedEffect | RefusedEffect | PlainEffect
    Effects = list[Effect]


def log(effects: "Effects", kind: str, who: int = 0, value: int = 0) -> None:
    """Ask for an entry of the event log; kind is a name of the log."""
    effects.append(("log", kind, who, value))


def pressed(effects: "Effects", who: int, kind: int) -> None:
    """Log a press that changed the game, ahead of all its effects."""
    effects.insert(0, ("log", "press", who, kind))


def stop_text(effect: "StoppedEffect") -> bytes:
    """Return the log's text of a stop: `stopped verify clock A asked B 8000 ms`."""
    _, reason, owner, asked, length_ms = effect
    names = (events.REASONS[reason], events.WHO_NAMES[owner], events.WHO_NAMES[asked], length_ms)
    return ("stopped %s clock %s asked %s %d ms" % names).encode()
