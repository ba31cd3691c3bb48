"""Fonts of the 128x64 display: text (11 rows), large (16), title (22), digits (32)."""

from corrido.ui.fonts import digits as digits
from corrido.ui.fonts import large as large
from corrido.ui.fonts import text as text
from corrido.ui.fonts import title as title
