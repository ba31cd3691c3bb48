"""The commands' texts: examples that can be typed as printed, and one line per mistake."""

import contextlib
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from host_tools import cli
from host_tools.device import client, config, flash, ports
from host_tools.device import image as device_image
from host_tools.errors import UserError
from host_tools.log import pull
from host_tools.log.image import LogImage, Region, load
from tests.conftest import type_in


def without_pin(port, pin=None):
    """A client that is its own port."""
    return contextlib.nullcontext(port)


def test_a_folder_is_all_its_logs(tmp_path, capsys):
    for name in ("b", "a"):
        LogImage({"id": name}, Region(4096, 256, 0, 2), {}).save(tmp_path / f"{name}.corridolog")
    for what in (str(tmp_path), str(tmp_path / "*.corridolog")):
        assert cli.main(["log", "verify", what]) == 3
        *lines, proves = capsys.readouterr().out.splitlines()
        assert "not a forger" in proves
        assert [Path(line.partition(": ")[0]).stem for line in lines] == ["a", "b"]


def test_what_is_meant_for_a_folder_is_a_file_of_each_devices_name(tmp_path, monkeypatch, capsys):
    def pulled(port):
        return LogImage({"id": port, "name": "Mesa 4"}, Region(4096, 256, 0, 2), {})

    monkeypatch.setattr(client, "Client", without_pin)
    monkeypatch.setattr(pull, "pull", pulled)
    for port, *more in (("01", "3/"), ("02", "3"), ("01", "3"), ("02", "3"), ("03", "4", "--all")):
        words = ("--port", port, "-o", f"{tmp_path}/round{more[0]}", *more[1:])
        assert cli.main(["log", "pull", *words]) == 0
    files = {file.stem: load(file).device["id"] for file in (tmp_path / "round3").iterdir()}
    assert files == {"mesa-4": "01", "mesa-4-02": "02"}
    assert (tmp_path / "round4" / "mesa-4.corridolog").is_file()


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
    unset = MagicMock(ask=lambda _command: None)
    monkeypatch.setattr(config, "Client", lambda port, pin=None: contextlib.nullcontext(unset))
    assert cli.main(["config", "--port", "01", "get", "preset", "budget"]) == 0
    assert capsys.readouterr().out == "preset=(fise-corrido)\nbudget=(the preset decides)\n"


def test_a_missing_esptool_is_named_with_the_extra_that_brings_it(tmp_path, monkeypatch):
    monkeypatch.setattr(device_image, "find_spec", lambda name: None)
    image = device_image.Image(tmp_path / "a.bin", "esp", "esp32", b"", "")
    with pytest.raises(UserError, match=r'"corrido\[esp32\]"'):
        flash._by_esptool(image, "COM4", erase=False, force=False)
