"""A menu that loses rows between two presses in one stall (found by random presses)."""

from host_tools.sim.device import Device

SETTINGS = {"preset": "fise-corrido", "budget": "60", "lexicon": "es"}


def test_a_row_that_is_gone_is_not_chosen() -> None:
    device = Device.provisioned(SETTINGS)
    device.power_on()
    for key, at_us in (("OK", 100_000), ("B", 1_000_000), ("STOP", 3_000_000),
                       ("OK", 4_000_000), ("UP", 4_500_000)):  # fmt: skip
        device.press(key, at_us)
    device.run_until(5_000_000)
    menu = device.focus()
    assert menu.startswith("menu:") and device.status()["phase"] == "stopped"
    device.world.stall(400_000)
    device.press("STOP", 5_100_000)
    device.press("OK", 5_250_000)
    device.run_until(7_000_000)
    assert device.status()["phase"] == "running" and device.boots == 1
