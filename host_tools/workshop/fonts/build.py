"""Build firmware/corrido/ui/fonts/*.py: `python -m host_tools.workshop.fonts.build`.

A glyph is stored by columns, one byte per eight rows (lowest bit on top): first the upper page
of all columns, then the next page. All glyphs of a font have the same stride. ASCII maps a
character code to its place, 255 for a character the font lacks; UTF8 lists all characters in the
order of their places and ends with a zero byte; CUT ends a text that was cut short.
"""

import os
import re

from host_tools.errors import UserError
from host_tools.tree import ROOT

SMALL = "abcdefghijklmnopqrstuvwxyz"
SIGNS = " !#%&'()*+,-./:;<=>?@[]_|`"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SPANISH = "ÁÉÍÓÚÜÑáéíóúüñ¡¿ºª«»"
CATALAN = "ÀÈÒÏàèòï"
POLISH = "ĄĆĘŁŃÓŚŹŻąćęłńóśźż"
OTHERS = "ÄÖÅÆØÇČĎĚŇŘŠŤŮÝŽäöåæøçĐĞİŞŐŰĹĽŔÔ"  # from the other alphabets that words are entered in
GREEK = "ΓΔΘΛΞΠΣΦΨΩ"
ALIKE = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", strict=True))  # drawn as the Latin ones
ICONS = "▲▼◀▶✓✗⌫↵♪■□●○→·…–−´°"
# The screens use it for times, numbers, verdicts and the last question, in every language.
TITLE = "ABCDEGINLOPRSTUVWYZÀÁ0123456789:-+?¿. "
COLUMNS = 95  # of a line of bytes, without its indent
OUT = os.path.join(ROOT, "firmware", "corrido", "ui", "fonts")
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sources")

CROSS = ((0, 0), (0, -1), (-1, 0), (1, 0), (0, 1))
NAMES = {"space": " ", "hash": "#"}

Glyphs = dict[str, list[str]]  # the rows of each character


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
            p, up, left, right, down = (at(x + dx, y + dy) for dx, dy in CROSS)
            corners = [p] * 4
            if left != right and up != down:
                corners = [left if left == up else p, right if right == up else p,
                           left if left == down else p, right if right == down else p]  # fmt: skip
            dots = ["#" if c else "." for c in corners]
            upper, lower = upper + dots[0] + dots[1], lower + dots[2] + dots[3]
        out += [upper, lower]
    return out


def unique(text: str) -> str:
    """Return the characters of `text` once each, in code order."""
    return "".join(sorted(set(text)))


def text_glyphs() -> Glyphs:
    """Return the glyphs of the text font: 11 rows."""
    found = read_rows(os.path.join(FOLDER, "text.txt"), 11)
    found[" "] = ["..."] * 11
    for level in range(5):
        found[chr(0xE000 + level)] = found[f"battery.{level}"]
    letters = SMALL + CAPITALS + SPANISH + CATALAN + POLISH + OTHERS + GREEK + "".join(ALIKE)
    wanted = unique(letters + "0123456789" + SIGNS + ICONS)
    places = wanted + "".join(chr(0xE000 + n) for n in range(5))
    return {c: found[ALIKE.get(c, c)] for c in places}


def title_glyphs() -> Glyphs:
    """Return the glyphs of the title font: 22 rows, the text font doubled and rounded."""
    text = text_glyphs()
    found = {c: scale2x(text[c]) for c in unique(TITLE)}
    top = next(y for y, row in enumerate(found["5"]) if "#" in row)
    found["5"][top] = "#" + found["5"][top][1:]  # a round corner there would make it an S
    return found


def encode(rows: list[str], stride: int) -> bytes:
    """Return the columns of one glyph, page after page, each page padded to `stride` columns."""
    data = b""
    for page in range(0, len(rows), 8):
        part = rows[page : page + 8]
        columns = [
            sum(1 << y for y, row in enumerate(part) if row[x] == "#") for x in range(len(rows[0]))
        ]
        data += bytes(columns + [0] * (stride - len(columns)))
    return data


def module(name: str, glyphs: Glyphs, gap: int) -> str:
    """Return the Python source of one font module."""
    chars = "".join(sorted(glyphs))
    stride = max(len(rows[0]) for rows in glyphs.values())
    height = len(glyphs[chars[0]])
    data = b"".join(encode(glyphs[c], stride) for c in chars)
    widths = bytes(len(glyphs[c][0]) for c in chars)
    lines = [
        f'"""Font {name}, built by workshop/fonts/build.py from sources/: edit those."""',
        "",
        f"HEIGHT = {height}",
        f"STRIDE = {stride}",
        f"GAP = {gap}",
        f"CUT = {'…' if '…' in chars else '.'!r}",
    ]
    places = bytes(chars.find(chr(code)) & 255 for code in range(128))
    tables = {"UTF8": chars.encode() + b"\0", "ASCII": places, "WIDTHS": widths, "DATA": data}
    for table, content in tables.items():
        lines += constant(table, content)
    return "\n".join(lines) + "\n"


def constant(name: str, data: bytes) -> list[str]:
    """Return the source lines of a bytes constant, one if it fits."""
    whole = f"{name} = {_spelled(data)}"
    if len(whole) <= COLUMNS:
        return [whole]
    lines = [f"{name} = ("]
    while data:
        count = COLUMNS
        while len(_spelled(data[:count])) > COLUMNS:
            count -= 1
        lines.append("    " + _spelled(data[:count]))
        data = data[count:]
    return [*lines, ")"]


def _spelled(data: bytes) -> str:
    """Return bytes as Python spells them; small ones, of which a glyph has most, in octal."""
    return re.sub(r"(?<!\\)\\x0([0-7])(?![0-7])", r"\\\1", repr(data))


def build(out: str = OUT) -> None:
    """Write the font modules into `out`."""
    for name, glyphs, gap in fonts():
        with open(os.path.join(out, name + ".py"), "w", encoding="utf-8") as target:
            target.write(module(name, glyphs, gap))


def fonts() -> list[tuple[str, Glyphs, int]]:
    """Return all fonts: (module, glyphs, columns between glyphs)."""
    large = read_rows(os.path.join(FOLDER, "large.txt"), 16)  # capitals and signs 14 rows high
    large |= {greek: large[latin] for greek, latin in ALIKE.items()}
    digits = read_rows(os.path.join(FOLDER, "digits.txt"), 32)
    return [
        ("text", text_glyphs(), 1),
        ("title", title_glyphs(), 2),
        ("large", {c: rows for c, rows in large.items() if len(c) == 1}, 2),
        ("digits", {c: digits[c] for c in unique("0123456789:-")}, 2),
    ]


if __name__ == "__main__":
    build()
