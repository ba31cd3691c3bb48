"""Make the fonts of their drawings, the .txt beside this file; a board has modules made of them.

A glyph is stored by columns, one byte per eight rows (lowest bit on top): first the upper page
of all columns, then the next page. All glyphs of a font have the same stride. ASCII maps a
character code to its place, 255 for a character the font lacks; UTF8 lists all characters in the
order of their places and ends with a zero byte; CUT ends a text that was cut short.
"""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    Rows = list[str]  # of a glyph: "#" is lit, "." is not

# Name: drawing, rows of its cell, columns between glyphs.
FONTS = {
    "text": ("text", 11, 1), "title": ("text", 11, 2), "large": ("large", 16, 2),
    "digits": ("digits", 32, 2),
}  # fmt: skip
# The screens use it for times, numbers, verdicts and the last question, in every language.
TITLE = " +-.0123456789:?ABCDEGINLOPRSTUVWYZ¿ÀÁ"


def drawn(text: str, cell: int) -> "dict[str, Rows]":
    """Return the rows of each character in a drawing; ValueError names a glyph of another form."""
    found: "dict[str, Rows]" = {}
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line and line[:2] != "# "]
        while lines and " = " in lines[0]:
            name, _, parts = lines.pop(0).partition(" = ")
            found[name] = _laid_over(found, parts.split())
        if lines:
            name, top = lines[0].split()
            name = chr(int(name[2:], 16)) if name[0] == "\\" else name
            blank, rows = "." * len(lines[-1]), lines[1:]
            under = cell - int(top) - len(rows)
            if under < 0 or [row for row in rows if len(row) != len(blank) or row.strip("#.")]:
                raise ValueError("glyph %s: equally long rows of '#' and '.', %d" % (name, cell))
            found[name] = [blank] * int(top) + rows + [blank] * under
    return {name: found[name] for name in found if len(name) == 1}


def _laid_over(found: "dict[str, Rows]", parts: "list[str]") -> "Rows":
    """Lay marks over a base, centred, or at the right edge if the mark's name ends in '>'."""
    rows = found[parts[0]]
    for part in parts[1:]:
        mark = found[part.rstrip(">")]
        total = max(len(rows[0]), len(mark[0]))
        spare = total - len(mark[0])
        left = "." * (spare if part[-1] == ">" else spare // 2)
        room = total - len(rows[0])
        under = "." * (room // 2 + (room & total & 1))
        both = [((under + a + "." * room), left + b + "." * spare) for a, b in zip(rows, mark)]
        rows = ["".join(["#" if "#" in dots else "." for dots in zip(a, b)]) for a, b in both]
    return rows


def doubled(rows: "Rows") -> "Rows":
    """Return a glyph twice as large, its corners rounded (the EPX rule)."""
    height, width = len(rows), len(rows[0])
    out: "Rows" = []

    def at(x: int, y: int) -> str:
        return rows[y][x] if 0 <= x < width and 0 <= y < height else "."

    for y in range(height):
        upper = lower = ""
        for x in range(width):
            p, up, down = at(x, y), at(x, y - 1), at(x, y + 1)
            sides = (at(x - 1, y), at(x + 1, y))
            edge = sides[0] != sides[1] and up != down
            upper += "".join([side if edge and side == up else p for side in sides])
            lower += "".join([side if edge and side == down else p for side in sides])
        out += [upper, lower]
    return out


def encoded(rows: "Rows", stride: int) -> bytes:
    """Return the columns of one glyph, page after page, each page padded to `stride` columns."""
    data: "list[int]" = []
    for page in range(0, len(rows), 8):
        for x in range(stride):
            lit = [row[x : x + 1] == "#" for row in rows[page : page + 8]]
            data.append(sum([on << y for y, on in enumerate(lit)]))
    return bytes(data)


def made(name: str, text: str) -> "dict[str, int | str | bytes]":
    """Return the names of a font's module, with their values. text: its drawing."""
    found = drawn(text, FONTS[name][1])
    if name == "title":
        found = {char: doubled(found[char]) for char in TITLE}
        top = [row for row in found["5"] if "#" in row][0]
        # A round corner there would make it an S.
        found["5"][found["5"].index(top)] = "#" + top[1:]
    chars = "".join(sorted(found))
    stride = max([len(found[char][0]) for char in chars])
    return {
        "HEIGHT": len(found[chars[0]]),
        "STRIDE": stride,
        "GAP": FONTS[name][2],
        "CUT": "…" if "…" in found else ".",
        "UTF8": chars.encode() + b"\0",
        "ASCII": bytes([chars.find(chr(code)) & 255 for code in range(128)]),
        "WIDTHS": bytes([len(found[char][0]) for char in chars]),
        "DATA": b"".join([encoded(found[char], stride) for char in chars]),
    }


def font(name: str) -> "Any":
    """Return what stands in for a font's module where there is none."""
    folder = __file__.replace("\\", "/").rpartition("/")[0]
    with open("%s/%s.txt" % (folder, FONTS[name][0]), encoding="utf-8") as file:
        return type("Font", (), made(name, file.read()))
