"""Games from the logs of many tables: selection and export."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.errors import UserError
from host_tools.log.games import Game, Verdict, kept_of, readable, verify
from host_tools.log.image import load
from host_tools.log.keys import Keys


class Chosen(NamedTuple):
    """A game, the file it is in, and the verdict on that log."""

    path: Path
    game: Game
    verdict: Verdict


def chosen(
    paths: list[Path], number: int | None = None, last: bool = False, keys: Keys | None = None
) -> list[Chosen]:
    """Return the games of these logs, in the order of the files; with `last` the latest of each.

    keys: for checking signed logs. number: only games with that number; UserError if there are
    none. UserError also for a file that is not a log, and for unreadable settings.
    """
    found = []
    for path in paths:
        image = load(path, keys)
        with _naming(path):
            verdict, kept = verify(image), kept_of(image)
            for game in list(kept)[-1:] if last else kept:
                if number in (None, game):
                    found.append(Chosen(path, Game(game, kept[game], image.device), verdict))
    if not found and number is not None:
        what = "is the latest of no log" if last else "is in no log"
        raise UserError(f"game {number} {what} here; `log show FILE --list` names the games", 1)
    return found


def each(games: list[Chosen], tell: Callable[[Game, Verdict], Any]) -> list[Any]:
    """Return tell() of every game; UserError, naming the file, if one is unreadable."""
    found = []
    for path, game, verdict in games:
        with _naming(path), readable(game):
            found.append(tell(game, verdict))
    return found


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Prefix messages with the file's name, if there are several."""
    try:
        yield
    except UserError as error:
        raise UserError(f"{path}: {error}", error.exit_code) from error
