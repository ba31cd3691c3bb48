"""The debouncer: bounce, chatter, stuck keys, order, stalls and the wrap of the counter."""

import random

from corrido.contacts import Debouncer

MS = 1000


def bounce(start, level, length_us):
    """Return edges of a contact that goes to `level`: any pattern of toggles within length_us."""
    edges, at, most_us = [(start, level)], start, length_us // 2 + 1
    while True:
        away = at + random.randint(1, most_us)
        at = away + random.randint(1, most_us)
        if at > start + length_us:
            return edges
        edges += [(away, 1 - level), (at, level)]


def play(debouncer, edges, until, step=1 * MS):
    """Play (us, key, level) edges in time, polling every step; return the events."""
    out = []
    edges = sorted(edges)
    at = 0
    for now in range(0, until, step):
        while at < len(edges) and edges[at][0] <= now:
            us, key, level = edges[at]
            debouncer.edge(key, level, us)
            at += 1
        out.extend(debouncer.poll(now))
    return out


def test_a_clean_press_is_told_at_its_edge():
    d = Debouncer(2)
    d.edge(1, 1, 5000)
    assert d.pending() == 1 and d.oldest_pending_us() == 5000
    assert d.next_due_us() == 10000
    assert list(d.poll(9999)) == []
    assert list(d.poll(10000)) == [(1, 1, 5000)]
    assert d.pending() == 0 and d.oldest_pending_us() == -1
    d.edge(1, 0, 85000)
    assert list(d.poll(104999)) == []
    assert list(d.poll(105000)) == [(1, 0, 85000)]
    assert d.next_due_us() == -1
    d.poll(105001)
    assert not d._watched, "a key at rest costs no time"


def test_any_bounce_up_to_20_ms_is_one_press_at_the_first_edge():
    for seed in range(200):
        random.seed(seed)
        length = random.randint(0, 20000)
        edges = [(us, 0, level) for us, level in bounce(7000, 1, length)]
        edges += [(us, 0, level) for us, level in bounce(90000, 0, length)]
        events = play(Debouncer(1), edges, 140 * MS)
        assert [event[:2] for event in events] == [(0, 1), (0, 0)], (seed, events, edges)
        # Closed for 5 ms within its bounce, the key had not been released before.
        assert events[0][2] == 7000 and 90000 <= events[1][2] <= 90000 + length, (seed, events)


def test_the_first_edge_decides_between_two_keys():
    for gap in (1, 500, 9000):
        edges = [(1000, 0, 1), (4000, 0, 0), (6000, 0, 1), (1000 + gap, 1, 1)]
        assert play(Debouncer(2), edges, 60 * MS) == [(0, 1, 1000), (1, 1, 1000 + gap)]


def test_one_that_waits_for_an_older_one_is_pending_and_has_its_end():
    d = Debouncer(2)
    edges = [(us, 0, us // 3000 & 1) for us in range(3000, 25000, 3000)]
    assert play(d, edges + [(5000, 1, 1)], 25 * MS) == []
    assert d.pending() == 2 and d.oldest_pending_us() == 3000
    assert d.next_due_us() == 28000
    assert list(d.poll(27999)) == [] and list(d.poll(28000)) == [(1, 1, 5000)]
    assert d.next_due_us() == 24000 + 20000


def test_a_press_that_no_poll_has_told_yet_is_pending():
    d = Debouncer(1)
    d.edge(0, 1, 1000)
    d.edge(0, 0, 50000)
    assert d.pending() == 1 and d.oldest_pending_us() == 1000
    assert list(d.poll(60000)) == [(0, 1, 1000)]
    assert d.pending() == 0 and d.oldest_pending_us() == -1


def test_the_end_of_chatter_is_looked_for_when_it_may_come():
    d = Debouncer(1)
    play(d, [(us, 0, us // 3000 & 1) for us in range(3000, 600000, 3000)], 600 * MS)
    assert 0 in d.faults() and d.next_due_us() == -1, "closed: only an edge can tell"
    d.edge(0, 0, 600000)
    assert d.next_due_us() == 1100000
    d.poll(1099999)
    assert 0 in d.faults()
    d.poll(1100000)
    assert 0 not in d.faults() and d.next_due_us() == -1


def test_a_key_held_for_twenty_seconds_is_named():
    d = Debouncer(1)
    d.edge(0, 1, 3000000)
    assert list(d.poll(3010000)) == [(0, 1, 3000000)]
    d.poll(22999999)
    assert 0 not in d.faults()
    d.poll(23000000)
    assert 0 in d.faults()
    d.edge(0, 0, 25000000)
    assert list(d.poll(25020000)) == [(0, 0, 25000000)]
    assert 0 not in d.faults()


def test_times_of_presses_never_go_back():
    # Key 0 bounces for 45 ms, longer than other keys wait; its press comes later, not earlier.
    edges = [(us, 0, us // 3000 & 1) for us in range(3000, 46000, 3000)]
    edges += [(48000, 0, 1), (5000, 1, 1)]
    events = play(Debouncer(2), edges, 100 * MS)
    assert events == [(1, 1, 5000), (0, 1, 5000)]


def test_faster_than_any_finger_but_as_an_encoder_is_no_chatter():
    d = Debouncer(1)
    edges = []
    for us in range(1000, 2000000, 30000):
        edges += [(us, 0, 1), (us + 10000, 0, 0)]
    events = play(d, edges, 2100 * MS)
    assert sum([event[1] for event in events]) == len(edges) // 2 and 0 not in d.faults()


def test_a_release_waits_for_no_other_key():
    d = Debouncer(2)
    edges = [(1000, 1, 1), (85000, 1, 0)]
    edges += [(us, 0, us // 3000 & 1) for us in range(81000, 109000, 3000)]
    assert play(d, edges, 106 * MS) == [(1, 1, 1000), (1, 0, 85000)]
    assert d.pending() == 1


def test_a_key_that_chatters_while_it_is_held_is_let_go():
    edges = [(us, 0, us // 3000 & 1) for us in range(3000, 603000, 3000)]
    edges = [(1000, 0, 1)] + [(us + 99000, key, 1 - level) for us, key, level in edges]
    edges += [(705000, 0, 0), (1300000, 0, 1)]
    d = Debouncer(1)
    events = play(d, edges, 1400 * MS)
    assert events == [(0, 1, 1000), (0, 0, 102000), (0, 1, 1300000)]
