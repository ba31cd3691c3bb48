"""The texts of game accounts and reports: the section `log` of each language's texts.

`event.` an event of the game, `note.` any other entry, `field.` a field of the match,
`value.` a value of such a field, `word.` a heading, `finding.` a fault in a log.
"""

import functools

from corrido.core import events
from corrido.ui.texts.source import read


@functools.cache
def table(language: str) -> dict[str, str]:
    """Return all texts in one of the screens' languages."""
    return read(language, "log")


@functools.cache
def _events(language: str) -> dict[int, str]:
    """Return the phrases for events by the firmware's event numbers."""
    head = "event."
    return {
        getattr(events, key.removeprefix(head)): said
        for key, said in table(language).items()
        if key.startswith(head)
    }


def event(kind: int, language: str) -> str | None:
    """Return the phrase for a kind of event, with {who} and others to fill in; None without."""
    return _events(language).get(kind)


def word(name: str, language: str, kind: str = "word") -> str:
    """Return a heading, or another `kind` of text, by name; else the text for a value."""
    return table(language).get(f"{kind}.{name}") or value(name, language)


def value(name: str, language: str) -> str:
    """Return the text for a value of a match field; numbers and times stay as they are."""
    return table(language).get(f"value.{name}", name)


def field(name: str, language: str) -> str:
    """Return the name of a match field; that of `clock.A` ends with the player."""
    stem, _, who = name.partition(".")
    return " ".join(filter(None, (table(language).get(f"field.{stem}", stem), who)))
