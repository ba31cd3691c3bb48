"""What is left of a record after a loss is told, whole as it may be; a start never fails.

Whole pages and blocks are lost, not operations: as zeros, as erased flash, as noise.
"""

import random

import pytest
from corrido.services.recorder import Recorder
from corrido.store.nor import layout

from host_tools.device.norflash import NorFlash
from host_tools.sim.device import Device
from host_tools.sim.runtime import FirmwareError

BLOCKS = 14
PAGE, BLOCK = NorFlash.page_size, NorFlash.block_size
SETTINGS = {"preset": "fise-no-corrido", "least-turn": "0", "guard": "0"}
WAYS = {
    "zeros": bytes,
    "erased": lambda count: b"\xff" * count,
    "noise": lambda count: random.Random(count).randbytes(count),
}
SAME = ("phase", "game", "clock.A", "clock.B", "turns.A", "turns.B", "passes")


def on(image):
    device = Device.provisioned(SETTINGS, flash=NorFlash(BLOCKS))
    if image:
        device.world.flash.load(image)
    device.power_on()
    return device


def played(presses):
    """The image of a device after a game of so many presses, and what a start makes of it."""
    device = on(None)
    device.run_until(1_000_000)
    turns = ("AABB"[at % 4] for at in range(presses))
    device.tap("OK", "B", *turns, "STOP", pause_us=820_000)
    image = device.world.flash.image()
    device.close()
    return image, started(image)


def started(image):
    device = on(image)
    found = {name: device.status()[name] for name in SAME}, device.log_count("fault")
    device.close()
    return found


def losses(image):
    """Yield (first, bytes) of each written page and block of the journal."""
    first, count = layout(NorFlash(len(image) // BLOCK))[2]
    for size in (PAGE, BLOCK):
        for at in range(first * BLOCK, (first + count) * BLOCK, size):
            if image[at : at + size].strip(b"\xff"):
                yield at, size


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("presses", [9, 130])
def test_a_lost_page_or_block_is_told(presses, way):
    image, whole = played(presses)
    told = 0
    for at, size in losses(image):
        lost = image[:at] + WAYS[way](size) + image[at + size :]
        found = started(lost)
        # Of a block that only lies ready nothing is missed.
        assert found == whole or found[0]["phase"] == "fault", (at, size)
        told += found[0]["phase"] == "fault"
    assert told >= 3


def test_the_game_that_is_left_comes_up_and_nothing_is_told_again():
    image, whole = played(60)
    first = layout(NorFlash(BLOCKS))[2][0] * BLOCK
    end = max(at for at, size in losses(image) if size == PAGE and at < first + BLOCK)
    device = on(image[:end] + b"\xff" * PAGE + image[end + PAGE :])
    for start in (1, 2):  # until somebody answers
        assert device.status()["phase"] == "fault" and device.log_count("fault") == start
        device.power_cut()
        device.power_on()
    device.run_until(device.now_us + 1_000_000)
    device.tap("OK", pause_us=920_000)
    found = device.status()
    assert found["phase"] in ("stopped", "recovered") and found["game"] == "1"
    assert int(found["turns.A"]) < int(whole[0]["turns.A"]) + 1
    device.power_cut()
    device.power_on()
    assert device.status()["phase"] == "recovered" and device.log_count("fault") == 3
    device.close()


def test_no_number_is_given_twice_after_a_wiped_journal():
    image, _ = played(9)
    first, count = layout(NorFlash(BLOCKS))[2]
    image = image[: first * BLOCK] + b"\xff" * (count * BLOCK) + image[(first + count) * BLOCK :]
    device = on(image)
    assert device.status()["phase"] == "fault" and device.status()["game"] == "2"
    device.run_until(1_000_000)
    device.tap("OK", "OK", "B", pause_us=820_000)
    assert device.status()["phase"] == "running" and device.status()["game"] == "2"
    device.close()


def test_a_game_that_keeps_starts_from_succeeding_is_set_aside(monkeypatch):
    image, _ = played(9)
    device = on(image)
    with monkeypatch.context() as patch:
        patch.setattr(Recorder, "remade", lambda *_: 1 // 0)
        for _ in range(2):
            device.power_cut()
            with pytest.raises(FirmwareError, match="ZeroDivision"):
                device.power_on()
        for _ in range(2):  # until somebody has answered
            device.power_cut()
            device.power_on()
            assert device.status()["phase"] == "fault" and device.log_count("fault")
            assert any(one[0] == 1 and one[1] == 9 for one in device.app.journal.records())
        device.run_until(device.now_us + 1_000_000)
        device.tap("OK", pause_us=420_000)
        assert device.status()["phase"] == "setup" and device.status()["game"] == "2"
        device.power_cut()
        device.power_on()
        assert device.status()["phase"] == "setup"
    device.run_until(device.now_us + 500_000)
    device.tap("OK", "B", pause_us=820_000)
    device.power_cut()
    device.power_on()
    assert (device.status()["phase"], device.status()["game"]) == ("recovered", "2")
    device.close()


def test_a_start_that_raises_once_is_forgotten(monkeypatch):
    image, whole = played(9)
    device = on(image)
    for _ in range(3):
        with monkeypatch.context() as patch:
            patch.setattr(Recorder, "remade", lambda *_: 1 // 0)
            device.power_cut()
            with pytest.raises(FirmwareError):
                device.power_on()
        device.power_cut()
        device.power_on()
        assert device.status()["phase"] == "recovered"
        device.run_until(device.now_us + 11_000_000)
    device.close()


def test_the_witness_costs_no_erase_over_a_running_clock():
    device = on(None)
    device.run_until(1_000_000)
    device.tap("OK", "B", pause_us=820_000)
    before = list(device.world.flash.erases)
    device.tap(*("AABB"[at % 4] for at in range(600)), pause_us=220_000)
    witness = layout(device.world.flash)[3][0]
    assert device.world.flash.erases[witness:] == before[witness:]
    device.close()
