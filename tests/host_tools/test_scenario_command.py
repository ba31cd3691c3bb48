"""`corrido scenario` as a user runs it: lines, JSON, exit codes."""

import base64
import json
import os
import zlib

import pytest

from host_tools.cli import main
from tests.conftest import type_in

GOOD = "device preset=fise-corrido\nat 0 power on\nat 1 press B\nexpect running A\n"
FAILING = GOOD + "at 2 expect running B\n"


@pytest.fixture
def files(tmp_path):
    texts = {"good": GOOD, "failing": FAILING, "typo": GOOD + "at 2 expct running B\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.scn").write_text(text)
    return {name: str(tmp_path / f"{name}.scn") for name in texts}


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_line_a_file(corrido, files, runtime):
    result = corrido("scenario", "--runtime", runtime, files["good"], files["failing"])
    assert result.returncode == 1, result.stderr
    assert result.stdout.splitlines() == [
        "PASS good",
        "FAIL failing: line 5: expected running B, seen A",
    ]


def test_a_shot_is_compared_where_a_table_is_named(capsys, tmp_path, monkeypatch):
    """The picture is the one that `corrido screens` draws of the same instant."""
    file, table = tmp_path / "a.scn", tmp_path / "hashes.txt"
    file.write_text(GOOD + "+2 shot clock\n+0.5 shot clock\n+2 shot clock\n")
    assert main(["scenario", str(file)]) == 0
    table.write_text("clock 0 picture\n")
    assert main(["scenario", str(file), "--shots", str(table)]) == 1
    *_, seen = capsys.readouterr().out.split()
    dark = base64.b64encode(zlib.compress(bytes(1024))).decode()
    table.write_text(f"clock {seen} {dark}\n")
    monkeypatch.chdir(tmp_path)
    assert main(["scenario", str(file), "--shots", str(table)]) == 1
    out = capsys.readouterr().out
    assert f"line 7: expected picture {seen} (left in build/shots/clock.png)" in out
    assert (tmp_path / "build" / "shots" / "clock.png").read_bytes().startswith(b"\x89PNG")
    file.write_text(GOOD + "+2 shot ready\n")
    assert main(["scenario", str(file), "--shots", str(table)]) == 1
    assert "expected picture in the table" in capsys.readouterr().out
    table.write_text("")
    assert main(["scenario", str(file), "--shots", str(table)]) == 2


def test_json(files, capsys):
    assert main(["scenario", "--json", files["good"], files["failing"]]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["passed"], document["failed"]) == (1, 1)
    failing = document["scenarios"][1]
    assert failing["name"] == "failing" and failing["line"] == 5
    assert (failing["expected"], failing["seen"]) == ("running B", "A")


def test_a_typo_is_exit_2_and_no_step_of_that_file_runs(files, capsys):
    code, out, err = type_in(capsys, "scenario", files["typo"], files["good"])
    assert (code, out, err.count("\n")) == (2, "PASS good\n", 1)
    assert "typo.scn: line 5: unknown step 'expct'" in err


def test_json_is_text_also_where_a_file_name_is_not(tmp_path, capsys):
    path = tmp_path / os.fsdecode(b"caf\xe9.scn")
    path.write_text(GOOD)
    assert main(["scenario", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["scenarios"][0]["path"] == str(path)


def test_a_trace_tells_each_step_and_what_it_caused(files, capsys):
    assert main(["scenario", "--trace", files["failing"]]) == 1
    power, press, seen, wrong, outcome = capsys.readouterr().out.splitlines()
    assert power.split()[:3] == ["2", "0.000", "ready"]
    assert press.endswith("[clock:running]  press B  | PRESS B -> press start")
    assert "A 30:00.000 B 30:00.000 runs A" in seen and "expect running A" in seen
    assert wrong.split()[:2] == ["5", "2.000"] and outcome.startswith("FAIL")
    assert main(["scenario", "--trace", "--runtime", "micropython", files["good"]]) == 2


def test_until_stops_behind_a_line_and_opens_there(files, capsys):
    assert main(["scenario", "--until", "4", files["failing"]]) == 0
    out = capsys.readouterr().out
    assert f"`corrido sim --scenario {files['failing']} --until 4` opens it in the page" in out
    assert main(["sim", "--scenario", files["failing"], "--until", "4", "--headless"]) == 0
    out = capsys.readouterr().out
    assert json.loads(out.partition("\n")[2])["running"] == "A"
    assert main(["scenario", "--until", "9", files["failing"]]) == 2
    assert "lines 2 to 5 would be right" in capsys.readouterr().err
    assert main(["sim", "--until", "4", "--headless"]) == 2
