"""The tools without a checkout, POSIX or a UTF-8 locale, as far as that can be simulated here."""

import os
import subprocess
import sys

import pytest

from host_tools.device import faults, ports


@pytest.mark.parametrize(("system", "platform"), [("posix", "darwin"), ("nt", "win32")])
def test_the_line_that_gives_a_right_fits_the_system(system, platform, monkeypatch):
    monkeypatch.setattr(faults.os, "name", system)
    monkeypatch.setattr(faults.sys, "platform", platform)
    line = str(faults.cannot_open("PORT", OSError(13, "Permission denied")))
    assert "usermod" not in line  # as test_device_faults.py has it on Linux


DRIVES = [
    ("darwin", "posix", "Volumes/RPI-RP2"),
    ("linux", "posix", "media/ana/RPI-RP2"),
    ("linux", "posix", "run/media/ana/RPI-RP2"),
    ("linux", "posix", "mnt/RPI-RP2"),
    ("win32", "nt", "E:\\"),
]


@pytest.mark.parametrize(("platform", "system", "place"), DRIVES)
def test_a_board_in_its_boot_loader_is_found_where_the_system_puts_it(
    platform, system, place, tmp_path, monkeypatch
):
    for _, _, other in DRIVES:
        (tmp_path / other).mkdir(parents=True)
    (tmp_path / place / ports.UF2_INFO).touch()
    with monkeypatch.context() as patch:
        patch.setattr(ports, "Path", lambda name: tmp_path / name.lstrip("/"))
        patch.setattr(ports.sys, "platform", platform)
        patch.setattr(ports.os, "name", system)
        assert ports.uf2_drives() == [tmp_path / place]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_pipes_carry_utf_8_whatever_the_locale(encoding):
    command = [sys.executable, "-m", "host_tools", "lexicon", "check", "es", "-"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(
        command, input="Łódź\nniño\n".encode(), capture_output=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().splitlines() == ["Łódź\tnot-spellable", "niño\tplayable"]
