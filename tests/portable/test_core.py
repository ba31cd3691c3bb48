"""The rules of a game as a value: every field once, and no other."""

from corrido.core.presets import rules_for
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


def test_a_field_that_lacks_and_one_too_many():
    values = whole()
    assert refusal(**values) == ""
    values["colour"] = 1
    assert refusal(**values) == "rules have no colour"
    del values["colour"], values["guard_ms"]
    assert refusal(**values) == "rules lack guard_ms"
