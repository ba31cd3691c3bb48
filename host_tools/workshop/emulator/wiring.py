"""Draw each board's wiring, from the WIRING in its board.py: one SVG per board.

python -m host_tools.workshop.emulator.wiring     rewrites boards/*/wiring.svg
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.device.kinds import wiring_of
from host_tools.paths import boards_dir

_ROW = 34
_TOP = 64
_BOARD_X, _BOARD_WIDTH = 24, 190
_PART_X = 420
_WIDTH = 760
_STYLE = """
  text { font: 14px sans-serif; fill: #111; }
  .name { font-weight: bold; font-size: 17px; }
  .small { font-size: 12px; fill: #444; }
  .board { fill: #e9f2ea; stroke: #1c5a2a; stroke-width: 2; }
  .part { fill: #fff; stroke: #333; stroke-width: 1.5; }
  .wire { fill: none; stroke: #1f5fa8; stroke-width: 2; }
  .ground { fill: none; stroke: #111; stroke-width: 2; }
  .supply { fill: none; stroke: #b3261e; stroke-width: 2; }
"""


class Row(NamedTuple):
    """One wire: the label of its pin, the part at the other end, its symbol and colour."""

    pin: str
    text: str
    symbol: str
    wire: str = "wire"


def rows_of(wiring: dict[str, Any]) -> list[Row]:
    """Return every wire of a board, from the display to the battery."""
    _, sda, scl = wiring["i2c"]
    rows = [
        Row("3V3", "VCC of the display", "end", "supply"),
        Row("GND", "GND of everything", "end", "ground"),
        Row(f"GPIO {sda}", "SDA of the display", "end"),
        Row(f"GPIO {scl}", "SCL of the display", "end"),
    ]
    rows += [Row(f"GPIO {gpio}", f"{name} to GND", "button") for name, gpio in wiring["keys"]]
    rows += list(_other_parts(wiring))
    return rows


def _other_parts(wiring: dict[str, Any]) -> Iterator[Row]:
    if wiring["encoder"] is not None:
        for line, gpio in zip("AB", wiring["encoder"], strict=True):
            yield Row(f"GPIO {gpio}", f"line {line} of the encoder, its middle to GND", "end")
    if wiring["buzzer"] is not None:
        gpio, kind = wiring["buzzer"]
        yield Row(f"GPIO {gpio}", f"buzzer ({kind}) to GND", "piezo")
    for name, gpio in wiring["leds"]:
        yield Row(f"GPIO {gpio}", f"470 ohm, LED {name} to GND", "led")
    if wiring["battery"] is not None:
        gpio, multiplier, _ = wiring["battery"]
        text = "on the board: VSYS / 3" if gpio == 29 else "100 k to battery +, 100 k to GND"
        assert multiplier in (2, 3)
        yield Row(f"GPIO {gpio}", text, "divider" if gpio != 29 else "end")


def _symbol(kind: str, x: int, y: int) -> str:
    """Draw the part at the end of a wire that comes in at (x, y), 60 wide."""
    if kind == "button":
        return (
            f'<path class="ground" d="M{x} {y}h14 M{x + 14} {y}l24 -10 M{x + 40} {y}h14 '
            f'm0 -7v14 m5 -11v8 m5 -6v4"/>'
        )
    if kind == "piezo":
        return (
            f'<circle class="part" cx="{x + 24}" cy="{y}" r="13"/>'
            f'<circle class="part" cx="{x + 24}" cy="{y}" r="4"/>'
            f'<path class="ground" d="M{x} {y}h11 M{x + 37} {y}h17 m0 -7v14 m5 -11v8 m5 -6v4"/>'
        )
    if kind == "led":
        return (
            f'<rect class="part" x="{x}" y="{y - 5}" width="18" height="10"/>'
            f'<path class="part" d="M{x + 24} {y - 8}v16l13 -8z M{x + 38} {y - 8}v16"/>'
            f'<path class="ground" d="M{x + 18} {y}h6 M{x + 38} {y}h16 '
            f'm0 -7v14 m5 -11v8 m5 -6v4"/>'
        )
    if kind == "divider":
        return (
            f'<rect class="part" x="{x + 14}" y="{y - 15}" width="28" height="9"/>'
            f'<rect class="part" x="{x + 14}" y="{y + 6}" width="28" height="9"/>'
            f'<path class="ground" d="M{x} {y}h7 M{x + 14} {y - 10}h-7v21h7 M{x + 42} {y - 10}h12 '
            f'M{x + 42} {y + 11}h12"/>'
        )
    return f'<rect class="part" x="{x}" y="{y - 5}" width="10" height="10"/>'


def draw(wiring: dict[str, Any]) -> str:
    """Return the picture as SVG text."""
    rows = rows_of(wiring)
    height = _TOP + _ROW * len(rows) + 24
    name = escape(wiring["name"])
    edge = _BOARD_X + _BOARD_WIDTH
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'role="img" aria-label="wiring of {name}">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
        f'<rect class="board" x="{_BOARD_X}" y="16" width="{_BOARD_WIDTH}" '
        f'height="{height - 32}" rx="10"/>',
        f'<text class="name" x="{_BOARD_X + 14}" y="42">{name}</text>',
        f'<text class="small" x="{_PART_X}" y="42">'
        "buttons close to GND; their pull-ups are inside</text>",
    ]
    for index, row in enumerate(rows):
        y = _TOP + _ROW * index + _ROW // 2
        parts.append(f'<text x="{edge - 90}" y="{y + 5}">{escape(row.pin)}</text>')
        parts.append(f'<circle cx="{edge}" cy="{y}" r="5" fill="#c9a227" stroke="#5b4a10"/>')
        parts.append(f'<path class="{row.wire}" d="M{edge + 5} {y}H{_PART_X}"/>')
        parts.append(_symbol(row.symbol, _PART_X, y))
        parts.append(f'<text x="{_PART_X + 84}" y="{y + 5}">{escape(row.text)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def wired_boards() -> list[Path]:
    """Return the folders of the boards for chips."""
    folders = (path.parent for path in boards_dir().glob("*/board.py"))
    return sorted(folder for folder in folders if folder.name != "sim")


def main() -> None:
    """Write every board's picture."""
    for board in wired_boards():
        (board / "wiring.svg").write_text(draw(wiring_of(board)), encoding="utf-8")
        print(f"{board.name}: wiring.svg")


if __name__ == "__main__":
    main()
