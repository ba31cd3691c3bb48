"""Clocks on air: late by the delay, right to the millisecond, and in files that are safe."""

import asyncio
import json

import pytest
from aiohttp import ClientSession

from host_tools.hall import air, page
from host_tools.hall.air import Air
from host_tools.hall.steady import steady_s
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan, view
from host_tools.loopback import LOOPBACK, listen
from tests.hall.played import status

BEGAN_S = 1_000_000.0


def say(store, now_s, device="t1", **change):
    whole = {"clock.A": "20:00.000", "clock.B": "25:00.000", "player-a": "Ana",
             "player-b": "Luis", **change}  # fmt: skip
    status(device, now_s, store, **whole)


def shown(on_air, now_s, table="1"):
    line = on_air.line(table, now_s)
    return line and (line["clock_a_ms"], line["clock_b_ms"], line["running"])


@pytest.mark.parametrize("delay_s", [0, 1, 30, 120])
def test_what_is_on_air_is_what_was_before_the_delay(delay_s):
    store, on_air = Store(None), Air(delay_s)
    turns = {0: ("A", "20:00.000", "25:00.000"), 10: ("B", "19:50.000", "25:00.000"),
             20: ("none", "19:50.000", "24:50.000")}  # fmt: skip
    for quarter in range(0, 200 * 4):
        second = quarter / 4
        if second in turns:
            turn, a, b = turns[second]
            change = {"phase": "stopped", "reason": "score"} if turn == "none" else {}
            say(store, BEGAN_S + second,
                **{"running": turn, "clock.A": a, "clock.B": b, **change})  # fmt: skip
        elif second > 20 and second % 10 == 0:
            say(store, BEGAN_S + second, running="none", phase="stopped", reason="score",
                **{"clock.A": "19:50.000", "clock.B": "24:50.000"})  # fmt: skip
        on_air.note(view(store, Plan(), BEGAN_S + second), BEGAN_S + second)
        then = second - delay_s
        a_ms = 1_200_000 - round(1000 * min(10, max(0, then)))
        b_ms = 1_500_000 - round(1000 * min(10, max(0, then - 10)))
        running = "A" if then < 10 else "B" if then < 20 else "none"
        expected = None if then < 0 else (a_ms, b_ms, running)
        assert shown(on_air, BEGAN_S + second) == expected, second


def test_the_texts_are_those_that_streams_show():
    store, on_air = Store(None), Air()
    say(store, BEGAN_S, running="none", phase="stopped", reason="arbiter", turn="B",
        **{"clock.A": "-1:05.000"})  # fmt: skip
    on_air.note(view(store, Plan(), BEGAN_S), BEGAN_S)
    line = on_air.line("1", BEGAN_S)
    assert line and air.texts(line) == {
        "p1_name": "Ana", "p2_name": "Luis", "p1_clock": "-1:05",
        "p2_clock": "25:00", "on_turn": "Luis", "stopped": "stopped: arbiter",
    }  # fmt: skip


def test_a_silent_table_shows_no_clock_on_air():
    """Its clock would be that of the last message, and look like the present one."""
    store, on_air = Store(None), Air()
    say(store, BEGAN_S)
    on_air.note(view(store, Plan(), BEGAN_S + 40), BEGAN_S + 40)
    line = on_air.line("1", BEGAN_S + 40)
    assert line and air.texts(line)["p1_clock"] == air.texts(line)["p2_clock"] == "--:--"
    assert air.texts(line)["stopped"] == "silent"


def test_files_are_written_and_no_table_s_name_leaves_the_folder(tmp_path, monkeypatch):
    store, on_air, folder, rounds = Store(None), Air(), tmp_path / "air", [None] * 9
    for device, table in (("t1", "1"), ("t2", "../out"), ("t3", ".."), ("t4", "a/b")):
        say(store, steady_s(), device, table=table)
    on_air.note(view(store, Plan(), steady_s()), steady_s())

    async def sleep(_seconds):
        rounds.pop()

    monkeypatch.setattr(air.asyncio, "sleep", sleep)
    with pytest.raises(IndexError):  # after nine rounds
        asyncio.run(air.write_files(on_air, folder))
    assert [path.name for path in tmp_path.iterdir()] == ["air"]
    assert [path.name for path in folder.iterdir()] == ["1"]
    assert (folder / "1" / "on_turn.txt").read_text() == "Ana"
    assert len(list((folder / "1").iterdir())) == 6


def test_a_file_that_is_held_stops_no_other(tmp_path, monkeypatch, capsys):
    store, on_air, rounds = Store(None), Air(), [None] * 3
    say(store, steady_s(), "t1", table="1")
    on_air.note(view(store, Plan(), steady_s()), steady_s())
    (tmp_path / "1" / "p1_name.txt").mkdir(parents=True)  # as good as held: it cannot be replaced

    async def sleep(_seconds):
        rounds.pop()

    monkeypatch.setattr(air.asyncio, "sleep", sleep)
    with pytest.raises(IndexError):
        asyncio.run(air.write_files(on_air, tmp_path))
    assert (tmp_path / "1" / "on_turn.txt").read_text() == "Ana"
    assert capsys.readouterr().err.count("p1_name.txt: ") == 1


def test_the_feed_says_what_changed_in_json_lines(capfd, caplog, monkeypatch):
    monkeypatch.setattr(air, "ALIVE_S", 0.5)
    lines = []

    async def follow():
        store, on_air = Store(None), Air()

        def note(**change):
            say(store, steady_s(), **change)
            on_air.note(view(store, Plan(), steady_s()), steady_s())

        note()
        app = page.director_app(dict, dict, None)
        air.add_pages(app, on_air)
        runner, port = await listen(app, LOOPBACK, 0)
        base = f"http://127.0.0.1:{port}"
        async with ClientSession() as session, session.get(f"{base}/feed?table=1") as answer:
            lines.append(json.loads(await answer.content.readline()))
            note(running="none", phase="stopped", reason="score")
            while not lines[-1]["stopped"]:
                lines.append(json.loads(await answer.content.readline()))
        async with ClientSession() as session, session.get(f"{base}/overlay?table=1") as answer:
            assert b"overlay.js" in await answer.read()
        await asyncio.sleep(1.5)  # a line for somebody who has gone
        assert not caplog.records
        await runner.cleanup()

    asyncio.run(asyncio.wait_for(follow(), 120))
    assert capfd.readouterr().err == ""
    assert [lines[at]["stopped"] for at in (0, -1)] == ["", "stopped: score"]
    assert lines[0]["p1_name"] == "Ana" and lines[0]["on_turn"] == "Ana"
