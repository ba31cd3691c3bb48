"""The device's own checklist: each key asked for, a light and a sound at it, the flash read."""

from host_tools.workshop.screens.cases import Table

KEYS = ("A", "B", "STOP", "CHALLENGE", "UP", "DOWN", "LEFT", "RIGHT", "OK")


def begun(**settings: str) -> Table:
    return Table("en", **settings).choose("setup:test").press("OK", "OK")


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


def test_each_key_sounds_though_sounds_are_switched_off():
    table = begun(sounds="none")
    device = table.device
    for key in KEYS:
        from_us = device.now_us
        table.press(key).wait(400)
        heard = device.world.buzzer.tones(from_us, device.now_us)
        assert [tone.hz for tone in heard if tone.start_us >= from_us] == [1500], key


def test_a_block_of_the_record_that_cannot_be_read_is_a_fault(monkeypatch):
    table = Table("en")
    flash, read = table.app.board.flash, type(table.app.board.flash).read

    def broken(addr: int, buf: bytearray) -> None:
        if addr // flash.block_size == 5:
            raise OSError
        read(flash, addr, buf)

    monkeypatch.setattr(flash, "read", broken)
    table.choose("setup:test").press("OK", "OK")
    assert "Flash fault" in shown(table) and "Press A" in shown(table)
