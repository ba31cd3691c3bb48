"""A challenge played by hand in the page, on the real firmware."""

import pytest
from browsing import expect, serving
from test_heard import SPY, heard

from host_tools.web.engine import Engine
from host_tools.web.simulated import SimulatedMachine

SPEED = 2.0
LEAST_TURN_MS = 300  # of the device's time: a press within its first 200 ms hands nothing over
KEYS = {"A": "KeyA", "B": "KeyL", "STOP": "Space", "CHALLENGE": "KeyC", "OK": "Enter"}


class Table:
    """Two players at the page: they press keys of the keyboard and read what it shows."""

    def __init__(self, page):
        self.page = page

    def press(self, *keys):
        """Press and release keys at once: on a slow computer none must count as held."""
        for key in keys:
            self.page.keyboard.press(KEYS.get(key, key))
            self.page.wait_for_timeout(LEAST_TURN_MS)

    def expect(self, **fields):
        """Wait until fields of the status (a dot written as _) have these values."""
        for name, value in fields.items():
            cell = self.page.locator(f'#status td[data-field="{name.replace("_", ".")}"]')
            expect(cell).to_have_text(value)


@pytest.fixture
def table(page):
    """A page on a device that speaks."""
    device = SimulatedMachine.provisioned(
        {"preset": "fise-corrido", "bounce": "4", "speech": "aloud"}
    )
    with serving(Engine(device, SPEED)) as url:
        page.add_init_script(SPY)
        page.goto(url)
        page.wait_for_selector('#status td[data-field="phase"]', state="attached")
        page.evaluate("document.getElementById('help').open = false")
        yield Table(page)


def test_a_challenge_by_hand(table):
    table.expect(phase="setup")
    table.press("OK")
    heard(table.page, "NO SALE")
    table.press("B")
    table.expect(phase="running", turn="A")
    heard(table.page, "Turno de A")
    table.press("STOP", "ArrowDown", "ArrowDown")
    table.expect(phase="stopped", reason="score")
    table.press("STOP")
    table.expect(phase="running", running="A")
    table.press("CHALLENGE")
    table.page.wait_for_selector("#device.entering")
    table.page.keyboard.type("zuza")
    table.press("OK")
    table.page.wait_for_selector("#device:not(.entering)")
    table.press("A", "B")
    table.expect(phase="verdict", verdict="invalid")
    table.press("OK")
    table.expect(phase="running", running="B", verdict="none")
