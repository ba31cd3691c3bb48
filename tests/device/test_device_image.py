"""`corrido image`: what the one file for a board has in it, and which bases it refuses."""

import struct

import pytest
from corrido.store.nor import layout
from corrido.store.pin import Pin
from corrido.store.settings import Settings
from littlefs import LittleFS, UserContext

from host_tools.cli import main
from host_tools.device import compose, disk, flash, payload
from host_tools.device.deploy import Deployment
from host_tools.device.disk import BLOCK_BYTES
from host_tools.device.image import FLASH_BASE, load
from host_tools.device.norflash import NorFlash
from host_tools.device.repl import Repl
from host_tools.errors import UserError
from tests.device.cuts import small_firmware
from tests.device.test_device_flash import blocks, running

FILES = {"/main.py": b"print(1)\n", "/corrido/app/app.mpy": bytes(range(256)) * 40,
         "/lexicons/es.lex": b"list" * 3000}  # fmt: skip
CHIPS = {"rp2040": 0xE48BFF56, "rp2350": 0xE48BFF59}
NAMES = {"rp2040": b"Raspberry Pi Pico with RP2040", "rp2350": b"Raspberry Pi Pico2 with RP2350"}
REGION = (0xA0000, 0x160000)


@pytest.fixture(autouse=True)
def few_files(monkeypatch):
    """A small set of files: these tests are about the file around them."""
    monkeypatch.setattr(payload, "assemble", lambda *_: dict(FILES))


def content(name=NAMES["rp2040"], release=b"1.26.1", region=REGION):
    """An image's flash, with the binary info that says where its files lie, and where it ends."""
    at = FLASH_BASE
    head = struct.pack("<5I", 0x7188EBF2, at + 0x20, at + 0x28, 0, 0xE71AA390)
    entry = struct.pack("<HHIIIIH", 7, 0, at + 0x60, at + region[0], region[1], 0, 0)
    said = b"MicroPython v" + release + b" on 2026-04-06\0; " + name + b"\0"
    data = head.ljust(0x20, b"\0") + struct.pack("<II", at + 0x30, at + 0x50)
    end = struct.pack("<HHII", 5, 0, 0x68F465DE, at + 900)
    return (
        ((data.ljust(0x30, b"\0") + entry).ljust(0x50, b"\0") + end).ljust(0x60, b"\0")
        + b"MicroPython\0"
        + said.ljust(900, b"\0")
    )


def base_of(folder, chip="rp2040", **changes):
    """A base's file, for an RP2350 with the block for no chip that its erratum E10 needs."""
    data = blocks(content(**{"name": NAMES[chip], **changes}), CHIPS[chip])
    if chip == "rp2350":
        data = blocks(b"\xef" * 256, 0xE48BFF57, 0x10FFFF00) + data
    path = folder / "base.uf2"
    path.write_bytes(data)
    return path


def club(folder, base, *words):
    """Return the file that the command makes of a base."""
    made = folder / "club.uf2"
    assert main(["image", "--base", str(base), *words, "-o", str(made)]) == 0
    return made


def files_of(image):
    """Return every file of a littlefs, by its path from the root."""
    context = UserContext(buffsize=len(image))
    context.buffer[:] = image
    disk = LittleFS(context=context, block_size=BLOCK_BYTES, prog_size=256, mount=True,
                    block_count=len(image) // BLOCK_BYTES)  # fmt: skip
    found = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with disk.open(path, "rb") as file:
                found[path] = file.read()
    return found


def region_of(flash, region=REGION):
    """The littlefs in what a boot loader wrote."""
    start = region[0]
    return flash[start : start + region[1]].ljust(region[1], b"\xff")


def dragged(path, before=b""):
    """The flash after a boot loader wrote the file, over what was there."""
    flash = bytearray(before.ljust(4 << 20, b"\xff"))
    for at in range(0, path.stat().st_size, 512):
        block = path.read_bytes()[at : at + 512]
        address, size, family = (*struct.unpack_from("<II", block, 12), block[28:32])
        if family != struct.pack("<I", 0xE48BFF57):
            flash[address - FLASH_BASE : address - FLASH_BASE + size] = block[32 : 32 + size]
    return bytes(flash)


@pytest.mark.parametrize("chip", CHIPS)
def test_the_file_has_the_base_and_the_files(tmp_path, chip):
    made = club(tmp_path, base_of(tmp_path, chip))
    flash = dragged(made)
    assert flash.startswith(content(name=NAMES[chip]))
    found = files_of(region_of(flash))
    assert {path: found[path] for path in FILES} == FILES
    assert len([path for path in found if path.startswith("/corrido_raw/")]) == 65
    families = {
        made.read_bytes()[at + 28 : at + 32] for at in range(0, len(made.read_bytes()), 512)
    }
    alone = {struct.pack("<I", 0xE48BFF57)} if chip == "rp2350" else set()
    assert families == {struct.pack("<I", CHIPS[chip])} | alone


def test_every_sector_is_whole_and_in_order(tmp_path):
    data = club(tmp_path, base_of(tmp_path)).read_bytes()
    heads = [struct.unpack_from("<8I", data, at) for at in range(0, len(data), 512)]
    assert [head[5] for head in heads] == list(range(len(heads)))
    assert {head[6] for head in heads} == {len(heads)}
    addresses = [head[3] for head in heads]
    assert addresses == sorted(set(addresses))
    sectors = {address // 4096 for address in addresses}
    assert len(addresses) == 16 * len(sectors)


def often_written():
    """The newest metadata block of a folder on a disk that was written many times."""
    context = UserContext(buffsize=REGION[1])
    old = LittleFS(context=context, block_size=4096, block_count=REGION[1] // 4096, prog_size=256)
    old.mkdir("old")
    for number in range(500):
        with old.open("old/note.txt", "wb") as file:
            file.write(b"%d" % number)
    old.unmount()
    data = bytes(context.buffer)
    found = [data[at : at + 4096] for at in range(0, len(data), 4096)]
    return max((block for block in found if b"note.txt" in block), key=lambda b: b[:4][::-1])


def test_what_was_on_the_board_before_does_not_come_through(tmp_path):
    """Blocks of an older file system everywhere, each newer than ours."""
    made = club(tmp_path, base_of(tmp_path))
    before = bytes(REGION[0]) + often_written() * (REGION[1] // 4096)
    found = files_of(dragged(made, before)[REGION[0] : sum(REGION)])
    fresh = files_of(region_of(dragged(made)))
    assert found == fresh


def test_settings_and_pin_are_in_it(tmp_path):
    words = ["--preset", "fise-corrido", "--set", "device-name=Mesa 7", "--set", "pin=4711"]
    image = region_of(dragged(club(tmp_path, base_of(tmp_path), *words)))
    found = files_of(image)
    block_map = found["/corrido_raw/map"]
    flash = NorFlash(blocks=64)
    for index, number in enumerate(struct.unpack("<64H", block_map)):
        block = image[number * 4096 : (number + 1) * 4096]
        assert block == found[f"/corrido_raw/{index:03d}"]  # or the firmware would lay out afresh
        flash.data[index * 4096 : (index + 1) * 4096] = block
    settings, pin, *_ = layout(flash)
    assert Settings(flash, settings[0]).get("device-name") == "Mesa 7"
    assert Settings(flash, settings[0]).get("preset") == "fise-corrido"
    kept = Pin(flash, pin[0], b"the device's own")
    assert kept.check("4711", 0) and not kept.check("4712", 0)


def test_a_table_makes_a_file_a_line(tmp_path, capsys):
    table = tmp_path / "hall.csv"
    lines = [f"Mesa {n},{n},fise-corrido,{1000 + n}" for n in range(1, 41)]
    table.write_text("\n".join(["device-name,table,preset,pin", *lines]) + "\n")
    base, folder = base_of(tmp_path), tmp_path / "hall"
    assert main(["image", "--base", str(base), "--table", str(table), "-o", str(folder)]) == 0
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 40 and "Mesa-7.uf2" in names
    assert len({path.read_bytes() for path in folder.iterdir()}) == 40
    assert len(capsys.readouterr().out.splitlines()) == 40


def refused(capsys, *words):
    """The one line of a refusal."""
    assert main(["image", *map(str, words)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    return said


@pytest.mark.parametrize(
    ("changes", "why"),
    [({"release": b"1.22.0"}, "1.24 or newer"), ({"name": b"Toy with RP2040"}, "--board"),
     ({"name": b"Raspberry Pi Pico W with RP2040"}, "too little memory")],
)  # fmt: skip
def test_a_wrong_base_is_refused_in_one_line(tmp_path, capsys, changes, why):
    made = tmp_path / "club.uf2"
    assert why in refused(capsys, "--base", base_of(tmp_path, **changes), "-o", made)
    (tmp_path / "base.uf2").write_bytes(blocks(b"no Python" * 90, 0xE48BFF56))
    assert "not MicroPython" in refused(capsys, "--base", tmp_path / "base.uf2", "-o", made)
    assert not made.exists()


@pytest.mark.parametrize(
    ("families", "name", "why"),
    [((0xE48BFF5A,), b"Raspberry Pi Pico2 with RP2350-RISCV", "none of ours is for its chip"),
     ((0xE48BFF5A,), NAMES["rp2350"], "for rp2350-riscv, with a program for"),
     ((0xE48BFF56,), NAMES["rp2350"], "for rp2040, with a program for"),
     ((0xE48BFF58,), NAMES["rp2350"], "for family 0xe48bff58"), ((), NAMES["rp2350"], "0 chips"),
     ((0xE48BFF59, 0xE48BFF5A), NAMES["rp2350"], "for 2 chips")],
)  # fmt: skip
def test_a_base_is_of_one_family_and_for_its_chip(tmp_path, capsys, families, name, why):
    """By the RP2350's data sheet, 5.5.3: code for the one core does not start on the other."""
    data = b"".join(blocks(content(name=name), family) for family in families)
    path = tmp_path / "base.uf2"
    path.write_bytes(blocks(b"\xef" * 256, 0xE48BFF57, 0x10FFFF00) + data)
    assert why in refused(capsys, "--base", path, "-o", tmp_path / "made")


def test_too_little_space_and_a_bad_table_are_refused_in_one_line(tmp_path, capsys):
    made = tmp_path / "club.uf2"
    base = base_of(tmp_path, region=(0x1C0000, 0x40000))
    assert "no room" in refused(capsys, "--base", base, "-o", made)
    base = base_of(tmp_path)
    table = tmp_path / "hall.csv"
    for text, why in (
        ("", "no line"),
        ("device-name\nMesa 1\nMesa 1\n", "two lines"),
        ("device-name,nonsense\nMesa 1,1\n", "nonsense"),
        ("device-name,lexicon\nMesa 1,klingon\n", "klingon"),
    ):
        table.write_text(text)
        assert why in refused(capsys, "--base", base, "--table", table, "-o", tmp_path / "hall")
    assert "chess" in refused(capsys, "--base", base, "--preset", "chess", "-o", made)
    assert "is the file being read" in refused(capsys, "--base", base, "-o", base)


@pytest.mark.parametrize(
    ("number", "start", "name"),
    [(5, 0, b"ESP32C3 module with ESP32C3"),
     (0, 0x1000, b"Generic ESP32 module with SPIRAM with ESP32")],
)  # fmt: skip
def test_an_esp32s_file_is_merged_by_esptool(tmp_path, number, start, name):
    """It lies in flash as a chip has it: the boot loader at its place, the files in `vfs`."""
    entry = b"\xaa\x50\x01\x81" + struct.pack("<II", 0x200000, 0x200000) + b"vfs".ljust(20, b"\0")
    head = b"\xe9\x00\x02\x20" + bytes(8) + struct.pack("<H", number)
    said = b"MicroPython v1.26.1 on 2026-04-06\0; " + name + b"\0"
    base, made = tmp_path / "base.bin", tmp_path / "club.bin"
    data = (head.ljust(0x8000 - start, b"\xff") + entry).ljust(0x9000 - start, b"\xff") + said
    base.write_bytes(data)
    assert main(["image", "--base", str(base), "-o", str(made)]) == 0
    flash = made.read_bytes()
    assert flash[start : start + len(data)] == data
    assert load(str(made)).brings_files
    assert not load(str(base)).brings_files
    found = files_of(flash[0x200000:].ljust(0x200000, b"\xff"))
    assert {path: found[path] for path in FILES} == FILES


def test_a_file_of_files_is_known_as_one(tmp_path):
    """`corrido flash` asks before it makes a board new; a base keeps what is on it."""
    base = base_of(tmp_path)
    made = club(tmp_path, base)
    assert not load(str(base)).brings_files
    assert load(str(made)).brings_files
    board = running(NAMES["rp2040"].decode())
    flash.refuse_emptying(board, load(str(base)))
    with pytest.raises(UserError, match="settings and log too.*--force"):
        flash.refuse_emptying(board, load(str(made)))
    once = made.rename(tmp_path / "once.uf2")
    assert club(tmp_path, once).read_bytes() == once.read_bytes()  # an old disk is no base's part


def esp32s3(*parts, flash=3, at=0x10000):
    """A base of 8 MiB with these partitions, and a small program at its place."""
    rows = b"".join(b"\xaaP" + struct.pack("<BBII20s", *part) for part in parts)
    program = (b"\xe9\x01").ljust(24, b"\0") + struct.pack("<II", 0, 8) + bytes(24)
    head = b"\xe9\0\x02" + bytes((flash << 4,)) + bytes(8) + struct.pack("<H", 9)
    return (head.ljust(0x8000) + rows).ljust(at) + program


FACTORY = (0, 0, 0x10000, 0x1F0000, b"factory")


def test_a_partition_that_the_chip_makes_goes_to_the_end_of_its_flash(tmp_path):
    path = tmp_path / "base.bin"
    path.write_bytes(esp32s3(FACTORY))
    found = load(str(path)).disk()
    assert (found.offset, found.size) == (0x200000, 0x600000)  # 8 MiB in the header


@pytest.mark.parametrize(
    ("base", "why"),
    [(esp32s3(FACTORY, (1, 0x81, 0x1F0000, 0x200000, b"vfs")), "no chip's"),
     (esp32s3(FACTORY, (1, 0x81, 0x600000, 0x300000, b"vfs")), "no chip's"),
     (esp32s3(FACTORY, (1, 0x81, 0x200800, 0x200000, b"vfs")), "no chip's"),
     (esp32s3((0, 0, 0x8000, 0x1F8000, b"factory"), at=0x10000), "cut off"),
     (esp32s3(FACTORY)[:-30], "cut off"), (esp32s3(FACTORY, flash=0), "no chip's")],
)  # fmt: skip
def test_a_crafted_table_of_partitions_is_told(tmp_path, base, why):
    path = tmp_path / "base.bin"
    path.write_bytes(base)
    with pytest.raises(UserError, match=why):
        load(str(path)).disk()


def test_a_page_that_is_missing_is_told(tmp_path):
    path = base_of(tmp_path)
    data = bytearray(path.read_bytes())
    del data[1024:1536]
    for at in range(0, len(data), 512):
        struct.pack_into("<2I", data, at + 20, at // 512, len(data) // 512)
    path.write_bytes(data)
    with pytest.raises(UserError, match="a page of it is missing"):
        load(str(path)).disk()


def test_a_deployment_to_a_board_made_so_writes_nothing(board):
    """Real MicroPython mounts the composed disk; the host sends what differs by its hash."""
    files = small_firmware(1)
    named = {path.lstrip("/"): data for path, data in files.items()}
    region = compose.raw_region({"table": "7"}, b"salt")
    before = disk.make_disk(named, board.flash.stat().st_size, region).data
    board.power_off()
    board.flash.write_bytes(before)
    board.power_on()
    with Repl(board.port) as repl:
        repl.enter()
        assert Deployment(repl, files).run().sent == 0
        assert board.flash.read_bytes() == before
        one = files | {"/corrido/m3.py": b"RELEASE = 1\n"}
        assert Deployment(repl, one).run().sent == 1
        repl.restart()
        assert b"firmware 1 runs" in repl.wire.read_past(b"runs", 120.0)


# A field of a UF2 block, or a word of the binary info, and what is told of it.
CRAFTED = (
    (8 + 4, FLASH_BASE + 1, "block 0 is for 0x10000001"), (8 + 4, 0xFFFFFF00, "within the chip"),
    (8 + 4, 0x20000000, "within the chip"), (8 + 8, 476, "476 bytes"), (8 + 8, 2**31, "bytes"),
    (8 + 12, 1, "numbered 0 to"), (8 + 16, 1 << 30, "blocks"),
    (32 + 4, 0xFFFFFFFC, "does not say"), (32 + 8, 0xFFFFFFFC, None), (32 + 4, 0, "does not say"),
    (32 + 0x30 + 8, 0, "no chip's"), (32 + 0x30 + 12, 0xFFFFF000, "no chip's"),
    (32 + 0x30 + 4, 4, "does not say"),
)  # fmt: skip


@pytest.mark.parametrize(("at", "word", "told"), CRAFTED)
def test_a_crafted_base_is_told_in_one_line(tmp_path, capsys, at, word, told):
    path = base_of(tmp_path)
    data = bytearray(path.read_bytes())
    struct.pack_into("<I", data, at, word)
    path.write_bytes(data)
    code = main(["image", "--base", str(path), "--lexicon", "es", "-o", str(tmp_path / "made")])
    said = capsys.readouterr().err
    assert said.count("\n") <= 1 and (told in said and code == 2 if told else code == 0), said
