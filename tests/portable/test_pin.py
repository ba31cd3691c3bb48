"""The PIN: salted, stretched, checked in slices, locked out across power cuts."""

from corrido.services import pin as module
from corrido.services.pin import LOCK_MS, ROUNDS, SLICE, Pin
from test_journal import Flash

SALT = b"device 1"
FEW = 2 * SLICE


def with_pin(digits="4271", rounds=FEW):
    """A PIN that was stored with so many rounds of stretching, which it then keeps."""
    flash = Flash()
    module.ROUNDS = rounds
    try:
        Pin(flash, 2, SALT).set(digits)
    finally:
        module.ROUNDS = ROUNDS
    return flash, Pin(flash, 2, SALT)


def wrong(pin, times, now_ms):
    for _ in range(times):
        assert not pin.check("0000", now_ms)


def test_no_pin_opens_nothing():
    pin = Pin(Flash(), 2, SALT)
    assert not pin.is_set() and not pin.check("", 0) and not pin.check("0000", 0)


def test_the_right_pin_opens_and_others_do_not():
    _, pin = with_pin(rounds=ROUNDS)
    assert pin.check("4271", 0)
    assert not pin.check("4272", 0) and not pin.check("427", 0)


def test_bad_pins_are_refused_in_one_line():
    pin = Pin(Flash(), 2, SALT)
    for digits in ("123", "123456789", "12a4", "-123"):
        try:
            pin.set(digits)
        except ValueError as error:
            assert "pin" in str(error) and "digits" in str(error)
        else:
            raise AssertionError(digits)


def test_the_pin_is_not_in_the_flash_and_salts_differ():
    flash, _ = with_pin("84271")
    other = Flash()
    Pin(other, 2, b"device 2").set("84271")
    assert flash.data.find(b"84271") < 0
    assert bytes(flash.data) != bytes(other.data)


def test_three_wrong_ones_lock_for_thirty_seconds():
    _, pin = with_pin()
    wrong(pin, 2, 1000)
    assert pin.locked_ms(1000) == 0
    wrong(pin, 1, 1000)
    assert pin.locked_ms(1000) == LOCK_MS == 30000
    assert not pin.check("4271", 30999)
    assert pin.locked_ms(31000) == 0 and pin.check("4271", 31000)


def test_each_further_three_double_it_and_a_right_one_starts_again():
    _, pin = with_pin()
    now_ms = 0
    for expected_ms in (30000, 60000, 120000):
        wrong(pin, 3, now_ms)
        assert pin.locked_ms(now_ms) == expected_ms
        now_ms += expected_ms
        pin.poll(now_ms)
    assert pin.check("4271", now_ms)
    wrong(pin, 3, now_ms)
    assert pin.locked_ms(now_ms) == 30000


def test_tries_while_locked_do_not_count():
    _, pin = with_pin()
    wrong(pin, 3, 0)
    wrong(pin, 9, 10)
    assert pin.locked_ms(30000) == 0
    wrong(pin, 3, 30000)
    assert pin.locked_ms(30000) == 60000


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


def test_wrong_tries_count_across_cuts():
    flash, _ = with_pin()
    for _ in range(3):
        wrong(Pin(flash, 2, SALT), 1, 0)
    assert Pin(flash, 2, SALT).locked_ms(0) == 30000


def test_a_check_in_slices_says_the_same():
    _, pin = with_pin(rounds=ROUNDS)
    for digits, right in (("4271", True), ("4270", False)):
        assert pin.start(digits, 0)
        steps = 1
        answer = pin.step(0)
        while answer is None:
            answer = pin.step(0)
            steps += 1
        assert answer is right and steps == -(-ROUNDS // SLICE)


def test_asking_changes_nothing():
    flash, pin = with_pin()
    wrong(pin, 3, 0)
    before = bytes(flash.data)
    for at_ms in range(0, 40000, 1000):
        pin.locked_ms(at_ms)
    assert bytes(flash.data) == before


def test_tries_in_a_prepared_session_need_no_erase():
    flash, pin = with_pin()
    pin.prepare()
    erased = flash.erased
    for number in range(18):
        wrong(pin, 1, number * 10000000)
        pin.poll(number * 10000000 + 9999999)
    assert flash.erased == erased
