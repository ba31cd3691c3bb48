"""What no scenario and no model reaches: a second appeal, scores, the rules as a value."""

from corrido.core import events
from corrido.core.game import Game
from corrido.core.presets import rules_for
from corrido.core.rules import FIELDS, Rules
from corrido.core.summary import summary


class Table:
    """One match, driven as the device drives it; times in ms, who 1 for A and 2 for B."""

    def __init__(self, **changes):
        self.match = Game(rules_for("fise-corrido", **changes))
        self.seq = 0
        self.effects = []

    def do(self, t_ms, kind, who=0, value=0):
        """Make an input; keep the effects since the previous one."""
        self.effects = self.match.advance(t_ms)
        if kind in events.WITH_ROLE:
            kind, value = self.match.role(kind)
        self.seq += 1
        self.effects += self.match.handle((self.seq, t_ms, kind, who, value))

    def press(self, t_ms, who):
        """Press a player's button."""
        self.do(t_ms, events.PRESS, who)

    def start(self):
        """Arm at 0; A is the opener at 1000."""
        self.do(0, events.ARM)
        self.press(1000, events.B)
        return self

    def challenge(self, t_ms, verdict):
        """Make a whole challenge, from the button to the verdict, within 5 s."""
        self.do(t_ms, events.CHALLENGE, self.match.challenger)
        self.do(t_ms + 1000, events.SUBMIT)
        self.press(t_ms + 2000, events.A)
        self.press(t_ms + 3000, events.B)
        self.do(t_ms + 5000, events.VERDICT, 0, verdict)


def test_the_mover_asks_for_an_appeal_once():
    table = Table().start()
    table.do(2000, events.APPEAL_ASKED)
    assert table.effects == [("refused", events.APPEAL_ASKED)]
    table.challenge(11000, events.INVALID)
    table.do(20000, events.APPEAL_ASKED)
    assert table.effects == [("log", "appeal-asked", events.A, 0)]
    table.do(21000, events.APPEAL_ASKED)
    assert table.effects == [("refused", events.APPEAL_ASKED)]
    table.do(22000, events.APPEAL, 0, 1)
    assert table.match.status()["verdict"] == "valid"


def test_the_scores_are_in_the_summary():
    table = Table().start()
    table.do(2000, events.FINAL_SCORE, events.A, 300)
    assert summary(table.match)["A"]["score"] is None
    table.do(11000, events.STOP)
    table.do(12000, events.FINISH)
    table.press(13000, events.A)
    table.press(14000, events.B)
    table.do(20000, events.FINAL_SCORE, events.A, 412)
    table.do(20000, events.FINAL_SCORE, events.B, -3)
    assert [effect[1] for effect in table.effects if effect[0] == "log"] == ["score"]
    table.do(21000, events.FINAL_SCORE, events.B, 10000)
    assert (summary(table.match)["A"]["score"], summary(table.match)["B"]["score"]) == (412, -3)


def refusal(**values):
    """Return the error that Rules raises for these values."""
    try:
        Rules(**values)
    except TypeError as error:
        return str(error)
    return ""


def whole():
    """Return a value for every field."""
    rules = rules_for("norsk")
    return {field: getattr(rules, field) for field in FIELDS}


def test_a_field_that_lacks_and_one_too_many():
    values = whole()
    assert refusal(**values) == ""
    values["colour"] = 1
    assert refusal(**values) == "rules have no colour"
    del values["colour"], values["guard_ms"]
    assert refusal(**values) == "rules lack guard_ms"
