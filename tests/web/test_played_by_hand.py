"""A challenge played by hand in the page, on the real firmware."""

import pytest
from browsing import serving
from test_heard import SPY, heard
from test_site import wait_field

from host_tools.sim.engine import Engine
from host_tools.sim.simulated import SimulatedMachine

SPEED = 2.0
LEAST_TURN_MS = 300  # of the device's time: a press within its first 200 ms hands nothing over
KEYS = {"A": "KeyA", "B": "KeyL", "STOP": "Space", "CHALLENGE": "KeyC", "OK": "Enter"}


def press(page, *keys):
    """Press and release keys at once: on a slow computer none must count as held."""
    for key in keys:
        page.keyboard.press(KEYS.get(key, key))
        page.wait_for_timeout(LEAST_TURN_MS)


def shows(page, **fields):
    """Wait until fields of the status have these values."""
    for name, value in fields.items():
        wait_field(page, name, value)


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
        yield page


def test_a_challenge_by_hand(table):
    shows(table, phase="setup")
    press(table, "OK")
    heard(table, "NO SALE")
    press(table, "B")
    shows(table, phase="running", turn="A")
    heard(table, "Turno de A")
    press(table, "STOP", "ArrowDown", "ArrowDown")
    shows(table, phase="stopped", reason="score")
    press(table, "STOP")
    shows(table, phase="running", running="A")
    press(table, "CHALLENGE")
    table.wait_for_selector("#device.entering")
    table.keyboard.type("zuza")
    press(table, "OK")
    table.wait_for_selector("#device:not(.entering)")
    press(table, "A", "B")
    shows(table, phase="verdict", verdict="invalid")
    press(table, "OK")
    shows(table, phase="running", running="B", verdict="none")
