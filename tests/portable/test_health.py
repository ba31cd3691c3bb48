"""The watchdog: fed in one place, and only while every part shows that it lives."""

from corrido.services.health import FEED_MS, MOST_WORK, PARTS, Health


class Board:
    """A watchdog that counts."""

    def __init__(self):
        self.watchdog = self
        self.fed = 0

    def feed(self):
        self.fed += 1


def all_alive(health):
    for part in PARTS:
        health.alive(part)


def test_a_start_is_watched():
    board = Board()
    Health(board)
    assert board.fed == 1


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
    health.poll(9 * FEED_MS)  # the signs since the last feed, once more
    health.poll(19 * FEED_MS)
    assert board.fed == 1 + 6


def test_work_on_the_flash_keeps_it_content():
    board = Board()
    health = Health(board)
    for _ in range(100):
        health.working()
    assert board.fed == 1 + 100


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
