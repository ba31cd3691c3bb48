"""Time since power-on: exact over a day, across every wrap, with the crystal's error removed."""

from corrido.services.timebase import LONGEST_US, Timebase

PERIOD = 1 << 30
DAY_MS = 24 * 3600 * 1000


class Counter:
    """A board's microsecond counter that wraps; its next readings are wrong by `lies_us`."""

    ticks_period = PERIOD
    lies_us = []

    def __init__(self, start=0):
        self.true_us = start

    def ticks_us(self):
        wrong_us = self.lies_us.pop(0) if self.lies_us else 0
        return (self.true_us + wrong_us) % PERIOD


def test_a_day_without_a_millisecond_of_drift():
    counter = Counter(12345)
    base = Timebase(counter)
    step = 0
    while counter.true_us - 12345 < DAY_MS * 1000:
        # Odd steps from 1 us to 10 s, the longest allowed between two reads.
        step = (step * 7 + 3571) % LONGEST_US
        counter.true_us += 1 + step
        assert base.now_ms() == (counter.true_us - 12345) // 1000
        assert base._us == (counter.true_us - 12345) % 1000


def test_a_fast_crystal_is_corrected():
    for ppm in (-80, -7, 7, 20, 80):
        counter = Counter(0)
        base = Timebase(counter, ppm)
        real_us = 0
        for index in range(9000):
            real_us += 9600000 + index % 5
            counter.true_us = real_us + real_us * ppm // 1000000
            now_ms = base.now_ms()
        # One part in a million of a day is 86 ms; an error of ppm squared leaves under 1 ms.
        error_us = now_ms * 1000 + base._us - real_us
        assert abs(error_us) < real_us * ppm * ppm // 1000000000000 + 3, (ppm, error_us)


def test_another_correction_counts_from_now():
    counter = Counter(0)
    base = Timebase(counter)
    counter.true_us = 10000000
    base.set_ppm(100)
    assert base.now_ms() == 10000
    counter.true_us = 20000000
    assert base.now_ms() == 19999


def test_one_false_reading_of_the_counter_is_not_believed():
    for wrong_us in (11000000, 30000000, 530000000, -11000000, PERIOD // 2):
        counter = Counter(0)
        base = Timebase(counter)
        counter.true_us = 2000000
        counter.lies_us = [wrong_us]
        assert base.now_ms() == 2000 and not base.jumped
        counter.true_us = 3000000
        assert base.now_ms() == 3000 and not base.jumped


def test_a_counter_that_jumps_is_told_and_its_step_counts_as_nothing():
    for step_us in (11000000, 530000000, -11000000):
        counter = Counter(1000000)
        base = Timebase(counter)
        counter.true_us += 2000000
        assert base.now_ms() == 2000
        counter.true_us += step_us
        assert base.now_ms() == 2000
        assert base.jumped and base.seen_s == step_us // 1000000
        counter.true_us += 500000
        assert base.now_ms() == 2500


def test_short_times_are_right_across_the_wrap():
    counter = Counter(PERIOD - 3)
    base = Timebase(counter)
    begun = base.stamp()
    due = (begun + 10) % PERIOD
    assert base.since_us(begun) == 0 and base.until_us(due) == 10
    counter.true_us += 7
    assert base.since_us(begun) == 7 and base.until_us(due) == 3
    counter.true_us += 5
    assert base.since_us(begun) == 12 and base.until_us(due) == 0, "it has been"


def test_a_stamp_of_a_corrected_counter_is_on_the_same_line():
    for ppm in (-500, 0, 500):
        counter = Counter(0)
        base = Timebase(counter, ppm)
        counter.true_us = 10000000
        stamp = counter.true_us
        then = base.now_ms()
        assert then == 10000 - ppm // 100
        for _ in range(20):
            counter.true_us += 10000000
            base.now_ms()
        assert abs(base.ms_of(stamp) - then) <= 1, ppm


def test_a_stamp_that_no_edge_can_have_is_now():
    counter = Counter(PERIOD - 2000000)
    base = Timebase(counter)
    counter.true_us += 5000000
    now = base.stamp()
    for wrong_us in (30000000, 530000000, -30000000, PERIOD // 2):
        assert base.plausible((now + wrong_us) % PERIOD) == now
    for age_us in (0, 9000, 8388000, -90000, -8388000):
        stamp = (now - age_us) % PERIOD
        assert base.plausible(stamp) == stamp


def test_a_stamp_from_the_future_is_now():
    counter = Counter(1000)
    base = Timebase(counter)
    counter.true_us = 5700
    assert base.ms_of(5703) == 4
    assert base.ms_of(9000) == 4
