"""Fonts of the 128x64 display: text (11 rows), large (16), title (22), digits (32)."""

from corrido.compat import TYPE_CHECKING
from corrido.ui.fonts import digits, large, text, title

if TYPE_CHECKING:
    from corrido.ui.ports import Font

FONTS: "dict[str, Font]" = {"text": text, "large": large, "title": title, "digits": digits}
