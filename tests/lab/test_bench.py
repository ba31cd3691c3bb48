"""The output of `corrido bench device`, and its error without an image."""

import pytest

from host_tools.cli import main
from host_tools.errors import UserError
from host_tools.workshop.bench.device import find_image, table
from tests.device.test_device_flash import blocks

TURNS = {"longest_us": 4600, "over": 0, "count": 1687}
GAME = {
    "presses": 7, "running": [{**TURNS, "longest_us": 4800}], "stopped": [TURNS],
    "collection_us": 11000, "durable_ms": 9.1, "digit_ms": 11.0,
    "first_pixel_ms": 12.0, "last_pixel_ms": 24.0,
    "erases_in_play": 0, "heap_start": 66000, "heap_play": 68000, "awake_share": 0.12,
}  # fmt: skip
WORST = {
    "limit_us": 5000, "durable_limit_ms": 20.0, "presses": 121, "collections": 16,
    "collection_us": 11526, "hasty_collections": 0, "durable_ms": [9.5, 21.4],
    "click_ms": [14.9, 15.3], "running": [TURNS, {**TURNS, "longest_us": 13600, "over": 7}],
    "stopped": [TURNS, TURNS], "stopped_limit_us": 30000, "most_erases": 1,
}  # fmt: skip
BOOT = {"usb_s": 0.1, "first_pixels_s": 1.0, "whole_picture_s": 1.4}


def test_the_table_names_every_part():
    result = {
        "image": "x.uf2", "own": True, "frozen": True,
        "game": GAME, "turned": {**GAME, "running": [{**TURNS, "longest_us": 4900}]},
        "worst": {"own.uf2": WORST, "stock.uf2": {"ended": "no room"}},
        "boot": {"first": BOOT, "later": {**BOOT, "whole_picture_s": 0.9}},
    }  # fmt: skip
    text = table(result)
    for part in ("4.8 ms", "4.9 ms", "68,000", "1.40 s", "4.6 ms, 0 of 1687", "13.6 ms, 7 of 1687",
                 "21.4 ms, 1 of 2", "stock.uf2 ended: no room", "0.90 s", "15.3 ms",
                 "0 of 16"):  # fmt: skip
        assert part in text


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
    pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")
    image = tmp_path / "other.uf2"
    image.write_bytes(blocks(b"corrido-state:0123456789abcdef", 0xE48BFF56))
    assert main(["bench", "device", "--uf2", str(image), "--only", "boot"]) != 0
    assert "made of other sources than are here" in capsys.readouterr().err
