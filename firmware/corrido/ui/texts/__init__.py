"""Every word that the screens show, two tables a language: for play, and for all the rest.

A table takes 5 to 10 KB of RAM; that of menus, settings and summaries goes away in play.
"""

from corrido import memory

LANGUAGES = ("es", "en", "pl", "ca")
_PACKAGE = "corrido.ui.texts."
_MENUS = "_menus"


def _known(code: str) -> str:
    return code if code in LANGUAGES else LANGUAGES[0]


def load(code: str) -> "dict[str, str]":
    """Return the table for play; Spanish for an unknown code. Others are not kept in RAM."""
    wanted = _known(code)
    if memory.IN_RAM:
        for language in LANGUAGES:
            if language != wanted:
                memory.forget(_PACKAGE + language)
    return memory.load(_PACKAGE + wanted).TEXTS


def menus(code: str) -> "dict[str, str]":
    """Return the table of menus, settings and summaries; put_away() lets it go."""
    return memory.load(_PACKAGE + _known(code) + _MENUS).TEXTS


def put_away() -> None:
    """Let the tables go that play does not need, where room is short."""
    if memory.IN_RAM:
        for language in LANGUAGES:
            memory.forget(_PACKAGE + language + _MENUS)


def whole(code: str) -> "dict[str, str]":
    """Return both tables of a language as one, for tools and tests."""
    table = dict(load(code))
    table.update(menus(code))
    return table
