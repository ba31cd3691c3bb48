"""The firmware's constants are replaced by their numbers before it is compiled."""

from host_tools.build.constants import folded

EVENTS = b"""from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    pass
PRESS = const(1)
NONE = -1
LOW, HIGH = 2, PRESS + 8
PHASE = "running"
ALL = (PRESS, HIGH)


def free(cost):
    return cost == NONE
"""


def fold(text, *outside):
    """Return the events and a module that uses them, folded."""
    sources = {"corrido/events.py": EVENTS, "corrido/user.py": text.encode()}
    made = folded(sources, outside)
    assert made["corrido/events.py"].count(b"\n") == EVENTS.count(b"\n")
    return made["corrido/events.py"].decode(), made["corrido/user.py"].decode()


def test_a_use_becomes_the_number_and_the_definition_goes():
    events, user = fold(
        "from corrido import events as e\n"
        "from corrido.events import HIGH, ALL\n\n"
        "def f(kind):\n    return kind - e.NONE, e.PHASE, HIGH, e.PRESS.real, ALL\n"
    )
    assert "return kind - (-1), 'running', 9, (1).real, ALL" in user
    assert "import ALL\n" in user and "HIGH" not in user
    assert "PRESS" not in events and "NONE" not in events and "LOW" not in events
    assert "ALL = (1, 9)" in events and "cost == (-1)" in events
    assert "const" not in events and "TYPE_CHECKING" not in events


def test_what_is_asked_for_by_its_text_or_from_outside_keeps_its_definition():
    events, _ = fold("from corrido import events as e\nx = getattr(e, 'PRESS')\n")
    assert "PRESS = const(1)" in events and "NONE" not in events
    events, _ = fold("", b"from corrido.events import NONE\n")
    assert "NONE = -1" in events and "PRESS" not in events
    events, user = fold("from corrido import events as e\nx = f'{e.PRESS}'\n")
    assert "PRESS = const(1)" in events and "{e.PRESS}" in user
