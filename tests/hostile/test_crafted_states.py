"""States of a game altered on their way: none is taken in with a value that no game has.

And none that is taken in keeps a start from succeeding. The ranges here are those of the pages of
the settings and of the rules, not the firmware's table.
"""

import base64
import json
import random
import zlib
from collections import Counter

import pytest
from corrido.app import carried
from corrido.core import phases
from corrido.store.game_record import folded

from host_tools.device import game
from host_tools.errors import UserError
from host_tools.sim.runtime import FirmwareError
from tests.device.fingers import Asked
from tests.device.test_device_console import made
from tests.model.test_laws import wild

DEVICE = {"preset": "fise-corrido", "least-turn": "0", "table": "4"}
LONG = 5_000


def texts_of():
    """The texts of random games where they stand stopped: one a preset and what is below it."""
    came, found = {"from": "00000009c642ef3e 0c0ff1d05e550001 1", "player-a": "Ñandú"}, {}
    for seed in range(50):
        for core, *given in wild(seed, 60):
            core.feed(*given)
            match, rules = core.match, core.rules
            own = dict(rules.values()) == {**carried._base(rules.name), "name": rules.name}
            at_rest = match.phase in (phases.STOPPED, phases.RECOVERED)
            if own and at_rest and not (match.question or match.ending or match.left):
                state = [carried._format(), rules.name, [], came, folded(match), ""]
                found[rules.name, *match.under] = json.dumps(state, ensure_ascii=False)
    return list(found.values())


BASES = texts_of()
ODD = (
    -1, 0, 1, 2, 3, 4, 5, 7, 8, 12, 60, 99, 100, 999, 1000, 10_000, 65_535, 65_536, 2**30, 2**31,
    2**31 - 1, -(2**31), 2**53, 10**30, 1.5, -0.0, 1e300, True, False, None, "", "x", "running",
    "ready", "late", "count", "verdict", "over", "closed", "fault", "recovered", "challenge",
    "none", "forfeit", "last-turn", "Ñ" * 50, "\ud800", "[", [], [0], [1], [0, 0], [0, [0]],
    [3, "00"], [3, "ff"], [3, "zz"], [2, [1, 1, 1, 0], [1, 1, 5]], [1, 27, 30, 49], {}, {"a": 1},
    [4], [5], [8, 3, 1], [10], [11, 1, 1], [12, 0, "forfeit"], [13, 0, 8], [16], [40], [-1],
)  # fmt: skip


def places(tree, path=()):
    """Yield the path of every value in a tree of lists and objects."""
    yield path
    pairs = enumerate(tree) if isinstance(tree, list) else ()
    pairs = tree.items() if isinstance(tree, dict) else pairs
    for key, value in pairs:
        yield from places(value, (*path, key))


def changed(rng, tree):
    """Change one thing in a tree, in place; return the tree."""
    path = rng.choice([path for path in places(tree) if path])
    parent = tree
    for key in path[:-1]:
        parent = parent[key]
    what, key = rng.random(), path[-1]
    value = parent[key]
    if what < 0.2 and type(value) is int:
        parent[key] = value + rng.choice((-1, 1, -1000, 1000, 60_000, -60_000, 10**6, -(10**9)))
    elif what < 0.3 and isinstance(parent, list):
        del parent[key]
    elif what < 0.5 and isinstance(parent, list):
        parent[key:key] = [rng.randrange(23), rng.choice(ODD)] if key % 2 else [rng.choice(ODD)]
    else:
        parent[key] = rng.choice(ODD)
    return tree


def crafted(seed):
    """The text of a state with one to three things changed, or with a few bytes altered."""
    rng = random.Random(seed)
    tree = json.loads(rng.choice(BASES))
    for _ in range(rng.choice((1, 1, 2, 3))):
        tree = changed(rng, tree)
    text = json.dumps(tree, ensure_ascii=False, separators=(",", ":"))
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if rng.random() < 0.1:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def put(device, data):
    """Give a device a state as a host does; return why it refuses, "" if it does not."""
    ask = Asked(device).ask
    try:
        for at in range(0, len(data), game.PIECE):
            piece = base64.b64encode(data[at : at + game.PIECE]).decode()
            ask(f"put {piece}" if at else f"put new {piece}")
        ask(f"put end {zlib.crc32(data)}")
    except UserError as error:
        return str(error)
    device.run_until(device.now_us + 2_000_000)
    return ""


def out_of_range(match):
    """What of a game taken in no rule and no setting allows, "" for nothing."""
    rules, t_ms = match.rules, match.t_ms
    for name, value in vars(rules).items():
        if name.endswith("_ms") and isinstance(value, int):
            fits = value in (-1, 0) or 1 <= value <= 86_400_000
        elif name == "signals_ms":
            fits = len(value) <= 3 and all(1000 <= one <= 5_999_000 for one in value)
        elif isinstance(value, int):
            fits = -1 <= value <= 999
        else:
            fits = isinstance(value, str) and len(value) <= 24
        if not fits:
            return f"{name} {value!r}"
    for player in match.players:
        clock = player.clock
        figures = (
            -(2**31) < clock.left_ms <= 5_999_999, 0 <= clock.used_ms <= t_ms,
            0 <= player.challenges_won <= player.challenges < 2**16, 0 <= player.turns < 2**16,
            0 <= player.penalty() <= 99 * 999, player.card() in range(4),
            player.score in (None, *range(-9999, 10_000)), len(player.blanks) <= 2,
            type(player.absent) is bool, all(letter.isalpha() for letter in player.blanks_shown()),
        )  # fmt: skip
        if not all(figures):
            return f"of a player: {figures}"
    marks = match.row.marks
    figures = (
        0 <= t_ms < 2**31, 1 <= match.seq < 2**16, match.run in (0, 1, 2, 3), match.opener < 3,
        len(match.players) == 2, set(marks) <= set(range(4)),
        sum(player.turns for player in match.players) >= len(marks),
        all(0 <= of[1] <= t_ms and 0 <= of[0] for of in match.neutral.stops.values()),
        match.limit.given_ms >= -1, match.limit.given_ms <= 86_400_000,
    )  # fmt: skip
    return "" if all(figures) else f"of the game: {figures}"


def play_on(device):
    """Confirm, play a little, and let the processor start again twice."""
    device.tap("A", "B", "OK", "STOP", "A", "B", "A", "B", "STOP", pause_us=620_000)
    for _ in range(2):
        device.reset()
        device.run_until(device.now_us + 1_000_000)
        assert device.status()["phase"] in ("recovered", "over", "closed", "setup", "ready")


def attack(seeds):
    """Put crafted states into devices; count what became of them."""
    found, device = Counter(), made(**DEVICE)
    for seed in seeds:
        before = device.world.flash.image()
        try:
            refused = put(device, crafted(seed))
            found["refused" if refused else "taken in"] += 1
            if refused:
                if device.world.flash.image() != before:
                    found[f"written, though refused (seed {seed})"] += 1
                continue
            wrong = out_of_range(device.app.recorder.match)
            if wrong:
                found[f"{wrong} (seed {seed})"] += 1
            play_on(device)
        except (FirmwareError, AssertionError) as error:
            found[f"{error} (seed {seed})"] += 1
        device.close()
        device = made(**DEVICE)
    device.close()
    return found


@pytest.mark.parametrize("number", range(len(BASES)))
def test_a_state_that_nobody_altered_is_taken_in(number):
    device = made(**DEVICE)
    assert put(device, BASES[number].encode()) == ""
    assert device.status()["phase"] == "recovered" and not out_of_range(device.app.recorder.match)
    play_on(device)
    device.close()


@pytest.mark.parametrize(
    "first", [0, 200, *(pytest.param(at, marks=pytest.mark.long) for at in range(400, LONG, 200))]
)
def test_no_crafted_state_is_believed(first):
    found = attack(range(first, first + 200))
    assert set(found) <= {"refused", "taken in"}, found
