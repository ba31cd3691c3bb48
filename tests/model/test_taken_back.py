"""What is taken back takes along what was about it, and nothing else: told again by number.

The model is told the game again without the presses and acts taken back. At the table it has
noted of each input what that was about; one whose turn, play, challenge, question, stop, end or
sanction is not there any more is not told. Core and model then go on side by side.
"""

import os
from collections import namedtuple
from random import Random

import pytest
from corrido.core import events

from tests.model.model import Model
from tests.model.paper import TIMED
from tests.model.rulebook import here_again
from tests.model.table import KINDS, NEEDS_MENU, Core, kind_of, play

FIRST, END = map(int, os.environ.get("CORRIDO_GAMES", "0-1200").split("-"))  # seeds
INPUTS = 150
NAMED = (
    "press", "stop", "ok", "challenge", "again", "mark", "reason", "submit", "edit", "cancel",
    "verdict", "amend", "appeal", "resume", "revoke",
)  # fmt: skip
LEAVES = ("press", "stop", "ok")
TAKEN_BACK = {"undo": events.UNDO, "revert": events.REVERT, "appeal": events.LATE_APPEAL}


# An input: its number, what it is, and the number of what it was about.
Told = namedtuple("Told", "label t key who value about")


class Again:
    """One telling of a game's inputs to a new model."""

    def __init__(self, rules, told):
        self.model = Model(rules)
        self.paper = self.model.paper
        self.stands_in = None  # the challenge whose play is gone, while the clocks stand for it
        reverted = {one.about for one in told if one.key == "revert"}
        stands = [one for one in told if one.label not in reverted]
        back = [one for one in stands if one.key in ("undo", "late-appeal")]
        self.undone = [(one.about, one.label) for one in back]
        gone = reverted | {one.about for one in back}
        self.paper.spared = {one.about for one in stands if one.key == "late-revoke"}
        for one in told:
            self.model.until(one.t)
            if one.label in gone:
                self.without(one)
            else:
                self.tell(one)

    def without(self, one):
        """Pass over what was taken back; an act let signatures lapse, a press had left a play."""
        paper = self.paper
        if one.key in (*NEEDS_MENU, *TAKEN_BACK) and paper.phase == "over":
            paper.said = set()
        if one.key in LEAVES and paper.ids["verdict"] and one.about == paper.ids["challenge"]:
            paper.unleft = one.label

    def feed(self, one, key, value=0):
        self.model.feed(one.t, key, one.who, value, one.label)

    def tell(self, one):
        self.heard(one)
        if one.key in NEEDS_MENU and one.key != "close" and self.paper.phase == "over":
            self.paper.said = set()  # it was an act, whatever it changes now

    def heard(self, one):
        paper = self.paper
        if one.key in ("undo", "revert", "late-appeal", "late-revoke"):
            self.take_back(one)
        elif one.key == "revoke":
            if any(entry.label == one.about for entry in paper.sheets[one.who]):
                self.feed(one, "revoke", one.about)
        elif one.key in ("lose-turn", "set"):
            since = any(press < one.label < undo for press, undo in self.undone)
            if one.key == "lose-turn":
                self.feed(one, "lose-turn", one.value | 2 * since)
            elif not (since and paper.rules.mode in TIMED):  # else it goes with the turn
                self.feed(one, "set", one.value)
        elif one.key == "hold":
            if one.about == paper.about("challenge", one.who) and not paper.held:
                self.feed(one, "challenge")
        elif one.key not in NAMED or one.about == paper.about(one.key, one.who):
            self.feed(one, one.key, one.value)
            if one.key == "challenge" and paper.phase != "challenge" and not paper.held:
                self.stand_in(one)  # of a turn in progress again, not counted yet
        elif one.key == "challenge":
            self.stand_in(one)
        elif one.key in LEAVES and self.stands_in and one.about == self.stands_in:
            if paper.phase == "stopped" and paper.ids["stop"] == self.stands_in:
                here_again(paper, one)
                self.feed(one, "stop")

    def stand_in(self, one):
        """Keep the clocks stopped as long as the challenge had."""
        if self.paper.phase in ("running", "count"):
            self.feed(one, "stop")
        if self.paper.phase == "stopped":
            self.paper.ids["stop"] = self.stands_in = one.label

    def take_back(self, one):
        """Stop the clocks, or take back the end; the verdict that a press had left is left."""
        paper = self.paper
        if one.key == "revert":
            if paper.phase == "over":
                paper.said = set()
            if paper.phase in ("running", "count"):
                self.feed(one, "halt")
            return
        if paper.ended:
            self.feed(one, "taken-back")
        elif paper.phase not in ("stopped", "ready", "late", "setup"):
            self.feed(one, "halt")
        if one.key != "late-revoke" and paper.ids["verdict"] and paper.unleft == one.about:
            self.feed(one, "unleave", one.key == "late-appeal")
        if one.key == "late-appeal":
            paper.left_press = 0


class Table:
    """Core and model at one table; `step` raises AssertionError where they differ."""

    def __init__(self, rules):
        self.core = Core(rules)
        self.model = Model(rules)
        self.told, self.inputs, self.taken = [], [], 0
        self.t = 0

    def step(self, t, key, who=0, value=0):
        """Give one input to both, then compare them at the same instant."""
        self.t = t
        self.core.match.advance(t)
        self.model.until(t)
        kind = TAKEN_BACK[key] if key in ("undo", "revert") else KINDS[key]
        kind, of = self.core.match.bound(kind, who, value)
        if kind in events.TAKES_BACK:
            self.take_back(t, key, who, kind, of)
            return
        self.told.append((t, key, who, value))
        held, about = self.model.paper.held, self.model.paper.about(key, who)
        self.core.feed(t, key, who, value)
        self.model.feed(t, key, who, value, self.core.seq)
        self.look(t)
        key = "hold" if key == "challenge" and self.model.paper.held and not held else key
        if self.core.recorded and self.core.recorded[-1][0] == self.core.seq:
            self.inputs.append(Told(self.core.seq, t, key, who, value, about))

    def take_back(self, t, key, who, kind, of):
        paper = self.model.paper
        if kind == events.UNDO:
            may = paper.phase in ("running", "count", "stopped", "over")
            assert of == may * paper.press, (of, paper.press, paper.phase)
        elif kind == events.LATE_APPEAL:
            assert of == paper.left_press
        elif kind == events.LATE_REVOKE:
            assert of == paper.sheets[who][-1].label
        if not of:
            return
        self.told.append((t, key, who, of))
        name = {events.LATE_APPEAL: "late-appeal", events.LATE_REVOKE: "late-revoke"}
        self.core.take_back(t, key, who)
        self.taken += 1
        self.inputs.append(Told(self.core.seq, t, name.get(kind, key), who, 0, of))
        self.model = Again(self.core.rules, self.inputs).model
        self.look(t)

    def look(self, t):
        """Compare the status of both, and what it does not tell of the players."""
        self.t, paper = t, self.model.paper
        seen, right = self.core.status(t), self.model.status(t)
        wrong = {k: (seen[k], v) for k, v in right.items() if seen[k] != str(v)}
        for who in (1, 2):
            player, owed = self.core.match.player(who), len(paper.owed[who])
            if (player.absent, len(player.turns_to_lose)) != (who in paper.absent, owed):
                wrong[who] = "absent, or turns to lose"
        told = "\n".join("  " + " ".join(map(str, one)) for one in self.told[-80:])
        assert not wrong, f"at {t} ms (field: core, model): {wrong}\n{told}"


@pytest.mark.parametrize("seeds", [range(at, at + 50) for at in range(FIRST, END, 50)])
def test_a_game_without_what_was_taken_back(seeds):
    taken = 0
    for seed in seeds:
        table = Table(kind_of(seed))
        play(table, Random(seed), INPUTS)
        taken += table.taken
    assert taken > 100
