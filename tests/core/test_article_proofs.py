"""Each function behind an article is emptied: a scenario that the article's row names notices."""

import ast
import importlib
import inspect
import os
import re
import signal
from fnmatch import filter as fitting
from pathlib import Path
from textwrap import dedent
from types import FunctionType

import pytest

from host_tools.scenario.model import Scenario
from host_tools.scenario.runner import run
from tests.conftest import scenarios

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "rules-by-article.md"
SCENARIOS = scenarios()
MOST_S = 4  # of processor time: a fault may hang the firmware; whole, the longest row takes 1.3
# Article, numbered as on the page -> its functions, by file of firmware/corrido.
CODE = {
    "4": ("core/turn.py: open_game", "core/turn.py: start"),
    "5.2": ("core/arbiter.py: sheet",),
    "10": ("ui/tiles.py: put", "core/turn.py: say_blank"),
    "24": ("core/arbiter.py: lose_turn", "core/turn.py: take_lost_turn"),
    "25": ("core/turn.py: say_mark",),
    "26": ("core/turn.py: say_mark",),
    "30": (
        "core/limits.py: begin", "core/limits.py: give", "core/limits.py: runs",
        "core/limits.py: left_ms", "core/limits.py: ran_out", "core/match.py: Match.owes_turn",
        "core/limits.py: turn_completed",
    ),
    "31": ("core/match.py: Clock.run", "core/turn.py: fresh"),
    "32": (
        "core/turn.py: first_press", "core/turn.py: second_press",
        "core/turn.py: begin_count", "core/turn.py: hand_over", "core/turn.py: complete",
        "core/turn.py: too_soon",
    ),
    "33": ("core/turn.py: wait_ms", "core/turn.py: signal"),
    "34": (
        "core/stop.py: stop", "core/stop.py: enter", "core/stop.py: go_on",
        "core/stop.py: reason",
    ),
    "35": (
        "core/match.py: minutes_begun", "core/match.py: Clock.over_ms",
        "core/match.py: Clock.points", "core/limits.py: lose", "core/limits.py: announce",
    ),
    "36": ("core/arbiter.py: missing", "core/arbiter.py: arrive"),
    "37": (
        "core/arbiter.py: absent", "core/arbiter.py: back",
        "core/game.py: Game._key", "core/limits.py: lose",
    ),
    "38": ("core/challenge.py: refusal", "core/game.py: undoable"),
    "39": (
        "core/challenge.py: refusal", "core/challenge.py: _wrong_moment",
        "core/challenge.py: challenged", "core/challenge.py: leave",
    ),
    "40": (
        "core/challenge.py: submit", "core/challenge.py: verdict", "core/challenge.py: again",
        "core/challenge.py: refusal", "ui/tiles.py: put",
    ),
    "41": ("core/stop.py: enter", "core/stop.py: go_on"),
    "42": (
        "core/game.py: confirm", "core/challenge.py: verdict",
        "core/challenge.py: appeal", "core/challenge.py: ask_appeal",
        "ui/screens/challenge.py: ConfirmScreen.items",
    ),
    "43": ("services/judge.py: Judge.looking_up",),
    "44": (
        "core/ending.py: sign", "core/ending.py: end", "core/ending.py: close",
        "core/ending.py: deaf_ms", "core/game.py: Game._act", "core/ending.py: reopened",
        "core/ending.py: reopen", "core/ending.py: score",
    ),
    "45.1": ("core/ending.py: finish", "core/ending.py: finished"),
    "45.2": ("core/match.py: Row.passes", "core/ending.py: count"),
    "45.3": ("core/match.py: Row.scoreless", "core/ending.py: count"),
    "45.4": ("core/ending.py: finish", "core/ending.py: finished"),
    "45.5": ("core/limits.py: ran_out", "core/ending.py: end"),
    "46.5": ("core/ending.py: forfeit",),
    "47.5": ("core/stop.py: book", "core/stop.py: asked"),
    "48": (
        "core/arbiter.py: set_clock", "core/arbiter.py: end_game", "core/ending.py: void",
        "core/game.py: revertible", "core/game.py: Game._answer",
    ),
    "49": (
        "core/arbiter.py: penalty", "core/arbiter.py: card", "core/arbiter.py: revoke",
        "core/match.py: Player.penalty", "core/match.py: Player.card",
    ),
}  # fmt: skip
# The results of an emptied function, by its annotation.
EMPTY = {
    "bool": ("True", "False"), "int": ("0", "1"), "str": ("''",), "tuple": ("()",),
    "list": ("[]",), "set": ("set()",),
}  # fmt: skip


def proofs(article: str) -> list[Scenario]:
    """Return the scenarios that the row of an article names, `*` included, the shortest first."""
    row = re.search(
        rf"^- \*\*{re.escape(article)}[ ,](.|\n  )*", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert row, article
    names = re.findall(r"`([a-z0-9*-]+)`", row[0])
    found = [SCENARIOS[one] for name in names for one in fitting(SCENARIOS, name)]
    return sorted(found, key=lambda one: len(one.steps))  # the quick ones notice most


def function(place: str) -> FunctionType:
    """Return the function of a place such as `core/match.py: Clock.run`."""
    file, _, name = place.partition(": ")
    found = importlib.import_module("corrido." + file[:-3].replace("/", "."))
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    found = found.fget if isinstance(found, property) else found
    return getattr(found, "__func__", found)


def results(found: FunctionType) -> tuple[str, ...]:
    """Return what the function may return at once; "None" only, where it returns nothing."""
    tree = ast.parse(dedent(inspect.getsource(found)))
    if not any(isinstance(node, ast.Return) and node.value for node in ast.walk(tree)):
        return ("None",)
    kind = ast.unparse(tree.body[0].returns or ast.Constant("")).strip("\"'")
    return EMPTY.get(kind.partition("[")[0], ("None",))


def emptied() -> list[tuple[str, str, str]]:
    """Return article, place and result of each emptied function."""
    return [
        (article, place, result)
        for article, places in CODE.items()
        for place in places
        for result in results(function(place))
    ]


def noticed(place: str, result: str, proofs: list[Scenario]) -> bool:
    """Return whether a scenario fails with the function emptied, in a child that dies with it.

    The function object stays, so code that imported it by name runs the fault too.
    """
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_PROF, MOST_S)
        try:
            scope: dict[str, FunctionType] = {}
            exec(f"def empty(*args, **more):\n    return {result}", scope)
            function(place).__code__ = scope["empty"].__code__
            whole = all(run(proof).passed for proof in proofs)
            os._exit(0 if whole else 1)
        finally:
            os._exit(1)
    return os.waitpid(child, 0)[1] != 0


@pytest.mark.parametrize(("article", "place", "result"), emptied())
def test_an_emptied_function_is_noticed(article: str, place: str, result: str) -> None:
    assert noticed(place, result, proofs(article))
