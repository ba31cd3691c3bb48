"""The director's `.t`: in as the plan, out with the results; AUPAIR and TRF16 made of it."""

import asyncio
import csv
import io
import shutil
from pathlib import Path

import pytest

from host_tools.errors import UserError
from host_tools.hall.board import Board
from host_tools.hall.listen import Address
from host_tools.hall.results import desk
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan
from host_tools.hall.tsh import Division, Follower, enter_results
from host_tools.log.receipts import parse
from tests.hall.mosquitto import free_port
from tests.hall.played import exported, seat

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def division(tmp_path):
    """A copy of the director's file, whose third round is paired."""
    return Path(shutil.copy(GOLDEN / "before.t", tmp_path / "a.t"))


@pytest.fixture
def store(tmp_path):
    """The round: one game in overtime, one forfeit, one that the second player began."""
    path = tmp_path / "hall.sqlite"
    opened = Store(path)
    seat(opened, "2", "3", scores=(420, 371), late_ms=30_000)
    seat(opened, "1", "3", player_a="Gray IV", player_b="Begoña Núñez", forfeit="A")
    seat(opened, "3", "3", scores=(333, 441), opener="B")
    opened.close()
    return path


def test_results_go_back_and_nothing_else_changes(division, store, capsys):
    plan = Division(str(division)).add_to(Plan())
    assert sorted(plan.tables()) == ["1", "2", "3"] and Division(f"{division}:2").round == 2
    assert plan.of("1").items() >= {"table": "1", "round": "3", "player-a": "Núñez, Begoña",
                                    "player-b": "Gray IV"}.items()  # fmt: skip
    code, out, err = exported(capsys, "--store", store, "--round", division)
    assert (code, err) == (0, "") and "3 of 3 results of round 3" in out
    assert division.read_bytes() == (GOLDEN / "after.t").read_bytes()
    # Once more changes nothing.
    stamp = division.stat().st_mtime_ns
    assert exported(capsys, "--store", store, "--round", division)[0] == 0
    assert division.stat().st_mtime_ns == stamp


def test_crlf_a_mark_and_latin_1_stay(tmp_path, store):
    text = (GOLDEN / "before.t").read_text().replace("Śliwa, Żaneta", "Sliwa")
    after = (GOLDEN / "after.t").read_text().replace("Śliwa, Żaneta", "Sliwa")
    for codec, mark in (("latin-1", ""), ("utf-8", "\ufeff")):
        data, wanted = ((mark + one.replace("\n", "\r\n")).encode(codec) for one in (text, after))
        path = tmp_path / "b.t"
        path.write_bytes(data)
        found = Division(str(path))
        assert enter_results(found, Store(store), Plan()).told == []
        assert found.data() == wanted


@pytest.mark.parametrize(
    ("tail", "after"),
    [("", "{}; p12 {}"), ("; class # A", "{}; class # A; p12 {}"),
     ("; board 1", "{}; board 1; p12 {}"), ("; p12 00", "{}; p12 {}"),
     ("; board 1;", "{}; board 1; p12 {};"), (" ; board 1 ; ", "{} ; board 1 ; p12 {}; "),
     ("; p12;", "{}; p12 {};")],
)  # fmt: skip
def test_who_began_is_added_and_not_a_byte_is_taken_away(tmp_path, tail, after):
    path = tmp_path / "a.t"
    path.write_text(f"Ana 1500 2;{tail}\nEva 1400 1;{tail}\n")
    store = Store(None)
    seat(store, "1", "1", scores=(401, 377), opener="B")
    enter_results(found := Division(str(path)), store, Plan())
    ana, eva = after.format(401, 2), after.format(377, 1)
    assert found.data().decode() == f"Ana 1500 2; {ana}\nEva 1400 1; {eva}\n"


def test_a_table_without_a_result_is_told_and_left_out(division, tmp_path, capsys):
    path = tmp_path / "hall.sqlite"
    store = Store(path)
    seat(store, "2", "3", scores=(420, 371))
    seat(store, "1", "3", signed=False)
    store.close()
    code, out, err = exported(capsys, "--store", path, "--round", division, "-o", tmp_path / "o.t")
    assert code == 1 and "1 of 3 results" in out
    assert [line.removeprefix("corrido: ") for line in err.splitlines()] == [
        "table 1, Núñez, Begoña - Gray IV: open: over",
        "table 3, Chew, John - O'Neil, Pat: never heard",
    ]  # fmt: skip
    assert division.read_bytes() == (GOLDEN / "before.t").read_bytes()
    written = Division(str(tmp_path / "o.t"))
    assert [len(player.scores) for player in written.players] == [3, 2, 2, 3, 2, 2, 2]


@pytest.mark.parametrize(
    ("game", "why"),
    [({}, "signed without final scores"),
     ({"forfeit": "AB"}, "both lost by forfeit: enter it by hand"),
     ({"scores": (400, 300), "opener": "B"}, "Ruiz 2nd, Ana should have begun"),
     ({"scores": (400, 300), "player_a": "Leo", "player_b": "Pau"}, "the device says Leo - Pau")],
)  # fmt: skip
def test_a_doubtful_game_is_no_result(division, game, why):
    store = Store(None)
    seat(store, "2", "3", **game)
    entered = enter_results(found := Division(str(division)), store, Plan())
    assert entered.results == 0 and why in entered.told[1]
    assert found.data() == division.read_bytes()


def test_a_result_that_is_there_already_is_never_replaced(division, store):
    data = division.read_bytes().replace(b"412 388;", b"412 388 400;")
    division.write_bytes(data)
    entered = enter_results(found := Division(str(division)), Store(store), Plan())
    assert entered.results == 2 and len(entered.told) == 1
    assert "Ruiz 2nd, Ana has 400 there already, and 410 by the clock" in entered.told[0]
    assert len(found.players[3].scores) == 2, "the opponent's line too"


def test_devices_that_were_told_no_round(division):
    """The game of a table belongs to the round in which it has no other; that is kept."""
    store = Store(None)
    for table in "123":
        seat(store, table, scores=(400, 300))
    assert enter_results(found := Division(f"{division}"), store, Plan()).results == 3
    seat(store, "2", device="t2-spare", scores=(1, 2))
    again = enter_results(Division(f"{division}"), store, Plan())
    assert again.results == 3 and again.told == []
    # A closing code without a round is of the game's round, not of the next.
    code = parse(
        "Corrido, table 2\ngame 1 fise-corrido\nA 400-0=400 0:50\nB 300-0=300 0:10\nlog 9"
    )
    assert code is not None and store.take_receipt(code)
    assert enter_results(Division(f"{division}"), store, Plan()).told == []
    # The next round is paired: only the spare device's game is not of the third.
    data = found.data().replace(b" 4;", b" 4 4;").replace(b" 1;  380", b" 1 1;  380")
    division.write_bytes(data)
    following = Division(f"{division}")
    assert following.round == 4 and not following.has_boards
    assert enter_results(following, store, plan := Plan()).told[0].endswith("never heard")
    rounds = [(line.round, line.table) for line in desk(store, plan, None) if line.row]
    assert rounds == [("", "2"), ("3", "1"), ("3", "2"), ("3", "3")]


def test_whom_only_the_pairings_name_gets_his_own_result(division):
    """Persons, not seats: they changed sides on a clock that knows no names."""
    code = "Corrido, table 2, round 3\ngame 1 fise-corrido%s\nA 400-0=400 0:50\nB 300-0=300 0:10"
    for mark, (first, second) in (("", (400, 300)), (" SWAPPED", (300, 400))):
        store, found, plan = Store(None), Division(str(division)), Plan()
        receipt = parse(code % mark + "\nlog 9")
        assert receipt is not None and store.take_receipt(receipt)
        assert enter_results(found, store, plan).results == 1
        seated = plan.of("2") or found.add_to(Plan()).of("2")
        scores = {one.name: one.scores[-1] for one in found.players if len(one.scores) > 2}
        assert (scores[seated["player-a"]], scores[seated["player-b"]]) == (first, second)


def test_what_is_not_one_game_of_one_table_is_told(division):
    store = Store(None)
    seat(store, "2", scores=(400, 300))
    seat(store, "2", device="t2-spare", scores=(1, 2))
    seat(store, "12", "3", scores=(400, 300))
    told = enter_results(Division(f"{division}"), store, Plan()).told
    assert told[-1] == f"table 12, round 3, game 1: signed, but {division} has no such table"
    assert "its games 1 of t2, 1 of t2-spare may all be of this round: enter the right" in told[1]


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "not paired"), ("Ana 1500 2\n", "opponent 2"), ("Ana;\n", "line 1: not `NAME"),
     ("Ana 1 2;\nEva 1 1 1;\n", "line 2: opponent 1 of round 2"), ("Ana 1;\n", "not paired"),
     ("Ana 1 2;\nEva 1 1; x\n", "line 2"), ("Ana 1 2; 99999999999999999999\nEva 1 1;\n", "line")],
)  # fmt: skip
def test_a_file_that_is_no_division_is_one_line(tmp_path, capsys, text, why):
    path = tmp_path / "x.t"
    path.write_text(text)
    Store(tmp_path / "s").close()
    code, _, err = exported(capsys, "--store", tmp_path / "s", "--round", path)
    assert code == 2 and why in err and err.count("\n") == 1
    with pytest.raises(UserError):
        Division("a.csv")


def test_the_csv_has_what_the_directors_file_has(division, store, capsys):
    words = ("--store", store, "--round", division, "--format", "csv")
    code, out, _ = exported(capsys, *words)
    columns = ("player-a", "A.result", "player-b", "B.result", "opener")
    rows = [tuple(row[name] for name in columns) for row in csv.DictReader(io.StringIO(out))]
    assert code == 0 and rows == [
        ("Gray IV", "0", "Begoña Núñez", "50", "A"),
        ("Ruiz 2nd, Ana", "410", "Śliwa, Żaneta", "371", "A"),
        ("Chew, John", "333", "O'Neil, Pat", "441", "B"),
    ]


@pytest.mark.parametrize("golden", ["after.TOU", "after.trf"])
def test_what_other_programs_read(division, store, capsys, golden):
    words = ("--store", store, "--round", division, "--format", golden[-3:].lower())
    code, out, err = exported(capsys, *words, "--title", "Open de Vic", "--date", "2026-11-24")
    assert (code, err) == (1, "corrido: Leal, Rut: no score of round 3\n")
    assert out.encode() == (GOLDEN / golden).read_bytes()


def test_an_open_hall_puts_each_result_into_the_file(division, tmp_path, capsys):
    """Its broker does not answer: only the store counts. Then the director pairs round 4."""
    path = tmp_path / "hall.sqlite"
    plan = Division(str(division)).add_to(Plan())
    follower = Follower(None, [str(division)])
    board = Board(path, plan, Address("127.0.0.1", free_port()), follower)

    async def until(holds):
        while not holds():
            await asyncio.sleep(0.1)

    async def play():
        hall = asyncio.create_task(board.run(0))
        store = Store(path)
        seat(store, "2", "3", scores=(420, 371))
        await until(lambda: b"388 420;" in division.read_bytes())
        data = division.read_bytes()
        division.write_bytes(data.replace(b" 4;", b" 4 4;").replace(b" 1;  380", b" 1 1;  380"))
        await until(lambda: plan.of("1")["round"] == "4")
        store.close()
        hall.cancel()
        await asyncio.gather(hall, return_exceptions=True)

    asyncio.run(asyncio.wait_for(play(), 120))
    zaneta = Division(str(division)).players[3]
    assert [zaneta.of(one, 3) for one in (zaneta.opponents, zaneta.scores)] == [1, 371]
    assert f"1 of 3 results of round 3: {division}" in capsys.readouterr().err
