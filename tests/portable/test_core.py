"""What no scenario reaches: an entry amended, a play held, scores, the settings as a value.

Everything else of the rules is proven by `tests/scenarios` and beside a model (`tests/model`).
"""

from core_table import Table
from corrido.core import events
from corrido.core.presets import names, rules_for
from corrido.core.rules import AFTER, FIELDS, Rules
from corrido.core.summary import summary

HELD = {"challenge_when": AFTER, "confirm_challenge": False, "hold_ms": 20000}


def left(**changes):
    """B has proved at 16 s that A's play is not valid; A has handed over at 20 s."""
    table = Table(**changes).start()
    table.challenge(11000, events.INVALID)
    table.do(20000, events.OK)
    return table


def test_a_late_appeal_ends_as_one_made_in_time():
    late = left(failed_challenge=5)
    assert late.appeal(30000)
    late.do(40000, events.STOP)
    early = Table(failed_challenge=5).start()
    early.challenge(11000, events.INVALID)
    early.do(20000, events.APPEAL, events.A, 1)
    early.do(20000, events.OK)
    early.do(20000, events.STOP)
    early.do(40000, events.STOP)
    assert late.match.status() == early.match.status()
    late.shows(turn="A", running="A", penalty_B=5, passes=0, turns_A=0)


def test_a_late_appeal_waits_for_no_hand_over():
    table = left()
    table.press(30000, events.B)
    assert not table.appeal(40000)


def test_a_verdict_is_appealed_once():
    table = Table().start()
    table.challenge(11000, events.INVALID)
    table.do(17000, events.APPEAL, events.A, 0)
    table.do(20000, events.OK)
    assert not table.appeal(30000)


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


def test_a_hold_runs_on_and_the_next_challenge_challenges():
    table = Table(**HELD).start()
    table.press(11000, events.A)
    table.do(13000, events.CHALLENGE, events.B)
    table.shows(phase="running", running="B", hold="B")
    table.do(16000, events.CHALLENGE, events.B)
    table.shows(phase="challenge", hold="none", clock_B="29:55.000")


def test_the_holders_own_button_accepts_the_play_and_hands_nothing_over():
    table = Table(**HELD).start()
    table.press(11000, events.A)
    table.do(13000, events.CHALLENGE, events.B)
    table.press(15000, events.B)
    table.shows(phase="running", running="B", hold="none", turns_B=0)
    table.press(18000, events.B)
    table.shows(running="A", turns_B=1)


def test_no_hold_before_the_first_play():
    table = Table(**HELD).start()
    table.do(13000, events.CHALLENGE, events.B)
    table.shows(hold="none", phase="running")


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


def test_recuento_has_a_row_by_mover():
    table = Table("fise-no-corrido").start()
    table.press(11000, events.A)
    table.do(14000, events.STOP)
    table.do(15000, events.STOP)
    table.press(20000, events.A)
    table.press(30000, events.B)
    table.press(31000, events.B)
    assert summary(table.match)["stops"] == [
        ("other", "none", "none", 1000, 1),
        ("count", "A", "none", 8000, 1),
        ("count", "B", "none", 1000, 1),
    ]


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


def test_every_preset_makes_rules():
    for name in names():
        rules = rules_for(name)
        assert rules.name == name
        assert rules.overtime_unit_ms > 0
        assert rules.turn_ms if rules.timed_turns() else rules.budget_ms


def test_a_setting_in_place_of_the_presets():
    rules = rules_for("fise-corrido", budget_ms=60000, guard_ms=1)
    assert (rules.budget_ms, rules.guard_ms, rules.turn_ms) == (60000, 1, 120000)


def test_a_copy_with_changes():
    rules = rules_for("norsk")
    other = rules.with_(budget_ms=5, failed_challenge=-1)
    assert (other.budget_ms, other.failed_challenge) == (5, -1)
    assert (other.name, other.overtime_limit_ms) == ("norsk", 300000)
    assert (rules.budget_ms, rules.failed_challenge) == (1800000, 10)


def test_a_field_that_lacks_and_one_too_many():
    values = whole()
    assert refusal(**values) == ""
    values["colour"] = 1
    assert refusal(**values) == "rules have no colour"
    del values["colour"], values["guard_ms"]
    assert refusal(**values) == "rules lack guard_ms"


def test_a_name_that_is_no_preset():
    try:
        rules_for("nobody")
    except KeyError as error:
        assert "norsk" in str(error)
    else:
        raise AssertionError("accepted")
