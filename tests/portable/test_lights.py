"""The LEDs: lit shows whose clock runs, winking is a warning; a board may have 0, 1 or 2."""

from corrido.services.lights import WINK_MS, Lights


class Board:
    def __init__(self, *leds):
        self.leds = leds
        self.lit = {}
        self.writes = 0

    def led(self, name, on):
        self.lit[name] = on
        self.writes += 1


def test_it_starts_dark():
    board = Board("A", "B")
    Lights(board)
    assert board.lit == {"A": False, "B": False}


def test_whose_clock_runs_is_lit():
    board = Board("A", "B")
    lights = Lights(board)
    for run, shown in ((1, (True, False)), (2, (False, True)), (3, (True, True)),
                       (0, (False, False))):  # fmt: skip
        assert lights.poll(run, 0, 5) == -1
        assert (board.lit["A"], board.lit["B"]) == shown


def test_only_what_changes_is_written():
    board = Board("A", "B")
    lights = Lights(board)
    for now_ms in range(0, 1000, 100):
        lights.poll(2, 0, now_ms)
    assert board.writes == 3


def test_a_warning_winks_from_the_instant_it_begins():
    board = Board("A", "B")
    lights = Lights(board)
    lights.poll(1, 0, 1000)
    assert board.lit["A"]
    for urgency in (1, 2, 3):
        half_ms = WINK_MS[urgency]
        begin_ms = 10000 * urgency + 7
        due_ms = lights.poll(1, urgency, begin_ms)
        assert due_ms == begin_ms + half_ms and not board.lit["A"]
        assert lights.poll(1, urgency, due_ms - 1) == due_ms and not board.lit["A"]
        assert lights.poll(1, urgency, due_ms) == due_ms + half_ms and board.lit["A"]
    assert lights.poll(1, 0, 90000) == -1 and board.lit["A"]


def test_the_more_urgent_winks_faster():
    assert WINK_MS[1] > WINK_MS[2] > WINK_MS[3] and 2 * WINK_MS[3] * 3 > 1000, "below 3 Hz"


def test_a_late_poll_goes_on_in_step():
    board = Board("A")
    lights = Lights(board)
    lights.poll(1, 1, 0)
    assert lights.poll(1, 1, 5 * WINK_MS[1] + 3) == 6 * WINK_MS[1] and board.lit["A"]


def test_a_warning_while_nothing_runs_is_dark():
    board = Board("A", "B")
    lights = Lights(board)
    assert lights.poll(0, 3, 0) == -1
    assert not board.lit["A"] and not board.lit["B"]


def test_a_board_with_one_led_or_none():
    board = Board("B", "POWER")
    lights = Lights(board)
    assert lights.poll(3, 0, 0) == -1 and board.lit == {"B": True}
    bare = Board()
    assert Lights(bare).poll(1, 3, 0) == -1 and bare.writes == 0
