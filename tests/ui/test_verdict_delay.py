"""The wait for a verdict reveals nothing, whatever the result and the number of bad words."""

from corrido.services.judge import VERDICT_MS

from host_tools.scenario.keys import Fingers, Typist
from host_tools.sim.device import Device
from host_tools.sim.ocr import read_text
from tests.conftest import tool

GOOD = ("DE", "LA", "EL", "EN", "ES", "NO", "SE", "ME")
BAD = ("ZZ", "XX", "QQ", "VV", "HZ", "JX", "ZX", "XQ")
PLAYS = [GOOD, BAD, BAD[:1] + GOOD[1:], GOOD[:7] + BAD[7:], BAD[:4] + GOOD[4:], GOOD[:1], BAD[:1]]


def wait_of(device, words):
    """Return the us from the last confirmation to the verdict on the picture."""
    mover = device.status()["turn"]
    device.tap("CHALLENGE")
    Typist(Fingers(device), "es").enter([*words])
    assert device.focus() == "confirm"
    device.tap("A")
    device.press("B", device.now_us)
    start_us = device.now_us
    while not {"CORRECTA", "VÁLIDA"} & set(" ".join(read_text(device.frame())).split()):
        assert device.step(start_us + 5_000_000)
    waited_us = device.now_us - start_us
    device.run_until(device.now_us + 500_000)
    assert device.status()["verdict"] == ("valid" if set(words) <= set(GOOD) else "invalid")
    device.tap("OK")
    if device.status()["turn"] == mover:
        device.tap(mover)  # a play is challenged once: the next one is the other player's
    return waited_us


def test_the_wait_is_the_same_for_every_play():
    tool("micropython"), tool("mpy-cross")
    device = Device.provisioned({"preset": "fise-corrido"}, "micropython")
    try:
        device.power_on()
        device.run_until(1_000_000)
        device.tap("OK", "B")
        waits = [wait_of(device, words) for words in PLAYS]
    finally:
        device.close()
    # The settling of the press, and the picture; both the same in every case.
    assert max(waits) - min(waits) <= 1000, waits
    assert VERDICT_MS * 1000 <= min(waits) <= VERDICT_MS * 1000 + 100_000
