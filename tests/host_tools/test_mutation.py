"""The mutation tool: the faults it makes, how it inserts them, its reading of the page."""

import ast
from pathlib import Path

import pytest
from corrido.core import clock
from corrido.core.presets import rules_for

from host_tools import cli
from host_tools.workshop.mutation import articles, faults, suites, swap
from host_tools.workshop.mutation.code_of_articles import ABOUT, SAME
from host_tools.workshop.mutation.faults import Mutant

CLOCK = "core/clock.py"


def mutants(source: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the small faults of a source, each with the resulting source."""
    monkeypatch.setattr(faults, "parse", lambda _file: ast.parse(source))
    return {m.change: ast.unparse(m.tree).strip() for m in faults.small_faults("x.py")}


@pytest.mark.parametrize(
    ("line", "change", "made"),
    [
        ("return a < b", "Lt -> LtE", "return a <= b"),
        ("return a + 1", "Add -> Sub", "return a - 1"),
        ("return a + 1", "1 -> 2", "return a + 2"),
        ("return not a", "no Not", "return a"),
        ("return a and b", "And -> Or", "return a or b"),
        ("return True", "True -> False", "return False"),
        ("a += b", "AddE", "a -= b"),
        ("a = b", "left out: a = b", "pass"),
        ("a(b)", "left out: a(b)", "pass"),
    ],
)
def test_small_faults(line: str, change: str, made: str, monkeypatch) -> None:
    change = "Add -> Sub" if change == "AddE" else change
    assert mutants(f"def f(a, b):\n    {line}\n", monkeypatch)[change].endswith(made)


def test_what_stands_at_the_top_and_annotations_are_left_alone(monkeypatch) -> None:
    source = 'X = 1\n\ndef f(a: "int" = 3) -> "tuple[1]":\n    """Say 5."""\n    b: int = a\n'
    assert mutants(source, monkeypatch) == {}


def test_a_function_is_emptied_by_what_it_returns(monkeypatch) -> None:
    source = (
        "class C:\n    def a(self) -> bool:\n        return self.x\n\n"
        "def b(x) -> 'int':\n    return x\n\ndef c(x):\n    x.y = 1\n"
    )
    monkeypatch.setattr(faults, "parse", lambda _file: ast.parse(source))
    made = faults.emptied("x.py", frozenset(("C.a", "b", "c")))
    assert [(m.function, m.change) for m in made] == [
        ("C.a", "returns True at once"), ("C.a", "returns False at once"),
        ("b", "returns 0 at once"), ("b", "returns 1 at once"), ("c", "does nothing"),
    ]  # fmt: skip


def find(function: str, change: str) -> Mutant:
    wanted = frozenset((function,))
    made = [*faults.emptied(CLOCK, wanted), *faults.small_faults(CLOCK, wanted)]
    return next(mutant for mutant in made if mutant.change == change)


def notice_minutes() -> None:
    assert clock.minutes_begun(60_001, rules_for("fise-corrido")) == 2


def test_a_fault_is_in_place_in_the_child_and_gone_after_it() -> None:
    mutant = find("minutes_begun", "returns 0 at once")
    assert not swap.lives(mutant, notice_minutes, 5)
    notice_minutes()
    assert swap.lives(mutant, lambda: None, 5)


def test_a_fault_in_a_method_reaches_whoever_has_the_class() -> None:
    mutant = find("Clock.over_ms", "returns 0 at once")

    def notice() -> None:
        one = clock.Clock(1000)
        one.run(1500)
        assert one.over_ms() == 500

    notice()
    assert not swap.lives(mutant, notice, 5)


def test_a_mutant_that_hangs_is_noticed() -> None:
    mutant = find("minutes_begun", "returns 0 at once")

    def hang() -> None:
        while True:
            pass

    assert not swap.lives(mutant, hang, 1)


def test_files_and_tests_of_the_suites_are_there() -> None:
    for file, tests in suites.BESIDE.items():
        assert (faults.PACKAGE / file).is_file(), file
        for name in tests:
            path = name if name.endswith(".py") else f"tests/portable/{name}.py"
            assert (faults.ROOT / path).is_file(), path
    assert CLOCK in suites.core_files()


def test_the_page_has_every_article_of_the_table_and_every_function_is_there() -> None:
    rows = {row.number: row for row in articles.page_rows(articles.PAGE.read_text("utf-8"))}
    for number in ABOUT:
        assert rows[number].scenarios, number
        assert articles.mutants_of(number)[0], number
    known = {articles._key(m) for number in ABOUT for m in articles.mutants_of(number)[0]}
    assert set(SAME) <= known


def test_a_row_of_the_page() -> None:
    text = "| 24 [23], 28 Lost | told by `STOP` | `art-24-a` `art-28-b` |\n| what | x | `y` |\n"
    (row,) = articles.page_rows(text)
    assert (row.number, row.scenarios) == ("24", ("art-24-a", "art-28-b"))


def test_an_article_whose_scenarios_notice_it_and_one_whose_do_not(monkeypatch) -> None:
    proof = ("core/clock.py: Clock.points",)
    monkeypatch.setitem(ABOUT, "35", proof)
    monkeypatch.setitem(ABOUT, "41", proof)
    told = articles.run(["35"], 1, True, False)
    assert told["unproven"] == []
    told = articles.run(["41"], 1, True, False)
    assert any("Clock.points: returns 0" in line for line in told["unproven"])


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--files", "core/nowhere.py"), "core/nowhere.py"),
        (("--articles", "99"), "article 99"),
        (("--again", "nowhere.txt", "--list"), "nowhere.txt"),
    ],
)
def test_bad_use_is_one_line(arguments: tuple[str, ...], word: str, capsys) -> None:
    assert cli.main(["bench", "mutants", *arguments]) == 2
    said = capsys.readouterr().err
    assert word in said and said.count("\n") == 1


def test_a_list_is_counted_and_told(capsys, tmp_path: Path) -> None:
    assert cli.main(["bench", "mutants", "--list", "--files", CLOCK]) == 0
    made = len(faults.small_faults(CLOCK))
    assert f"| `{CLOCK}` | {made} |" in capsys.readouterr().out
    again = tmp_path / "survivors.txt"
    again.write_text(str(faults.small_faults(CLOCK)[0]) + "\n")
    assert cli.main(["bench", "mutants", "--list", "--files", CLOCK, "--again", str(again)]) == 0
    assert f"| `{CLOCK}` | 1 |" in capsys.readouterr().out
