"""On the emulated Pico: the time from the confirmation to the verdict, all words good or none."""

import pytest

pytestmark = [pytest.mark.lab, pytest.mark.slow]

GOOD = ["NIÑO", "CHORREABA", "CASA", "AMAIS", "LLANO", "DE", "PERRO", "DESPERTASEIS"]
BAD = ["ZQX", "QQQQ", "XXX", "HHZZ", "JXQ", "ZZ", "VXVX", "BZBZ"]
TICK_US = 60_000  # by then the picture shows both confirmations
SAME_US = 10_000


@pytest.fixture(scope="module")
def table(frozen_uf2):
    from host_tools.workshop.emulator.table import Table

    return Table(frozen_uf2, {"preset": "fise-corrido", "budget": "600"})


def test_the_wait_tells_nothing(table):
    from pathlib import Path

    from host_tools.device.payload import beside_firmware

    chip = table.power(own_main=False)
    chip.run_until(lambda: chip.console.connected, 5e6)
    signed = []

    def sign():
        table.press(chip, "A", 50_000)
        table.press(chip, "B", 200_000)
        chip.at(200_000, lambda: signed.append(chip.now_us()))

    for number in range(2):
        chip.console.on_output(b"sign %d." % number, sign)
    script = Path(__file__).with_name("verdict_on_chip.py")
    source = beside_firmware(script)
    out = chip.execute(f"PLAYS = {[GOOD, BAD]!r}\n{source}", 60e6)
    assert [line for line in out.splitlines() if line.startswith("seen")] == [
        "seen valid",
        "seen invalid",
    ]
    changes = table.display.changes
    waits = [next(t for t in changes if t > at + TICK_US) - at for at in signed]
    assert abs(waits[0] - waits[1]) <= SAME_US, waits
