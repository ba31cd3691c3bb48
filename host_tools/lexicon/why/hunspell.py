"""Read a Hunspell dictionary: its entries, and the forms that its affix rules make of each."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import UserError


class Rule(NamedTuple):
    """A rule of a flag: what goes, what comes, for which stems, and the flags of the result."""

    strip: str
    add: str
    fits: re.Pattern[str]
    flags: str


class Form(NamedTuple):
    """A form of an entry, the word that the last rule was applied to, and the flags applied."""

    text: str
    stem: str
    flags: str


class Dictionary:
    """An index.dic with its index.aff, as npm's packages dictionary-XX hold them."""

    def __init__(self, folder: Path) -> None:
        """Read both files; UserError if they are not those of a dictionary."""
        self._prefixes: dict[str, list[Rule]] = defaultdict(list)  # by flag
        self._suffixes: dict[str, list[Rule]] = defaultdict(list)
        self.entries: list[tuple[str, str]] = []  # a word, and its flags
        try:
            self._read_rules((folder / "index.aff").read_text("utf-8"))
            lines = (folder / "index.dic").read_text("utf-8").splitlines()[1:]
        except (OSError, UnicodeDecodeError, re.error) as error:
            raise UserError(f"{folder}: no Hunspell dictionary: {error}") from error
        for line in lines:
            word, _, flags = line.split("\t")[0].strip().partition("/")
            if word:
                self.entries.append((word, flags))

    def _read_rules(self, text: str) -> None:
        for line in text.splitlines():
            part = line.split()
            if len(part) < 5 or part[0] not in ("PFX", "SFX"):
                continue
            strip = "" if part[2] == "0" else part[2]
            add, _, flags = part[3].partition("/")
            add = "" if add == "0" else add
            rules, end = (self._prefixes, "") if part[0] == "PFX" else (self._suffixes, "$")
            rules[part[1]].append(Rule(strip, add, re.compile(part[4] + end), flags))

    def forms(self, word: str, flags: str, wanted: Collection[str]) -> Iterator[Form]:
        """Yield the forms of an entry by the wanted flags, up to two suffixes and a prefix."""
        made = [Form(word, word, ""), *self._suffixed(word, flags, wanted)]
        yield from made[1:]
        for flag in flags:
            for rule in self._prefixes.get(flag, ()) if flag in wanted else ():
                if word.startswith(rule.strip) and rule.fits.match(word):
                    cut = len(rule.strip)
                    for form in made:
                        if form.text.startswith(rule.strip):
                            stem = rule.add + form.stem[cut:]
                            yield Form(rule.add + form.text[cut:], stem, flag + form.flags)

    def _suffixed(self, word: str, flags: str, wanted: Collection[str]) -> Iterator[Form]:
        for flag in flags:
            for rule in self._suffixes.get(flag, ()) if flag in wanted else ():
                if word.endswith(rule.strip) and rule.fits.search(word):
                    text = word[: len(word) - len(rule.strip)] + rule.add
                    yield Form(text, word, flag)
                    for again in self._suffixed(text, rule.flags, wanted):
                        yield Form(again.text, text, flag + again.flags)
