"""Does a list hold the words that the rulebook's articles name? Reported, never patched."""

import csv
from pathlib import Path
from typing import Any

from host_tools.errors import UserError
from host_tools.files import read_text
from host_tools.lexicon.ask import PLAYABLE, answers

COLUMNS = ("word", "playable", "article")


def read_cases(path: Path) -> list[dict[str, str]]:
    """Read the rows of a table of cases; UserError for any other file, or one without rows."""
    lines = read_text(path).replace("\r\n", "\n").split("\n")
    table = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE, restval="")
    if not {*COLUMNS} <= {*(table.fieldnames or ())}:
        raise UserError(f"{path}: a table of cases has the columns {', '.join(COLUMNS)}")
    rows: list[dict[str, str]] = []
    for row in table:
        number = table.line_num
        if missing := [column for column in COLUMNS if not row[column]]:
            raise UserError(f"{path}: line {number}: no {missing[0]}")
        if row["playable"] not in ("yes", "no"):
            raise UserError(f"{path}: line {number}: playable {row['playable']!r}: yes or no")
        rows.append(row)
    if not rows:
        raise UserError(f"{path}: no cases in it")
    return rows


def audit(lexicon: Path, cases: Path) -> dict[str, Any]:
    """Return the agreement, whole and by article, with every disagreement."""
    rows = read_cases(cases)
    articles: dict[str, dict[str, Any]] = {}
    for row, answer in zip(rows, answers(lexicon, [r["word"] for r in rows]), strict=True):
        article = articles.setdefault(
            row["article"], {"cases": 0, "agree": 0, "disagreements": []}
        )
        agree = (answer == PLAYABLE) == (row["playable"] == "yes")
        article["cases"] += 1
        article["agree"] += agree
        article["disagreements"] += [] if agree else [
            {"word": row["word"], "expected": row["playable"], "answer": answer,
             "reason": row.get("reason", "")}
        ]  # fmt: skip
    agree = sum(article["agree"] for article in articles.values())
    return {"cases": len(rows), "agree": agree, "articles": dict(sorted(articles.items()))}


def as_table(told: dict[str, Any]) -> str:
    """Return an audit as Markdown: a row for each article, with what the list says otherwise."""
    share = 100 * told["agree"] / told["cases"]
    lines = [f"{told['agree']} of {told['cases']} cases agree ({share:.1f} %).", "",
             "| article | cases | agree | disagreements |", "|---|---:|---:|---|"]  # fmt: skip
    for name, found in told["articles"].items():
        wrong = ", ".join(f"{row['word']} {row['answer']}" for row in found["disagreements"])
        lines.append(f"| {name} | {found['cases']} | {found['agree']} | {wrong} |")
    return "\n".join(lines)
