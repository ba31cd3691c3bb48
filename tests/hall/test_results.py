"""Rounds from the store: what is signed, and what every other table lacks."""

import csv
import io
import json
import random
import time

import pytest
from corrido.core import events

from host_tools.hall.conduct import conduct
from host_tools.hall.formats import columns
from host_tools.hall.messages import parse
from host_tools.hall.results import desk
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan, lists
from host_tools.log.export import as_csv
from host_tools.log.receipts import parse as parse_code
from tests.hall.played import course_of, exported, rows, seat, status, tell, told_of
from tests.hall.played import messages as played

GAME = """device preset=fise-corrido budget=60 round=3 table=7 player-a==HYPERLINK(1) player-b=Eva
at 0 power on
at 1 press B
at 11 press A
at 40 press B
at 50 stop score
at 55 finish
at 60 close
"""
MOST_S = 2.0  # of the processor, for both games of a store
CLOSED = {"phase": "closed", "running": "none", "turn": "none", "game": 1, "round": "3"}


@pytest.fixture(scope="module")
def messages():
    """Return the messages that a radio would have sent of a game signed by both players."""
    return told_of(course_of(GAME).records)


def filled(messages, device="t7", store=None):
    store = store or Store(None)
    tell(store, device, messages)
    return store


def states(store, plan=None, round_name=None):
    return [(line.table, line.said) for line in desk(store, plan or Plan(), round_name)]


def test_a_signed_game_is_a_line(messages):
    complaints = []
    (row,) = rows(filled(messages), Plan(), "3", complaints.append)
    assert (row["signed"], row["table"], row["player-b"]) == ("yes", "7", "Eva")
    assert (row["A.used_ms"], row["B.used_ms"], row["opener"]) == (20_000, 29_000, "A")
    assert "'=HYPERLINK(1)" in as_csv([row], columns(None)) and complaints == []
    assert rows(filled(messages), Plan(), "4", complaints.append) == []


def test_one_state_of_the_store_is_read_while_another_thread_fills_it(tmp_path, messages):
    """A device that comes in between would have a game and no row."""

    class Filled(Store):
        def numbers(self):
            filled(messages, "t8", other)
            return super().numbers()

    path = tmp_path / "hall.sqlite"
    other = Store(path)
    filled(messages, "t7", other)
    store = Filled(path)
    assert [line.device for line in desk(store, Plan(), None)] == ["t7"]
    assert [line.device for line in desk(other, Plan(), None)] == ["t7", "t8"]
    for one in (store, other):
        one.close()


def test_each_entry_that_is_missing_is_told_and_no_figure_comes_of_it(messages):
    """The device's own status says at the end that the game was closed."""
    for lost in range(len(messages)):
        store = filled(messages[:lost] + messages[lost + 1 :])
        status("t7", 0.0, store, **CLOSED)
        (line,) = desk(store, Plan(), "3")
        last = lost == len(messages) - 1
        gap = f"gap from {lost + 1} on" if last else f"gap {lost + 1} to {lost + 1}"
        assert (line.said, line.row, line.table) == (gap, None, "7")
    store = filled(messages)
    status("t7", 0.0, store, **CLOSED)
    assert states(store) == [("7", "signed")]
    assert states(filled(messages[:2] + messages[5:])) == [("7", "gap 3 to 5")]


def test_a_void_game_leaves_nothing_open(tmp_path, capsys):
    path = tmp_path / "hall.sqlite"
    store = Store(path)
    game = GAME.replace("budget=60", "budget=60 pin=4711").partition("at 55")[0]
    tell(store, "t7", told_of(course_of(f"{game}at 55 arbiter 4711 void\n").records))
    assert states(store) == [("7", "void")]
    store.close()
    code, out, err = exported(capsys, "--store", path)
    assert (code, err) == (0, "") and ",void," in out


def test_a_game_that_another_followed_was_closed(messages):
    store = filled(messages[:-1])
    assert states(store) == [("7", "open: over")]
    later = [json.dumps({**json.loads(one), "game": 2}).encode() for one in messages]
    assert states(filled(later, "t7", store)) == [
        ("7", f"gap from {len(messages)} on"), ("7", "signed"),
    ]  # fmt: skip
    without_table, told = Store(None), played({}, (400, 380))
    for game in (1, 2):
        again = [json.dumps({**json.loads(one), "game": game}).encode() for one in told]
        tell(without_table, "t7", again)
    assert [row["game"] for row in rows(without_table, Plan(), None, pytest.fail)] == [1, 2]


def test_a_status_with_other_figures_is_told(messages):
    store = filled(messages)
    status("t7", 0.0, store, **CLOSED, **{"points.A": 20})
    assert states(store) == [("7", "log and status differ: overtime points of A: 0 and 20")]


def test_a_table_of_the_plan_is_never_left_out_in_silence(messages, tmp_path):
    plan = Plan()
    for table in ("7", "8", "9", "10"):
        plan.add({"table": table, "round": "3", "player-a": "", "player-b": ""})
    store = filled(messages)
    for table, phase in (("8", "running"), ("10", "setup")):
        status(f"t{table}", 0.0, store, phase=phase, game=4)
    assert states(store, plan, "3") == [
        ("7", "signed"), ("8", "open: running"), ("9", "never heard"), ("10", "open: setup"),
    ]  # fmt: skip


STRANGE = (
    -(2**53), -(10**30), -60_001, -1, 0, 1, 999, 1000, 60_001, 6 * 10**6, 2**31, 2**53, 10**30,
    0.5, 1e308, True, None, "", "x", "\0", "Ñ" * 40, [], [1], [30_000, 5_000], [[[]]], {},
)  # fmt: skip


def crafted(first, seed):
    """A game's first entry with one to three of its rules and labels replaced."""
    rng, (values, labels) = random.Random(seed), json.loads(first["text"])
    for _ in range(rng.choice((1, 1, 2, 3))):
        part = rng.choice((values, values, values, labels))
        part[rng.choice([*part])] = rng.choice(STRANGE)
    return {**first, "text": json.dumps([values, labels])}


@pytest.mark.parametrize(
    "begins", [0, *(pytest.param(at, marks=pytest.mark.long) for at in range(200, 10_000, 200))]
)
def test_a_crafted_first_entry_costs_no_other_table_its_line(messages, begins):
    first = json.loads(messages[0])
    assert first["kind"] == events.ARM
    for seed in range(begins, begins + 200):
        entry, began_s = json.dumps(crafted(first, seed)).encode(), time.process_time()
        dropped = parse("corrido/club/evil/event", entry) is None
        store = filled([entry, *messages[1:]][dropped:], "evil")
        filled(messages, "t7", store)
        found = [(line.device, line.said) for line in desk(store, Plan(), None)]
        assert ("t7", "signed") in found, (seed, found)
        assert time.process_time() - began_s < MOST_S, (seed, found)


def test_a_record_that_takes_too_long_costs_no_other_table_its_line(messages):
    """Each of its values is one that a device can have; a week in overtime would be."""
    first, *others = (json.loads(one) for one in messages)
    values, labels = json.loads(first["text"])
    first["text"] = json.dumps([{**values, "overtime_unit_ms": 1000}, labels])
    late = [one | {"t_ms": 604_800_000} if one["seq"] > 2 else one for one in others]
    store = filled([json.dumps(one).encode() for one in (first, *late)], "evil")
    filled(messages, "t7", store)
    assert states(store) == [("7", "its record takes too long"), ("7", "signed")]
    assert conduct(store, Plan())[1] == ["evil: game 1: its record takes too long"]


CODE = "Corrido, table 7, round 3\ngame 1 fise-corrido\nA -0 0:20\nB -%d 0:29\nlog %d aa"


@pytest.mark.parametrize("points, last, state", [
    (0, 0, "signed"), (10, 0, "log and closing code differ: points off of B: 0 and 10"),
    (10, -1, "signed"), (0, 1, "log ends at event {0}, closing code at {1}"),
])  # fmt: skip
def test_log_and_code_of_one_game_are_one_line(messages, points, last, state):
    """Where they differ neither counts; a code of before a reopening differs from no later log."""
    store, end = filled(messages), max(json.loads(one)["seq"] for one in messages)
    receipt = parse_code(CODE % (points, end + last))
    assert receipt is not None and store.take_receipt(receipt)
    (line,) = desk(store, Plan(), "3")
    assert line.said == state.format(end, end + last)
    if state == "signed":
        assert line.row and line.row["source"] == "log" and line.row["B.off"] == 0
    else:
        assert line.row is None and [row["B.off"] for row in line.told] == [0, points]


def test_the_status_says_how_many_entries_are_missing(messages):
    for held, state in ((0, "gap 1 to {}"), (3, "gap 4 to {}"), (None, "signed")):
        store = filled(messages[:held])
        status("t7", 0.0, store, **CLOSED, entries=len(messages))
        (line,) = desk(store, Plan(), "3")
        assert line.said == state.format(len(messages))
        assert line.gap == (None if held is None else (held + 1, len(messages)))


def test_codes_stand_for_a_log_with_a_gap_unless_they_differ(messages):
    store = filled(messages[:3] + messages[4:])
    first, second = (parse_code(CODE % (points, last)) for points, last in ((0, 9), (10, 11)))
    assert first and second and store.take_receipt(first)
    (row,) = rows(store, Plan(), "3", pytest.fail)
    assert (row["source"], row["A.off"], row["B.off"]) == ("code", 0, 0)
    store.take_receipt(second)
    (line,) = desk(store, Plan(), "3")
    assert line.said == "two closing codes differ: points off of B: 0 and 10" and line.row is None


@pytest.fixture
def club(tmp_path):
    """A store's file with a round of three tables: one played, one forfeit, one unfinished."""
    path = tmp_path / "hall.sqlite"
    store = Store(path)
    names = {"1": ("Ana", "Luis"), "2": ("Eva", "Rut"), "3": ("Leo", "Pau")}
    games = {"1": {"scores": (412, 398), "late_ms": 30_000}, "2": {"forfeit": "A"},
             "3": {"signed": False}}  # fmt: skip
    for table, (a, b) in names.items():
        seat(store, table, "1", player_a=a, player_b=b, **games[table])
    store.close()
    return path


def test_a_forfeit_and_an_unfinished_table_cost_no_other_its_line(club, capsys):
    """In a federation's own headings."""
    wanted = "Mesa=table,Jugador=player-a,Puntos=A.result,Rival=player-b,Contra=B.result"
    code, out, err = exported(capsys, "--store", club, "--round", "1", "--columns", wanted)
    assert err == "corrido: table 3, round 1, game 1: open: over\n"
    found = list(csv.DictReader(io.StringIO(out)))
    assert code == 1 and list(found[0]) == ["Mesa", "Jugador", "Puntos", "Rival", "Contra"]
    assert [(row["Mesa"], row["Puntos"], row["Contra"]) for row in found] == [
        ("1", "402", "398"), ("2", "0", "50"),
    ]  # fmt: skip
    store = Store(club)
    tell(store, "t3", played({"table": "3", "round": "1", "player-a": "Leo", "player-b": "Pau"}))
    store.close()
    code, out, err = exported(capsys, "--store", club, "--round", "1")
    assert (code, err) == (0, "") and len(out.splitlines()) == 4


def test_a_round_whose_devices_hold_different_lists_is_refused(club, capsys):
    store = Store(club)
    for table, held in (("1", "0badc0de"), ("2", "0badc0de"), ("3", "00c0ffee")):
        status(f"t{table}", 0.0, store, phase="closed", game=1, list=held)
    store.close()
    code, out, err = exported(capsys, "--store", club, "--round", "1")
    assert (code, out) == (1, "") and err.count("\n") == 1
    assert "round refused" in err and "2 × 0badc0de, 3: 00c0ffee" in err
    assert exported(capsys, "--store", club, "--round", "1", "--any-list")[1].count("\n") == 3
    store = Store(club)
    assert lists(store, plan := Plan(), "1") != "" and lists(store, plan, "2") != ""
    plan.add({"table": "1", "round": "1"})
    plan.add({"table": "2", "round": "1"})
    assert lists(store, plan, "1") == ""
    status("x", 0.0, store, phase="closed", game=1, table="2", list="00c0ffee")
    assert lists(store, plan, "1") == "", "who claims a table later refuses no round"
    store.close()
