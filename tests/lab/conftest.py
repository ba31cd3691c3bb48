"""The emulated chip needs a MicroPython image; without one these tests are skipped and say so."""

import os
from pathlib import Path

import pytest

from host_tools.device.image import load
from host_tools.device.payload import made_elsewhere
from host_tools.paths import cache_dir

CACHE = cache_dir()
IMAGES = ("CORRIDO_PICO.uf2", "RPI_PICO.uf2")


def image(name: str) -> Path | None:
    """Return CORRIDO_UF2 for any name, else the image of that name in the cache."""
    given = os.environ.get("CORRIDO_UF2")
    path = Path(given) if given else CACHE / name
    if not path.is_file():
        return None
    if made_elsewhere(load(str(path)).state):
        pytest.skip(f"{path.name} was made of other sources: build it again (docs/hardware.md)")
    return path


@pytest.fixture(params=IMAGES, scope="session")
def uf2(request: pytest.FixtureRequest) -> Path:
    """Our own image and the stock one, if available."""
    pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")
    found = image(request.param)
    if found is None:
        pytest.skip(f"no {request.param} in {CACHE}, and CORRIDO_UF2 names no image")
    if os.environ.get("CORRIDO_UF2") and request.param != IMAGES[0]:
        pytest.skip("CORRIDO_UF2 names one image for all")
    return found


@pytest.fixture(scope="session")
def one_uf2() -> Path:
    """Any available image."""
    pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")
    for name in IMAGES:
        if (found := image(name)) is not None:
            return found
    pytest.skip(f"no MicroPython image in {CACHE}, and CORRIDO_UF2 names none")


@pytest.fixture(scope="session")
def stock_uf2() -> Path:
    """MicroPython's official image, unchanged."""
    pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")
    found = image(IMAGES[1])
    if found is None or load(str(found)).frozen:
        pytest.skip(f"no stock {IMAGES[1]}: CORRIDO_UF2, or {CACHE}")
    return found


@pytest.fixture(scope="session")
def frozen_uf2() -> Path:
    """Our own image with the firmware frozen in: a stock one has no room for a game."""
    pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")
    found = image(IMAGES[0])
    if found is None or not load(str(found)).frozen:
        pytest.skip(f"no image with the firmware frozen into it: CORRIDO_UF2, or {CACHE}")
    return found
