"""Arming waits for the blocks of the game's record; keys are read meanwhile."""

from host_tools.sim.device import Device


def test_a_first_start_is_armed_block_by_block(monkeypatch):
    device = Device.provisioned({"preset": "fise-corrido"})
    flash, erased = device.world.flash, []
    plain = flash.erase

    def erase(block):
        erased.append(device.polls)
        device.world.stall(50_000)  # as long as a chip's
        plain(block)

    monkeypatch.setattr(flash, "erase", erase)
    device.power_on()
    device.press("OK", 150_000)
    device.run_until(400_000)
    assert device.status()["phase"] == "setup" and 0 < len(erased) < 16
    device.run_until(3_000_000)
    assert device.status()["phase"] == "ready"
    assert len(erased) >= 16 and len(set(erased)) == len(erased)  # one per turn
    device.close()
