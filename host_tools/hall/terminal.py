"""The hall as a table in the terminal."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from host_tools.hall.tables import Call, TableRow
from host_tools.log.firmware import rounded

HEADINGS = ("table", "game", "phase", "since", "A", "", "B", "", "remarks")


def _clock(row: TableRow, side: str) -> Text:
    ms = row.clock_a_ms if side == "A" else row.clock_b_ms
    runs = side in row.running and not row.silent
    style = "red" if ms < 0 else "green" if runs else ""
    return Text(("> " if runs else "  ") + rounded(ms), style)


def _seconds(age_s: float) -> str:
    return rounded(round(age_s * 1000))


def _cells(row: TableRow) -> list[Text]:
    reason = f" ({row.reason})" if row.reason not in ("", "none") else ""
    since = _seconds(row.phase_s) if row.phase not in ("running", "closed", "setup") else ""
    notice = [] if row.notice in ("", "none") else [row.notice]
    lost = [f"-{points}" if points else "" for points in (row.points_a, row.points_b)]
    remarks = Text(", ".join([*row.faults, *notice]), "red" if row.faults else "")
    # A stranger's text must not act as markup: Text does not interpret it.
    return [
        Text(row.table or row.name or row.device), Text(str(row.game or "")),
        Text(row.phase + reason), Text(since), _clock(row, "A"), Text(lost[0], "red"),
        _clock(row, "B"), Text(lost[1], "red"), remarks,
    ]  # fmt: skip


def picture(rows: list[TableRow], waiting: list[Call], state: str) -> Group:
    """Return the hall's tables in the form that `corrido hall --table` shows."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in HEADINGS:
        table.add_column(heading, no_wrap=True)
    for row in rows:
        table.add_row(*_cells(row))
    queue = ", ".join(f"{call.table} ({_seconds(call.waits_s)})" for call in waiting)
    return Group(
        Text(f"arbiter: {queue or 'nobody calls'}", "bold red" if waiting else ""),
        table,
        Text(state, "dim"),
    )
