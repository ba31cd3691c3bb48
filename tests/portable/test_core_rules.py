"""One preset's settings as a value, and the table they come from."""

from corrido.core.presets import names, rules_for
from corrido.core.rules import FIELDS, Rules


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
