"""The treatment of strings and documents from outside as they come in."""

import json

import pytest

from host_tools.untrusted import reading
from host_tools.untrusted.text import cell, clean, visible

NESTED = {"a": '["' * 500 + "\\" * 501}  # brackets in a text nest nothing
HARMLESS = [
    (clean, "Mesa 4", "Mesa 4"), (clean, "Ñandú «é» 漢字", "Ñandú «é» 漢字"),
    (clean, "a\nb\tc", "a b c"), (clean, "\x1b[2Jx", "[2Jx"), (clean, "\x9b31mx", "31mx"),
    (clean, "\u202egnp.exe", "gnp.exe"), (clean, "a\u2028b\u2029c", "a b c"),
    (clean, "\u200bx\ufeff", "x"), (clean, "\ud800x", "x"), (clean, "\x00\x7f", ""),
    (clean, "👩\u200d🏫", "👩\u200d🏫"),
    (visible, "a\x1b[0m\u202eb\n", "a\\x1b[0m\\u202eb"),  # a message shows what was there
    *((cell, value, value) for value in (-5, 1.5, True, None, "5-3")),
    (reading.document, json.dumps(NESTED), NESTED), (reading.document, "[1.0, 0.5]", [1, 0.5]),
    (reading.document, '{"\\u001ba": ["\\u202eb", {"c": "\\u0007"}]}', {"a": ["b", {"c": ""}]}),
]  # fmt: skip


@pytest.mark.parametrize(("made", "given", "wanted"), HARMLESS)
def test_what_comes_in_is_one_line_that_moves_no_cursor(made, given, wanted):
    assert repr(made(given)) == repr(wanted)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_cell_is_no_formula(text):
    assert str(cell(text)).startswith("'")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"), ("{", "not JSON"), ("[" * 2000 + "]" * 2000, "deep"),
        ('{"a": 1, "a": 2}', "twice"),
        ("NaN", "not a JSON number"), ("-Infinity", "not a JSON number"), ("1e999", "too large"),
        ("9" * 5000, "too long"), (b"\xff", "not UTF-8"), ("x" * 101, "most"),
    ],
)  # fmt: skip
def test_a_document_that_is_none(text, says):
    with pytest.raises(reading.Malformed, match=says):
        reading.document(text, most_bytes=100 if says == "most" else 10_000)


@pytest.mark.parametrize("shape", reading.schema()["$defs"])
def test_every_shape_refuses_something(shape):
    """Of a console's answers, and of what a board tells at the raw REPL."""
    with pytest.raises(reading.Malformed):
        reading.shaped({"x": [[]]}, shape)
