"""Keys: a press at its first edge, held once after two seconds, and when to poll again."""

from corrido.contacts import Debouncer, EdgeRing
from corrido.services.keys import HOLD_MS, MOST_EDGES, MOST_REPEATS, Keys
from corrido.services.timebase import Timebase

MS = 1000


class Board:
    """Two keys and their contacts on a counter; its own buttons."""

    ticks_period = 1 << 30

    def __init__(self, closed, names):
        self.keys = names
        self.buttons = self
        self.now_us = 0
        self._closed = closed
        self._ring = EdgeRing()
        self.get = self._ring.get

    def ticks_us(self):
        return self.now_us

    def level(self, key):
        return self._closed[key]

    def waiting(self):
        return not self._ring.empty()

    def contact(self, key, level):
        self._ring.put(key, level, self.now_us)


def made(closed=(0, 0), names=("A", "OK")):
    board = Board(closed, names)
    timebase = Timebase(board)
    return board, Keys(board, timebase, Debouncer(len(board.keys)))


def after(board, keys, ms):
    """Return the events of the next ms."""
    board.now_us += ms * MS
    return keys.poll()


def test_a_flood_of_edges_is_read_in_several_turns_and_no_press_is_told_before():
    board, keys = made(names=("A", "B"))
    board.contact(0, 1)  # A was pressed long ago
    board.now_us += 50 * MS
    for at in range(2 * MOST_EDGES):
        board.contact(1, 1 - at % 2)
    assert keys.poll() == [] and keys.poll() == []
    assert keys.poll()[0] == ("A", False, 0)


def test_a_key_that_is_held_is_polled_only_when_there_is_news():
    board, keys = made(names=("A", "OK"))
    board.contact(1, 1)
    assert keys.due() and keys.poll() == [] and not keys.due()
    assert after(board, keys, 5) == [("OK", False, 0)]
    board.contact(0, 1)
    assert after(board, keys, 0) == [] and after(board, keys, 5) == [("A", False, 5)]
    assert not keys.due()
    board.contact(0, 0)
    assert keys.due() and after(board, keys, 20) == [] and not keys.due()
    board.now_us = HOLD_MS * MS - 1
    assert not keys.due()
    board.now_us += 1
    assert keys.due() and keys.poll() == [("OK", True, HOLD_MS)]
    assert not keys.due()


def test_a_key_closed_at_the_start_is_named_and_says_nothing():
    board, keys = made((0, 1))
    assert keys.stuck() == ["OK"]
    assert after(board, keys, 2 * HOLD_MS) == []
    board.contact(0, 1)
    assert after(board, keys, 5) == [("A", False, 2 * HOLD_MS)]
    assert keys.stuck() == ["OK"]
    board.contact(1, 0)
    assert after(board, keys, 600) == [] and keys.stuck() == []


def test_no_press_can_come_before_the_oldest_that_is_not_certain():
    board, keys = made()
    assert keys.no_press_before_ms(0) == 0
    board.now_us += 30 * MS
    assert keys.no_press_before_ms(30) == 30
    board.contact(0, 1)
    assert after(board, keys, 3) == []
    assert keys.no_press_before_ms(33) == 30 and keys.no_press_before_ms(29) == 29


def test_a_jammed_arrow_comes_to_rest():
    board, keys = made(names=("A", "DOWN"))
    board.contact(1, 1)
    told = []
    for _ in range(300):
        told += after(board, keys, 100)
    assert len(told) == 1 + MOST_REPEATS and keys.wait_us() == -1


def test_a_press_whose_edge_was_stamped_by_a_false_reading_counts_when_it_is_read():
    for wrong_us in (30000000, 530000000, -60000000):
        board, keys = made()
        after(board, keys, 9000)
        board._ring.put(0, 1, (board.now_us + wrong_us) % board.ticks_period)
        keys.poll()
        assert after(board, keys, 6) == [("A", False, 9000)]
