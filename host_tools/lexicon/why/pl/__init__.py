"""Polish: the rules of admissibility of the Polish federation over the dictionary of kurnik.pl.

The dictionary (npm dictionary-pl; GPL, LGPL, MPL or CC BY-SA) gives entries and affix rules. Which
rules make which forms was read off their endings: _MADE. What the rules say of meaning, of other
dictionaries or of phrases is not in it; words that the rules name are in articles.tsv.
"""

from collections import defaultdict

from corrido.lexicon.alphabet import LONGEST, alphabet

from host_tools.lexicon.why import GUESS, NAMED, RULE, Reason, named
from host_tools.lexicon.why.hunspell import Dictionary

PACKAGES = {
    "dictionary-pl@2.0.0": "03a119f53a76960dce47a7b8c801cc33c62aa9de0d9c9137c5fa77cc4f18325d",
}
_ALPHABET = alphabet("pl")
_MADE = {  # flags: part, form, article
    "IJh": ("verb", "pl-present", "9"),
    "HF": ("verb", "pl-past", "9"),
    "Bk": ("verb", "pl-command", "9"),
    "de": ("verb", "pl-impersonal", "9"),
    "ij": ("verb", "pl-verbal-noun", "2"),
    "E": ("verb", "pl-passive", "2"),
    "Gvg": ("verb", "pl-active", "2"),
    "XxYac": ("adjective", "pl-adjective", "9"),
    "y": ("adjective", "pl-adverb", "9"),
    "NTMsUOVnQAmoqZzPSpDWftCwlRKLru": ("name", "pl-case", "9"),
}
_OF_FLAG = {flag: made for flags, made in _MADE.items() for flag in flags}
_WANTED = frozenset(_OF_FLAG) | {"b"}
_CLITICS = ("żeście", "żeśmy", "byście", "byśmy", "bym", "byś", "by", "że", "ż", "m", "ś", "ń")


class Rules:
    """Why a list has or has not a word."""

    def __init__(self, listed: frozenset[str], dictionaries: list[Dictionary]) -> None:
        """Prepare for a list, given as its words in small letters."""
        self.listed = listed
        self.named: dict[str, tuple[str, bool]] = {}
        for article, admitted, words in named(__file__):
            self.named |= dict.fromkeys(words, (article, admitted))
        self.found: dict[str, Reason] = {}
        self.proper: dict[str, str] = {}
        self.alone: set[str] = set()  # entries without a rule, many of them single forms
        for dictionary in dictionaries:
            self._read(dictionary)

    def _read(self, dictionary: Dictionary) -> None:
        whole: dict[str, str] = defaultdict(str)  # one word may have several lines
        for word, flags in dictionary.entries:
            if word.islower() and "-" not in word:
                whole[word] += flags
            else:
                self.proper.setdefault(word.lower(), word)
        for word, flags in whole.items():
            if flags:
                self.found[word] = _base(word, flags)
            else:
                self.alone.add(word)
        for word, flags in whole.items():
            for form in dictionary.forms(word, flags, _WANTED):
                made = [_OF_FLAG[flag] for flag in form.flags if flag in _OF_FLAG]
                part, name, article = made[0] if made else ("adjective", "pl-negated", "1")
                self.found.setdefault(form.text, Reason(word, part, name, article, RULE))

    def reason(self, word: str) -> Reason:
        """Return why the list has a word, or why not."""
        word = word.lower()
        article, admitted = self.named.get(word, ("", True))
        found = self.found.get(word)
        if word in self.listed:
            if found is None:
                found = Reason(word, "", "entry" if word in self.alone else "base", "1", GUESS)
                if word.endswith(("wszy", "łszy", "ąc")):
                    found = found._replace(part="verb", form="pl-participle", article="2")
            named = article and admitted
            return found._replace(article=article, certainty=NAMED) if named else found
        return self._absent(word, article, admitted, found)

    def _absent(self, word: str, article: str, admitted: bool, found: Reason | None) -> Reason:
        tiles = _ALPHABET.spell(word)
        if tiles is None or not 2 <= len(tiles) <= LONGEST:
            return Reason(word, "", "no-tiles" if tiles is None else "length", "0", RULE)
        if article:
            return Reason(word, "", "admitted" if admitted else "named", article, NAMED)
        if found:
            form = "pl-no-passive" if found.form == "pl-passive" else "form-lacking"
            return found._replace(form="word-lacking" if found.lemma == word else form)
        if word in self.proper:
            own = self.proper[word]
            form = "several" if "-" in own else "initials" if own.isupper() else "proper"
            return Reason(own, "", form, "0", RULE)
        if not set(word) & set("aąeęioóuy"):
            return Reason(word, "", "abbreviation", "0", GUESS)
        for clitic in _CLITICS:
            base = word.removesuffix(clitic)
            if base != word and len(base) > 2 and base in self.listed:
                return Reason(f"{base}+{clitic}", "", "pl-clitic", "6", GUESS)
        if word.endswith("szy"):
            return Reason(word, "adjective", "pl-no-degree", "4", GUESS)
        return Reason(word, "", "unknown", "10", GUESS)


def _base(word: str, flags: str) -> Reason:
    made = [_OF_FLAG[flag] for flag in flags if flag in _OF_FLAG]
    verb = word.endswith(("ć", "c")) and any(m[0] == "verb" for m in made)
    part = "verb" if verb else made[0][0] if made else "invariable"
    if part == "adjective" and word.endswith("szy"):
        if word.startswith("naj") or word.endswith("ejszy"):
            form = "pl-superlative" if word.startswith("naj") else "pl-comparative"
            return Reason(word, part, form, "4", RULE)
    return Reason(word, part, "infinitive" if verb else "base", "1", RULE)
