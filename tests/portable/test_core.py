"""What no scenario reaches: an entry amended, a play held, scores, the settings as a value.

Everything else of the rules is proven by `tests/scenarios` and beside a model (`tests/model`).
"""

from corrido.core import events
from corrido.core.game import Game
from corrido.core.presets import rules_for
from corrido.core.rules import AFTER, FIELDS, Rules
from corrido.core.summary import summary

HELD = {"challenge_when": AFTER, "confirm_challenge": False, "hold_ms": 20000}


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

    def shows(self, **fields):
        """Assert fields of the status; a dot in a name is written as an underscore."""
        status = self.match.status()
        for name, value in fields.items():
            field = name.replace("_", ".")
            assert status[field] == str(value), (field, status[field], value)

    def challenge(self, t_ms, verdict):
        """Make a whole challenge, from the button to the verdict, within 5 s."""
        self.do(t_ms, events.CHALLENGE, self.match.challenger)
        self.do(t_ms + 1000, events.SUBMIT)
        self.press(t_ms + 2000, events.A)
        self.press(t_ms + 3000, events.B)
        self.do(t_ms + 5000, events.VERDICT, 0, verdict)


def test_amending_takes_a_verdict_back_with_its_price():
    for verdict in (events.VALID, events.INVALID):
        table = Table(failed_challenge=5).start()
        table.do(11000, events.CHALLENGE, events.B)
        table.do(12000, events.SUBMIT)
        table.press(13000, events.A)
        table.press(14000, events.B)
        before = table.match.status()
        table.do(15000, events.VERDICT, 0, verdict)
        table.do(20000, events.AMEND)
        table.shows(phase="challenge", verdict="none", penalty_B=0, marks="play")
        assert table.match.status() == before
        table.challenge(20000, events.INVALID)
        table.shows(phase="verdict", verdict="invalid", penalty_B=0)


def test_nothing_to_amend_is_refused():
    table = Table().start()
    table.do(5000, events.AMEND)
    assert table.effects[-1] == ("refused", events.AMEND)
    table.do(11000, events.CHALLENGE, events.B)
    table.do(12000, events.AMEND)
    assert table.effects[-1] == ("refused", events.AMEND)  # nobody has confirmed anything


def test_the_holders_own_button_accepts_the_play_and_hands_nothing_over():
    table = Table(**HELD).start()
    table.press(11000, events.A)
    table.do(13000, events.CHALLENGE, events.B)
    table.press(15000, events.B)
    table.shows(phase="running", running="B", hold="none", turns_B=0)
    table.press(18000, events.B)
    table.shows(running="A", turns_B=1)


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
    table.shows(verdict="valid")


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
