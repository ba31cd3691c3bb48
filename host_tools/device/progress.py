"""Progress on the terminal, by rich; on a pipe or with --json, nothing.

For many boards a screen of 24 lines shows the essentials: the overall progress, which boards have
failed and why, and as many of the boards under way as there is room for.
"""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

Progress = Callable[[str, int, int], None]

BAR_LETTERS = 20
LEAST_UNDER_WAY = 3  # boards under way that are shown however many failed
PICTURES_A_SECOND = 4


def silent(step: str, done: int, total: int) -> None:
    """Show no progress."""


class Board:
    """The progress of one board."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.step, self.done, self.total = "", 0, 1
        self.ok: bool | None = None
        self.error = ""

    def __call__(self, step: str, done: int, total: int) -> None:
        """Note the current step and how far along it is."""
        self.step, self.done, self.total = step, done, total or 1

    def end(self, ok: bool, error: str = "") -> None:
        """Note that the board is done, whether it went well or not."""
        self.ok, self.error = ok, error

    @property
    def under_way(self) -> bool:
        """Return whether it has begun and is not done."""
        return self.ok is None and bool(self.step)


def bar(done: int, total: int, letters: int = BAR_LETTERS) -> str:
    """Return a progress bar of the given width between brackets."""
    filled = min(letters, letters * done // max(1, total))
    return f"[{'#' * filled}{'.' * (letters - filled)}]"


def picture(boards: list[Board], seconds: float, width: int, height: int) -> list[str]:
    """Return the screen: at most `height` lines, none longer than `width`."""
    failed = [board for board in boards if board.ok is False]
    ready = sum(board.ok is True for board in boards)
    over = ready + len(failed)
    clock = f"{int(seconds) // 60}:{int(seconds) % 60:02}"
    said = f"{ready} of {len(boards)} ready, {len(failed)} failed  {clock}"
    lines = [f"{bar(over, len(boards))} {said}"]
    under_way = [board for board in boards if board.under_way]
    room = height - 1 - min(LEAST_UNDER_WAY, len(under_way))
    lines += _clipped([f"FAILED {board.name}: {board.error}" for board in failed], room)
    rows = [f"{bar(board.done, board.total)} {board.name}  {board.step}" for board in under_way]
    lines += _clipped(rows, height - len(lines))
    return [line if len(line) <= width else f"{line[: width - 1]}…" for line in lines]


def _clipped(lines: list[str], room: int) -> list[str]:
    """Return the lines that fit; the last one says how many more there are."""
    if len(lines) <= room:
        return lines
    kept = lines[: max(0, room - 1)]
    return [*kept, f"... and {len(lines) - len(kept)} more"][: max(0, room)]


class _Screen:
    """The picture for rich to draw, as large as the terminal is at that moment."""

    def __init__(self, boards: list[Board]) -> None:
        self._boards = boards
        self._started_s = time.monotonic()

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        seconds = time.monotonic() - self._started_s
        size = console.size
        # Text, since a device's output may look like markup. The last line is the cursor's.
        lines = picture(self._boards, seconds, size.width, size.height - 1)
        yield Text("\n".join(lines), no_wrap=True)


@contextlib.contextmanager
def many_boards(names: list[str], quiet: bool) -> Iterator[dict[str, Board] | None]:
    """Yield a Board by each name, to be told its progress; None without a terminal."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live

    boards = {name: Board(name) for name in names}
    screen = _Screen(list(boards.values()))
    with Live(
        screen, console=Console(stderr=True), refresh_per_second=PICTURES_A_SECOND, transient=True
    ):
        yield boards


@contextlib.contextmanager
def one_board(name: str, quiet: bool) -> Iterator[Progress]:
    """Yield the function that takes the progress of one board."""
    with many_boards([name], quiet) as boards:
        yield boards[name] if boards else silent
