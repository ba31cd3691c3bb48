"""A clock is arithmetic: time left, overtime, its cost, and how it is shown."""

from corrido.core.clock import Clock, exact, minutes_begun, rounded
from corrido.core.presets import rules_for

FISE = rules_for("fise-corrido")


def test_minutes_begin_one_millisecond_past_the_edge():
    for over_ms, minutes in ((0, 0), (1, 1), (60000, 1), (60001, 2), (120000, 2), (120001, 3)):
        assert minutes_begun(over_ms, FISE) == minutes


def test_full_seconds_count_where_the_rules_say_so():
    rules = rules_for("fise-corrido", overtime_from_ms=1000)
    for over_ms, minutes in ((0, 0), (999, 0), (1000, 1), (60999, 1), (61000, 2)):
        assert minutes_begun(over_ms, rules) == minutes


def test_no_unit_no_minutes():
    assert minutes_begun(5000, rules_for("fise-corrido", overtime_unit_ms=0)) == 0


def test_another_unit():
    assert minutes_begun(30001, rules_for("fise-corrido", overtime_unit_ms=30000)) == 2


def test_a_clock_runs_down_and_on():
    clock = Clock(1000)
    clock.run(999)
    assert (clock.left_ms, clock.used_ms, clock.over_ms()) == (1, 999, 0)
    clock.run(1)
    assert (clock.left_ms, clock.over_ms()) == (0, 0)
    clock.run(1)
    assert (clock.left_ms, clock.used_ms, clock.over_ms()) == (-1, 1001, 1)


def test_points_are_the_presets():
    clock = Clock(0)
    clock.run(60001)
    assert clock.points(rules_for("fise-corrido")) == 20
    assert clock.points(rules_for("fise-corrido", overtime_points=5)) == 10
    assert clock.points(rules_for("fise-corrido", overtime_points=0)) == 0
    assert clock.points(rules_for("fise-corrido", overtime_unit_ms=30000)) == 30


def test_set_leaves_used_time_alone_and_announces_no_old_minute():
    clock = Clock(1000)
    clock.run(400)
    clock.put(-60001, FISE)
    assert (clock.left_ms, clock.used_ms, clock.signalled) == (-60001, 400, 2)
    assert clock.next_minute_ms(FISE) == 60000
    clock.put(5000, FISE)
    assert clock.signalled == 0
    assert clock.next_minute_ms(FISE) == 5001


def test_a_copy_is_another_clock():
    clock = Clock(1000)
    clock.run(1500)
    clock.signalled = 1
    twin = clock.copy()
    twin.run(10)
    assert (clock.left_ms, clock.used_ms, clock.signalled) == (-500, 1500, 1)
    assert (twin.left_ms, twin.used_ms, twin.signalled) == (-510, 1510, 1)


def test_exact_text():
    for ms, text in (
        (0, "0:00.000"), (1, "0:00.001"), (59999, "0:59.999"), (60000, "1:00.000"),
        (1800000, "30:00.000"), (-1, "-0:00.001"), (-60000, "-1:00.000"), (-61234, "-1:01.234"),
        (5999000, "99:59.000"),
    ):  # fmt: skip
        assert exact(ms) == text


def test_whole_seconds_round_away_from_zero():
    for ms, text in (
        (0, "0:00"), (1, "0:01"), (1000, "0:01"), (1001, "0:02"), (60000, "1:00"),
        (60001, "1:01"), (-1, "-0:01"), (-1000, "-0:01"), (-60000, "-1:00"), (-60001, "-1:01"),
    ):  # fmt: skip
        assert rounded(ms) == text
