"""What the rules have worked out for a list, kept in a file from which a word is read at once."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from host_tools.lexicon.why import Reason, relative


class Kept:
    """One of the tables of a file: the words of a set, or a text or a reason by word."""

    def __init__(self, base: sqlite3.Connection, table: str) -> None:
        self._base, self._table = base, table

    def get(self, word: str, default: Any = None) -> Any:
        """Return what is kept of a word, or the default."""
        row = self._base.execute(
            f'select told from "{self._table}" join told using (id) where word = ?', (word,)
        ).fetchone()
        if row is None:
            return default
        cut, rest, *more = row[0].split("\t")
        text = word[: len(word) - int(cut)] + rest
        return Reason(text, *more) if more else text

    def __getitem__(self, word: str) -> Any:
        """Return what is kept of a word that is there."""
        return self.get(word)

    def __contains__(self, word: str) -> bool:
        """Return whether the table has a word."""
        return self.get(word) is not None


def keep(rules: object, path: Path) -> None:
    """Write all tables of rules, by word, that hold texts or reasons; whole or not at all.

    Of the files of its alphabet, each of a list and a state of its rules, the last three stay.
    """
    told: dict[str, int] = {}
    part = path.with_suffix(f".{os.getpid()}")
    with closing(sqlite3.connect(part)) as base:
        base.execute("pragma journal_mode = off")
        base.execute("create table told (id integer primary key, told text)")
        for name, table in vars(rules).items():
            if not _can_be_kept(table):
                continue
            base.execute(
                f'create table "{name}" (word text primary key, id integer) without rowid'
            )
            rows = list[tuple[str, int]]()
            for word in sorted(table):
                value = table[word] if isinstance(table, dict) else word
                text = "\t".join(relative(word, *((value,) if isinstance(value, str) else value)))
                rows.append((word, told.setdefault(text, len(told))))
            base.executemany(f'insert into "{name}" values (?, ?)', rows)
        base.executemany("insert into told values (?, ?)", enumerate(told))
        base.commit()
    part.replace(path)
    same = path.parent.glob(f"{path.stem.partition('-')[0]}-*")  # of this alphabet
    with suppress(OSError):  # another process has removed one, or on Windows reads it
        for old in sorted(same, key=lambda file: file.stat().st_mtime)[:-3]:
            old.unlink()


def _can_be_kept(table: object) -> bool:
    if isinstance(table, dict):
        return all(isinstance(word, str) and isinstance(value, (str, Reason))
                   for word, value in table.items())  # fmt: skip
    return isinstance(table, (set, frozenset))


def reopened(rules: Any, path: Path) -> None:
    """Let rules that were made of nothing read the tables of a file."""
    path.touch()  # so that the last read are the last to go
    base = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    for (name,) in base.execute("select name from sqlite_master where name != 'told'").fetchall():
        setattr(rules, name, Kept(base, name))
