"""Read the font sources: text files that show every glyph as rows of '#' and '.'."""

import os

from host_tools.errors import UserError

Glyphs = dict[str, list[str]]  # rows of each glyph, by its name

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sources")
NAMES = {"space": " ", "hash": "#"}


def read_rows(path: str, cell: int) -> Glyphs:
    """Return {name: list of `cell` row strings} of one source file."""
    glyphs: Glyphs = {}
    with open(path, encoding="utf-8") as source:
        blocks = source.read().split("\n\n")
    for block in blocks:
        _read_block(path, block, cell, glyphs)
    return glyphs


def _read_block(path: str, block: str, cell: int, glyphs: Glyphs) -> None:
    lines = [line for line in block.split("\n") if line and not line.startswith("# ")]
    while lines and " = " in lines[0]:
        name, parts = lines.pop(0).split(" = ")
        glyphs[name] = compose(glyphs, parts.split())
    if not lines:
        return
    name, first = lines[0].split()
    rows = lines[1:]
    if len({len(row) for row in rows}) != 1 or set("".join(rows)) - {"#", "."}:
        raise UserError(f"{path}: glyph {name}: rows must be equally long, of '#' and '.'")
    top = int(first)
    if top + len(rows) > cell:
        raise UserError(f"{path}: glyph {name}: at most {cell} rows")
    blank = "." * len(rows[0])
    glyphs[NAMES.get(name, name)] = [blank] * top + rows + [blank] * (cell - top - len(rows))


def compose(glyphs: Glyphs, parts: list[str]) -> list[str]:
    """Lay marks over a base, centred, or at the right edge if the mark's name ends in '>'."""
    rows = glyphs[parts[0]]
    for part in parts[1:]:
        mark = glyphs[part.rstrip(">")]
        width, mark_width = len(rows[0]), len(mark[0])
        total = max(width, mark_width)
        shift = total - mark_width if part.endswith(">") else (total - mark_width) // 2
        rows = [_over(a.center(total, "."), "." * shift + b) for a, b in zip(rows, mark)]
    return rows


def _over(below: str, above: str) -> str:
    above = above.ljust(len(below), ".")
    return "".join("#" if "#" in pair else "." for pair in zip(below, above))


def scale2x(rows: list[str]) -> list[str]:
    """Double a glyph and round its corners (the EPX rule)."""
    height, width = len(rows), len(rows[0])

    def at(x: int, y: int) -> bool:
        return 0 <= x < width and 0 <= y < height and rows[y][x] == "#"

    out = []
    for y in range(height):
        upper = lower = ""
        for x in range(width):
            p, up, left, right, down = (
                at(x, y),
                at(x, y - 1),
                at(x - 1, y),
                at(x + 1, y),
                at(x, y + 1),
            )
            corners = [p] * 4
            if left != right and up != down:
                corners = [
                    left if left == up else p,
                    up if up == right else p,
                    left if down == left else p,
                    right if right == down else p,
                ]
            dots = ["#" if c else "." for c in corners]
            upper, lower = upper + dots[0] + dots[1], lower + dots[2] + dots[3]
        out += [upper, lower]
    return out
