"""The PIN: salted, hashed, locked out across power cuts."""

from corrido.store.pin import FORMAT, MAGIC, Pin
from corrido.store.two_slots import Slots
from nor_flash import Flash, refusal, refuse

SALT = b"device 1"


def with_pin(digits="4271"):
    """Return a flash with a stored PIN, and the PIN as a start reads it."""
    flash = Flash()
    Pin(flash, 2, SALT).set(digits)
    return flash, Pin(flash, 2, SALT)


def wrong(pin, times, now_ms):
    for _ in range(times):
        assert not pin.check("0000", now_ms)


def test_bad_pins_are_refused_in_one_line():
    pin = Pin(Flash(), 2, SALT)
    for digits in ("123", "123456789", "12a4", "-123"):
        refused = refusal(pin.set, digits)
        assert "pin" in refused and "digits" in refused, digits


def test_the_pin_is_not_in_the_flash_and_salts_differ():
    flash, again = Flash(), Flash()
    for store, device in ((flash, SALT), (again, b"device 2")):
        Pin(store, 2, device).set("84271")
    assert flash.data.find(b"84271") < 0
    assert flash.data.pieces != again.data.pieces


def test_a_state_of_another_length_is_damage_and_opens_nothing():
    flash = Flash()
    Slots(flash, 2, MAGIC, FORMAT).save(bytes(55), 512)
    pin = Pin(flash, 2, SALT)
    assert pin.damaged and pin.is_set() and not pin.check("0000", 0)


def test_a_pin_is_taken_away():
    flash, pin = with_pin()
    pin.set("")
    for kept in (pin, Pin(flash, 2, SALT)):
        assert not kept.is_set() and not kept.check("4271", 0)


def test_a_new_pin_begins_with_no_tries_and_no_lock():
    for times in (2, 3):
        flash, pin = with_pin()
        wrong(pin, times, 0)
        pin.set("5555")
        assert pin.locked_ms(0) == Pin(flash, 2, SALT).locked_ms(0) == 0
        wrong(pin, 2, 0)
        assert pin.locked_ms(0) == 0


def test_a_flash_that_takes_it_again_keeps_the_next_pin():
    flash, pin = with_pin()
    program, flash.program = flash.program, refuse
    wrong(pin, 1, 0)
    assert "flash" in refusal(pin.set, "5555")
    flash.program = program
    flash.erase(2), flash.erase(3)
    pin.set("5555")
    assert Pin(flash, 2, SALT).is_set()


def test_a_right_one_wipes_the_wrong_ones_and_their_locks_across_a_cut_too():
    flash, pin = with_pin()
    wrong(pin, 3, 0)
    pin.poll(30000)
    assert pin.check("4271", 30000)
    pin = Pin(flash, 2, SALT)
    wrong(pin, 2, 0)
    assert pin.locked_ms(0) == 0
    wrong(pin, 1, 0)
    assert pin.locked_ms(0) == 30000


def test_a_lock_goes_on_where_it_was_after_a_cut_and_never_shortens():
    flash, pin = with_pin()
    wrong(pin, 3, 5000)
    left_ms = 30000
    for _ in range(10):
        start_ms = pin._since_ms
        for at_ms in range(0, 1501, 50):
            pin.poll(start_ms + at_ms)
        left_ms -= 1500
        pin = Pin(flash, 2, SALT)
        assert left_ms <= pin.locked_ms(0) <= left_ms + 1000
        left_ms = pin.locked_ms(0)
    assert not pin.check("4271", 0)
