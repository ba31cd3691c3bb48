"""Laws that no sequence of controls breaks; this hand is not limited to the screens' offers."""

import pytest
from corrido.core.clock import rounded
from corrido.core.game import replay

from tests.model.games import kind_of
from tests.model.table import ARBITER, HAND, KINDS, PAUSES, Core, hand, pick, value_of

SEEDS = 400
STEPS = 200
EVERY_KEY = tuple((key, 1) for key in KINDS) + (("undo", 2), ("press", 12), ("stop", 4))
JUMPS = ("set", "swap", "undo", "revert")


def wild(seed, steps=STEPS):
    """Yield (core, t, key) after each of `steps` inputs, most of them in the wrong phase."""
    rng = hand(seed)
    core, t = Core(kind_of(seed)), 0
    core.feed(0, "arm")
    for _ in range(steps):
        t += rng.choice(PAUSES)
        core.status(t)
        likely = HAND[core.match.phase]
        key = pick(rng, likely if rng.random() < 0.6 else EVERY_KEY)
        key = pick(rng, ARBITER) if key == "arbiter" else key
        who, value = value_of(rng, key)
        if key == "ok" and core.match.phase == "closed":
            return
        yield core, t, key, who, value


def chunks(size):
    return [range(start, start + size) for start in range(0, SEEDS, size)]


@pytest.mark.parametrize("seeds", chunks(50))
def test_nothing_raises_or_hangs_and_every_status_is_whole(seeds):
    for seed in seeds:
        for core, t, key, who, value in wild(seed):
            core.feed(t, key, who, value)
            due = core.match.next_due_ms()
            assert due == -1 or due > core.match.t_ms or core.match.phase == "closed"
            assert all(isinstance(text, str) for text in core.status(t).values())


@pytest.mark.parametrize("seeds", chunks(100))
def test_each_control_of_the_table_is_logged_once(seeds):
    """A, B, STOP and CHALLENGE: one entry, `press` if it had an effect, otherwise `ignored`."""
    for seed in seeds:
        for core, t, key, who, value in wild(seed):
            before = core.match.status()
            effects = core.feed(t, key, who, value)
            entries = [x[1] for x in effects if x[0] == "log" and x[1] in ("press", "ignored")]
            assert len(entries) == (key in ("press", "stop", "challenge"))
            if entries == ["ignored"]:
                assert core.match.status() == before


@pytest.mark.parametrize("seeds", chunks(100))
def test_time_is_conserved(seeds):
    """Used by A + used by B + time with neither - time with both = time since it was armed."""
    for seed in seeds:
        for core, t, key, who, value in wild(seed):
            core.feed(t, key, who, value)
            match = core.match
            if match.phase in ("setup", "closed"):
                break
            used = sum(player.clock.used_ms for player in match.players)
            assert used + match.still_ms - match.both_ms == t


@pytest.mark.parametrize("seeds", chunks(100))
def test_what_is_left_never_jumps(seeds):
    """Only the arbiter and a new turn change the time left; otherwise it falls with time."""
    for seed in seeds:
        for core, t, key, who, value in wild(seed):
            match = core.match
            before = [match.left_ms(1), match.left_ms(2)]
            turns, phase = match.turns, match.phase
            core.feed(t, key, who, value)
            fresh = core.match.timed_turns() and (
                core.match.turns != turns or phase in ("setup", "ready", "late")
            )
            if key not in JUMPS and not fresh:
                assert [core.match.left_ms(1), core.match.left_ms(2)] == before


@pytest.mark.parametrize("seeds", chunks(100))
def test_time_takes_from_the_running_clocks_what_has_passed(seeds):
    for seed in seeds:
        for core, t, key, who, value in wild(seed):
            core.feed(t, key, who, value)
            now, due = core.match.t_ms, core.match.next_due_ms()
            ahead = now + 777 if due == -1 else min(now + 777, due - 1)
            before = [core.match.left_ms(1), core.match.left_ms(2)]
            twin = core.match.copy()
            twin.advance(ahead)
            for player in (1, 2):
                passed = ahead - now if core.match.run & player else 0
                assert twin.left_ms(player) == before[player - 1] - passed
            assert [core.match.left_ms(1), core.match.left_ms(2)] == before


@pytest.mark.parametrize("seeds", chunks(100))
def test_points_are_ten_a_minute_begun_and_the_screen_agrees(seeds):
    for seed in seeds:
        for core, t, key, who, value in wild(seed):
            core.feed(t, key, who, value)
            rules = core.rules
            for player in (1, 2):
                left = core.match.left_ms(player)
                minutes = (-left - rules.overtime_from_ms) // 60_000 + 1 if left < 0 else 0
                owed = rules.overtime_points * minutes
                assert core.match.points(player) == owed
                shown = rounded(left, rules.overtime_from_ms)
                assert (shown == "0:00") == (left == 0)
                assert shown.startswith("-") == (left < 0)
                over = [int(part) for part in shown.lstrip("-").split(":")]
                if left < 0 and rules.overtime_points:
                    seconds = over[0] * 60 + over[1]
                    assert owed == rules.overtime_points * -(-seconds // 60)


@pytest.mark.parametrize("seeds", chunks(100))
def test_a_replay_of_what_was_recorded_gives_the_same_state(seeds):
    for seed in seeds:
        core = None
        for core, t, key, who, value in wild(seed):
            core.feed(t, key, who, value)
        if core is None:
            continue
        again = replay(core.rules, lambda core=core: iter(core.recorded))
        again.advance(t)
        assert again.status() == core.status(t)


@pytest.mark.parametrize("seeds", chunks(100))
def test_time_in_small_steps_is_time_in_one(seeds):
    for seed in seeds:
        core = None
        for core, t, key, who, value in wild(seed, 60):
            core.feed(t, key, who, value)
        if core is None:
            continue
        one, many = core.match.copy(), core.match.copy()
        heard = one.advance(t + 200_000)
        heard_in_steps = []
        for ahead in range(0, 200_001, 37):
            heard_in_steps += many.advance(t + ahead)
        heard_in_steps += many.advance(t + 200_000)
        assert one.status() == many.status()
        assert heard == heard_in_steps


def test_asking_changes_nothing():
    for seed in range(50):
        asked, quiet = Core(kind_of(seed)), Core(kind_of(seed))
        for core, t, key, who, value in wild(seed, 80):
            asked.feed(t, key, who, value)
            quiet.feed(t, key, who, value)
            for _ in range(3):
                asked.match.status()
            core.feed(t, key, who, value)
            assert asked.match.status() == quiet.match.status()
