"""Raw blocks inside a littlefs: under the real MicroPython, and if its files do not match."""

import subprocess
from pathlib import Path

import pytest
from corrido.hal.flash import BlockFlash, reserve_blocks

from host_tools.paths import firmware_dir


def test_blocks_reserved_in_littlefs(micropython):
    script = Path(__file__).with_name("reserved_blocks.py")
    paths = [str(folder) for folder in (firmware_dir(), script.parents[1] / "portable")]
    command = [micropython, "-X", "heapsize=16m", str(script), *paths]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    lines = run.stdout.splitlines()
    assert run.returncode == 0, run.stdout + run.stderr
    assert len(lines) == 5 and all(line.startswith("ok ") for line in lines), run.stdout


class Lying:
    """A block device whose block first + 3 n is the n-th file of a folder; it can refuse."""

    def __init__(self, folder, first=300):
        self.folder, self.first, self.answer = folder, first, None

    def _file(self, number):
        index, rest = divmod(number - self.first, 3)
        return self.folder / (f"{index:03d}" if index >= 0 and not rest else "none")

    def readblocks(self, number, buf, offset):
        file = self._file(number)
        data = file.read_bytes()[offset:] if file.exists() else b""
        buf[:] = data[: len(buf)] + b"\xee" * (len(buf) - len(data))

    def writeblocks(self, number, buf, offset):
        return self.answer

    def ioctl(self, operation, number):
        if operation == 4:
            return 400
        if self.answer is None:
            self._file(number).write_bytes(b"\xff" * 4096)
        return self.answer


def changed(name, change):
    """Return what changes a file of the folder so."""
    return lambda device: (device.folder / name).write_bytes(
        change((device.folder / name).read_bytes())
    )


SPOILT = {
    "longer": changed("000", lambda data: data + b"\0"),
    "shorter": changed("000", lambda data: data[:-1]),
    "moved": lambda device: setattr(device, "first", device.first + 1),
    "out of the device": changed("map", lambda data: data[:-2] + (400).to_bytes(2, "little")),
    "its map cut short": changed("map", lambda data: data[:-1]),
    "one gone": lambda device: (device.folder / "003").unlink(),
    "its map gone": lambda device: (device.folder / "map").unlink(),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_files_that_are_not_their_blocks_are_made_anew(tmp_path, spoil):
    device = Lying(tmp_path)
    numbers = reserve_blocks(device, str(tmp_path), 5)
    assert numbers == [300, 303, 306, 309, 312]
    (tmp_path / "001").write_bytes(kept := b"game" * 1024)
    assert reserve_blocks(device, str(tmp_path), 5) == numbers
    assert (tmp_path / "001").read_bytes() == kept
    spoil(device)
    again = reserve_blocks(device, str(tmp_path), 5)
    assert again == [device.first + 3 * index for index in range(5)]
    assert all((tmp_path / f"{index:03d}").read_bytes() == b"\xff" * 4096 for index in range(5))


@pytest.mark.parametrize(("answer", "number"), [(-5, 5), (28, 28)])
def test_a_block_device_that_answers_with_a_number_has_refused(tmp_path, answer, number):
    device = Lying(tmp_path)
    flash = BlockFlash(device, range(300, 304))
    for refused in (False, True):
        device.answer = answer if refused else None
        for action in (lambda: flash.program(8, b"x"), lambda: flash.erase(0)):
            if refused:
                with pytest.raises(OSError) as error:
                    action()
                assert error.value.args == (number,)
            else:
                action()


def test_how_far_it_is_is_told_only_when_they_are_made(tmp_path):
    device, told = Lying(tmp_path), []
    reserve_blocks(device, str(tmp_path), 5, lambda done, of: told.append((done, of)))
    assert told == [(done, 10) for done in range(10)]
    reserve_blocks(device, str(tmp_path), 5, lambda done, of: told.append((done, of)))
    assert len(told) == 10
    assert len(reserve_blocks(device, str(tmp_path), 6)) == 6, "more than before"
