"""The fonts: built from their sources, complete, and every glyph distinct."""

import pytest
from corrido.ui import fonts, items
from corrido.ui.items import Canvas

from host_tools.errors import UserError
from host_tools.sim import ocr
from host_tools.workshop.fonts import build


def test_the_firmware_has_what_the_sources_show(tmp_path) -> None:
    build.build(str(tmp_path))
    for name in ocr.FONTS:
        with open(f"{build.OUT}/{name}.py", encoding="utf-8") as kept:
            assert kept.read() == (tmp_path / f"{name}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ocr.FONTS)
def test_every_glyph_reads_back_in_both_videos(name: str) -> None:
    font = ocr.FONTS[name]
    side = "4" if name == "digits" else "RE"  # an i is an inverted mark one row higher
    for char in set(items.characters(font)) - {" ", *build.ALIKE}:
        canvas = Canvas(bytearray(1024))
        canvas.text(font, 4, 12, side + char + side)
        assert ocr.read_text(bytes(canvas.buffer)) == [side + char + side]
        canvas.invert(0, 12, 100, font.HEIGHT)
        assert ocr.read_text(bytes(canvas.buffer)) == [side + char + side]


def test_spanish_catalan_and_polish_are_complete() -> None:
    for char in "ÁÉÍÓÚÜÑáéíóúüñ¡¿ÀÈÒÏÇàèòïç·ĄĆĘŁŃÓŚŹŻąćęłńóśźż":
        assert char in items.characters(fonts.text)
    for char in "ÁÉÍÓÚÜÑ¡¿ÀÈÒĄĆĘŁŃÓŚŹŻ":
        assert char in items.characters(fonts.large)


def test_the_clocks_digits_are_24_rows_high_at_least() -> None:
    for char in "0123456789":
        canvas = Canvas(bytearray(1024))
        canvas.text(fonts.digits, 0, 0, char)
        lit = [canvas.buffer[at : at + 12] for at in range(0, 1024, 128)]
        rows = [y for y in range(64) if any(column >> (y & 7) & 1 for column in lit[y >> 3])]
        assert rows[-1] - rows[0] + 1 >= 24


def test_a_source_with_a_ragged_glyph_is_refused(tmp_path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("A 2\n.#.\n#.\n", encoding="utf-8")
    with pytest.raises(UserError, match="glyph A"):
        build.read_rows(str(bad), 11)
