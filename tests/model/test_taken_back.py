"""What is taken back is as if it had not been: the same game, played live without it."""

from random import Random

import pytest
from corrido.core import events
from corrido.core.game import Game

from tests.model.test_laws import wild

GAMES = 150
KEYS = (events.PRESS, events.CONFIRM, events.ARRIVAL, events.STOP, events.OK)
BASE = {events.CONFIRM: events.PRESS, events.ARRIVAL: events.PRESS}
TAKES_BACK = (events.UNDO, events.REVERT, events.LATE_APPEAL)


def removed(recorded):
    """Return the seqs of what was taken back, and (press, undo) for the presses among them."""
    reverted = {value for _, _, kind, _, value in recorded if kind == events.REVERT}
    undone = [
        (value, seq)
        for seq, _, kind, _, value in recorded
        if kind in (events.UNDO, events.LATE_APPEAL) and seq not in reverted
    ]
    return reverted | {press for press, _ in undone}, undone


def without(rules, recorded, now_ms):
    """Play the recorded keys and acts on a new game, live, but for those taken back.

    A key that would mean something else now is not pressed. Where the play that was challenged is
    gone, the clocks are stopped, and the key that left the verdict lets them go on.
    """
    game, gone = Game(rules), False
    out, undone = removed(recorded)
    for seq, t_ms, kind, who, value in recorded:
        game.advance(t_ms)
        if seq in out:
            if kind >= events.MENU:
                game.lapse()
            game.seq = seq
            continue
        left = kind == events.PRESS or (kind in (events.STOP, events.OK) and value > 2)
        if gone and left and game.phase == "stopped" and not game.question:
            kind, value = events.STOP, 2
        meant = kind not in KEYS or game.role(BASE.get(kind, kind)) == (kind, value)
        if kind == events.CHALLENGE:
            meant = who == game.challenger
        if kind == events.LOSE_TURN and any(press < seq < undo for press, undo in undone):
            value |= events.NEXT_TURN
        if meant:
            said = game.handle((seq, t_ms, kind, who, value))
            meant = ("log", "ignored", who, kind) not in said
        if kind == events.CHALLENGE and not meant:
            gone = game.phase in ("running", "count", "stopped")
            if game.phase in ("running", "count"):
                game.handle((seq, t_ms, events.STOP, 0, 1))
        gone = gone and game.phase == "stopped"
    game.advance(now_ms)
    return game


def figures(game):
    """Return everything that a table, a summary or an arbiter could be shown."""
    shown = game.status()
    for who in (1, 2):
        player = game.player(who)
        shown[who] = (player.challenges, player.challenges_won, player.absent, player.turns_lost)
        shown[who] += (player.clock.used_ms, tuple(player.turns_to_lose))
    return {**shown, "signed": game.ending.signed if game.ending else 0}


def played(seed):
    """Yield the core whenever its last record takes something back."""
    rng = Random(seed)
    for core, t, key, who, value in wild(seed, 120):
        core.feed(t, key, who, value)
        if core.match.phase == "over" and rng.random() < 0.5:  # signed, an act, signed
            for step in (("press", 1), ("menu",), ("penalty", 1, 30), ("press", 2)):
                core.feed(t, *step)
            core.take_back(t, "revert")
        elif core.match.phase not in ("setup", "closed") and rng.random() < 0.1:
            core.feed(t, "menu")
            core.take_back(t, rng.choice(("undo", "revert")))
        if core.recorded and core.recorded[-1][2] in TAKES_BACK:
            yield core


@pytest.mark.parametrize("seeds", [range(at, at + 75) for at in range(0, GAMES, 75)])
def test_a_game_without_what_was_taken_back(seeds):
    taken = 0
    for seed in seeds:
        for core in played(seed):
            taken += 1
            right = figures(without(core.rules, core.recorded, core.match.t_ms))
            assert figures(core.match) == right, (seed, core.recorded[-30:])
    assert taken > 100
