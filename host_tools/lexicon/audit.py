"""Does a list hold the words that the rulebook's articles name? Reported, never patched."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from host_tools.errors import UserError
from host_tools.files import read_text
from host_tools.lexicon.ask import PLAYABLE, answers

COLUMNS = ("word", "playable", "article")


@dataclass
class Article:
    """How a list agrees with one article's cases."""

    cases: int = 0
    agree: int = 0
    disagreements: list[dict[str, str]] = field(default_factory=list)


def read_cases(path: Path) -> list[dict[str, str]]:
    """Read the rows of a table of cases; UserError for any other file, or one without rows."""
    head, *lines = read_text(path).replace("\r\n", "\n").split("\n")
    names = head.split("\t")
    if any(column not in names for column in COLUMNS):
        raise UserError(f"{path}: a table of cases has the columns {', '.join(COLUMNS)}")
    rows: list[dict[str, str]] = []
    for number, line in enumerate(lines, 2):
        row = dict(zip(names, line.split("\t"), strict=False))
        missing = [column for column in COLUMNS if column not in row]
        if line and missing:
            raise UserError(f"{path}: line {number}: no {missing[0]}")
        if line and row["playable"] not in ("yes", "no"):
            raise UserError(f"{path}: line {number}: playable {row['playable']!r}: yes or no")
        rows += [row] if line else []
    if not rows:
        raise UserError(f"{path}: no cases in it")
    return rows


def audit(lexicon: Path, cases: Path) -> dict[str, Article]:
    """Return the agreement by article, in the order of the articles' names."""
    rows = read_cases(cases)
    articles: dict[str, Article] = {}
    for row, answer in zip(rows, answers(lexicon, [r["word"] for r in rows]), strict=True):
        article = articles.setdefault(row["article"], Article())
        article.cases += 1
        if (answer == PLAYABLE) == (row["playable"] == "yes"):
            article.agree += 1
        else:
            article.disagreements.append(
                {"word": row["word"], "expected": row["playable"], "answer": answer,
                 "reason": row.get("reason") or ""}
            )  # fmt: skip
    return dict(sorted(articles.items()))


def as_json(articles: dict[str, Article]) -> dict[str, Any]:
    """Return the whole audit as one JSON document."""
    return {
        "cases": sum(a.cases for a in articles.values()),
        "agree": sum(a.agree for a in articles.values()),
        "articles": {name: asdict(article) for name, article in articles.items()},
    }


def as_table(articles: dict[str, Article]) -> str:
    """Return the audit as Markdown: one row per article, then every disagreement."""
    total = as_json(articles)
    lines = [
        f"{total['agree']} of {total['cases']} cases agree "
        f"({100 * total['agree'] / total['cases']:.1f} %).",
        "",
        "| article | cases | agree |",
        "|---|---:|---:|",
    ]
    lines += [f"| {name} | {a.cases} | {a.agree} |" for name, a in articles.items()]
    lines += ["", "| article | word | the article says | the list says | reason |",
              "|---|---|---|---|---|"]  # fmt: skip
    for name, article in articles.items():
        for case in article.disagreements:
            says = "playable" if case["expected"] == "yes" else "not playable"
            lines.append(f"| {name} | {case['word']} | {says} | {case['answer']} | "
                         f"{case['reason']} |")  # fmt: skip
    return "\n".join(lines)
