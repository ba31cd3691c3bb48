"""What no scenario reaches: an entry amended, a play held, scores, the settings as a value.

Everything else of the rules is proven by `tests/scenarios` and beside a model (`tests/model`).
"""

from core_table import Table
from corrido.core import events
from corrido.core.presets import rules_for
from corrido.core.rules import AFTER, FIELDS, Rules
from corrido.core.summary import summary

HELD = {"challenge_when": AFTER, "confirm_challenge": False, "hold_ms": 20000}


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
    table.over(11000)
    table.do(20000, events.FINAL_SCORE, events.A, 412)
    table.do(20000, events.FINAL_SCORE, events.B, -3)
    assert table.logs() == ["score"]
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
