"""The names of all screens, with the function that brings a table to each."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.ui.ports import Item

    from host_tools.workshop.screens.table import Table

Case = Callable[[str], "Table"]  # called with a language

CASES: dict[str, Case] = {}


def case(function: Case) -> Case:
    """Register a function that brings a Table(language) to the screen of its name."""
    CASES[function.__name__.replace("_", "-")] = function
    return function


@cache
def drawn(name: str, language: str) -> "tuple[list[Item], bytes]":
    """Return a case's items and its 1,024-byte picture, made once per process."""
    table = CASES[name](language)
    return table.nav._wanted, table.picture()
