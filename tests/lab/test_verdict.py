"""On the emulated Pico: the time from the confirmation to the verdict, all words good or none."""

import pytest

# On a stock image, with 285 letters and arrows pressed, some five minutes.
pytestmark = [pytest.mark.lab, pytest.mark.slow, pytest.mark.timeout(1500)]

GOOD = ("NIÑO", "CHORREABA", "CASA", "AMAIS", "LLANO", "DE", "PERRO", "DESPERTASEIS")
BAD = ("ZQX", "QQQQ", "XXX", "HHZZ", "JXQ", "ZZ", "VXVX", "BZBZ")
VERDICT_US = 500_000
# The picture with both confirmations is on the display by then; a verdict's may take as long.
PICTURE_US = 150_000
SAME_US, STOCK_SAME_US = 10_000, 50_000  # on a stock image a collection may come between
LETTER_US = 250_000
ENTRY_US = 3_000_000  # a stock image loads the screen first


@pytest.fixture(scope="module")
def waits(uf2):
    """Return the verdicts and the us from the confirming press to the first change of picture."""
    from host_tools.workshop.emulator.heap import keys_for
    from host_tools.workshop.emulator.player import Player
    from host_tools.workshop.emulator.table import Table

    player = Player(Table(uf2, {"preset": "fise-corrido", "budget": "600"}))
    player.press("OK", apart_us=ENTRY_US)
    player.press("B")
    found = []
    for words in (GOOD, BAD):
        player.press("CHALLENGE", apart_us=ENTRY_US)
        player.press(*keys_for(words), apart_us=LETTER_US)
        player.press("A")
        pressed_us = player.chip.now_us()
        player.press("B", apart_us=2 * VERDICT_US)
        changes = player.table.display.changes
        seen_us = next(at for at in changes if at > pressed_us + PICTURE_US)
        found.append((player.status()["verdict"], seen_us - pressed_us))
        player.press("OK")
        player.press(player.status()["running"])  # no play is challenged twice
    player.chip.close()
    return found


def test_the_wait_tells_nothing(uf2, waits):
    from host_tools.device.uf2 import read_uf2

    assert [verdict for verdict, _ in waits] == ["valid", "invalid"]
    same_us = SAME_US if read_uf2(uf2).frozen else STOCK_SAME_US
    assert abs(waits[0][1] - waits[1][1]) <= same_us, waits


def test_the_work_is_hidden_behind_the_wait(waits):
    for verdict, us in waits:
        assert VERDICT_US <= us <= VERDICT_US + PICTURE_US, (verdict, us)
