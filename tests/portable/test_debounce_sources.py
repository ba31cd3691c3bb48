"""The sources of the debouncer: the ring of edges, a capture with samples, an encoder."""

from corrido.contacts import CaptureFollower, Debouncer, EdgeRing
from corrido.hal.encoder import Encoder, EncoderKeys, Quadrature

PERIOD = 1 << 30


def drain(ring):
    edge, out = [0, 0, 0], []
    while ring.get(edge):
        out.append(tuple(edge))
    return out


def confirmed(ring, n_keys, now):
    debouncer = Debouncer(n_keys)
    for key, level, us in drain(ring):
        debouncer.edge(key, level, us)
    return list(debouncer.poll(now))


def test_the_ring_keeps_order_and_counts_what_it_drops():
    ring = EdgeRing(8)
    for index in range(9):
        ring.put(index, index & 1, 1000 * index)
    assert ring.overflows == 2
    assert drain(ring) == [(index, index & 1, 1000 * index) for index in range(7)]
    assert ring.empty()
    for index in range(20):
        ring.put(3, 1, index)
        assert drain(ring) == [(3, 1, index)]
    assert ring.overflows == 2


def test_a_booked_press_goes_on_with_samples():
    ring = EdgeRing()
    follower = CaptureFollower(ring, 2)
    follower.booked(0, 1000)
    follower.sampled(0, 1, 3000)
    follower.sampled(0, 0, 90000)
    follower.sampled(0, 0, 94000)
    assert drain(ring) == [(0, 1, 1000), (0, 0, 90000)]


def test_the_opening_before_a_booked_press_may_lie_before_the_wrap():
    ring = EdgeRing()
    follower = CaptureFollower(ring, 1)
    follower.booked(0, PERIOD - 100000)
    follower.booked(0, 5000)
    events = [(0, 1, PERIOD - 100000), (0, 0, PERIOD - 15000), (0, 1, 5000)]
    assert confirmed(ring, 1, 20000) == events


TURN = ((0, 1), (0, 0), (1, 0), (1, 1))


def test_a_detent_each_way():
    lines = Quadrature(1, 1)
    back = [(b, a) for a, b in TURN]
    for _ in range(2):
        assert [lines.levels(a, b) for a, b in TURN + TURN] == [0, 0, 0, 1] * 2
        assert [lines.levels(a, b) for a, b in back + back] == [0, 0, 0, -1] * 2


def test_bounce_of_one_line_counts_nothing():
    lines = Quadrature(1, 1)
    total = 0
    for a, b in TURN:
        for _ in range(7):
            total += lines.levels(a, b)
            total += lines.levels(1, 1) if (a, b) == (0, 1) else 0
        total += lines.levels(a, b)
    assert total == 1


def test_fast_detents_wait_their_turn_over_the_wrap_too():
    for start in (1000, PERIOD - 40000):
        ring = EdgeRing()
        keys = EncoderKeys(ring, up=2, down=3)
        for index in range(5):
            now = (start + 4000 * index) % PERIOD
            keys.rest(now)
            keys.detent(1, now)
        stamps = [us for _, level, us in drain(ring) if level]
        assert stamps == [(start + 30000 * index) % PERIOD for index in range(5)]


def test_an_endless_spin_does_not_fill_the_ring():
    ring = EdgeRing()
    keys = EncoderKeys(ring, up=0, down=1)
    for index in range(500):
        keys.detent(1, 100 * index)
    assert ring.overflows == 0
    assert len(drain(ring)) == 2 * 10, "eight that wait, and one for each 30 ms"


class Line:
    """A pin that shows the level it is given."""

    def __init__(self):
        self.level = 1

    def value(self):
        return self.level


def test_detents_are_counted_as_they_come_and_told_when_asked():
    ring = EdgeRing()
    a, b = Line(), Line()
    encoder = Encoder(EncoderKeys(ring, up=2, down=3), a, b)

    def turn(backwards):
        for one, two in TURN:
            a.level, b.level = (two, one) if backwards else (one, two)
            encoder.on_edge(a)

    assert not encoder.waiting()
    encoder.emit(0)
    assert ring.empty()
    for now, turns, keys in (
        (100000, (False, False), [2, 2]), (300000, (True,), [3]), (500000, (True, False), [2, 3]),
    ):  # fmt: skip
        for backwards in turns:
            turn(backwards)
            assert encoder.waiting()
        encoder.emit(now)
        edges = drain(ring)
        assert [key for key, level, _ in edges if level] == keys and edges[0][2] == now
        assert not encoder.waiting()
    for name in ("_ups", "_ups_taken", "_downs", "_downs_taken"):
        setattr(encoder, name, 0xFFFF)  # as after 65,535 detents
    turn(False), turn(True)
    encoder.emit(900000)
    assert len(drain(ring)) == 4 and not encoder.waiting()


def test_a_detent_after_a_long_rest_is_not_lost():
    third = PERIOD // 3
    rests = [n * (PERIOD // 11) for n in range(11)]
    for rest in rests + [PERIOD - 31000, PERIOD - 1, PERIOD, PERIOD + 5000]:
        ring = EdgeRing(8)
        keys = EncoderKeys(ring, up=0, down=1)
        keys.detent(1, 500)
        drain(ring)
        gone = 0
        while gone < rest:
            keys.rest((31500 + gone) % PERIOD)
            gone += third
        now = (31500 + rest) % PERIOD
        keys.rest(now)
        keys.detent(1, now)
        assert drain(ring)[0] == (0, 1, now), rest
