"""An event of two divisions, forty tables, three rounds, from config.tsh to config.tsh."""

import random
import time

import pytest

from host_tools.errors import UserError
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan
from host_tools.hall.tsh import event
from tests.conftest import type_in
from tests.hall.played import exported, messages, seat, status, tell
from tests.hall.test_foreign import tsh

CONFIG = """# an event
config event_name = 'Open de Vic'
config max_rounds = 3
config tables{'B'} = [1..20]
division A a.t
division b b.t
"""
PLAYERS = 40  # of a division: tables 1 to 20 are in both


def names(letter):
    return [f"{letter}{chr(97 + n // 26)}{chr(97 + n % 26)}, Jo" for n in range(PLAYERS)]


class Event:
    """The director: he pairs, and edits nothing else."""

    def __init__(self, folder):
        self.folder, self.config = folder, folder / "config.tsh"
        self.config.write_text(CONFIG)
        self.lines = {one: [f"{name:20} 1500 ;" for name in names(one)] for one in "AB"}
        self.write()

    def write(self):
        for division, lines in self.lines.items():
            (self.folder / f"{division.lower()}.t").write_text("\n".join(lines) + "\n")

    def pair(self, rng, number, out=()):
        """Pair a round: who is left out, and an odd one, has a bye, with its score."""
        tables = {}
        for division in "AB":
            path = self.folder / f"{division.lower()}.t"
            lines = path.read_text().splitlines()
            if len(lines) > PLAYERS and number == 3:  # two rounds late
                lines[-1] += " 0 0; 0 0"
            here = [n for n, line in enumerate(lines, 1)
                    if (division, n) not in out and ";" in line]  # fmt: skip
            rng.shuffle(here)
            bye = [here.pop()] if len(here) % 2 else []
            opponent = dict.fromkeys(range(1, len(lines) + 1), 0)
            for at in range(0, len(here), 2):
                a, b = sorted(here[at : at + 2])
                opponent |= {a: b, b: a}
                tables[division, at // 2 + 1] = a, b
            board = {n: t for (d, t), two in tables.items() if d == division for n in two}
            for n, line in enumerate(lines, 1):
                if ";" not in line:
                    continue
                score = "" if opponent[n] else " 50" if n in bye else " 0"
                lines[n - 1] = added(line, opponent[n], score, board.get(n, 0))
            self.lines[division] = lines
        self.write()
        return tables


def added(line, opponent, score, board):
    """Return a line with one more round, as tsh would write it."""
    head, scores, *fields = line.split(";")
    fields = {one.split()[0]: one for one in fields if one.strip()}
    boards = fields.pop("board", "board") + f" {board}"
    rest = "".join(f";{one}" for one in fields.values())
    return f"{head.rstrip()} {opponent}; {scores.strip()}{score};{boards}{rest}"


def test_three_rounds_without_a_key_pressed(tmp_path, capsys):
    rng, made = random.Random(7), Event(tmp_path)
    path, expected = tmp_path / "hall.sqlite", {}
    store = Store(path)
    for number in (1, 2, 3):
        if number == 2:  # a latecomer, without a `;`
            (tmp_path / "a.t").write_text((tmp_path / "a.t").read_text() + "Late, Ann 900\n")
        tables = made.pair(rng, number, {("B", 3)} if number == 3 else ())
        for (division, table), two in tables.items():
            listed = tsh((tmp_path / f"{division.lower()}.t").read_text())
            a, b = (listed[n - 1][0] for n in two)
            swapped = rng.random() < 0.5  # they sat down the other way
            scores = rng.randrange(300, 500), rng.randrange(300, 500)
            forfeit = {"forfeit": "A"} if (division, table, number) == ("B", 2, 2) else {}
            left, right = (b, a) if swapped else (a, b)
            seat(store, str(table), str(number), f"{division}{table}-{number}", scores=scores,
                 player_a=left, player_b=right, **forfeit)  # fmt: skip
            told = (-50, 50) if forfeit else scores
            first, second = two[::-1] if swapped else two
            expected[division, first, number], expected[division, second, number] = told
        code, out, err = exported(capsys, "--store", path, "--event", made.config)
        assert (code, err) == (0, ""), err
        assert out.count(f"results of round {number}") == 2
        assert exported(capsys, "--store", path, "--event", made.config)[0] == 0, "again"
    store.close()
    found = {division: tsh((tmp_path / f"{division.lower()}.t").read_text()) for division in "AB"}
    for (division, player, number), score in expected.items():
        assert found[division][player - 1][2][number - 1] == str(score)
    assert len(found["A"]) == PLAYERS + 1 and len(expected) >= 2 * 3 * PLAYERS - 8
    lost = [line for line in found["B"] if line[2][1] in ("50", "-50") and line[1][1] == "0"]
    assert len(lost) == 2, "as tsh books a forfeit"


@pytest.fixture
def two(tmp_path):
    """Two divisions of one table each, both numbered 1; in A the game is signed."""
    for division in "ab":
        (tmp_path / f"{division}.t").write_text(
            f"{division}na, A 1500 2; ; board 1\n{division}va, E 1400 1; ; board 1\n"
        )
    (tmp_path / "config.tsh").write_text(CONFIG)
    store = Store(tmp_path / "s")
    seat(store, "1", "1", "x", player_a="A ana", player_b="E ava", scores=(400, 300))
    store.close()
    return tmp_path


def test_each_division_has_its_exit_code_desk_and_table(two, capsys):
    rounds = [word for one in "ab" for word in ("--round", two / f"{one}.t")]
    code, out, err = exported(capsys, "--store", two / "s", *rounds)
    assert code == 1 and "1 of 1 results" in out and "0 of 1 results" in out
    assert "table 1, bna, A - bva, E: never heard" in err
    words = ("--store", two / "s", "--event", two / "config.tsh")
    assert exported(capsys, *words, "--division", "a")[0] == 0
    assert exported(capsys, *words, "--division", "B")[0] == 1
    assert "no division C, only A, B" in exported(capsys, *words, "--division", "C")[2]
    store = Store(two / "s")  # a device that knows no names, with the division in its table
    tell(store, "y", messages({"table": "B-1", "round": "1"}, (310, 320)))
    store.close()
    code, out, _ = exported(capsys, *words, "--format", "csv", "--excel")
    assert code == 0 and out.startswith("\ufeffround;") and out.count("\n") == 3
    assert out.splitlines()[2].endswith(";log;B")
    assert exported(capsys, *words)[0] == 0
    assert tsh((two / "b.t").read_text())[0][2] == ["310"]
    (two / "b.t").write_text("bna, A 1500\n")  # its round is not paired yet: A goes on
    code, out, err = exported(capsys, *words)
    assert code == 1 and "1 of 1 results" in out and "b.t: not paired" in err


@pytest.mark.parametrize(
    ("text", "told"),
    [("Ana 1 2; ; board 4\nEva 1 1; ; board 4\nLeo 1 4; ; board 4\nPau 1 3; ; board 4\n",
      "board 4 is that of Ana - Eva and of Leo - Pau"),
     ("Ana 1 2;\nEva 1 1;\nLeo 1 3;\n", "Leo is paired with himself"),
     ("Ana 1 2; ;board 4;p12 1\nEva 1 1; ;board 4;p12 1\n", "by p12 both began"),
     ("Ana 1 2; ;\nEva 1 1; ;\nLeo;\n", "line 3: not `NAME RATING")],
)  # fmt: skip
def test_a_pair_that_cannot_be_is_told_and_gets_no_score(tmp_path, capsys, text, told):
    (tmp_path / "a.t").write_text(text)
    store = Store(tmp_path / "s")
    seat(store, "4", "1", scores=(400, 300))
    store.close()
    code, _, err = exported(capsys, "--store", tmp_path / "s", "--round", tmp_path / "a.t")
    assert code == 1 and told in err and (tmp_path / "a.t").read_text() == text


def test_a_file_is_kept_as_it_was_and_its_mode(two, capsys):
    before = (two / "a.t").read_bytes()
    (two / "a.t").chmod(0o600)
    assert exported(capsys, "--store", two / "s", "--round", two / "a.t")[0] == 0
    assert (two / "a.t").stat().st_mode & 0o777 == 0o600
    assert (two / "a.t~").read_bytes() == before != (two / "a.t").read_bytes()


def test_two_pairs_at_one_table(two, capsys):
    plan = two / "plan.csv"
    plan.write_text("table,player-a,player-b\n1,Ana,Eva\n1,Leo,Pau\n")
    code, _, err = exported(capsys, "--store", two / "s", "--plan", plan)
    assert code == 2 and "table 1 is that of Ana - Eva and of Leo - Pau" in err
    store = Store(two / "s")  # another room's table 1, in the same round
    seat(store, "1", "1", "z", player_a="Leo", player_b="Pau", scores=(1, 2))
    store.close()
    code, out, err = exported(capsys, "--store", two / "s", "--round", "1")
    assert code == 1 and out.count("\n") == 3 and "one of 2 at this table in this round" in err


def test_each_division_may_have_its_own_list(two, capsys):
    """As an event in two languages; within one they are the same, or its round is refused."""
    store, words = Store(two / "s"), ("--store", two / "s", "--event", two / "config.tsh")
    seat(store, "1", "1", "y", player_a="B ana", player_b="E bva", scores=(310, 320))
    (two / "b.t").write_text("ana, B 1500 2; ; board 1\nbva, E 1400 1; ; board 1\n")
    sits = {"x": ("A ana", "E ava", "0badc0de"), "y": ("B ana", "E bva", "0c0ffee0")}
    for device, (a, b, held) in sits.items():
        names = {"player-a": a, "player-b": b}
        status(device, 1.0, store, phase="closed", game=1, table="1", list=held, **names)
    code, out, _ = exported(capsys, *words)
    assert code == 0 and out.count("1 of 1 results") == 2
    status("z", 1.0, store, phase="closed", game=1, table="1", list="00000000",
           **{"player-a": "B ana", "player-b": "E bva"})  # fmt: skip
    store.close()
    code, out, err = exported(capsys, *words)
    assert code == 1 and "a.t" in out and "b.t: round refused" in err and "b.t" not in out


@pytest.mark.parametrize(
    "config",
    ["config event_name = 'España\0' # of 2026\ndivision A a.t\0 # open\ndivision B b.t\n",
     "division A a.t\rdivision B b.t\r", "Division a a.t\r\n\tDIVISION\tB b.t\r\n# division C c",
     "division A a.t\ndivision B b.t\nconfig tables = {\n 'A' => [1], # x\n 'B' => [qw(1)],\n}"],
)  # fmt: skip
def test_a_config_is_read_as_tsh_reads_it(two, config):
    (two / "config.tsh").write_bytes(config.encode("latin-1"))
    found = event(str(two / "config.tsh"), [])
    assert [(one.name, one.path.name, one.seats[0].table) for one in found] == [
        ("A", "a.t", "1"), ("B", "b.t", "1"),
    ]  # fmt: skip
    assert not any(one.told for one in found)


def test_a_line_that_no_round_has_takes_no_time(two):
    (two / "a.t").write_text("A " + "1 " * 20_000 + "x\n" + (two / "a.t").read_text())
    began_s = time.process_time()
    with pytest.raises(UserError, match="line 1: not `NAME"):
        event(None, [str(two / "a.t")])
    assert time.process_time() - began_s < 5


def test_a_room_s_tables_are_those_of_its_config_also_after_a_forfeit(two):
    """The booked pair has no opponent there any more."""
    (two / "config.tsh").write_text("division A a.t\nconfig tables{'A'} = [3..4]\n")
    pair, lost = "Ana 1 2;\nEva 1 1;\n", "Ana 1 0; 50\nEva 1 0; -50\n"
    store = Store(None)
    for first, tables in ((pair, ["3", "4"]), (lost, ["4", "3"])):
        (two / "a.t").write_text(first + "Leo 1 4;\nPau 1 3;\n")
        (division,) = event(str(two / "config.tsh"), [])
        assert division.add_to(Plan(), store).tables() == tables


def test_conduct_of_a_division(two, capsys):
    words = ("hall", "conduct", "--store", str(two / "s"), "--event", str(two / "config.tsh"))
    assert type_in(capsys, *words, "--division", "B", "--json")[0] == 0
    assert [one.name for one in event(str(two / "config.tsh"), [], "b")] == ["B"]
