"""Drawing, under every interpreter."""

from corrido.ui import fonts, items
from corrido.ui.items import Canvas
from corrido.ui.screens.clock import until_next_second


def lit(canvas, x, y):
    return bool(canvas.buffer[(y >> 3) * 128 + x] & 1 << (y & 7))


def test_rectangles_equal_pixel_by_pixel_drawing():
    for x, y, w, h in ((0, 0, 128, 64), (3, 5, 7, 1), (60, 7, 9, 18), (120, 60, 20, 20)):
        canvas = Canvas(bytearray(1024))
        canvas.fill(x, y, w, h)
        canvas.invert(10, 3, 50, 30)
        canvas.fill(20, 10, 5, 5, False)
        for py in range(0, 64, 3):
            for px in range(0, 128, 5):
                wanted = x <= px < x + w and y <= py < y + h
                wanted = wanted != (10 <= px < 60 and 3 <= py < 33)
                wanted = wanted and not (20 <= px < 25 and 10 <= py < 15)
                assert lit(canvas, px, py) == wanted


def test_a_long_text_is_cut_with_a_mark():
    assert items.fit(fonts.text, "Corrido", 200) == "Corrido"
    cut = items.fit(fonts.text, "Corrido corrido corrido", 60)
    assert cut.endswith("…") and items.width_in(fonts.text, cut) <= 60


def test_seconds_roll_over_when_the_shown_time_changes():
    for left, wait in (
        (1, 1), (1000, 1000), (1001, 1), (0, 1), (-1, 1000), (-1000, 1), (-999, 2), (29500, 500),
    ):  # fmt: skip
        assert until_next_second(left) == wait, left
    for left, wait in ((-1, 999), (-999, 1), (-1000, 1000), (-60500, 500)):
        assert until_next_second(left, 1000) == wait, left
