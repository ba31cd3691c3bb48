"""Plans, settings, reports and faults, as far as they need no board."""

import csv
import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from host_tools.build import mpy
from host_tools.cli import main
from host_tools.device import (
    config,
    doctor,
    faults,
    kinds,
    payload,
    plan,
    ports,
    progress,
    provision,
    report,
)
from host_tools.errors import UserError
from host_tools.paths import lexicon_path
from tests.conftest import holding

ENTRIES = [
    {"ok": True, "port": "p1", "error": "", "id": "0a", "name": "Mesa <1>", "seconds": 1.0,
     "firmware_sha256": "ab" * 32, "lexicon": "es 1 0123", "board": "pico", "micropython": "1.28"},
    {"ok": False, "port": "p2", "error": "busy", "seconds": 0.1},
]  # fmt: skip


def test_a_plan_in_csv_finds_boards_by_id_by_port_and_in_order(tmp_path):
    path = tmp_path / "hall.csv"
    path.write_text("\ufeffid;port;table;preset;pin\n0A;;1;fise-corrido;4711\n;COM3;2;;\n;;3;;\n")
    lines = plan.load(path)
    assert lines.take("COM9", "0a", 5).settings == {
        "table": "1", "preset": "fise-corrido", "pin": "4711",
    }  # fmt: skip
    assert [row.where[-6:] for row in lines.unmet()] == ["line 3", "line 4"]
    assert lines.take("COM3", "ff", 5).settings == {"table": "2"}
    assert lines.take("COM4", "ff", 0).settings == {"table": "3"}
    assert lines.unmet() == []
    with pytest.raises(UserError, match="no line of the plan is for board fe"):
        lines.take("COM5", "fe", 1)
    with pytest.raises(UserError, match="line 2 is for another board too"):
        lines.take("COM5", "0a", 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id,preset\n0a,No Such\n", "line 2: preset 'No Such': one of"),
        ("id,colour\n0a,red\n", "line 2: no setting 'colour'"),
        ("0a,mesa 1,4711\n0b,mesa 2,4712\n", "line 2: no setting '0a': one of .{,400}\\.\\.\\.$"),
        ("id,table\n0a,1\n0A,2\n", "line 3: id 0a is also in .*line 2"),
        ("id,table,table\n0a,1,2\n", "h.csv: two columns table"),
        ("port,table\nCOM3,1\nCOM3,2\n", "line 3: port COM3 is also in"),
        ("id,lexicon\n0a,\u202e\n", "characters that no screen shows"),
    ],
)
def test_a_bad_plan_says_where(tmp_path, text, says):
    path = tmp_path / "h.csv"
    path.write_text(text)
    with pytest.raises(UserError, match=says):
        plan.load(path)


def test_values_are_those_of_the_devices_own_table():
    assert config.parse("budget=1500") == ("budget", 1500)
    assert config.parse("limit=none") == ("limit", -1)
    assert config.parse("budget=") == ("budget", None)
    assert config.parse("table=") == ("table", "")
    assert config.parse("log-key=" + "AB" * 32) == ("log-key", "ab" * 32)
    assert config.parse("log-key=") == ("log-key", "")
    with pytest.raises(UserError, match="challenges need a list"):
        config.parse("lexicon=")


def test_the_report_in_its_two_forms(tmp_path):
    entries = [{**ENTRIES[0], "settings": {"budget": 1500, "table": "=1"}}, ENTRIES[1]]
    report.write(tmp_path / "evening" / "r", entries)
    assert json.loads((tmp_path / "evening" / "r.json").read_text(encoding="utf-8")) == entries
    with (tmp_path / "evening" / "r.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["ok"] for row in rows] == ["1", "0"]
    assert [row["budget"] for row in rows] == ["1500", ""] and rows[0]["table"] == "'=1"
    told = report.table(ENTRIES).splitlines()
    assert told[0].startswith("ok      p1  Mesa <1>")
    assert told[1:] == ["FAILED  p2  busy", "1 of 2 devices ready"]


def shown(console, board):
    """Return the lines of progress that stand on the terminal now."""
    lines = console.render_lines(board._progress.get_renderable())
    return ["".join(segment.text for segment in line).rstrip() for line in lines]


def test_a_hall_of_forty_fits_a_terminal_and_failures_stay_on_it():
    terminal = io.StringIO()
    console = Console(file=terminal, force_terminal=True, width=80, height=24)
    names = [f"/dev/ttyACM{n}" for n in range(40)]
    with progress.many_boards(names, False, console) as boards:
        assert boards
        for name in names[:17]:
            boards[name].end(True)
        for name in names[17:20]:
            boards[name].end(False, "[red]unplugged")
        for name in names[20:36]:
            boards[name]("send", 30, 60)
        lines = shown(console, boards[names[0]])
    assert "20/40" in lines[0] and "boards  done" in lines[0]
    assert len(lines) == 17 and max(map(len, lines)) <= 80
    assert all("30/60" in one and one.endswith(f"{name}  send")
               for one, name in zip(lines[1:], names[20:36], strict=True))  # fmt: skip
    said = terminal.getvalue()
    assert all(f"FAILED {name}: [red]unplugged" in said for name in names[17:20])


def test_last_evenings_report_stays_until_there_is_a_new_one(tmp_path, monkeypatch, capsys):
    stem = tmp_path / "evening"
    report.write(stem, ENTRIES)
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    monkeypatch.setattr(ports, "boards", lambda: [])
    words = ["provision", "--report", str(stem)]
    assert main([*words, "--all"]) == 1
    assert "no board found" in capsys.readouterr().err

    def cut(*args, **named):
        raise KeyboardInterrupt

    monkeypatch.setattr(provision, "run", cut)
    assert main([*words, "--port", "p1"]) == 130
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize("held", ["r.json", "r.csv"])
def test_a_report_that_cannot_be_written_hides_no_result(held, tmp_path, monkeypatch, capsys):
    """Nor does a file of it that another program has open cost the other."""
    monkeypatch.setattr(provision, "run", lambda *args, **named: ENTRIES)
    with holding(monkeypatch, held):
        assert main(["provision", "--port", "p1", "--report", str(tmp_path / "r")]) == 2
    said = capsys.readouterr()
    assert "1 of 2 devices ready" in said.out and len(list(tmp_path.iterdir())) == 1
    assert f"{held}: another program has it open" in said.err and said.err.count("\n") == 1
    (tmp_path / held).mkdir()
    assert main(["provision", "--port", "p1", "--report", str(tmp_path / "r")]) == 2
    assert f"{held}: Is a directory" in capsys.readouterr().err


def test_boards_are_known_by_what_micropython_calls_them():
    said = {
        "Raspberry Pi Pico with RP2040": "pico",
        "Raspberry Pi Pico W with RP2040": "pico_w",
        "Raspberry Pi Pico2 with RP2350": "pico2",
        "Raspberry Pi Pico 2 W with RP2350": "pico2_w",
        "Corrido on Raspberry Pi Pico 2 with RP2350": "pico2",
        "Generic ESP32 module with ESP32": "esp32",
        "Generic ESP32S3 module with ESP32S3": "esp32s3",
        "ESP32C3 module with ESP32C3": "esp32c3",
    }
    assert {text: kinds.guessed(text).name for text in said} == said


def test_a_board_with_names_is_found_before_one_for_any_board_of_its_chip(tmp_path, monkeypatch):
    for name, names in (("any", []), ("mini", ["S3 Mini"])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "board.py").touch()
        facts = {"mcu": "ESP32S3", "names": names, "architecture": "xtensawin"}
        (tmp_path / name / "board.json").write_text(json.dumps(facts), "utf-8")
    monkeypatch.setattr(kinds, "boards_dir", lambda: tmp_path)
    said = {"S3 Mini with ESP32S3": "mini", "Another with ESP32S3": "any"}
    assert {text: kinds.guessed(text).name for text in said} == said


@pytest.mark.parametrize(
    "machine",
    [
        "PYBv1.1 with STM32F405RG", "Raspberry Pi Pico2 with RP2350X",
        "ESP32S2 module with ESP32S2", "ESP32C6 module with ESP32C6",
        "Feather RP2040 with RP2040", "Raspberry Pi Pico", "",
        "ESP32", "with RP2040", "Raspberry Pi Pico with RP2040 with ESP32C6",
    ],
)  # fmt: skip
def test_a_board_is_never_taken_for_one_with_a_name_like_it(machine):
    with pytest.raises(UserError, match="which board is"):
        kinds.guessed(machine)


@pytest.mark.parametrize("board", kinds.board_names())
def test_files_go_only_to_the_chip_that_they_are_for(board, tmp_path):
    folder = kinds.named(board)
    mcu = kinds.kind_of(folder).mcu
    platform = "rp2" if mcu.startswith("RP") else "esp32"
    kinds.refuse_other_chip(folder, f"Some name with {mcu}", platform)
    for other in ("RP2040", "RP2350", "ESP32", "ESP32S2", "ESP32C6", "STM32F405RG"):
        if other != mcu:
            with pytest.raises(UserError, match=f"{board} is for {mcu}, but the board is"):
                kinds.refuse_other_chip(folder, f"Some name with {other}", platform)
    own = tmp_path / "own"
    own.mkdir()
    (own / "board.py").write_text((folder / "board.py").read_text(encoding="utf-8"))
    with pytest.raises(UserError, match="its board.py is for"):
        kinds.refuse_other_chip(own, "x with y", "stm32")


ES = lexicon_path("es").read_bytes()
A_BIT_TURNED = ES[:70_000] + bytes([ES[70_000] ^ 4]) + ES[70_001:]


@pytest.mark.parametrize(
    ("data", "before", "says"),
    [(ES[:5], [], "damaged"), (ES[:-1], [], "damaged"), (A_BIT_TURNED, [], "damaged"),
     (ES, ["es"], "another list of that name")],
    ids=["cut", "not whole", "a bit", "twice"],
)  # fmt: skip
def test_a_list_that_is_damaged_or_there_already_is_not_sent(tmp_path, data, before, says):
    (tmp_path / "es.lex").write_bytes(data)
    with pytest.raises(UserError, match=says):
        payload.lexicon_files([*before, str(tmp_path / "es.lex")])


def test_a_board_of_another_mpy_version_is_told_what_to_flash():
    with pytest.raises(UserError, match="loads .mpy version 5"):
        mpy.compile_file(Path("x.py"), "x.py", mpy.Target(5, 0, "armv6m"), b"X = 1\n")
    with pytest.raises(UserError, match="loads no .mpy"):
        mpy.target_of(0, "COM3", "1.9")


@pytest.mark.parametrize("chip", ["ESP32S3", "ESP32C3"])
def test_a_release_whose_bus_knows_no_time_out_is_named(chip):
    machine = f"Generic {chip} module with {chip}"
    (finding,) = doctor.of_release("1.26.1", machine)
    assert finding.level == "warning" and "1.27" in finding.mend
    assert doctor.of_release("1.27.0", machine) == []
    assert doctor.of_release("1.26.1", "Generic ESP32 module with ESP32") == []


def test_a_firmware_that_does_not_fit_is_told_what_to_flash():
    assert doctor.of_start("ImportError: no module named 'x'").mend == "corrido deploy"
    assert "frozen in" in doctor.of_start("MemoryError: memory allocation failed").mend


WINDOWS_BUSY = "could not open port 'COM4': PermissionError(13, 'Access is denied.', None, 5)"
WINDOWS_NONE = "could not open port 'COM9': FileNotFoundError(2, 'cannot find the file', None, 2)"


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError(16, "Resource busy"), "busy"),
        (OSError(11, "Resource temporarily unavailable"), "busy"),
        (OSError("Could not exclusively lock port: [Errno 11] unavailable"), "busy"),
        (OSError(WINDOWS_BUSY), "busy"),
        (OSError(WINDOWS_NONE), "no such port"),
        (OSError(2, "No such file"), "no such port"),
        (OSError(13, "Permission denied"), "no permission to open it: sudo usermod -a -G dialout"),
        (OSError(5, "Input/output error"), "does not open"),
    ],
)
def test_why_a_port_does_not_open(error, says, monkeypatch):
    monkeypatch.setattr(faults.os, "name", "posix")
    line = str(faults.cannot_open("PORT", error))
    assert line.startswith("PORT: ") and says in line and "\n" not in line


@pytest.mark.parametrize(("system", "platform"), [("posix", "darwin"), ("nt", "win32")])
def test_no_other_system_is_told_a_command_of_linux(system, platform, monkeypatch):
    monkeypatch.setattr(faults.os, "name", system)
    monkeypatch.setattr(faults.sys, "platform", platform)
    assert "usermod" not in str(faults.cannot_open("PORT", OSError(13, "Permission denied")))


@pytest.mark.parametrize(
    ("traceback", "kind", "says"),
    [
        ("Traceback:\n  File\nOSError: 28\n", faults.DeviceFault, "is full"),
        ("Traceback:\nOSError: [Errno 28] ENOSPC\n", faults.DeviceFault, "is full"),
        ("Traceback:\nMemoryError: memory allocation failed\n", faults.ExecFault, "MemoryError"),
        ("Traceback:\nKeyboardInterrupt: \n", faults.DeviceFault, "another program"),
        ("", faults.ExecFault, "unknown error"),
    ],
)
def test_a_traceback_of_the_board_is_one_line(traceback, kind, says):
    fault = faults.from_traceback("PORT", traceback)
    assert isinstance(fault, kind)
    assert says in str(fault) and "\n" not in str(fault)
