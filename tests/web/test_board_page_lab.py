"""The page for boards against the emulated RP2040: our own image, over its USB console.

A whole deployment to a stock image takes the emulated chip the better part of an hour: that is
tests/web/test_board_page.py, against the real interpreter, and tests/device, by the same protocol.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import expect, needs_packages, served
from serial_bridge import on_port

from host_tools.device.client import Client
from host_tools.web import board_images, site
from tests.device.emulated import EmulatedPico
from tests.lab.conftest import CACHE, image

pytestmark = [pytest.mark.lab, pytest.mark.slow, pytest.mark.timeout(3600)]
LONG_MS = 2_400_000
EMULATED_S = 900.0
OWN = "CORRIDO_PICO.uf2"


@pytest.fixture(scope="module")
def pico() -> Iterator[EmulatedPico]:
    """Our own image on an emulated Pico, its firmware running."""
    pytest.importorskip("rp2040py", reason="no emulator here: pip install 'rp2040py[fs]'")
    found = image(OWN)
    if found is None or found.name != OWN:
        pytest.skip(f"no {OWN} in {CACHE}, and CORRIDO_UF2 names none of that name")
    from host_tools.workshop.emulator.payload import prepared_flash, provisioned_region
    from host_tools.workshop.emulator.table import Table

    settings = {"preset": "fise-corrido", "budget": "600"}
    parts = Table(found, settings)
    parts.display.power_on()
    flash = prepared_flash(found, parts.files, provisioned_region(settings))
    made = EmulatedPico(found, flash, {0x3C: parts.display})
    with Client(made.port) as asked:
        asked.ask("about", EMULATED_S)
    yield made
    made.power_off()


def wait_done(page) -> str:
    """Return the page's message when it has finished; fail with its error."""
    page.wait_for_selector("#deploy:enabled", timeout=LONG_MS)
    expect(page.locator("#wrong")).to_be_hidden()
    return page.inner_text("#said")


def test_set_up_on_the_emulated_chip(browser, pico: EmulatedPico, tmp_path: Path) -> None:
    needs_packages()
    made = site.build(tmp_path, [board for board in board_images.boards() if board.name == "pico"])
    with (
        served(made.folder) as url,
        on_port(browser, url + "board.html?patience=40", lambda: pico.port) as (page, _),
    ):
        page.click("#check")
        assert "pico" in wait_done(page)
        expect(page.locator("#findings")).to_contain_text("Bien")
        page.fill("#name", "Mesa 4")
        page.select_option("#preset", "fise-no-corrido")
        page.click("#deploy")
        said = wait_done(page)
        assert said.startswith("Listo: 0 ") and "Mesa 4" in said, "its firmware is in the image"
        page.click("#log")
        wait_done(page)
    with Client(pico.port) as asked:
        assert asked.ask("about", EMULATED_S)["name"] == "Mesa 4"
        assert asked.ask("get preset", EMULATED_S) == "fise-no-corrido"
