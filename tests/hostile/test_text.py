"""The treatment of strings and documents from outside as they come in."""

import json

import pytest

from host_tools.untrusted import reading, shapes
from host_tools.untrusted.text import cell, clean, visible


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("Mesa 4", "Mesa 4"), ("Ñandú «é» 漢字", "Ñandú «é» 漢字"), ("a\nb\tc", "a b c"),
        ("\x1b[2Jx", "[2Jx"), ("\x9b31mx", "31mx"), ("\u202egnp.exe", "gnp.exe"),
        ("a\u2028b\u2029c", "a b c"), ("\u200bx\ufeff", "x"), ("\ud800x", "x"), ("\x00\x7f", ""),
        ("👩\u200d🏫", "👩\u200d🏫"),
    ],
)  # fmt: skip
def test_a_text_is_one_line_that_moves_no_cursor(given, wanted):
    assert clean(given) == wanted


def test_a_message_shows_what_was_there():
    assert visible("a\x1b[0m\u202eb\n") == "a\\x1b[0m\\u202eb"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_cell_is_no_formula(text):
    assert str(cell(text)).startswith("'")


def test_numbers_stay_numbers():
    values = [-5, 1.5, True, None, "5-3"]
    assert [cell(value) for value in values] == values


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"), ("{", "not JSON"), ("[" * 2000, "deep"), ('{"a": 1, "a": 2}', "twice"),
        ("NaN", "not a JSON number"), ("-Infinity", "not a JSON number"), ("1e999", "too large"),
        ("9" * 5000, "too long"), (b"\xff", "not UTF-8"), ("x" * 101, "most"),
    ],
)  # fmt: skip
def test_a_document_that_is_none(text, says):
    with pytest.raises(reading.Malformed, match=says):
        reading.document(text, most_bytes=100 if says == "most" else 10_000)


def test_brackets_in_a_text_nest_nothing():
    text = json.dumps({"a": '["' * 500 + "\\" * 501})
    assert reading.document(text)["a"].count("[") == 500


def test_a_whole_number_with_a_point_counts():
    assert repr(reading.document("[1.0, 0.5]")) == "[1, 0.5]"


def test_names_and_values_are_cleaned():
    assert reading.document('{"\\u001ba": ["\\u202eb", {"c": "\\u0007"}]}') == {
        "a": ["b", {"c": ""}]
    }


@pytest.mark.parametrize("command", [name for name in shapes.schema()["$defs"] if "." in name])
def test_every_answer_has_a_shape_that_refuses_something(command):
    with pytest.raises(reading.Malformed):
        reading.shaped({"x": [[]]}, shapes.check(command))
