"""An unreachable broker of the hall is a small sign, and nothing else."""

from host_tools.sim import ocr
from host_tools.workshop.screens.cases import playing
from host_tools.workshop.screens.table import Table


def hall(table: Table, name: str, broker: str) -> None:
    """Choose a hall and its broker, as over the USB cable."""
    table.app.settings.set("hall", name)
    table.app.settings.set("broker", broker)
    table.settle()


def test_the_sign_comes_and_goes_and_the_rest_of_the_picture_stays() -> None:
    table = playing("es").wait(20000)
    before = ocr.read_text(table.picture())
    # Nobody answers at the broker's address: the simulated board has no network.
    hall(table, "sala", "192.0.2.1")
    told = ocr.read_text(table.wait(4000).picture())
    hall(table, "", "")
    after = ocr.read_text(table.wait(4000).picture())
    assert "▲✗" in told[-1] and told[:1] == before[:1]
    assert "▲✗" not in "".join(before) and "▲✗" not in "".join(after)
