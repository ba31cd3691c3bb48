"""The emulated chip needs a MicroPython image; without one these tests are skipped and say so."""

import os
from pathlib import Path

import pytest

from host_tools.build.sources import beside
from host_tools.device.image import load
from host_tools.device.payload import made_elsewhere
from host_tools.paths import cache_dir
from tests.conftest import needs

CACHE = cache_dir()
OWN, STOCK = IMAGES = ("CORRIDO_PICO.uf2", "RPI_PICO.uf2")
WRAP = 1 << 30  # of ticks_us()
FOLDER = Path(__file__).parent
SHARED = "contacts_on_chip.py"  # imported by the scripts


def image(name: str) -> Path:
    """Return the image of that name in the cache, or CORRIDO_UF2 if it is of the same kind.

    Our own has the firmware frozen in, a stock one has not. Skips the test where there is none.
    """
    needs("rp2040py")
    given = os.environ.get("CORRIDO_UF2")
    if given and load(given).frozen == (name == OWN):
        path = Path(given)
    else:
        path = CACHE / name
    if not path.is_file():
        pytest.skip(f"no {name} in {CACHE}, and CORRIDO_UF2 names none")
    if made_elsewhere(load(str(path)).state):
        pytest.skip(f"{path.name} was made of other sources: build it again (docs/hardware.md)")
    return path


@pytest.fixture(params=IMAGES, scope="session")
def uf2(request: pytest.FixtureRequest) -> Path:
    """Our own image and the stock one, if available."""
    return image(request.param)


@pytest.fixture(scope="session")
def stock_uf2() -> Path:
    """MicroPython's official image, unchanged."""
    return image(STOCK)


@pytest.fixture(scope="session")
def frozen_uf2() -> Path:
    """Our own image with the firmware frozen in."""
    return image(OWN)


def script(name: str, uf2: Path) -> str:
    """Return the text of a script for the chip's REPL, to run beside the deployed firmware."""
    text = {name: (FOLDER / name).read_bytes()}
    return beside(text, short=not load(str(uf2)).frozen)[name].decode()


def run_script(name: str, uf2: Path, signs: dict, limit_us: float = 60e6, **parts):
    """Run a script on a chip with the firmware's files; return the chip and what it prints.

    signs: a text that the script prints -> what is then done with the chip.
    """
    from host_tools.sim.ssd1306 import Ssd1306
    from host_tools.workshop.emulator.chip import Chip
    from host_tools.workshop.emulator.table import needed_files, prepared_flash, provisioned_region

    files = needed_files(uf2) | {SHARED: script(SHARED, uf2).encode()}
    del files["main.py"]
    flash = prepared_flash(uf2, files, provisioned_region({}))
    chip = Chip(uf2, flash, {0x3C: Ssd1306()}, **parts)
    chip.outputs.watch(15)
    chip.run_until(lambda: chip.console.connected, 5e6)
    chip.console.on_line = lambda line: [act(chip) for sign, act in signs.items() if sign in line]
    said = chip.execute(script(name, uf2), limit_us)
    pairs = (line.partition(": ") for line in said.splitlines())
    return chip, {name: value for name, sign, value in pairs if sign}
