"""Fonts of the 128x64 display: text (11 rows), large (16), title (22), digits (32)."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from corrido.ui.ports import Font

    digits: Font
    large: Font
    text: Font
    title: Font
else:
    try:
        from corrido.ui.fonts import digits, large, text, title
    except ImportError:  # these are the sources
        from corrido.ui.fonts.source import font

        digits, large, text, title = map(font, ("digits", "large", "text", "title"))
