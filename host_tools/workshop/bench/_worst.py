"""The table of the worst case: one column per image, the execute-in-place bound below."""

from typing import Any

# The RP2040's cache has 2,048 lines of 8 bytes. A miss takes 28 clocks of quad SPI at
# 62.5 MHz: address and mode 8, wait 4, data 16 (RP2040 data sheet 2.6.3, W25Q16JV EBh).
XIP_LINES, XIP_LINE_US = 2048, 0.45
XIP_BOUND_US = XIP_LINES * XIP_LINE_US

_LABEL, _CELL = 44, 24


def table(columns: dict[str, dict[str, Any]]) -> list[str]:
    """Return a table's lines. columns: image name -> the result of worst(), or {"ended": why}."""
    found = [worst for worst in columns.values() if "ended" not in worst]
    presses = found[0]["presses"] if found else 0
    lines = ["", f"the worst case: {presses} presses that bounce, every sound, a host that asks "
             "twice a second (longest; over the limit, of all)"]  # fmt: skip
    if len(columns) > 1:
        lines.append(_row("", list(columns)))
    rows = [dict(_cells(worst)) for worst in columns.values()]
    for label in dict.fromkeys(label for cells in rows for label in cells):
        lines.append(_row(label, [cells.get(label, "-") for cells in rows]))
    lines += [f"{name} ended: {worst['ended']}" for name, worst in columns.items()
              if "ended" in worst]  # fmt: skip
    return [
        *lines,
        f"not in these figures: execute-in-place. Each of the cache's {XIP_LINES:,} lines fetched "
        f"once in a turn is {XIP_BOUND_US / 1000:.1f} ms more.",
    ]


def _row(label: str, cells: list[str]) -> str:
    return f"  {label:<{_LABEL}}" + "".join(f"{cell:>{_CELL}}" for cell in cells)


def _cells(worst: dict[str, Any]) -> list[tuple[str, str]]:
    """Return (label, cell) for each row of an image."""
    if "ended" in worst:
        return []
    cells: list[tuple[str, str]] = []
    for name, text, short, limit in (
        ("running", "turn while a clock runs", "runs", "limit_us"),
        ("stopped", "turn while none runs", "none", "stopped_limit_us"),
    ):
        plain, collecting = worst[name]
        cells.append((f"{text}, over {worst[limit] / 1000:g} ms", _turns(plain)))
        cells.append((f"  {short}: with a cold cache, a bound", _ms(_cold_us(plain))))
        cells.append((f"  {short}: with a collection", _turns(collecting)))
    waits, clicks = worst["durable_ms"], worst["click_ms"]
    late = sum(wait > worst["durable_limit_ms"] for wait in waits)
    limit_text = f"press to durable, over {worst['durable_limit_ms']:g} ms"
    return [
        *cells,
        ("erases of flash in one turn, most", str(worst["most_erases"])),
        ("longest collection", _ms(worst["collection_us"])),
        ("  begun with a press under way", f"{worst['hasty_collections']} of "
         f"{worst['collections']}"),
        (limit_text, f"{max(waits):.1f} ms, {late} of {len(waits)}"),
        ("key click, shortest and longest", f"{clicks[0]:.1f} and {clicks[-1]:.1f} ms"),
    ]  # fmt: skip


def _cold_us(kind: dict[str, Any]) -> float:
    return kind["longest_us"] + XIP_BOUND_US


def _turns(kind: dict[str, Any]) -> str:
    return f"{_ms(kind['longest_us'])}, {kind['over']} of {kind['count']}"


def _ms(us: float) -> str:
    return f"{us / 1000:,.1f} ms"
