"""The records that make up a match: values that begin, live and end together."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, TypeVar

    R = TypeVar("R", bound="Record")


class Record:
    """Base of the records; a copy shares nothing that can change."""

    def copy(self: "R") -> "R":
        """Return an independent record in the same state, with its own records and lists."""
        twin = object.__new__(type(self))
        for name, value in self.__dict__.items():
            setattr(twin, name, _copied(value))
        return twin


def _copied(value: "Any") -> "Any":
    if isinstance(value, Record):
        return value.copy()
    kind: "Any" = value.__class__
    if kind is list:
        return [_copied(item) for item in value]
    return dict(value) if kind is dict else value
