"""The device's own checklist: each part tried, and each at fault told."""

import pytest

from host_tools.workshop.screens.cases import Table, walk

KEYS = ("A", "B", "STOP", "CHALLENGE", "UP", "DOWN", "LEFT", "RIGHT", "OK")


def begun(**settings: str) -> Table:
    return walk("after begun\nselect setup:test\ntap OK*3", "en", **settings)


def shown(table: Table) -> str:
    """Return the texts of the picture."""
    items = table.nav._screen().items()
    return " | ".join(part for item in items for part in item if isinstance(part, str))


def test_a_and_b_light_their_own_leds_and_leaving_puts_them_out():
    table = begun()
    leds = table.device.world.leds
    assert dict(leds) == {"A": False, "B": False}
    for key, lit in (("A", "A"), ("B", "B"), ("STOP", "")):
        table.press(key)
        assert {name for name, on in leds.items() if on} == {lit} - {""}
    table.press("A", "BACK", "BACK")
    assert not any(leds.values())


def test_each_key_sounds_and_is_named_though_sounds_are_switched_off():
    table = begun(sounds="none")
    device = table.device
    for key in KEYS:
        from_us = device.now_us
        table.press(key).wait(400)
        heard = device.world.buzzer.tones(from_us, device.now_us)
        assert [tone.hz for tone in heard if tone.start_us >= from_us] == [1060], key
        assert f" | {key.replace('CHALLENGE', '?')} | " in shown(table)  # an encoder's direction


def test_the_motor_runs_from_ok_to_the_next_key():
    table = begun()
    motor = table.device.world.motor
    for key, runs in (("OK", True), ("A", False), ("OK", True), ("BACK", False)):
        table.press(key)
        now_us = table.device.now_us
        assert bool(motor.tones(now_us - 1, now_us)) is runs, key


def parts_of(table: Table) -> str:
    table.select("test", "setup")
    return shown(table.press("OK", "OK"))


@pytest.mark.parametrize("kind", ["program-error", "erase-error", "program-noop", "erase-noop"])
def test_a_flash_that_does_not_take_what_it_is_given_is_a_fault(kind):
    """A read of it raises nothing: `rp2.Flash.readblocks` is a memcpy."""
    table = walk("after begun", "en")
    flash = table.device.world.flash
    flash.bad = dict.fromkeys(range(flash.blocks), kind)
    assert "Flash fault" in parts_of(table)


def test_what_is_found_of_each_part_is_shown():
    table = walk("after begun", "en", battery="37")
    table.app.board.displays = ((0x3C, 0, False), (0x3D, 0, False))  # of two, one answers
    assert "3C✓ 3D✗ | Battery 37 % | Flash OK, 0 ms | Power on" in parts_of(table)
    assert "Watchdog" in parts_of(walk("after begun\nreset\n+2 expect phase setup", "en"))


def test_a_display_that_does_not_answer_is_named():
    table = walk("after begun\nselect setup:test\ntap OK", "en")
    table.device.world.bus.unplug()
    table.press("OK")
    assert "3C✗" in shown(table)


def test_trying_the_flash_costs_one_erase_and_leaves_its_block_ready():
    table = walk("after begun\nselect setup:test\ntap OK", "en").wait(2000)
    ring, erases = table.app.journal.ring, table.device.world.flash.erases
    ready, before = ring.ahead(), sum(erases)
    table.press("OK")
    assert (ring.ahead(), sum(erases)) == (ready, before + 1)
    assert all(ring.is_blank(at, 4) for at in ring.blank)
