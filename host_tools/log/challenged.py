"""The words that were challenged in closed games, with verdict, article and reason."""

import re

from corrido.core import events, phases
from corrido.lexicon.reader import Lexicon

from host_tools.errors import UserError
from host_tools.lexicon import ask
from host_tools.lexicon.why import in_words
from host_tools.lexicon.why.command import quick_rules
from host_tools.log.games import Game, Report
from host_tools.paths import lexicon_path

Row = dict[str, str]


def rows(game: Game, _report: Report) -> list[Row]:
    """Return a row for each word of each challenge that stands; UserError for an open game."""
    if game.match().phase != phases.CLOSED:
        raise UserError(f"game {game.number} of {game.device.get('name') or 'the device'} is "
                        "open: words are told when it is closed")  # fmt: skip
    told = [entry.text().rpartition(": ") for entry in game.entries
            if entry.kind == events.VERDICT and entry.seq not in game.undone]  # fmt: skip
    return [{"device": str(game.device.get("name") or ""), "game": str(game.number),
             "lexicon": lexicon, "word": word, "answer": answer}
            for lexicon, _, words in told
            for word, answer in re.findall(r"(\S+) (yes|no)\b", words)]  # fmt: skip


def _is_of(lexicon: Lexicon, identity: str) -> bool:
    return lexicon.sha256.startswith(identity)


def explain(found: list[Row], lexicon: str | None, language: str) -> None:
    """Add why to each row; without rules for the list's language, rows stay as they are.

    UserError if the list is not the one that the device had.
    """
    for row in found:
        name, *_, identity = row.pop("lexicon").split(" ")
        path = lexicon_path(lexicon or name)
        with ask.open_whole(path) as opened:
            if not _is_of(opened, identity):
                raise UserError(f"{path}: not the list of the game, {identity}: --lexicon FILE")
            code = opened.alphabet
        if code not in ("es", "pl"):
            continue
        rules, _ = quick_rules(path)
        reason = rules.reason(row["word"].lower())
        line = in_words(row["word"], row["answer"] == "yes", reason, language)
        names = ("verdict", "reason", "article", "certainty", "quote")
        row.update(zip(names, line.split("\t")[1:], strict=False))
