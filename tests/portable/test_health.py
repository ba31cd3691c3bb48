"""The watchdog, fed in one place and only while every part shows life; and the battery."""

from corrido.services.health import (
    BATTERY_ARM_PERCENT,
    BATTERY_EMPTY_MV,
    BATTERY_FULL_MV,
    FEED_MS,
    MOST_WORK,
    PARTS,
    Health,
)


class Board:
    """A watchdog that counts its feeds."""

    def __init__(self):
        self.watchdog = self
        self.fed = 0
        self.mv = None

    def feed(self):
        self.fed += 1

    def battery_mv(self):
        return self.mv


def all_alive(health):
    for part in PARTS:
        health.alive(part)


def test_it_takes_a_sign_of_every_part():
    for silent in PARTS:
        board = Board()
        health = Health(board)
        for part in PARTS:
            if part != silent:
                health.alive(part)
        health.poll(10 * FEED_MS)
        assert board.fed == 1, silent
        health.alive(silent)
        health.poll(10 * FEED_MS)
        assert board.fed == 2


def test_about_once_a_second_each_time_with_new_signs():
    board = Board()
    health = Health(board)
    for now_ms in range(0, 5 * FEED_MS, 100):
        all_alive(health)
        health.poll(now_ms)
    assert board.fed == 1 + 5
    health.poll(9 * FEED_MS)  # the signs since the last feed again
    health.poll(19 * FEED_MS)
    assert board.fed == 1 + 6


def test_work_without_end_is_found():
    board = Board()
    health = Health(board)
    for _ in range(2 * MOST_WORK):
        health.working()
    assert board.fed == 1 + MOST_WORK
    all_alive(health)
    health.poll(FEED_MS)
    health.working()
    assert board.fed == 1 + MOST_WORK + 2


def test_a_battery_is_told_in_percent_and_refused_when_it_would_not_last():
    board = Board()
    health = Health(board)
    assert health.battery_percent() is None and not health.battery_too_low()
    span_mv = BATTERY_FULL_MV - BATTERY_EMPTY_MV
    enough_mv = BATTERY_EMPTY_MV + span_mv * BATTERY_ARM_PERCENT // 100
    for mv, percent in (
        (2500, 0), (BATTERY_EMPTY_MV, 0), (enough_mv - 1, BATTERY_ARM_PERCENT - 1),
        (enough_mv, BATTERY_ARM_PERCENT), (BATTERY_EMPTY_MV + span_mv // 2, 50),
        (BATTERY_FULL_MV - 1, 99), (BATTERY_FULL_MV, 100), (4300, 100), (4700, None),
    ):  # fmt: skip
        board.mv = mv
        assert health.battery_percent() == percent, mv
        assert health.battery_too_low() == (mv < enough_mv), mv


def test_a_phase_without_memory_is_told_once_and_tried_once_a_second():
    health = Health(Board())
    assert health.starved(5000, "closed") and health.retry_ms == 5000
    assert not health.starved(5001, "closed") and health.retry_ms == 6001
    assert health.starved(9000, "setup") and health.retry_ms == 9000
