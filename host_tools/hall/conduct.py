"""Conduct over a tournament: each player's cards and acts of the arbiter, by article and round."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

from corrido.core import events
from corrido.core.events import ARTICLE_UNIT
from corrido.core.match import rounded

from host_tools.errors import UserError
from host_tools.hall.results import game_of, labels
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan
from host_tools.log import phrases
from host_tools.log.games import Game
from host_tools.log.page import DOCUMENT

INVALID, EXTRA_TILES, LATE, FORFEIT, ETHICS = 20, 28, 36, 37, 47
MANY = 3  # of art. 28 in one tournament
CARDS = ("warning", "yellow", "red")
COUNTED = ("turns", "forfeits", "stops")
ASKED = ("verify", "score", "tiles", "arbiter", "other")  # stops that a player may ask for


@dataclass
class Acts:
    """What the arbiter did about one player, and the stops that the player asked for."""

    cards: Counter[str] = field(default_factory=Counter[str])
    articles: Counter[int] = field(default_factory=Counter[int])
    points: int = 0
    turns: int = 0
    forfeits: int = 0
    stops: int = 0
    stopped_ms: int = 0
    told: list[tuple[str, str, int]] = field(default_factory=list[tuple[str, str, int]])

    def add(self, what: str, round_name: str, article: int, times: int = 1) -> None:
        """Count an act under its article, or take it back with -1 times."""
        self.articles[article] += times
        if times > 0:
            self.told.append((round_name, what, article))
        elif (round_name, what, article) in self.told:
            self.told.remove((round_name, what, article))

    def as_json(self) -> dict[str, Any]:
        """Return the figures by name."""
        return {
            "cards": {card: self.cards[card] for card in CARDS}, "points": self.points,
            "articles": {str(a): n for a, n in sorted(self.articles.items()) if n},
            "turns": self.turns, "forfeits": self.forfeits, "stops": self.stops,
            "stopped_ms": self.stopped_ms,
            "acts": [{"round": r, "act": what, "article": a} for r, what, a in self.told],
        }  # fmt: skip


def conduct(store: Store, plan: Plan) -> tuple[dict[str, Acts], list[str]]:
    """Return each named player's acts, and a line for each game that does not read.

    Whatever was taken back or revoked does not count.
    """
    found: dict[str, Acts] = {}
    told: list[str] = []
    for key in store.games():
        try:
            game = game_of(store, key)
        except UserError as error:
            told.append(f"{key.device}: {error}")
            continue
        named = labels(game, plan)
        names = [named[f"player-{side}"] or f"{key.device} {side.upper()}" for side in "ab"]
        seats = [found.setdefault(name, Acts()) for name in names]
        _take(game, named["round"], seats)
        summary = game.summary()
        for seat, side in zip(seats, "AB", strict=True):
            if summary[side]["forfeit"]:
                seat.forfeits += 1
                seat.add("forfeit", named["round"], FORFEIT)
        for reason, _, asked, ms, times in summary["stops"]:
            if reason in ASKED and asked in ("A", "B"):
                seat = seats["AB".index(asked)]
                seat.stops, seat.stopped_ms = seat.stops + times, seat.stopped_ms + ms
    return {name: acts for name, acts in sorted(found.items()) if acts.told or acts.stops}, told


def _take(game: Game, round_name: str, seats: list[Acts]) -> None:
    """Count the acts of one game; after a swap, all that was A's is B's."""
    standing: list[tuple[int, str, int, int]] = []  # side, card or "", points, article: revocable
    for entry, side in _acts(game):
        kind, value, article = entry.kind, entry.value % ARTICLE_UNIT, entry.value // ARTICLE_UNIT
        acts = seats[side]
        if kind == events.PENALTY or kind == events.CARD:
            card = events.CARDS[value] if kind == events.CARD else ""
            points = 0 if card else value
            standing.append((side, card, points, article))
            acts.points += points
            acts.cards[card] += bool(card)
            acts.add(card or f"-{points}", round_name, article)
        elif kind == events.REVOKE:
            last = next((one for one in reversed(standing) if one[0] == side), None)
            if last:
                standing.remove(last)
                acts.points -= last[2]
                acts.cards[last[1]] -= bool(last[1])
                acts.add(last[1] or f"-{last[2]}", round_name, last[3], -1)
        elif kind == events.LOSE_TURN:
            acts.turns += 1
            # One for a play declared invalid is no fault of conduct.
            acts.add("turn", round_name, INVALID if value % 2 else EXTRA_TILES)
        else:
            acts.add("late" if kind == events.LATE else "absent", round_name, LATE)


def _acts(game: Game) -> Iterator[tuple[Any, int]]:
    """Yield each act that stands with the index of its player, in the seats at the end."""
    kinds = (events.PENALTY, events.CARD, events.REVOKE, events.LOSE_TURN, events.LATE,
             events.ABSENT)  # fmt: skip
    kept = [entry for entry in game.entries if entry.seq not in game.undone]
    swaps = [at for at, entry in enumerate(kept) if entry.kind == events.SWAP]
    for at, entry in enumerate(kept):
        if entry.kind in kinds:
            swapped = sum(swap > at for swap in swaps) % 2
            for who in events.PLAYERS[entry.who]:
                yield entry, (who == events.B) ^ swapped


def sheet(found: dict[str, Acts], language: str) -> str:
    """Return a page to print before a round, in a language of the screens."""
    say = phrases.table(language)
    words = {name: say[f"conduct.{name}"] for name in ("late", "absent", "turn", "forfeit")}
    words |= {card: say[f"value.{card}"] for card in CARDS}
    heads = [say["word.points"], *(say[f"conduct.{name}"] for name in COUNTED), say["word.round"]]
    articles = [f"art. {number}" for number in (EXTRA_TILES, LATE, ETHICS)]
    names = ["", *(words[card] for card in CARDS), *articles, *heads]
    rows: list[str] = []
    for name, acts in found.items():
        counts = [acts.cards[card] for card in CARDS]
        counts += [acts.articles[number] for number in (EXTRA_TILES, LATE, ETHICS)]
        counts += [acts.points, acts.turns, acts.forfeits]
        many = [at == len(CARDS) and count >= MANY for at, count in enumerate(counts)]
        cells = [f'<td class="n{" many" if one else ""}">{count or ""}</td>'
                 for count, one in zip(counts, many, strict=True)]  # fmt: skip
        stops = f"{acts.stops} ({rounded(acts.stopped_ms)})" if acts.stops else ""
        told = "; ".join(
            f"{r or '?'}: {words.get(what, what)} (art. {a})" for r, what, a in acts.told
        )
        rows.append(f'<tr><th>{escape(name)}</th>{"".join(cells)}<td class="n">{stops}</td>'
                    f"<td>{escape(told)}</td></tr>")  # fmt: skip
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = (
        f"<table><thead><tr>{head}</tr></thead><tbody>\n" + "\n".join(rows) + "\n</tbody></table>"
    )
    body = body if rows else f"<p>{say['conduct.nobody']}</p>"
    return DOCUMENT.format(language=language, title=say["conduct.title"], body=body)
