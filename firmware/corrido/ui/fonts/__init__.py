"""Fonts of the 128x64 display: text (11 rows), title (22 rows), digits (32 rows)."""

from corrido.ui.fonts import digits, text, title

FONTS = {"text": text, "title": title, "digits": digits}


def index_of(font: object, char: str) -> int:
    """Place of `char` in the font; an unknown character is shown as '?' (digits: '-')."""
    at = font.CHARS.find(char)
    if at < 0:
        at = font.CHARS.find("?")
    return at if at >= 0 else 0


def width(font: object, string: str) -> int:
    """Columns that `string` takes, without a gap after the last glyph."""
    total = 0
    for char in string:
        total += font.WIDTHS[index_of(font, char)] + font.GAP
    return total - font.GAP if total else 0


def plane(font: object, string: str, page: int) -> bytes:
    """One page (rows 8 * page and on) of the columns of `string`, gaps included."""
    stride, pages = font.STRIDE, (font.HEIGHT + 7) // 8
    gap = bytes(font.GAP)
    parts = []
    for char in string:
        at = index_of(font, char)
        start = (at * pages + page) * stride
        parts.append(font.DATA[start:start + font.WIDTHS[at]])
    return gap.join(parts)


def fit(font: object, string: str, limit: int) -> str:
    """`string`, cut with '…' (or '.') if it is wider than `limit` columns."""
    if width(font, string) <= limit:
        return string
    mark = "…" if "…" in font.CHARS else "."
    while string and width(font, string + mark) > limit:
        string = string[:-1]
    return string + mark
