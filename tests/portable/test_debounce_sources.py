"""The sources of the debouncer: the ring of edges, a capture with samples, an encoder."""

from corrido.contacts import CaptureFollower, Debouncer, EdgeRing
from corrido.hal.encoder import Encoder

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


class Line:
    """A pin that shows the level it is given."""

    def __init__(self):
        self.level = 1

    def value(self):
        return self.level


class Knob:
    """An encoder that makes the keys 2 (up) and 3, and a hand at it."""

    def __init__(self, ring=None):
        self.ring = ring or EdgeRing()
        self.a, self.b = Line(), Line()
        self.encoder = Encoder(self.ring, 2, 3, self.a, self.b)

    def lines(self, a, b):
        self.a.level, self.b.level = a, b
        self.encoder.on_edge(self.a)

    def turn(self, backwards=False):
        for one, two in TURN:
            self.lines(*((two, one) if backwards else (one, two)))

    def told(self, now):
        self.encoder.emit(now)
        return drain(self.ring)


def test_detents_are_counted_as_they_come_and_told_when_asked():
    knob = Knob()
    assert not knob.encoder.waiting() and knob.told(0) == []
    for now, backwards, keys in (
        (100000, (False, False), [2, 2]), (300000, (True,), [3]), (500000, (True, True), [3, 3]),
    ):  # fmt: skip
        for direction in backwards:
            knob.turn(direction)
            assert knob.encoder.waiting()
        edges = knob.told(now)
        assert [key for key, level, _ in edges if level] == keys and edges[0][2] == now
        assert not knob.encoder.waiting()


def test_an_edge_served_late_costs_no_click_after_it():
    for backwards in (False, True):
        for late in range(4):
            knob = Knob()
            for at, (one, two) in enumerate(TURN):
                knob.a.level, knob.b.level = (two, one) if backwards else (one, two)
                if at != late:
                    knob.encoder.on_edge(knob.a)
            knob.told(0)
            for number, way in enumerate((0, 0, 1, 1, 0, 1, 0, 1), 1):
                knob.turn(way)
                keys = [key for key, level, _ in knob.told(200000 * number) if level]
                assert keys == [2 + way], (backwards, late, number)


def test_an_endless_spin_does_not_fill_the_ring():
    knob = Knob()
    for index in range(500):
        knob.turn()
        knob.encoder.emit(100 * index)
    assert knob.ring.overflows == 0
    assert len(drain(knob.ring)) == 2 * 10, "eight that wait, and one for each 30 ms"
