"""The walk of docs/evidence/setup.md, key by key, on the simulated device by its pins."""

import re
from pathlib import Path

import pytest

from host_tools.sim import ocr
from host_tools.sim.device import Device
from host_tools.workshop.screens.table import Table

PAGE = Path(__file__).parents[2] / "docs" / "evidence" / "setup.md"
NAMES = {"▲": "UP", "▼": "DOWN", "◀": "LEFT", "▶": "RIGHT"}
HELD_US = 2_200_000
ROWS = re.findall(
    r"^\| ([^|]+) \| `([^`|]+)` \| ([^|]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
)


@pytest.mark.parametrize(("task", "keys", "read"), ROWS, ids=[row[0] for row in ROWS])
def test_a_task_of_the_walk(task: str, keys: str, read: str) -> None:
    device = Device.provisioned({})
    try:
        device.power_on()
        device.run_until(1_000_000)
        for key in keys.split():
            held = key.endswith("~")
            name = NAMES.get(key.rstrip("~"), key.rstrip("~"))
            device.press(name, device.now_us, HELD_US if held else 80_000)
            # A first-time user takes time, and a verdict takes some too.
            device.run_until(device.now_us + (HELD_US if held else 0) + 900_000)
        assert read in " | ".join(ocr.read_text(device.frame()))
    finally:
        device.close()


def test_the_walk_has_tasks() -> None:
    assert len(ROWS) > 12


def fresh() -> Table:
    """A device without a PIN, just powered on."""
    return Table(pin="")


def test_brightness_acts_at_once() -> None:
    table = fresh().choose("setup:more").choose("setup-more:contrast")
    table.press("LEFT", "OK")
    assert table.app.settings.get("contrast") == 197
    assert table.nav.contrast(table.t_ms) == 197


def test_a_store_that_fails_is_said() -> None:
    table = fresh()

    def broken() -> None:
        raise OSError(5)

    table.app.settings.commit = broken
    table.choose("setup:language").press("DOWN", "OK")
    assert table.focus() == "notice"
