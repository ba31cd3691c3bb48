"""Setup and a game, key by key, on the simulated device by its pins."""

import pytest

from host_tools.sim import ocr
from host_tools.sim.device import Device
from host_tools.workshop.screens.table import Table

NAMES = {"▲": "UP", "▼": "DOWN", "◀": "LEFT", "▶": "RIGHT"}
HELD_US = 2_200_000
# A task of somebody who has never seen the device, the keys from power-on (`~`: held for two
# seconds), and what the screen then reads.
WALK = """
Start a game as it is | OK | PULSA QUIEN
Start the clock | OK B | A T0 T0 B
25 minutes instead of 30 | ▼ OK ▼ ▼ ▼ ▼ ▼ OK | Tiempo 25:00
No corrido | ▼ ▼ OK ▼ OK | Modalidad No corrido
A limit of 90 minutes | ▼ ▼ ▼ ▼ OK ◀ ▲ ▲ ▲ ▲ ▲ ▲ ▲ ▲ ▲ OK | Límite 90:00
Remove the limit again | ▼ ▼ ▼ ▼ OK ◀ ▲ OK OK ◀ ▼ OK | Límite no
English | ▼ ▼ ▼ OK ▼ OK | Language English
A PIN of four digits, 1239 | ▲ ▲ ▲ ▲ OK ▲ ◀ ▲ ▲ ▲ ▶ ▶ ▶ OK | PIN guardado
Mark a pass | OK B ▶ OK | ■ PASO
Stop, to verify, A asked; go on | OK B STOP ▼ ◀ STOP | A T0 T0 B
Note that A's blank is an R | OK B OK ▼ ▼ OK ▶ OK OK | Comodín de A
Challenge ARÑ; the mover appeals | OK B CHALLENGE ▼ OK ▼ OK ▲ ◀ ◀ ◀ ◀ OK B A ▼ OK | A APELA
Keep the settings as a preset, play by it | ▼ ▼ ▼ ▼ ▼ ▼ ▼ OK ▼ ▼ ▼ ▼ ▼ ▼ OK OK BACK ◀ OK | club-1
Keep it, remove it again | ▼ ▼ ▼ ▼ ▼ ▼ ▼ OK ▼ ▼ ▼ ▼ ▼ ▼ OK OK ▼ OK OK BACK ◀ | Modalidad Corrido
Silence in a game | OK B BACK~ | ♪✗
Challenge DE | OK B CHALLENGE ▲ ▶ OK ▲ OK B A | CORRECTA
A letter too many | OK B CHALLENGE OK OK BACK | E_
End of the game, closed | OK B A STOP OK OK A B A B | CERRADA
The next game | OK B A STOP OK OK A B A B OK~ | Partida 2
Take a press back | ▲ ▲ ▲ ▲ OK ▼ ▼ ▼ ▼ ▼ ▼ ▼ ▼ OK OK BACK OK B A BACK ▼ ▼ ▼ ▼ ▼ ▼ ▼ ▼ OK OK STOP | A T0 T0 B
"""  # noqa: E501
ROWS = [tuple(line.split(" | ")) for line in WALK.strip().splitlines()]


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
