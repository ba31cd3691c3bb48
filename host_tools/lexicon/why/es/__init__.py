"""Spanish: chapter XII of FISE's rulebook over the dictionaries of RLA-ES.

The dictionaries (npm dictionary-es, -ar, -mx; GPL, LGPL or MPL) give entries and affix rules, not
parts of speech: a verb is an entry with a rule of conjugation, a name one with a plural. Their
forms have accents, which the list has not. What the rulebook names itself is in articles.tsv.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from corrido.lexicon.alphabet import LONGEST, alphabet

from host_tools.lexicon.why import GUESS, NAMED, PARADIGM, RULE, Reason, alike, named
from host_tools.lexicon.why.hunspell import Dictionary

PACKAGES = {
    "dictionary-es@4.0.0": "b46986527b23ff1a578d601db7f1e6dc80cc36b728fdcb6044b5212e12e202d5",
    "dictionary-es-ar@2.0.0": "1adeb9dcea4ae0f8aa0cc3ffcc7e6994eec920d6fabb52307f203d0ccaf3a6b5",
    "dictionary-es-mx@2.0.0": "89f26b9821ab0ebbca319c52ca875a87d8e2abbb56cae0f06c0940d51b5e54cd",
}
_VERB = set("REIX")  # flags: conjugations
_OTHERS = {**dict.fromkeys("NUH", ("diminutive", "XII.5")), "T": ("base", "XII.17.1")}
_WANTED = set("SGDREIXABCFHJKLMNOPQTU") | set("abcdefghijklmnopqrstuvw")
_ALPHABET = alphabet("es")
_PERSONS = ("1s", "2s", "3s", "1p", "2p", "3p")
_OF_INFINITIVES = ("future", "conditional")  # tenses whose stem is the whole verb, or a short one
_PARTICIPLES = (("o", ""), ("os", "-plural"), ("a", "-feminine"), ("as", "-feminine-plural"))


def _rows(kind: str) -> Iterator[tuple[str, list[str]]]:
    for line in Path(__file__).with_name("forms.tsv").read_text("utf-8").splitlines()[1:]:
        first, name, *columns = line.split("\t")
        if first == kind:
            yield name, columns


_LISTS = {name: words.split() for name, (words,) in _rows("list")}
_TENSES = dict(_rows("tense"))  # for -ar, -er, -ir: the endings of the six persons, after the stem
_STRONG = {name: endings for name, (endings,) in _rows("strong")}  # for every conjugation
_STRONG_STEMS = [pair.split("=") for pair in _LISTS["strong verbs"]]
_COMMANDS = dict(pair.split("=") for pair in _LISTS["commands"])
_BARE = dict(_rows("verb"))  # forms that the dictionaries list one by one, after a preterite stem
# The articles whose examples speak for their whole family: radar for radares, tronar for truena.
_FAMILIES = {f"XII.{at}" for at in "5 13 15 18.2.9".split()}
_FAMILIES |= {f"XII.17.{at}" for at in (1, 4, *range(6, 12))}
_FAMILIES |= {f"XII.18.1.{at}" for at in range(1, 8)}
_VERBAL = r"(ante|iente|ente|dor|dero|ible|able|tivo|dizo|bundo)$"  # endings of 17.1
_ALSO_PRONOMINAL = {"morir", "subir", "caer", "ver"}
# What no article admits: the form, the article, the words.
_CLOSED = {name: (*told, words.split()) for name, (*told, words) in _rows("closed")}
_NO_SYLLABLE = (r"(?![bcfgptdk][lr]|ch|ll|s[ptcklmnq]|p[st]|[gmc]n|ds)[^aeiouyh]{2}"
                r"|.*[bcdfgpt][lrnm]$")  # fmt: skip
_OF_VERBS = ("(a(mos|ste|steis|ron|bamos|bais|ban|bas|ba|ndo|remos|rian?|rias)|emos"
             "|(?<=e)(as?|an|es?|en|ad[oa]s?)|(?<=iz)(o|as?|an))$")  # fmt: skip
# What sounds are written as, and hardly another word: plaf, toc, cataplum, toctoc, grr.
_SOUND = (
    r"(?P<x>[^aeiou]+[aeiou][^aeiou]+)(.?(?P=x))+|(?P<y>.{3,})(?P=y)|.*(?P<z>.)(?P=z){2}.*"
    r"|[^aeiou]*(?P<v>[rzsm])(?P=v)+h*|.+pl?u[mn]|([hj][aeiou]){2,}|[^aeiou]*i?(aa|ii|uu)h?"
    r"|([cp]ata)?([bcdfgpt][lr]|ch|ñ)[aeiou]{1,2}(ff?|[scpmgjhn]|n?ch|ng|sh|nc)"
    r"|([bdmprtz]|[cg]u)[aeiou]{1,2}(ff?|[chjmnp]|ng|ss)|s[^aeiou]{1,2}[aeiou](ff?|sh|rp)"
)
_FIXED = [f"XII.18.2.{at}" for at in (10, 2, 1, 3, 7, 5, 6, 4, 8)]
_FIXED += ["XII.18.2", "XII.8", "XII.18.1.4"]
_VOSEO = (("is", "er"), ("ei", "er"), ("ris", "r"), ("ai", "ais"))  # querís, of querer
_LATIN = "(u[ms]|ae|tur)$"
_LOST = ("en", "es", "a", "e", "i", "o", "ha", "ade", "compa")  # what an aphaeresis drops
# Ends of nouns of function, office or profession (XII.7), and of what Spanish words do not have.
_OFFICE = r"(ero|(olog|ograf|onom|iatr)o|nte|er|z|[aeiu]l|[ao]r|ete|tre|je|ide)$"
_FOREIGN = r"[^aeiou]y$|sh|th|ph|oo|ou|ee|ck|tz|gg|([bdfmpstz])\1|^s[^aeiouh]|[bcfghkmptvx]$"
_IN_ES = "[djlnry]$|^[^aeiou]*[aeiou]+s$"  # what has its plural in -es
_CLOSED_WORDS = {*_LISTS["adverbs"], *_LISTS["interjections"], *_LISTS["particles"]}
_LASTS = ("o", "a", "e", "", "io", "ia")  # of words, where their diminutives have their ends
_BEFORE_SMALL = (("", ""), ("qu", "c"), ("gu", "g"), ("c", "z"), ("bil", "ble"))


# Letters as lists write them, small and without accents.
_PLAIN = {letter: _ALPHABET.fold(chr(letter)).lower() for letter in range(0x250)}


def fold(text: str) -> str:
    """Return the text as lists write it: small letters without accents."""
    return text.translate(_PLAIN)


def _named(tense: str, row: str) -> list[tuple[str, str]]:
    """Return the endings of a tense's six persons, each with its name."""
    return [(e, f"{tense}-{p}") for e, p in zip(row.split(), _PERSONS, strict=True)]


def _endings(kind: int) -> list[tuple[str, str]]:
    found = [each for tense, rows in _TENSES.items() for each in _named(tense, rows[kind])]
    for row, name in (("ás és ís", "voseo-present"), ("á é í", "voseo-command"),
                      ("ad ed id", "command-2p"), ("ando iendo iendo", "gerund")):  # fmt: skip
        found.append((row.split()[kind], name))
    if kind:
        for tense, row in _STRONG.items():  # dijeran, leyeran, tendrán
            found += _named(tense, row) if tense != "preterite" else []
        found += [("eron", "preterite-3p")]
        found += [("yendo", "gerund"), ("endo", "gerund"), ("oy", "present-1s"),
                  ("yó", "preterite-3s"), ("yeron", "preterite-3p")]  # fmt: skip
    return found


# For -ar, -er, -ir: what an ending may name, and where in the table, the likeliest first.
_ENDINGS = [{end: (at, name) for at, (end, name) in reversed([*enumerate(_endings(kind))])}
            for kind in range(3)]  # fmt: skip
_STRESSED = {f"{tense}-{p}" for tense in ("present", "subjunctive")
             for p in ("1s", "2s", "3s", "3p")}  # fmt: skip
_OF_STRONG = ("preterite", "future", "conditional")  # what verbs as tener have otherwise
_NO_MODEL = 0.2  # of a verb's forms, which other words have too: with fewer it has no conjugation
_LEAST_FEMININE = 5  # tiles of a feminine of which its ending alone speaks


def kind_of(infinitive: str) -> int:
    """Return 0, 1, 2 for -ar, -er, -ir; -1 for a word that is no infinitive."""
    return {"ar": 0, "er": 1, "ir": 2}.get(fold(infinitive)[-2:], -1)


def _distance(a: str, b: str) -> int:
    """Return how little two stems share: the letters outside their common beginning and end."""
    start = alike(a, b)
    return max(len(a), len(b)) - start - alike(a[start:][::-1], b[start:][::-1])


def slot(infinitive: str, form: str) -> str:
    """Return tense and person of a form with its accents, `irregular` where no ending fits."""
    if name := _strong(infinitive).get(fold(form)):
        return name
    known, stem = _ENDINGS[kind_of(infinitive)], infinitive[:-2]
    cuts = [cut for cut in range(1, len(form)) if form[cut:] in known]
    found = [(_distance(form[:cut], stem), *known[form[cut:]]) for cut in cuts]
    return min(found, default=(0, 0, "irregular"))[2]


def plural_article(singular: str) -> str:
    """Return the article on the plural of a word with its accents."""
    end = singular[-1]
    vowels = re.findall(r"[iuü]?[aeoáéíóú][iu]?|[iuü]", singular)  # one of each syllable
    if end in "áó" or (len(vowels) == 1 and singular.endswith(("a", "o"))):
        return "XII.18.4.2 -á -ó"
    if end == "é" or (len(vowels) == 1 and end == "e"):
        return "XII.18.4.2 -é"
    if end in "íú" or (vowels == [end] and end in "iu"):
        return "XII.18.4.2 -í -ú"
    if end in "aeiou":
        return "XII.18.4.1"
    if end == "l":
        return "XII.18.4.3 -l -ll"
    return f"XII.18.4.3 -{'ch' if singular.endswith('ch') else end}"


def _is_short(word: str) -> bool:
    return len(_ALPHABET.spell(word) or ()) < _LEAST_FEMININE


def _may_be_feminine(word: str, base: str) -> bool:
    """Return whether a flag for feminines can be meant: dictionaries also use it to save space."""
    stem = word.removesuffix("s")
    meant = base.endswith("o") or base in _LISTS["feminines"] or not _is_short(stem)
    return meant and stem not in _LISTS["no-feminines"]


def _rank(word: str, part: str, flags: str) -> int:
    """Return how likely an entry is a word of its own: without flags it may be another's form."""
    closed = _LISTS["adverbs"] + _LISTS["no-feminines"]
    if flags or word in closed or word.endswith("mente"):
        return part == "verb"
    return 5 if len(word) > 5 else 3


def _base(word: str, part: str) -> Reason:
    if part == "verb":
        return Reason(fold(word), part, "infinitive", "XII.17.2", RULE)
    if word.endswith("mente"):
        return Reason(fold(word), "adverb", "base", "XII.2", RULE)
    if word.endswith("rse") and kind_of(word[:-2]) >= 0:
        return Reason(fold(word[:-2]), "verb", "infinitive+se", "XII.17.10", RULE)
    if re.search("isim[oa]$", fold(word)):
        return Reason(fold(word), part, "diminutive", "XII.5", RULE)
    if re.search(_VERBAL, fold(word)):
        return Reason(fold(word), part, "base", "XII.17.1", RULE)
    return Reason(fold(word), part, "base", "XI", RULE)


class Rules:
    """Why a list has or has not a word."""

    def __init__(self, listed: frozenset[str], dictionaries: list[Dictionary]) -> None:
        """Prepare for a list, given as its words without accents."""
        self.listed = listed
        self.named: dict[tuple[str, bool], str] = {}
        self.entries: set[str] = set()  # the dictionaries' own, with their accents
        self.names: dict[str, set[str]] = {}  # article -> words
        self._read_named()
        self.found: dict[str, Reason] = {}  # every form of the dictionaries, the likeliest reason
        self.rank: dict[str, int] = {}
        self.accented: dict[str, str] = {}  # entries as they are written
        self.verbs: dict[str, str] = {}  # forms of verbs -> infinitive
        self.participles: dict[str, str] = {}  # in the masculine -> infinitive
        self.proper = {name: name.title() for name in _LISTS["names"]}
        self.partly: dict[str, str] = {}  # verbs of which the list has some persons -> the article
        self.partly |= dict.fromkeys(_LISTS["impersonal"], "XII.17.8")
        self.partly |= dict.fromkeys(_LISTS["defective"], "XII.17.7")
        self.bare: dict[str, Reason] = {}  # forms listed one by one, with their accents
        self.families: dict[str, str] = {}  # verbs of which an article names a form -> the article
        self.examples: dict[str, str] = {}  # words of which an article names a plural, or a form
        self.shown: dict[str, str] = {}  # entries that are written with accents only
        self.transitive: set[str] = set()
        for dictionary in dictionaries:
            self._read(dictionary)
        for lemma, (stem, forms) in _BARE.items():
            self._add_bare(lemma, stem, forms)
        self._add_paradigms()
        self._add_neighbours()
        for article, admitted, words in named(__file__) if listed else ():
            for word in words if admitted else ():
                self._read_example(word, article)
        self.rank.clear()

    def _read_named(self) -> None:
        for article, admitted, words in named(__file__):
            for word in words:
                self.named[word, admitted] = article
                self.named.setdefault((fold(word), admitted), article)
                self.names.setdefault(article, set()).add(fold(word))
        self.names["XII.18.2.1"] |= set(_LISTS["adverbs"])
        self.names["XII.18.2.2"] |= set(_LISTS["apocopes"])
        self.names["XII.18.2.3"] |= set(_LISTS["interjections"])
        self.names["XII.18.2"] = set(_LISTS["particles"])
        self.names["XII.18.2.5"] |= set(_LISTS["adverbial"])
        self.names["XII.18.2.7"] |= self.names["XII.11"]

    def _read_example(self, word: str, article: str) -> None:
        """Let an article's example speak for the word of which it is the plural, or a form."""
        known = self.found.get(fold(word))
        if known and known.part == "verb":  # jactaría, of jactar
            if article in ("XII.17.3", "XII.17.4"):
                self.examples.setdefault(known.lemma, article)
            elif article in _FAMILIES and article.startswith(("XII.17.", "XII.13")):
                self.families.setdefault(known.lemma, article)
        for base, form in _singulars(word) if article in _FAMILIES or ".18.4" in article else ():
            single = fold(base)
            own = known and known[1:3] == ("name", "base") and len(single) > 2  # vals, of no val
            fits = base == self.accented.get(single, single) or word == base + "es"
            if form == "plural" and single in self.listed and fits and not own:
                self.examples.setdefault(single, article)

    def _add(self, word: str, rank: int, reason: Reason) -> None:
        if rank < self.rank.get(word, 99):
            self.rank[word], self.found[word] = rank, reason

    def _read(self, dictionary: Dictionary) -> None:
        for word, flags in dictionary.entries:
            if not word.islower():
                self.proper.setdefault(fold(word), word)
                continue
            verb = bool(_VERB & set(flags)) and kind_of(word) >= 0
            part = "verb" if verb else "name" if set("SG") & set(flags) else "invariable"
            plain = fold(word)
            self.accented.setdefault(plain, word)
            self.shown[plain] = word if self.shown.get(plain, word) == word else plain
            self.entries.add(word)
            self._add(plain, _rank(word, part, flags), _base(word, part))
            if verb:
                self.verbs.setdefault(plain, plain)
                if "À" in flags:  # with lo, la, los, las
                    self.transitive.add(plain)
            for form in dictionary.forms(word, flags, _WANTED):
                self._add_form(form.text, form.stem, form.flags)

    def _add_form(self, text: str, stem: str, flags: str) -> None:
        """Add a form that rules made; flags: the prefix's, then the suffixes', of which one is."""
        plain, lemma = fold(text), fold(stem)
        prefixed = flags[0].islower() and 8 or 0
        last = flags[-1]
        if last.islower():
            part = "verb" if kind_of(stem) >= 0 and lemma in self.verbs else "name"
            self._add(plain, 9, _base(text, part))
        elif last == "S":
            if text.endswith("s"):
                reason = Reason(lemma, "name", "plural", plural_article(stem), RULE)
                self._add(plain, 2 + prefixed, reason)
        elif last == "G":
            form = "feminine-plural" if plain.endswith("s") else "feminine"
            reason = Reason(lemma, "name", form, self._feminine(plain, lemma), RULE)
            if _may_be_feminine(plain, lemma):
                self._add(plain, 2 + prefixed, reason)
        elif last == "D":
            self._add(plain, 1 + prefixed, self._participle(lemma, plain))
            self.verbs.setdefault(plain, lemma)
            self.participles.setdefault(plain, lemma)
        elif last in _VERB:
            # A verb that the list lacks explains nothing, and what needs no accent goes first.
            rank = 4 + prefixed + 10 * (lemma not in self.listed) + (plain != text)
            if self.rank.get(plain, 99) > rank:
                self.verbs[plain] = lemma
                self._add(plain, rank, _conjugated(lemma, stem, text))
            self.verbs.setdefault(plain, lemma)
        else:
            form, article = _OTHERS.get(last, ("base", "XI"))
            self._add(plain, 6 + prefixed, Reason(plain, "name", form, article, RULE))

    def _add_bare(self, lemma: str, strong: str, forms: str) -> None:
        self.verbs[lemma] = lemma
        self._add(lemma, -1, _base(lemma, "verb"))
        made: list[tuple[str, str]] = []
        for tense, *row in (group.split() for group in forms.split("|")):
            names = [f"{tense}-{p}" for p in _PERSONS] if len(row) > 1 else [tense]
            for form, name in zip(row, names, strict=True):
                self.bare.setdefault(form, Reason(lemma, "verb", name, "XII.17.2", RULE))
                made.append((fold(form), name))
        told = {plain for plain, _ in made}
        safe = (*_OF_INFINITIVES, "gerund", *(() if "participle" in forms else ("participle",)))
        made += [row for row in _regular(lemma) if row[1] not in _STRESSED and (
            len(lemma) > 3 or row[1].startswith(safe))]  # fmt: skip
        for tense, row in _STRONG.items() if strong else ():
            if tense not in _OF_INFINITIVES:
                made += [(fold(strong + end), name) for end, name in _named(tense, row)]
        for plain, name in made:
            if plain in self.listed:
                self.verbs.setdefault(plain, lemma)
                known = self.found.get(plain, _base(plain, ""))
                if known.part == "invariable" or plain in told and known.part != "verb":
                    self.rank.pop(plain, None)
                self._add(plain, 0, Reason(lemma, "verb", name, _article_of(name), RULE))

    @staticmethod
    def _participle(lemma: str, plain: str) -> Reason:
        of = next((name for end, name in _PARTICIPLES[::-1] if plain.endswith(end)), "")
        return Reason(lemma, "verb", f"participle{of}", "XII.17.4", RULE)

    def _is_loose(self, word: str) -> bool:
        """Return whether nothing is known of a word but that a dictionary has it, if at all."""
        known = self.found.get(word)
        return known is None or known[1:] == ("invariable", "base", "XI", RULE) and (
            word not in _CLOSED_WORDS)  # fmt: skip

    def _add_paradigms(self) -> None:
        """Take for a verb whatever has most of a regular paradigm in the list itself."""
        loose = {word for word in self.listed if self._is_loose(word)}
        for word in sorted(word for word in self.listed if kind_of(word) >= 0 and len(word) > 3):
            forms = list(_regular(word))
            there = [(plain, name) for plain, name in forms if plain in self.listed]
            strong = [row for row in _strong(word).items() if row[0] in self.listed]
            if strong:
                there = [row for row in there if not row[1].startswith(_OF_STRONG)]
            fit = sum(len(plain) <= LONGEST for plain, _ in forms)
            known = word in self.verbs  # whose stem the dictionaries know
            if not (strong and known or word in self.partly or word + "es" in self.listed
                    or word in _CLOSED_WORDS or len(there) >= _NO_MODEL * fit
                    or self.found.get(word, _base(word, "verb")).part == "name"
                    or re.search(f"ular$|quier$|{_FOREIGN}", word)):  # fmt: skip
                strong, there, self.partly[word] = [], [], "XII.17.6"
            if len(there) * 2 < len(forms) and not strong and word not in self.partly:
                continue
            if word in loose:
                self.rank.pop(word, None)
                self._add(word, 1, Reason(word, "verb", "infinitive", "XII.17.2", PARADIGM))
            self.verbs.setdefault(word, word)
            for plain, name in there + strong:
                noun = name in ("present-1s", "preterite-3s") and plain + "s" in self.listed
                if plain in loose and not noun:
                    self.rank.pop(plain, None)
                    loose.discard(plain)
                elif known and name in _STRESSED:
                    continue
                self.verbs.setdefault(plain, word)
                if name == "participle":
                    self.participles.setdefault(plain, word)
                self._add(plain, 20, Reason(word, "verb", name, _article_of(name), PARADIGM))
        for word in filter(self._is_loose, self.listed):  # desdiese, of desdar
            for size in range(2, len(word) - 2):
                known = self.found.get(word[size:])
                if command := _COMMANDS.get(word[size:]):
                    known = Reason(command, "verb", "irregular", "XII.17.2", PARADIGM)
                if known and known.part == "verb" and word[:size] + known.lemma in self.listed:
                    lemma = word[:size] + known.lemma
                    self.found[word] = known._replace(lemma=lemma, certainty=PARADIGM)
                    self.verbs.setdefault(word, lemma)

    def _add_neighbours(self) -> None:
        """Explain plurals and feminines by the words of the list that they come from."""
        kin: set[str] = set()
        for word in [word for word in self.listed if self._is_loose(word)]:
            alone = word in self.found
            for base, form in _singulars(word):
                if base in self.listed and (form == "plural" or self._has_feminine(base, word)):
                    if alone and (len(word) < 4 or self.found.get(base, ("",) * 2)[1] != "name"):
                        continue
                    plural = form == "plural"
                    article = self._plural(base) if plural else self._feminine(word, base)
                    sure = RULE if self.rank.get(base, 99) < 20 else PARADIGM
                    self.found[word] = Reason(base, "name", form, article, sure)
                    kin.add(base)
                    break
        for word in self.listed - self.found.keys():
            reason = _base(word, "name")
            sure = PARADIGM if word in kin or reason.part == "verb" else GUESS
            self._add(word, 30, reason._replace(certainty=sure))

    def _has_feminine(self, base: str, word: str) -> bool:
        """Return whether a word may have the feminine `word`: what speaks for it, what against.

        For: it is a name of its own, with a plural, beside both numbers of the feminine. Against:
        a short word, or one without gender or number (NO, DE).
        """
        stem = word.removesuffix("s")
        if _is_short(stem) or base[-1] not in "oerlnsz":
            return False
        known = self.found.get(base)
        plurals = {base + "s", base + "es"} & self.listed
        return (bool(plurals) and {stem, stem + "s"} <= self.listed
                and (known is None or known.part == "name"))  # fmt: skip

    def _plural(self, singular: str) -> str:
        """Return the article on a plural, by the accents that the singular has."""
        return plural_article(self.accented.get(singular, singular))

    def reason(self, word: str) -> Reason:
        """Return why the list has a word, or why not; the word as in the list, or with accents."""
        found = self._reason(word)
        return found._replace(lemma=self.shown.get(found.lemma, found.lemma))

    def _reason(self, word: str) -> Reason:
        plain = fold(word)
        if plain not in self.listed:
            return self._absent(plain, word)
        found = self._written(self.found[plain], plain, word)
        if found.form == "plural" and (article := self.named.get((plain, False))):
            return found._replace(form="plural-against", article=article, certainty=NAMED)
        article = self.named.get((word, True)) or self.named.get((plain, True))
        if not article and (kin := self._kin(plain)):
            return kin
        if found.part == "verb" and not self.named.get((plain, True)):
            if (found.lemma, False) in self.named or found.lemma in _LISTS["infinitives"]:
                if found.form != "infinitive":
                    return found._replace(form="form-against", certainty=NAMED)
            elif self._is_pronominal(found.lemma):
                return found._replace(article="XII.17.10")
        if not article and (own := self._own(found, plain)):
            return own
        article = article or self._family(found.lemma)
        if not article and found.form in ("infinitive", "base"):
            article = self.examples.get(plain, "")
        if found.part == "verb" and article and article.startswith("XII.18.1"):  # fíes, of fi
            for single, form in _singulars(plain):
                if form == "plural" and single in self.listed:
                    return Reason(single, "name", "plural", article, NAMED)
        if not article and found.form in ("plural", "base"):
            single = found.lemma if found.form == "plural" else plain.removesuffix("s")
            for at in ("XII.18.2.10", "XII.18.2.2") if single != plain else ():
                if single in self.names[at]:
                    return Reason(single, "name", "plural-against", at, NAMED)
        if not article and found.part == "verb" and not found.form.startswith("participle"):
            if partly := self.partly.get(found.lemma):
                return found._replace(article=partly, certainty=PARADIGM)
        return found._replace(article=article, certainty=NAMED) if article else found

    def _kin(self, plain: str) -> Reason | None:
        """Return the reason for a plural or a feminine of a word that an article names."""
        for base, form in _singulars(plain):
            article = self.named.get((base, True), "")
            plural = form == "plural" and article.startswith(("XII.18.", "XII.6"))
            if article in ("XII.18.2.2", "XII.18.2.10", "XII.8"):  # of which there is no plural
                return None
            other = article in ("XII.7", "XII.17.1") and _may_be_feminine(plain, base)
            if plural or other:
                article = "XII.18.3" if article == "XII.6" else article
                form = form if plain in self.listed else "plural-otherwise"
                return Reason(base, "name", form, article, NAMED)
        return None

    def _is_pronominal(self, lemma: str) -> bool:
        """Return whether a verb is pronominal only, as an article or the list itself marks it."""
        other = lemma in _ALSO_PRONOMINAL or lemma in self.transitive and (
            lemma[:-2] + ("ada" if lemma[-2] == "a" else "ida") in self.listed)  # fmt: skip
        marked = f"{lemma}se" in self.listed and not other
        return marked or self._family(lemma) == "XII.17.10"

    def _written(self, found: Reason, plain: str, word: str) -> Reason:
        """Return the reading that fits the accents that somebody gave, and the parts of a word."""
        for single, form in _singulars(word) if word != plain else ():
            if form == "plural" and single in self.entries and fold(single) in self.listed and (
                    self.found[fold(single)].part != "verb"):  # fmt: skip
                return Reason(fold(single), "name", form, plural_article(single), RULE)
        lemma = self.verbs.get(plain)
        other = word != plain and self.accented.get(plain, plain) != word
        if lemma and other and word in self.bare:
            return self.bare[word]
        if lemma and other:
            return _conjugated(lemma, self.accented.get(lemma, lemma), word)
        if found.form == "base" and found.article == "XII.17.1" and not self._has_verb(plain):
            return found._replace(article="XI")
        return found

    def _family(self, lemma: str) -> str:
        """Return the article that names a lemma for all of its forms, "" if there is none."""
        article = self.named.get((lemma, True)) or self.families.get(lemma, "")
        if article not in _FAMILIES or lemma in _ALSO_PRONOMINAL:
            return ""
        # The verbs of 17.4 and 18.2.9 are named for their participles only.
        return "" if article in ("XII.17.4", "XII.18.2.9") and lemma in self.verbs else article

    def _absent(self, word: str, written: str) -> Reason:
        if re.search(r"\w[- ]\w", word):
            return Reason(word, "", "several", "XII.8", RULE)
        tiles = _ALPHABET.spell(word)
        if tiles is None:
            return Reason(word, "", "no-tiles", "II.10.1", RULE)
        if not 2 <= len(tiles) <= LONGEST:
            return Reason(word, "", "length", "I.2", RULE)
        for admitted, form in ((False, "named"), (True, "admitted")):
            article = self.named.get((written, admitted)) or self.named.get((word, admitted))
            if article:
                return Reason(word, "", form, article, NAMED)
        for form, article, words in _CLOSED.values():
            if word in words:
                return Reason(word, "", form, article, RULE)
        if word in self.proper and word not in self.found:
            article = "XII.15" if self.proper[word].isupper() else "XII.10"
            return Reason(word, "", "proper" if article == "XII.10" else "initials", article, RULE)
        if written.endswith("eó") and word[:-1] + "ar" not in self.listed:  # tuiteó
            return Reason(word[:-1] + "ar", "verb", "form-of-no-verb", "XII.17", GUESS)
        for how in (self._small, self._kin, self._of_participle, self._enclitic, self._of_plural,
                    self._of_verb, self._of_form):  # fmt: skip
            if reason := how(word):
                return reason
        if re.fullmatch(_SOUND, word):
            return Reason(word, "", "onomatopoeia", "XII.11", GUESS)
        if re.match(_NO_SYLLABLE, word):
            return self._beheaded(word) or Reason(word, "", "abbreviation", "XII.1", GUESS)
        found = self._derived(word) or self._beheaded(word)
        last = ("latin", "XII.9") if re.search(_LATIN, word) else ("unknown", "XI")
        return found or Reason(word, "", *last, GUESS)

    def _beheaded(self, word: str) -> Reason | None:
        """Explain a word of the list, or a form of estar, without its first sounds."""
        for whole in (lost + word for lost in _LOST if lost[-1] != word[0] != "s" or lost == "e"):
            known = self.found.get(whole)
            if whole in self.listed and known and (known.part != "verb" or known.lemma == "estar"):
                return Reason(whole, "", "aphaeresis", "XII.3", GUESS)
        return None

    def _small(self, word: str) -> Reason | None:
        """Explain a diminutive, augmentative or superlative of a word of the list."""
        single = word.removesuffix("s")
        if word != single and (single in self.listed or word[:-2] in self.listed):
            return None
        kin = [single[:-1] + "e"]  # grumeta, of grumete; medieron, of medir
        if word not in self.listed:  # marrona, ardillo
            kin.append(re.sub("(?<=ej|il|et)(l?)o$", r"\1a", re.sub("a$", "", single)))
        if any(one in self.listed for one in kin if one != single) or any(
                verb in self.verbs for verb in _infinitives(word)):  # fmt: skip
            return None
        for end in filter(single[2:].endswith, _LISTS["small"]):
            stem = single.removesuffix(end)
            for old, new in _BEFORE_SMALL if re.search("[aeiou]", stem) else ():
                for last in (single[-1], *_LASTS) if stem.endswith(old) else ():
                    base = stem[: len(stem) - len(old)] + new + last
                    known = self.found.get(base) if base in self.listed else None
                    other = known and (known.part != "verb" or base in self.accented)
                    if other and kind_of(base) < 0:
                        sure = RULE if word in self.found or last == single[-1] else GUESS
                        return Reason(base, "name", "small", "XII.5", sure)
        return None

    def _own(self, found: Reason, word: str) -> Reason | None:
        """Explain an entry that is a participle, a feminine or a diminutive of another."""
        if found[2:4] != ("base", "XI"):
            return None
        if lemma := self.participles.get(word):
            return None if self._is_pronominal(lemma) else self._participle(lemma, word)
        if re.search("[dts]ora$", word) and word[:-1] in self.listed:
            return Reason(word[:-1], "name", "feminine", self._feminine(word, word[:-1]), RULE)
        if len(word) < 6 or not re.search("([^a]it|uel|ot|uch|ill)[oa]$", word):
            return None
        small = self._small(word) if self.shown.get(word, word) == word else None
        same = small and small.lemma[-1] in {word[-1], *"elnrz"}
        return small._replace(form="diminutive", lemma=word) if small and same else None

    def _derived(self, word: str) -> Reason | None:
        """Explain what the list lacks by a word of it, or by the infinitive that it would have."""
        single = re.sub("([aeiou])s$|(?<=[lnrdj])es$", r"\1", word)
        for end, lasts, article in _DERIVED:
            stem = single.removesuffix(end)
            for last in lasts.split(",") if stem != single and len(stem) > 2 else ():
                base = stem + last
                if base not in self.listed:
                    continue
                verb = self.found[base].part == "verb"
                if not end[1:] and (verb or not last and base[-1] in "aeiou"):
                    continue  # a verb's form has no gender, and no vowel gets another
                form = {"mente": "adverb"}.get(end, "derived" if end[1:] else "entry-lacking")
                article = self._feminine(single, base) if article == "XII.7" else article
                return Reason(base, "", form, article, GUESS)
        for end, model in (*_VOSEO, ("as", "amos"), ("es", "emos")):
            verb = word.removesuffix(end) + model
            if verb != word + model and verb in self.verbs:
                return Reason(self.verbs[verb], "verb", "voseo-lacking", "XII.17.3", GUESS)
        if kind_of(word) == 0 and len(word) > 4:
            return Reason(word, "", "no-verb", "XII.17", GUESS)
        end = re.search(_OF_VERBS, word)
        if len(word) > 4 and end and re.search("(?<!q)[aeiou]+.*e?$", word[: end.start() - 1]):
            lemma = word[: end.start()] + "ar"
            return Reason(lemma, "verb", "form-of-no-verb", "XII.17", GUESS)
        for size in range(len(word) - 3, 1, -1):
            first, rest = word[:size], re.sub("^rr", "r", word[size:])
            whole = rest in self.listed or rest.removesuffix("s") in self.listed
            other = len(first) > 3 < len(rest) and (
                first in self.listed or first[:-1] + "a" in self.listed
            )
            if whole and (other or first in _CLOSED["prefixes"][2]):
                if kind_of(rest) >= 0 and rest in self.verbs:
                    return Reason(f"{first}+{rest}", "", "no-verb", "XII.17", GUESS)
                return Reason(f"{first}+{rest}", "", "derived", "XI", GUESS)
        return None

    def _feminine(self, word: str, base: str) -> str:
        """Return the article on a feminine: that on offices is not on adjectives.

        An adverb shows an adjective; an agent in -dor shows that in -nte somebody acts.
        """
        if word.endswith("s"):
            return "XII.18.4.1"
        if re.search("(dor|der|tiv|[aei]diz|bund)a$", word):
            return "XII.17.1"
        if base in _LISTS["offices"]:
            return "XII.7"
        if any(one + "mente" in self.listed for one in (base, re.sub("o$", "a", base))):
            return "XI"
        kin = (word, base[:-3] + "dor")
        if base.endswith("nte") and not any(one in self.listed for one in kin):
            return "XII.17.1" if self._has_verb(base) else "XI"
        return "XII.7" if re.search(_OFFICE, base) else "XI"

    def _has_verb(self, adjective: str) -> bool:
        stem = re.sub(_VERBAL, "", adjective)
        infinitives = (stem + end for end in ("r", "ar", "er", "ir", "tar", "dir"))
        return any(verb in self.verbs and verb in self.listed for verb in infinitives)

    def _enclitic(self, word: str) -> Reason | None:
        for pronoun in _LISTS["pronouns"]:
            rest = word.removesuffix(pronoun)
            for verb in (rest, rest + "d", rest + "s") if rest != word else ():  # amad-os
                lemma = self.verbs.get(verb, "") if verb in self.listed else ""
                lemma = "" if re.search("([ai]s|[ae]n)te$", word) else lemma
                for command, of in _COMMANDS.items():
                    whole = verb.removesuffix(command) + of
                    lemma = whole if verb.endswith(command) and whole in self.verbs else lemma
                if len(verb) > 1 and lemma:
                    form = "infinitive+se" if pronoun == "se" and lemma == verb else "enclitic"
                    article = "XII.17.10" if self._is_pronominal(lemma) else "XII.17.5"
                    return Reason(f"{verb}+{pronoun}", "verb", form, article, RULE)
        return None

    def _of_participle(self, word: str) -> Reason | None:
        for end in ("as", "os", "a"):
            base = word.removesuffix(end) + "o"
            lemma = self.participles.get(base)
            if word.endswith(end) and lemma and base in self.listed:
                article = "XII.17.10" if self._is_pronominal(lemma) else "XII.17.4"
                return Reason(lemma, "verb", "participle-of-intransitive", article, RULE)
        return None

    def _of_plural(self, word: str) -> Reason | None:
        bases = [base for base, form in _singulars(word) if form == "plural"]
        if re.search("[aeiou]ses$", word):  # sofases
            bases.insert(0, word[:-3])
        for article in _FIXED:
            for base in bases:
                adverb = article == "XII.18.2.1" and base.endswith("mente") and base in self.listed
                if adverb or base in self.names.get(article, ()):
                    return Reason(base, "", "plural-of-fixed", article, RULE)
        bases.sort(key=lambda base: base not in self.listed)
        for base in bases:
            if base not in self.listed:
                if re.fullmatch(_SOUND, base) and base not in self.found:
                    return Reason(base, "", "plural-of-fixed", "XII.18.2.7", GUESS)
                continue
            others = [base + end for end in ("s", "es") if base + end in self.listed]
            reason = self.found[base]
            if others:
                return Reason(base, "name", "plural-otherwise", self._plural(base), RULE)
            if reason.part == "verb" and reason.form != "infinitive":
                return None
            foreign = base in self.names["XII.6"] or re.search(_FOREIGN, base)
            if foreign or word == base + "s" and base[-1] in "lnr":
                return Reason(base, "name", "plural-of-foreign", "XII.18.3", GUESS)
            form = "plural-of-fixed" if reason.part == "invariable" else "plural-lacking"
            end = "s" if base[-1] in "aeio" else "es" if re.search(_IN_ES, base) else "z"
            regular = word in (base + end, re.sub("z$", "ces", base))  # so no rule excludes it
            article = "XII.12" if regular else self._plural(base)
            return Reason(base, reason.part, form, article, GUESS)
        return None

    def _of_form(self, word: str) -> Reason | None:
        found = self.found.get(word)
        if not found:
            return None
        if found.article != "XII.5" and found.lemma not in self.listed:
            own = found.article in ("XII.2", "XII.17.1")
            return found._replace(form="word-lacking", article=found.article if own else "XI")
        if found.form == "feminine":
            article = self._feminine(word, found.lemma)
            return found._replace(form="entry-lacking", article=article)
        return found._replace(form="small" if found.article == "XII.5" else "entry-lacking")

    def _of_verb(self, word: str, found: Reason | None = None) -> Reason | None:
        """Explain a conjugated form that is not in the list, or an infinitive that is not."""
        found = found or self.found.get(word)
        if found and found.part != "verb":
            return None
        if found:
            if found.form == "infinitive":
                return found._replace(form="no-verb", article="XII.17")
            lemmas = [found.lemma]
        else:
            word = re.sub("(?<=ste)s$", "", word)  # hicistes
            lemmas = [self.verbs[word]] if word in self.verbs else _infinitives(word)
        for lemma in lemmas:
            article = self._family(lemma) or self.partly.get(lemma)
            if article == "XII.17.6" and not (found or word.startswith(lemma[:-2])
                                              or lemma.endswith("ir")):  # fmt: skip
                continue  # an old verb is no reason for a misspelling
            if article:
                form = "no-model" if article == "XII.17.6" else "form-lacking"
                return Reason(lemma, "verb", form, article, NAMED)
            if found and lemma not in self.listed:
                return found._replace(form="form-of-no-verb", article="XII.17")
            if found:
                article = "XII.17.10" if self._is_pronominal(lemma) else "XII.17.7"
                return found._replace(form="form-lacking", article=article, certainty=GUESS)
            if lemma in self.listed and lemma in self.verbs:
                return Reason(lemma, "verb", "form-lacking", "XII.17.2", GUESS)
        return None


def _article_of(form: str) -> str:
    """Return the article on a form of a verb."""
    return {"participle": "XII.17.4", "voseo": "XII.17.3"}.get(form.partition("-")[0], "XII.17.2")


def _conjugated(lemma: str, infinitive: str, text: str) -> Reason:
    if fold(text) == lemma + "se":
        return Reason(lemma, "verb", "infinitive+se", "XII.17.10", RULE)
    name = slot(infinitive, text)
    return Reason(lemma, "verb", name, _article_of(name), RULE)


@cache
def _plain_endings(kind: int) -> list[tuple[str, str]]:
    """Return the regular endings of -ar, -er, -ir without accents, those that have none first."""
    participle = ("ad", "id", "id")[kind]
    rows = _endings(kind)[:58]
    rows += [(participle + end, f"participle{name}") for end, name in _PARTICIPLES]
    rows.sort(key=lambda row: row[0] != fold(row[0]))
    return [(fold(end), name) for end, name in rows]


def _regular(infinitive: str) -> Iterator[tuple[str, str]]:
    """Yield the regular forms of a verb without accents, each with its name."""
    kind, stem = kind_of(infinitive), infinitive[:-2]
    if kind:
        spelled, first = (("gu", "g"), ("qu", "c"), ("g", "j"), ("c", "zc")), "ao"
    else:
        spelled, first = (("gu", "gu"), ("c", "qu"), ("g", "gu"), ("z", "c")), "e"
    before = next(
        (stem.removesuffix(old) + new for old, new in spelled if stem.endswith(old)), stem
    )
    for ending, name in _plain_endings(kind):
        yield (before if ending[0] in first else stem) + ending, name


@cache
def _strong(infinitive: str) -> dict[str, str]:
    """Return the names of a verb's forms by its strong preterite, as those of tener or decir."""
    found = dict[str, str]()
    for verb, stem in _STRONG_STEMS:
        for tense in _STRONG if infinitive.endswith(verb) else ():
            for end, name in _named(tense, _STRONG[tense]) if tense[0] in "ps" else ():
                for joint in ("", "i"):
                    form = infinitive.removesuffix(verb) + stem + joint + end
                    found.setdefault(fold(form), name)
    return found


def _infinitives(word: str) -> list[str]:
    """Return the infinitives of which this may be a regular form, the longest ending first."""
    found = []
    for kind, end in enumerate(("ar", "er", "ir")):
        for ending, _ in sorted(_plain_endings(kind)[:58], key=lambda row: -len(row[0])):
            if word.endswith(ending) and len(word) - len(ending) > 2 - (ending == "io"):
                stem = word[: len(word) - len(ending)]
                found.append(stem + end)
                changes = (*_BEFORE_ENDINGS, *(_BEFORE_IR if end == "ir" else ()))
                found += [re.sub(*change, stem) + end for change in changes]
    return found


# What stands for what before the endings of a form that is regular by mistake: fregan, balbuzo.
_BEFORE_ENDINGS = (
    ("z?c$|z$|(?<=u)j$", "c"), ("y$|(?<=a)j$|(?<=[aln])g$", ""), ("ij$", "ec"),
    ("gu$", "g"), ("qu$", "c"), ("ie(?=[^aeiou]+$)", "e"), ("ue(?=[^aeiou]+$)", "o"),
    ("ue(?=[^aeiou]+$)", "u"),
)  # fmt: skip
_BEFORE_IR = (("u(?=[^aeiou]+$)", "o"), ("i(?=[^aeiou]+u?$)", "e"))  # durmo, sinto
# Endings of what is derived from a word, the ends of that word in their place, and the article.
_DERIVED = [(end, lasts, article) for end, (lasts, article) in _rows("derived")]
# Endings of plurals and feminines, and what stands there in the word that they come from.
_SINGULAR = (
    ("ces", "z", "plural"), ("ies", "y", "plural"), ("es", "", "plural"),
    ("as", "o", "feminine-plural"), ("s", "", "plural"), ("is", "y", "plural"),
    ("ques", "c", "plural"), ("gues", "g", "plural"),
    ("as", "", "feminine-plural"), ("a", "o", "feminine"), ("a", "", "feminine"),
    ("a", "e", "feminine"),
)  # fmt: skip


def _singulars(word: str) -> Iterator[tuple[str, str]]:
    """Yield the words of which this may be the plural or the feminine, the likeliest first."""
    for end, base, form in _SINGULAR:
        if word.endswith(end):
            yield word.removesuffix(end) + base, form
