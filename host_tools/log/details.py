"""The device's terse additions to an entry, told in the reader's language."""

import re
from collections.abc import Callable

from host_tools.log import phrases
from host_tools.log.firmware import exact
from host_tools.log.games import Entry

_STOP = re.compile(r"stopped (\S+) clock (\S+) asked (\S+) (\d+) ms\Z")
_CHANGE = re.compile(r"([a-z]+(?:\.[AB])?) (.*)>(.*)\Z")
_ANSWER = re.compile(r" (yes|no)(?=, |\Z)")


def told(entry: Entry, language: str) -> str:
    """Return an entry's payload in a language; parts of unknown form stay as they are."""
    text = entry.text()
    if entry.tells_words:
        return _ANSWER.sub(lambda found: f" {phrases.value(found[1], language)}", text)
    return "; ".join(_part(part, language) for part in text.split("; "))


def _part(part: str, language: str) -> str:
    for form, tell in _FORMS:
        if found := form.match(part):
            return tell(found, language)
    return part


def _stop(found: re.Match[str], language: str) -> str:
    reason, clock, asked = (phrases.value(word, language) for word in found.groups()[:3])
    said = phrases.text("text.stop", language)
    return said.format(reason=reason, clock=clock, asked=asked, time=exact(int(found[4])))


def _change(found: re.Match[str], language: str) -> str:
    before, after = (phrases.value(word, language) for word in found.groups()[1:])
    return f"{phrases.field(found[1], language)}: {before} → {after}"


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], str]], ...] = (
    (_STOP, _stop),
    (_CHANGE, _change),
)
