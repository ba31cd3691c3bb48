"""Reasons in plain words, in Spanish, English and Polish."""

from functools import cache
from pathlib import Path

from host_tools.lexicon.why import NAMED, Reason

LANGUAGES = ("es", "en", "pl")


@cache
def texts() -> dict[str, tuple[str, ...]]:
    """Return every code of a reason with its words in each language; {} is the lemma."""
    lines = Path(__file__).with_name("phrases.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {code: tuple(words) for code, *words in rows}


def told(word: str, listed: bool, reason: Reason, language: str) -> str:
    """Return a line: the word, whether the list has it, the formation, article, certainty."""
    at = LANGUAGES.index(language)
    form, _, person = reason.form.rpartition("-")
    known = texts()
    text = known[reason.form if reason.form in known else form][at].format(reason.lemma.upper())
    if reason.form not in known:
        text += f" ({known[person][at]})"
    sure = known["sure-named" if reason.certainty == NAMED else reason.certainty][at]
    verdict = known["valid" if listed else "absent"][at]
    return f"{word}\t{verdict}\t{text}\tart. {reason.article}\t{sure}"
