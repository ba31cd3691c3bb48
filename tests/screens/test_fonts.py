"""The fonts: built from their sources, complete, and every glyph distinct."""

import re
from pathlib import Path

import pytest
from corrido.ui import fonts, items
from corrido.ui.fonts import source
from corrido.ui.items import Canvas

from host_tools.build.sources import sources_of
from host_tools.paths import firmware_dir
from host_tools.sim import ocr

KEYS = ("HEIGHT", "STRIDE", "GAP", "CUT", "UTF8", "ASCII", "WIDTHS", "DATA")
GREEK = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"  # drawn as the Latin letters


def test_a_board_has_what_the_sources_show() -> None:
    modules = sources_of(firmware_dir())
    for name, font in ocr.FONTS.items():
        told: dict[str, object] = {}
        exec(modules[f"corrido/ui/fonts/{name}.py"], told)
        assert {key: getattr(font, key) for key in KEYS} == {
            key: value for key, value in told.items() if key != "__builtins__"
        }


@pytest.mark.parametrize("name", ocr.FONTS)
def test_every_glyph_reads_back_in_both_videos(name: str) -> None:
    font = ocr.FONTS[name]
    side = "4" if name == "digits" else "RE"  # an i is an inverted mark one row higher
    for char in set(items.characters(font)) - {" ", *GREEK}:
        canvas = Canvas(bytearray(1024))
        canvas.lay(font, items.job(font, side + char + side, font.GAP), 4, 12)
        assert ocr.read_text(bytes(canvas.buffer)) == [side + char + side]
        canvas.invert(0, 12, 100, font.HEIGHT)
        assert ocr.read_text(bytes(canvas.buffer)) == [side + char + side]


def test_the_clocks_digits_are_24_rows_high_at_least() -> None:
    for char in "0123456789":
        canvas = Canvas(bytearray(1024))
        canvas.lay(fonts.digits, items.job(fonts.digits, char, fonts.digits.GAP), 0, 0)
        lit = [canvas.buffer[at : at + 12] for at in range(0, 1024, 128)]
        rows = [y for y in range(64) if any(column >> (y & 7) & 1 for column in lit[y >> 3])]
        assert rows[-1] - rows[0] + 1 >= 24


def test_a_source_with_a_ragged_glyph_is_refused() -> None:
    for ragged in ("A 2\n.#.\n#.\n", "A 9\n.#.\n.#.\n.#.\n", "A 2\n.x.\n"):
        with pytest.raises(ValueError, match="glyph A"):
            source.drawn(ragged, 11)


@pytest.mark.parametrize("file", sorted({row[0] for row in source.FONTS.values()}))
def test_a_name_is_drawn_once(file: str) -> None:
    drawing = Path(source.__file__).with_name(f"{file}.txt").read_text("utf-8")
    names = re.findall(r"^(\S+) (?:= .+|\d+)$", drawing, re.MULTILINE)
    assert names and [name for name in names if names.count(name) > 1] == []
