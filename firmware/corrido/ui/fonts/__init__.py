"""Fonts of the 128x64 display: text (11 rows), title (22 rows), digits (32 rows)."""

from corrido.ui.fonts import digits, text, title

FONTS = {"text": text, "title": title, "digits": digits}


def index_of(font: object, char: str) -> int:
    """Place of `char` in the font; an unknown character is shown as '?' (digits: '-')."""
    code = ord(char)
    at = font.ASCII[code] if code < 128 else font.CHARS.find(char)
    if at < 0 or at == 255:
        at = font.ASCII[63]
    return at if at != 255 else 0


def places(font: object, string: str) -> list:
    """The glyphs of `string`, by their places in the font."""
    return [index_of(font, char) for char in string]


def width_of_places(font: object, found: list) -> int:
    """Columns that the glyphs take, without a gap after the last one."""
    widths, total = font.WIDTHS, (len(found) - 1) * font.GAP
    for at in found:
        total += widths[at]
    return total if found else 0


def width(font: object, string: str) -> int:
    """Columns that `string` takes, without a gap after the last glyph."""
    return width_of_places(font, places(font, string))


def plane(font: object, found: list, page: int) -> bytes:
    """One page (rows 8 * page and on) of the columns of the glyphs, gaps included."""
    stride, pages = font.STRIDE, (font.HEIGHT + 7) // 8
    data, widths = font.DATA, font.WIDTHS
    parts = []
    for at in found:
        start = (at * pages + page) * stride
        parts.append(data[start:start + widths[at]])
    return bytes(font.GAP).join(parts)


def fit(font: object, string: str, limit: int) -> str:
    """`string`, cut with '…' (or '.') if it is wider than `limit` columns."""
    if width(font, string) <= limit:
        return string
    mark = "…" if "…" in font.CHARS else "."
    while string and width(font, string + mark) > limit:
        string = string[:-1]
    return string + mark
