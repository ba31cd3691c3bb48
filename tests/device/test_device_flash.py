"""`corrido flash`: images are recognised by their bytes, drives by their INFO_UF2.TXT."""

import hashlib
import struct
from pathlib import Path
from types import SimpleNamespace

import pytest

from host_tools.cli import main
from host_tools.device import flash, image, ports
from host_tools.device.image import FLASH_BASE, UF2_FIRST, UF2_LAST, UF2_SECOND
from host_tools.errors import UserError


def blocks(data, family, start=FLASH_BASE):
    """Return a whole UF2 file."""
    pages = [data[at : at + 256].ljust(476, b"\0") for at in range(0, len(data), 256)]
    heads = [
        (UF2_FIRST, UF2_SECOND, 0x2000, start + 256 * number, 256, number, len(pages), family)
        for number in range(len(pages))
    ]
    end = struct.pack("<I", UF2_LAST)
    return b"".join(
        struct.pack("<8I", *head) + page + end for head, page in zip(heads, pages, strict=True)
    )


def loaded(folder, data, name="x.uf2"):
    """Return the image in a file with this content."""
    (folder / name).write_bytes(data)
    return image.load(str(folder / name))


def uf2(family=0xE48BFF56, count=5):
    """Return a whole UF2 file with this many empty blocks."""
    return blocks(bytes(256 * count), family)


@pytest.mark.parametrize(
    ("platform", "system", "place"),
    [
        ("darwin", "posix", "Volumes/RPI-RP2"), ("linux", "posix", "media/ana/RPI-RP2"),
        ("linux", "posix", "run/media/ana/RPI-RP2"), ("linux", "posix", "mnt/RPI-RP2"),
        ("win32", "nt", "E:\\"),
    ],
)  # fmt: skip
def test_a_drive_is_found_where_the_system_puts_it(platform, system, place, tmp_path, monkeypatch):
    (tmp_path / place).mkdir(parents=True)
    (tmp_path / place).with_name("F:\\").mkdir()  # another drive
    (tmp_path / place / ports.UF2_INFO).touch()
    with monkeypatch.context() as patch:
        patch.setattr(ports, "Path", lambda name: tmp_path / name.lstrip("/"))
        patch.setattr(ports.sys, "platform", platform)
        patch.setattr(ports.os, "name", system)
        assert ports.uf2_drives() == [tmp_path / place]


@pytest.fixture
def uf2_file(tmp_path):
    """An image for an RP2040 on disk."""
    path = tmp_path / "RPI_PICO.uf2"
    path.write_bytes(uf2())
    return path


@pytest.fixture
def drive(tmp_path):
    """A folder that looks like the drive of an RP2040 in its boot loader."""
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    (folder / ports.UF2_INFO).write_text("UF2 Bootloader v3.0\nBoard-ID: RPI-RP2\n")
    return folder


def test_an_image_goes_to_the_drive(uf2_file, drive, capsys):
    published = hashlib.sha256(uf2_file.read_bytes()).hexdigest()
    assert main(["flash", str(uf2_file), "--drive", str(drive), "--sha256", published]) == 0
    assert (drive / uf2_file.name).read_bytes() == uf2_file.read_bytes()
    assert published in capsys.readouterr().out


def test_another_hash_than_the_published_one_flashes_nothing(uf2_file, drive, capsys):
    assert main(["flash", str(uf2_file), "--drive", str(drive), "--sha256", "00" * 32]) == 2
    assert "download the image again" in capsys.readouterr().err
    assert not (drive / uf2_file.name).exists()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (uf2()[:-512], "4 of 5 blocks"),
        (uf2()[:-100], "cut off"),
        (uf2()[:600] + bytes(4) + uf2()[604:1020] + bytes(4) + uf2()[1024:], "damaged"),
        (b"<!doctype html>", "neither a UF2"),
    ],
)
def test_a_damaged_image_is_named(tmp_path, data, says):
    with pytest.raises(UserError, match=says):
        loaded(tmp_path, data)


@pytest.mark.parametrize(("number", "chip"), [(0, "esp32"), (5, "esp32c3"), (9, "esp32s3")])
def test_an_esp_image_says_its_chip(tmp_path, number, chip):
    data = bytes((0xE9, 3, 2, 0x20)) + bytes(8) + struct.pack("<H", number) + bytes(64)
    assert loaded(tmp_path, data, "x.bin").chip == chip


@pytest.mark.parametrize(("family", "place", "says"), [
    (0xE48BFF59, "RPI-RP2", "for rp2350, but the board"), (0xE48BFF56, None, "hold BOOTSEL"),
    (0xE48BFF56, ".", "not the drive of a board"), (0xE48BFF56, "RPI-RP2", "no room"),
])  # fmt: skip
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_what_cannot_be_flashed_is_one_line(drive, tmp_path, monkeypatch, family, place, says):
    monkeypatch.setattr(ports, "_mount_points", lambda: [])
    (drive / "x.uf2").symlink_to("/dev/full")
    with pytest.raises(UserError, match=says):
        flash.flash(loaded(tmp_path, uf2(family)), None, place and tmp_path / place, False, False)


def running(machine):
    """Return a client of a board whose firmware says that it runs on this machine."""
    return SimpleNamespace(port="COM4", ask={"about": {"machine": machine}}.__getitem__)


@pytest.mark.parametrize("own", [False, True])
def test_an_image_that_would_empty_a_board_is_refused(tmp_path, own):
    data = uf2()
    if own:  # a name may cross two blocks
        data = data[:283] + b"Corri" + data[288:544] + b"do on it" + data[552:]
    found = loaded(tmp_path, data)
    assert found.own == own
    stock, ours = "Raspberry Pi Pico with RP2040", "Corrido on Raspberry Pi Pico with RP2040"
    flash.refuse_emptying(running(ours if own else stock), found)
    with pytest.raises(UserError, match="COM4: .* empties the board, .*log pull.* then --force"):
        flash.refuse_emptying(running(stock if own else ours), found)
