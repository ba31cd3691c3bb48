"""Progress on the terminal, by rich: a bar a board; on a pipe or with --json, nothing."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

Progress = Callable[[str, int, int], None]


def silent(step: str, done: int, total: int) -> None:
    """Show no progress."""


def _bars() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (
        # A device's output may look like markup, but is plain text.
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[step]}", markup=False),
        TimeElapsedColumn(),
    )
    return Bars(*columns, console=Console(stderr=True))


class Board:
    """One board's bar."""

    def __init__(self, bars: Any, name: str) -> None:
        self._bars = bars
        self._task = bars.add_task(name, total=None, step="")

    def __call__(self, step: str, done: int, total: int) -> None:
        """Show the step under way and how far it is."""
        self._bars.update(self._task, step=step, completed=done, total=total or 1)

    def end(self, text: str) -> None:
        """Mark the board as done, whether it went well or not."""
        self._bars.update(self._task, step=text, completed=1, total=1)


@contextlib.contextmanager
def many_boards(names: list[str], quiet: bool) -> Iterator[dict[str, Board] | None]:
    """Return a bar for each name, or None without a terminal."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    with _bars() as bars:
        yield {name: Board(bars, name) for name in names}


@contextlib.contextmanager
def one_board(name: str, quiet: bool) -> Iterator[Progress]:
    """Return a bar for one board, or one that stays silent."""
    with many_boards([name], quiet) as bars:
        yield bars[name] if bars else silent
