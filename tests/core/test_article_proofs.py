"""Each function that names an article is emptied: a scenario of the article's row notices."""

import ast
import importlib
import inspect
import os
import re
import signal
from fnmatch import filter as fitting
from types import FunctionType

import pytest

from host_tools.scenario.runner import run
from tests.conftest import ROOT, scenarios

PAGE = ROOT / "docs" / "rules-by-article.md"
FIRMWARE = ROOT / "firmware" / "corrido"
SCENARIOS = scenarios()
MOST_S = 4  # of processor time: a fault may hang the firmware; whole, the longest row takes 1.3
# The results of an emptied function, by its annotation.
EMPTY = {
    "bool": ("True", "False"), "int": ("0", "1"), "str": ("''",), "tuple": ("()",),
    "list": ("[]",), "set": ("set()",),
}  # fmt: skip


def row_of(article):
    """Return the page's row of an article, else of the one that it is part of; "" without one."""
    for one in (article, article.partition(".")[0]):
        head = rf"^- \*\*(?:[^*]*, )?{re.escape(one)}[ ,](.|\n  )*"
        if row := re.search(head, PAGE.read_text("utf-8"), re.MULTILINE):
            return row[0]
    return ""


def proofs(row):
    """Return the scenarios that a row names, `*` included, the shortest first."""
    names = re.findall(r"`([a-z0-9*-]+)`", row)
    found = [SCENARIOS[one] for name in names for one in fitting(SCENARIOS, name)]
    return sorted(found, key=lambda one: len(one.steps))  # the quick ones notice most


def cited(node):
    """Return the articles that a function's docstring names, each one of a range."""
    found: list[str] = []
    for named in re.findall(r"\bart\. ([\d., -]*\d)", ast.get_docstring(node) or ""):
        for one in named.split(", "):
            first, _, last = one.partition("-")
            found += [str(at) for at in range(int(first), int(last) + 1)] if last else [one]
    return found


def functions(body, prefix=""):
    """Yield the functions of a module and the methods of its classes, with their names."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from functions(node.body, node.name + ".")
        elif isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node


def function(place):
    """Return the function of a place such as `core/match.py: Clock.run`."""
    file, _, name = place.partition(": ")
    found = importlib.import_module("corrido." + file[:-3].replace("/", "."))
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    found = found.fget if isinstance(found, property) else found
    return getattr(found, "__func__", found)


def results(node):
    """Return what the function may return at once; "None" only, where it returns nothing."""
    if not any(isinstance(part, ast.Return) and part.value for part in ast.walk(node)):
        return ("None",)
    kind = ast.unparse(node.returns or ast.Constant("")).strip("\"'")
    return EMPTY.get(kind.partition("[")[0], ("None",))


def emptied():
    """Yield article, place and result of each function that names an article with a row."""
    for path in sorted(FIRMWARE.rglob("*.py")):
        file = path.relative_to(FIRMWARE).as_posix()
        for name, node in functions(ast.parse(path.read_text("utf-8")).body):
            rows = {row_of(article): article for article in cited(node)}
            for row, article in rows.items():
                for result in results(node) if row else ():
                    yield article, f"{file}: {name}", result


def noticed(place, result, proofs):
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


@pytest.mark.parametrize(("article", "place", "result"), list(emptied()))
def test_an_emptied_function_is_noticed(article, place, result):
    assert noticed(place, result, proofs(row_of(article)))
