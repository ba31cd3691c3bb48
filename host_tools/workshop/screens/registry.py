"""The names of all screens, and the function that brings a table to each."""

from typing import Any

CASES: dict = {}


def case(function: Any) -> Any:
    """Register a function that brings a Table(language) to the screen of its name."""
    CASES[function.__name__.replace("_", "-")] = function
    return function
