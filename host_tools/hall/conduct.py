"""Conduct over a tournament: each player's cards and acts of the arbiter, by article and round."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any, NamedTuple

from corrido.core import events
from corrido.core.events import ARTICLE_UNIT
from corrido.core.game import Game as LiveGame
from corrido.core.match import rounded
from corrido.core.rules import FISE
from corrido.core.why import RULEBOOKS, cited, lost_by, under

from host_tools.errors import UserError
from host_tools.hall.results import game_of
from host_tools.hall.store import Store
from host_tools.hall.tables import DIVISION, Plan, natural
from host_tools.log import phrases
from host_tools.log.games import Game, readable, stops

INVALID, EXTRA_TILES = "20", "28"  # of today's FISE; a game's own rulebook is cited
ART = RULEBOOKS[FISE][0]
MANY, MANY_IN_A_GAME = 3, 2  # of art. 28 of FISE: in one tournament, in one game
CARDS = ("warning", "yellow", "red")
COUNTED = ("turns", "forfeits", "stops")
ASKED = ("verify", "score", "tiles", "arbiter", "other")  # stops that a player may ask for
# What is told of an event that names a player; of a sanction its card or its points.
ACTS = {
    events.PENALTY: "", events.CARD: "", events.LOSE_TURN: "turn", events.LATE: "late",
    events.ABSENT: "absent",
}  # fmt: skip


DOCUMENT = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 10pt sans-serif; margin: 1.5em; max-width: 80em }}
table {{ border-collapse: collapse }}
th, td {{ border: 1px solid #888; padding: .15em .5em; text-align: left; vertical-align: top }}
td.n {{ text-align: right; font-variant-numeric: tabular-nums }}
thead {{ display: table-header-group }} tr {{ break-inside: avoid }}
.many {{ font-weight: bold; border: 3px solid }}
</style>
<h1>{title}</h1>
{body}
</html>
"""
ARTICLES = {"late": "36", "absent": "37"}  # the second, that he left the room, is announced


class Act(NamedTuple):
    """An act of the arbiter about a player: a card, `-30`, `turn`, `late`, `absent`, `forfeit`."""

    round: str
    act: str
    article: str  # or several, `37, 46.5`; of another rulebook than FISE's as it is cited


@dataclass
class Acts:
    """What stands of the arbiter's acts about one player, and the stops that he asked for."""

    told: list[Act] = field(default_factory=list[Act])
    stops: int = 0
    stopped_ms: int = 0
    most: int = 0  # of art. 28 in one game

    def as_json(self) -> dict[str, Any]:
        """Return the figures by name."""
        acts = Counter(one.act for one in self.told)
        articles = Counter(one.article for one in self.told)
        return {
            "cards": {card: acts[card] for card in CARDS},
            "points": sum(-int(one.act) for one in self.told if one.act.startswith("-")),
            "articles": {number: articles[number] for number in sorted(articles, key=natural)},
            "turns": acts["turn"], "forfeits": acts["forfeit"], "stops": self.stops,
            "stopped_ms": self.stopped_ms, "most_in_a_game": {EXTRA_TILES: self.most},
            "acts": [one._asdict() for one in self.told],
        }  # fmt: skip


def conduct(store: Store, plan: Plan, division: str = "") -> tuple[dict[str, Acts], list[str]]:
    """Return each named player's acts, and a line for each game that does not read.

    Whatever was taken back or revoked does not count. division: only its games, "" for all.
    """
    found: dict[str, Acts] = {}
    told: list[str] = []
    for key in (key for key, numbers in store.numbers().items() if numbers[0] == 1):
        try:
            game = game_of(store, key)
            named = plan.labels(game.labels, game.crossed)
            if division and named[DIVISION] not in ("", division):
                continue
            with readable(game):
                seats = _seats(game, named)
        except UserError as error:
            told.append(f"{key.device}: {error}")
            continue
        for side, (name, acts) in zip((" A", " B"), seats, strict=True):
            seat = found.setdefault(name or key.device + side, Acts())
            seat.told = sorted(seat.told + acts.told, key=lambda one: natural(one.round))
            seat.most = max(seat.most, sum(one.article == EXTRA_TILES for one in acts.told))
            seat.stops += acts.stops
            seat.stopped_ms += acts.stopped_ms
    return {name: acts for name, acts in sorted(found.items()) if acts.told or acts.stops}, told


def _seats(game: Game, named: dict[str, str]) -> list[tuple[str, Acts]]:
    """Return the name and the acts of A and of B in one game."""
    match, seats = game.match(), (Acts(), Acts())
    for side, act, article in _acts(game, match):
        seats[side].told.append(Act(named["round"], act, article.removeprefix(ART)))
    for seat, who in zip(seats, (events.A, events.B), strict=True):
        if match.ending and match.ending.forfeited & who:
            by = cited(match, lost_by(match, who))
            seat.told.append(Act(named["round"], "forfeit", by.removeprefix(ART)))
    for reason, _, asked, ms, times in stops(match):
        if reason in ASKED and asked in ("A", "B"):
            seat = seats["AB".index(asked)]
            seat.stops += times
            seat.stopped_ms += ms
    return [(named[f"player-{side}"], acts) for side, acts in zip("ab", seats, strict=True)]


def _acts(game: Game, match: LiveGame) -> Iterator[tuple[int, str, str]]:
    """Yield each act that stands: the index of its player, what it is, its article as cited.

    match: the game's end; a swap of sides has taken along all that a player had before it.
    """
    standing = {given[3] for player in match.players for given in player.sanctions}
    kept = [entry for entry in game.entries if entry.seq not in game.undone]
    swaps = [at for at, entry in enumerate(kept) if entry.kind == events.SWAP]
    for at, entry in enumerate(kept):
        value, article = entry.value % ARTICLE_UNIT, entry.value // ARTICLE_UNIT
        swapped = sum(swap > at for swap in swaps) % 2
        for who in events.PLAYERS[entry.who] if entry.kind in ACTS else ():
            side = (who == events.B) ^ swapped
            if ACTS[entry.kind] == "turn":
                # One for a play declared invalid is no fault of conduct.
                yield side, "turn", cited(match, INVALID if value % 2 else EXTRA_TILES)
            elif ACTS[entry.kind]:
                yield side, ACTS[entry.kind], cited(match, ARTICLES[ACTS[entry.kind]])
            elif entry.seq in standing:
                card = entry.kind == events.CARD
                yield side, events.CARDS[value] if card else f"-{value}", under(match, article)


def _cited(article: str) -> str:
    return ART + article if article[:1].isdigit() else article


def sheet(found: dict[str, Acts], language: str) -> str:
    """Return a page to print before a round, in a language of the screens."""
    say = phrases.table(language)
    words = {name: say[f"conduct.{name}"] for name in ("late", "absent", "turn", "forfeit")}
    words |= {card: say[f"value.{card}"] for card in CARDS}
    heads = [say["word.points"], *(say[f"conduct.{name}"] for name in COUNTED), say["word.round"]]
    shown = sorted({EXTRA_TILES, *(one.article for acts in found.values() for one in acts.told)},
                   key=natural)  # fmt: skip
    names = ["", *(words[card] for card in CARDS), *map(_cited, shown), *heads]
    rows: list[str] = []
    for name, acts in found.items():
        figures = acts.as_json()
        counts = list(figures["cards"].values())
        counts += [figures["articles"].get(number, 0) for number in shown]
        counts += [figures[name] for name in ("points", "turns", "forfeits")]
        expels = figures["articles"].get(EXTRA_TILES, 0) >= MANY or acts.most >= MANY_IN_A_GAME
        framed = len(CARDS) + shown.index(EXTRA_TILES)
        many = [at == framed and expels for at in range(len(counts))]
        cells = [f'<td class="n{" many" if one else ""}">{count or ""}</td>'
                 for count, one in zip(counts, many, strict=True)]  # fmt: skip
        asked = f"{acts.stops} ({rounded(acts.stopped_ms)})" if acts.stops else ""
        told = "; ".join(
            f"{r or '?'}: {words.get(what, what)} ({_cited(a)})" for r, what, a in acts.told
        )
        rows.append(f'<tr><th>{escape(name)}</th>{"".join(cells)}<td class="n">{asked}</td>'
                    f"<td>{escape(told)}</td></tr>")  # fmt: skip
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = (
        f"<table><thead><tr>{head}</tr></thead><tbody>\n" + "\n".join(rows) + "\n</tbody></table>"
    )
    body = body if rows else f"<p>{say['conduct.nobody']}</p>"
    return DOCUMENT.format(language=language, title=say["conduct.title"], body=body)
