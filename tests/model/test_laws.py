"""Laws that no sequence of controls breaks; this hand is not limited to the screens' offers."""

from random import Random

import pytest
from corrido.core.game import replay
from corrido.core.match import rounded

from tests.model.table import PAUSES, Core, kind_of, reach_for, value_of

STEPS = 200
JUMPS = ("set", "swap", "undo", "revert", "appeal")  # a late appeal gives a turn back


def wild(seed, steps=STEPS):
    """Yield (core, t, key, who, value) before each of `steps` inputs, most in the wrong phase."""
    rng = Random(seed)
    core, t = Core(kind_of(seed)), 0
    core.feed(0, "arm")
    for _ in range(steps):
        t += rng.choice(PAUSES)
        core.status(t)
        key = reach_for(rng, core.match.phase, 0.6)
        who, value = value_of(rng, key)
        if key == "ok" and core.match.phase == "closed":
            return
        yield core, t, key, who, value


def lefts(match):
    return [match.left_ms(1), match.left_ms(2)]


def logged_once(key, effects, unchanged):
    """A, B, STOP and CHALLENGE: one entry, `press` if it had an effect, otherwise `ignored`."""
    entries = [x[1] for x in effects if x[0] == "log" and x[1] in ("press", "ignored")]
    assert len(entries) == (key in ("press", "stop", "challenge"))
    assert entries != ["ignored"] or unchanged


def conserved(match, t):
    """Used by A + used by B + time with neither - time with both = time since it was armed."""
    used = sum(player.clock.used_ms for player in match.players)
    assert used + match.neutral.still_ms - match.neutral.both_ms == t


def points_as_shown(match, rules):
    """Ten a minute begun, or as the preset has it; the screen shows the minutes that count."""
    for player in (1, 2):
        left = match.left_ms(player)
        minutes = (-left - rules.overtime_from_ms) // 60_000 + 1 if left < 0 else 0
        owed = rules.overtime_points * minutes
        assert match.points(player) == owed
        shown = rounded(left, rules.overtime_from_ms)
        assert (shown == "0:00") == (left == 0) and shown.startswith("-") == (left < 0)
        over = [int(part) for part in shown.lstrip("-").split(":")]
        if left < 0 and rules.overtime_points:
            assert owed == rules.overtime_points * -(-(over[0] * 60 + over[1]) // 60)


@pytest.mark.parametrize("first", range(0, 200, 25))
def test_each_law_holds_after_each_input(first):
    for seed in range(first, first + 25):
        core, never_closed = None, True
        for core, t, key, who, value in wild(seed):
            match = core.match
            before, left, turns, phase = match.status(), lefts(match), match.turns, match.phase
            assert match.status() == before, "asking changes nothing"
            effects = core.feed(t, key, who, value)
            match = core.match
            assert all(isinstance(text, str) for text in core.status(t).values())
            logged_once(key, effects, match.status() == before)
            never_closed = never_closed and match.phase not in ("setup", "closed")
            if never_closed:
                conserved(match, t)
            fresh = match.rules.timed_turns and (
                match.turns != turns or phase in ("setup", "ready", "late")
            )
            fresh = fresh or (match.rules.late_both == "half" and phase == "late")
            # Only the arbiter, a new turn and shared lateness give time; else it falls
            assert key in JUMPS or fresh or lefts(match) == left
            points_as_shown(match, core.rules)
        if core is not None:
            again = replay(core.rules, lambda core=core: iter(core.recorded))
            again.advance(t)
            assert again.status() == core.status(t), "a replay of what was recorded"


@pytest.mark.parametrize("first", range(0, 100, 25))
def test_time_in_small_steps_is_time_in_one(first):
    for seed in range(first, first + 25):
        core = None
        for core, t, key, who, value in wild(seed, 60):
            core.feed(t, key, who, value)
        if core is None:
            continue
        one, many = core.match.copy(), core.match.copy()
        heard, in_steps = one.advance(t + 200_000), []
        for ahead in (*range(0, 200_001, 37), 200_000):
            in_steps += many.advance(t + ahead)
        assert one.status() == many.status() and heard == in_steps
