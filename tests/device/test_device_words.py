"""The commands' texts: examples that can be typed as printed, and one line per mistake."""

import argparse
import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from host_tools import cli
from host_tools.device import client, config, flash, ports
from host_tools.device.image import Image
from host_tools.errors import UserError
from host_tools.log import pull
from host_tools.log.image import LogImage, Region, load
from tests.conftest import type_in

COMMANDS = (
    "flash", "deploy", "provision", "doctor", "status", "config", "config get", "config set",
    "config export", "config import", "preset", "preset add",
    "log", "log pull", "log verify", "log show", "log export",
)  # fmt: skip


def without_pin(port, pin=None):
    """A client that is its own port."""
    return contextlib.nullcontext(port)


def _help(command):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.raises(SystemExit):
        cli.run([*command.split(), "--help"])
    return out.getvalue()


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_are_typed_as_printed(command):
    lines = [line for line in _help(command).splitlines() if line.startswith("  corrido ")]
    assert lines
    for line in lines:
        line = line.replace("DIGITS", "0" * 64)
        words = shlex.split(re.split(r"\s{2,}| > ", line.strip())[0])
        assert words[1] == command.split()[0]
        args = cli.build_parser(words[1]).parse_args(words[1:])
        for text in [word for word in words if re.fullmatch(r"[a-z-]+=\S*", word)]:
            config.parse(text)
        assert callable(args.run)


def _actions(parser):
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from _actions(one)


@pytest.mark.parametrize("group", ["deploy", "log"])
def test_every_option_is_explained(group):
    options = [action for action in _actions(cli.build_parser(group)) if action.option_strings]
    assert [action.option_strings for action in options if not action.help] == []


MISTAKES = [
    (["flash", "no.uf2"], 2, "no.uf2: No such file"),
    (["flash"], 2, "required: IMAGE"),
    (["doctor", "--store"], 2, "--crystal SECONDS"),
    (["doctor", "--port", "/dev/tty-none"], 1, ""),
    (["deploy", "--port", "/dev/tty-none"], 1, "no such port"),
    (["status", "--port", "/dev/tty-none"], 1, "no such port"),
    (["config", "get", "--port", "/dev/tty-none"], 1, "no such port"),
    (["config", "set", "budget=9"], 2, "10 to 5999"),
    (["config", "get", "pin"], 2, "pin: is written, never read"),
    (["config", "get", "log-key"], 2, "log-key: is written, never read"),
    (["config", "get", "nope"], 2, "no setting 'nope': did you mean "),
    (["config", "get", "langauge"], 2, "did you mean language?"),
    (["config", "import", "no.json"], 2, "no.json: No such file"),
    (["provision", "--all", "--plan", "no.csv"], 2, "no.csv: No such file"),
    (["provision", "--all", "--plan", "CSV"], 2, "byte 18 is not UTF-8: save it as CSV UTF-8"),
    (["provision", "--all", "--set", "colour=red"], 2, "no setting 'colour'"),
    (["provision", "--all", "--plan", "WIDE"], 2, "line 3: more columns than the first line has"),
    (["provision", "--all", "--plan", "OPEN"], 2, "after line 1: field larger than field limit"),
    (["provision", "--all", "--plan", "DEEP"], 2, "brackets within brackets"),
    (["config", "import", "DEEP"], 2, "brackets within brackets"),
    (["config", "import", "CSV"], 2, "byte 18 is not UTF-8"),
    (["provision", "--port", "x", "--report", "FILE/sub/r"], 2, "Not a directory"),
    (["provision", "--port", "x", "--report", ""], 2, "give a file name without"),
    # Mistakes that concern any board are reported before a board is looked for.
    (["deploy", "--board", "uno"], 2, "no board 'uno': one of "),
    (["deploy", "--lexicon", "ruso"], 2, "no lexicon 'ruso'"),
    (["deploy", "--lexicon", "FILE"], 2, "name it NAME.lex"),
    (["deploy", "--firmware", "FOLDER"], 2, "no firmware: needs boot.py, main.py and"),
    (["deploy", "--port", "FILE"], 1, "a.corridolog: no serial port of a board"),
    (["deploy", "--port", "FOLDER"], 1, "no such port"),
    (["provision", "--all", "--board", "uno"], 2, "no board 'uno': one of "),
    (["provision", "--all", "--lexicon", "ruso"], 2, "no lexicon 'ruso'"),
    (["provision", "--all", "--report", "FILE/sub/r"], 2, "Not a directory"),
    (["provision", "--all", "--jobs", "0"], 2, "'0' is not a whole number from 1 to 999"),
    (["provision", "--all", "--plan", "HEAD"], 2, "no line for a board: the first line names"),
    (["provision", "--all", "--plan", "NONE"], 2, "no line for a board: the first line names"),
    (["provision", "--all", "--plan", "FREE"], 2, "no line for a board: the first line names"),
    (["doctor", "--crystal", "4"], 2, "'4' is not a whole number from 5 to 400"),
    (["doctor", "--crystal", "-1"], 2, "'-1' is not a whole number from 5 to 400"),
    (["log", "show", "LOGS"], 2, "2 logs: name one of them, as "),
    (["log", "show", "FILE", "--game", "one"], 2, "'one' is not a whole number from 0 to"),
    (["log", "show", "FILE", "--last", "1"], 2, "arguments: --last 1 (`corrido log show --help`"),
    (["log", "verify", "FOLDER"], 2, "no *.corridolog file"),
    (["log", "verify", "no.corridolog"], 2, "No such file"),
    (["log", "verify", "*.nothing"], 2, "*.nothing"),
    (["log", "show", __file__], 2, "not a log from"),
    (["log", "show", "FILE"], 1, "holds no game"),
    (["log", "export", "FILE", "-o", "FOLDER/none/x.csv"], 2, "No such file"),
    (["log", "export", "FILE", "--format", "html", "-o", "FOLDER"], 1, "holds no game"),
    (["log", "pull", "--port", "/dev/tty-none"], 1, "no such port"),
]


@pytest.mark.parametrize(("words", "code", "says"), MISTAKES, ids=lambda value: str(value)[:40])
def test_a_mistake_is_one_line(words, code, says, tmp_path, capsys):
    file = tmp_path / "a.corridolog"
    LogImage({"id": "00"}, Region(4096, 256, 0, 2), {}).save(file)
    (tmp_path / "empty").mkdir()
    contents = {
        "CSV": ("hall.csv", "id;player-a\n0a;José\n".encode("cp1252")),
        "WIDE": ("wide.csv", b"id,player-a\n0a,Ana\n0b,Eva,7\n"),
        "OPEN": ("open.csv", b'id,player-a\n0a,"Ana\n' + b"0b,Eva " * 20_000),
        "DEEP": ("deep.json", b"[" * 100_000),
        "HEAD": ("head.csv", b"id,table\n"),
        "NONE": ("none.csv", b""),
        "FREE": ("free.json", b"[]"),
    }
    (tmp_path / "logs").mkdir()
    for name in ("a", "b"):
        (tmp_path / "logs" / f"{name}.corridolog").write_bytes(file.read_bytes())
    places = {"FILE": str(file), "FOLDER": str(tmp_path / "empty"), "LOGS": str(tmp_path / "logs")}
    for place, (name, data) in contents.items():
        (tmp_path / name).write_bytes(data)
        places[place] = str(tmp_path / name)
    typed = [re.sub("|".join(places), lambda found: places[found[0]], word) for word in words]
    found, out, err = type_in(capsys, *typed)
    assert found == code
    assert says in err + out
    assert err.count("\n") == (0 if words[0] == "doctor" and code == 1 else 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_of_the_host_is_one_line(tmp_path, capsys):
    file = tmp_path / "a.corridolog"
    LogImage({"id": "00"}, Region(4096, 256, 0, 2), {}).save(file)
    assert cli.main(["log", "export", str(file), "-o", "/dev/full"]) == 1
    assert capsys.readouterr().err == "corrido: /dev/full: No space left on device\n"


def test_a_folder_is_all_its_logs(tmp_path, capsys):
    for name in ("b", "a"):
        LogImage({"id": name}, Region(4096, 256, 0, 2), {}).save(tmp_path / f"{name}.corridolog")
    for what in (str(tmp_path), str(tmp_path / "*.corridolog")):
        assert cli.main(["log", "verify", what]) == 3
        *lines, proves = capsys.readouterr().out.splitlines()
        assert "not a forger" in proves
        assert [Path(line.partition(": ")[0]).stem for line in lines] == ["a", "b"]


def test_all_of_one_device_is_a_folder_too(tmp_path, monkeypatch, capsys):
    image = LogImage({"id": "01", "name": "Mesa 4"}, Region(4096, 256, 0, 2), {})
    monkeypatch.setattr(client, "Client", without_pin)
    monkeypatch.setattr(pull, "pull", lambda port: image)
    folder = tmp_path / "round3"
    assert cli.main(["log", "pull", "--all", "--port", "01", "-o", str(folder)]) == 0
    assert [file.name for file in folder.iterdir()] == ["mesa-4.corridolog"]


def test_a_name_with_a_slash_is_a_folder(tmp_path, monkeypatch, capsys):
    image = LogImage({"id": "01", "name": "Mesa 4"}, Region(4096, 256, 0, 2), {})
    monkeypatch.setattr(client, "Client", without_pin)
    monkeypatch.setattr(pull, "pull", lambda port: image)
    assert cli.main(["log", "pull", "--port", "01", "-o", f"{tmp_path}/round3/"]) == 0
    assert [file.name for file in (tmp_path / "round3").iterdir()] == ["mesa-4.corridolog"]


WITHOUT_A_BOARD = (
    "status", "doctor", "provision --all", "deploy", "config get", "config export", "log pull",
    "log pull --all",
)  # fmt: skip


@pytest.mark.parametrize("command", WITHOUT_A_BOARD)
def test_without_a_board_there_is_a_document_all_the_same(command, monkeypatch, capsys):
    monkeypatch.setattr(ports, "boards", lambda: [])
    monkeypatch.setattr(ports, "uf2_drives", lambda: [])
    code, out, err = type_in(capsys, *command.split(), "--json")
    assert (code, out, err.count("\n")) == (1, "[]\n", 1) and "no board found" in err
    assert type_in(capsys, *command.split())[:2] == (1, "")


def test_a_setting_that_was_never_set_says_what_counts(monkeypatch, capsys):
    monkeypatch.setattr(config, "Client", without_pin)
    monkeypatch.setattr(config, "read", lambda port, wanted: dict.fromkeys(wanted))
    assert cli.main(["config", "--port", "01", "get", "preset", "budget"]) == 0
    assert capsys.readouterr().out == "preset=(fise-corrido)\nbudget=(the preset decides)\n"


def test_a_missing_esptool_is_named_with_the_extra_that_brings_it(tmp_path, monkeypatch):
    monkeypatch.setattr(flash, "find_spec", lambda name: None)
    image = Image(tmp_path / "a.bin", "esp", "esp32", b"", "")
    with pytest.raises(UserError, match=r"'\.\[esp32\]'"):
        flash._by_esptool(image, "COM4", erase=False, force=False)


def test_two_devices_of_one_name_have_a_log_each(tmp_path, monkeypatch, capsys):
    def pulled(port):
        return LogImage({"id": port, "name": "Mesa 4"}, Region(4096, 256, 0, 2), {})

    monkeypatch.setattr(client, "Client", without_pin)
    monkeypatch.setattr(pull, "pull", pulled)
    for port in ("01", "02", "01", "02"):
        assert cli.main(["log", "pull", "--port", port, "-o", str(tmp_path)]) == 0
    files = {file.stem: load(file).device["id"] for file in tmp_path.iterdir()}
    assert files == {"mesa-4": "01", "mesa-4-02": "02"}
