"""Progress on the terminal, by rich; on a pipe or with --json, nothing.

A line tells how many boards are done, and each board under way has one below it; a board that
failed is told above them, with its reason, and stays on the terminal.
"""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

Progress = Callable[[str, int, int], None]


def silent(step: str, done: int, total: int) -> None:
    """Show no progress."""


class Board:
    """The progress of one board."""

    def __init__(self, progress: Any, name: str, overall: Any) -> None:
        """Keep a line ready in rich's progress; overall: the line of all boards."""
        self._progress, self._name, self._overall = progress, name, overall
        self._line = progress.add_task(name, visible=False, total=1, step="")

    def __call__(self, step: str, done: int, total: int) -> None:
        """Note the current step and how far along it is."""
        self._progress.update(
            self._line, visible=True, step=step, completed=done, total=total or 1
        )

    def end(self, ok: bool, error: str = "") -> None:
        """Note that the board is done, whether it went well or not."""
        self._progress.update(self._line, visible=False)
        self._progress.advance(self._overall)
        if not ok:
            # A device's output may look like markup.
            told = f"FAILED {self._name}: {error}"
            self._progress.console.print(told, markup=False, highlight=False)


@contextlib.contextmanager
def many_boards(
    names: list[str], quiet: bool, console: Any = None
) -> Iterator[dict[str, Board] | None]:
    """Yield a Board by each name, to be told its progress; None without a terminal.

    console: of rich; by default standard error.
    """
    if quiet or not (console or sys.stderr.isatty()):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Lines

    name = TextColumn("{task.description}  {task.fields[step]}", markup=False)
    columns = (BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn(), name)
    console = console or Console(stderr=True)
    with Lines(*columns, console=console, transient=True, refresh_per_second=4) as lines:
        overall = lines.add_task("boards", total=len(names), step="done")
        yield {name: Board(lines, name, overall) for name in names}
