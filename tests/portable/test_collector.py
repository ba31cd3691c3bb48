"""When garbage is collected: requested in one turn, done in the next, never near a press."""

from corrido.app.collector import (
    CALM_MS,
    FRESH_MS,
    HEARD,
    LATE_MS,
    MOST_LITTER,
    MOST_OVER,
    SOON_MS,
    Collector,
)

START_MS = 100_000


class Keys:
    """Keys of which one or none is settling; an edge may wait for its poll."""

    settling = 0
    edge = False

    def pending(self):
        return self.settling

    def waiting(self):
        return self.edge


class Timebase:
    """A manually set clock."""

    ms = START_MS

    def now_ms(self):
        return self.ms


def made():
    """Return a collector, its keys and its clock, just after a collection at START_MS."""
    keys, timebase = Keys(), Timebase()
    collector = Collector(keys, timebase)
    assert collector.due(START_MS) and collector.collect()
    return collector, keys, timebase


def test_a_turn_collects_only_if_the_one_before_asked_for_it():
    collector, _, timebase = made()
    assert not collector.collect()
    timebase.ms += LATE_MS
    assert collector.due(timebase.ms)
    assert collector.collect() and not collector.collect()


def test_without_an_event_collections_are_far_apart():
    collector, _, _ = made()
    assert not collector.due(START_MS + LATE_MS - 1)
    assert collector.due(START_MS + LATE_MS)


def test_a_key_and_an_answer_bring_the_next_one_forward():
    for event in (lambda made: made.key(START_MS), lambda made: made.answered()):
        collector, _, _ = made()
        event(collector)
        assert not collector.due(START_MS + SOON_MS - 1)
        assert collector.due(START_MS + SOON_MS)


def test_a_key_keeps_the_picture_from_collecting_until_it_is_calm():
    collector, _, _ = made()
    pressed_ms = START_MS + SOON_MS
    collector.key(pressed_ms)
    assert not collector.due(pressed_ms + CALM_MS - 1)
    assert collector.due(pressed_ms + CALM_MS)


def test_much_garbage_is_collected_at_once_and_a_little_is_not():
    collector, _, _ = made()
    for _ in range(MOST_LITTER - 1):
        assert not collector.crowded()
        collector.answered()
    assert not collector.crowded()
    collector.key(START_MS)
    assert collector.crowded() and collector.collect()
    assert not collector.crowded(), "what was collected does not count again"


def test_in_a_burst_much_garbage_waits_for_the_next_key():
    collector, _, timebase = made()
    collector.key(START_MS)
    for _ in range(MOST_LITTER + MOST_OVER - 1):
        assert MOST_OVER == 0 or not collector.crowded()
        collector.answered()
    assert collector.crowded(), "not without end"
    collector, _, timebase = made()
    collector.key(START_MS)
    for _ in range(MOST_LITTER - 1):
        collector.answered()
    timebase.ms += CALM_MS
    assert collector.crowded(), "no burst"


def test_a_chance_missed_after_a_key_of_a_burst_comes_again_after_the_next():
    collector, keys, timebase = made()
    collector.key(START_MS)
    for _ in range(MOST_LITTER - 2):
        collector.answered()
    collector.key(START_MS)
    keys.settling = 1
    timebase.ms = START_MS + FRESH_MS - 1
    assert not collector.crowded()
    keys.settling = 0
    assert collector.crowded()
    timebase.ms += 1
    assert collector.crowded() == (MOST_OVER == 0), "too late: the next key may come any moment"
    collector.key(timebase.ms)
    assert collector.crowded() and collector.collect()


def test_bytes_that_were_read_count_as_keys_do_and_the_rest_is_kept():
    collector, _, _ = made()
    for _ in range(MOST_LITTER):
        assert not collector.crowded()
        collector.heard(HEARD - 1)
        collector.heard(1)
    assert collector.crowded() and collector.collect()
    collector.heard(HEARD - 1)
    assert not collector.due(START_MS + SOON_MS)
    collector.heard(1)
    assert collector.due(START_MS + SOON_MS)


def test_a_press_that_is_settling_is_never_held_up():
    for name, value in (("settling", 1), ("edge", True)):
        collector, keys, _ = made()
        setattr(keys, name, value)
        assert not collector.due(START_MS + LATE_MS)
        assert not collector.collect()


def test_a_press_that_begins_after_the_question_puts_the_collection_off():
    collector, keys, _ = made()
    assert collector.due(START_MS + LATE_MS)
    keys.edge = True
    assert not collector.collect()
    keys.edge = False
    assert not collector.collect(), "it has to be asked for again"
    assert collector.due(START_MS + LATE_MS) and collector.collect()
