"""A hall's broker that does not hear is a small sign, and nothing else."""

from host_tools.sim import ocr
from host_tools.workshop.screens.cases import playing


def test_the_sign_comes_and_goes_and_the_rest_of_the_picture_stays() -> None:
    table = playing("es").wait(20000)
    before = ocr.read_text(table.picture())
    table.desk.is_unheard = True
    told = ocr.read_text(table.wait(2000).picture())
    table.desk.is_unheard = False
    after = ocr.read_text(table.wait(2000).picture())
    assert "▲✗" in told[-1] and told[:1] == before[:1]
    assert "▲✗" not in "".join(before) and "▲✗" not in "".join(after)
