"""Stand in for the names that CPython and MicroPython do not share."""

import json
import sys

# Type checkers treat it as True; devices skip the blocks under it.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

try:
    # The compiler folds the wrapped value.
    from micropython import const as const  # pyright: ignore[reportAssignmentType]
except ImportError:

    def const(value: int) -> int:
        """Return value unchanged; under MicroPython the compiler folds the constant instead."""
        return value


# MicroPython leaves text as it is and has no such argument.
_CPYTHON = sys.implementation.name == "cpython"
_PLAIN: "dict[str, Any]" = {"ensure_ascii": False} if _CPYTHON else {}


def json_text(value: "int | str | tuple[int, ...] | list[Any] | None") -> str:
    """Return a value as JSON: the same bytes of UTF-8 under both interpreters."""
    return json.dumps(value, **_PLAIN)
