"""What accounts of games and reports say, a table a language of the screens.

`event.` an event of the game, `note.` any other entry, `field.` a field of the match,
`value.` what such a field holds, `word.` headings, `finding.` what is wrong with a log.
"""

import functools
from importlib import import_module

from host_tools.log.firmware import events


def table(language: str) -> dict[str, str]:
    """Return every text of a language of the screens."""
    return import_module(f"{__name__}.{language}").TEXTS


@functools.cache
def _events(language: str) -> dict[int, str]:
    """Return the phrases of events by the firmware's numbers."""
    head = "event."
    return {
        getattr(events, key.removeprefix(head)): said
        for key, said in table(language).items()
        if key.startswith(head)
    }


def event(kind: int, language: str) -> str | None:
    """Return the phrase of a kind of event, with {who} and others to fill in; None for none."""
    return _events(language).get(kind)


def note(name: str, language: str) -> str:
    """Return the name of a kind of note; an unknown one stands for itself."""
    return table(language).get(f"note.{name}", name)


def word(name: str, language: str) -> str:
    """Return a heading or a value; a name that is neither stands for itself."""
    texts = table(language)
    return texts.get(f"word.{name}") or value(name, language)


def value(name: str, language: str) -> str:
    """Return a value of a field of the match; a number or a time stands for itself."""
    return table(language).get(f"value.{name}", name)


def field(name: str, language: str) -> str:
    """Return the name of a field of the match, `clock.A` with its player behind it."""
    stem, _, who = name.partition(".")
    return " ".join(filter(None, (table(language).get(f"field.{stem}", stem), who)))


def text(name: str, language: str) -> str:
    """Return a phrase with places to fill in. KeyError for one that there is not."""
    return table(language)[name]
