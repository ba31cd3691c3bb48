"""Run by a simulated board at power-on: mount a littlefs on a file, run boot.py and main.py.

Runs in the real MicroPython (unix port); rig.py starts it and gives the arguments.
"""

import micropython

# A chip has its filesystem before a host can reach it, so no Ctrl-C may come before this either.
micropython.kbd_intr(-1)

import os  # noqa: E402
import sys  # noqa: E402

import vfs  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BLOCK_BYTES = 4096


class FlashFile:
    """A block device over a file, with a power cut at the Nth program or erase."""

    def __init__(self, path: str, cut_after: int) -> None:
        self._file = open(path, "r+b")
        self._blocks = self._file.seek(0, 2) // BLOCK_BYTES
        self._left = cut_after
        self._erased = b"\xff" * BLOCK_BYTES

    def readblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        """Fill buf from a block."""
        self._file.seek(block * BLOCK_BYTES + offset)
        self._file.readinto(buf)

    def writeblocks(self, block: int, buf: bytearray, offset: "int | None" = None) -> None:
        """Program buf; without an offset the block is erased first."""
        if offset is None:
            self._erase(block)
            offset = 0
        self._operation(block * BLOCK_BYTES + offset, buf)

    def ioctl(self, command: int, argument: int) -> int:
        """The requests of MicroPython's block devices: 4 count, 5 size, 6 erase."""
        if command == 4:
            return self._blocks
        if command == 5:
            return BLOCK_BYTES
        if command == 6:
            self._erase(argument)
        return 0

    def _erase(self, block: int) -> None:
        self._operation(block * BLOCK_BYTES, self._erased)

    def _operation(self, address: int, data: "bytes | bytearray") -> None:
        self._file.seek(address)
        if self._left:
            self._left -= 1
            if not self._left:
                self._file.write(memoryview(data)[: len(data) // 2])
                os.system("kill -9 $PPID")
        self._file.write(data)


class Parts:
    """Offered to the board file of a simulated board as `import rig`: its host-side files."""

    def __init__(self, region: str, contacts: str, display: int, unique_id: str) -> None:
        self.region = FlashFile(region, 0)
        self.contacts = open(contacts, "rb")
        self.contacts.seek(0, 2)
        self.display = display
        self.unique_id = bytes.fromhex(unique_id)


class Place:
    """Passes for the modules that our image's start-up code imports; it mounts `device`."""

    START = 0

    def __init__(self, device: FlashFile) -> None:
        self._device = device

    def Flash(self, start: int, len: int) -> FlashFile:
        return self._device


def mount(device: FlashFile) -> None:
    """Make the flash file the root, as the start-up code of our image does with a flash."""
    with open(__file__.rpartition("/tests/")[0] + "/boards/common/_boot.py") as file:
        start_up = file.read()
    vfs.umount("/")
    sys.modules["rp2"] = sys.modules["corrido_region"] = Place(device)  # pyright: ignore
    exec(start_up, {})
    del sys.modules["rp2"], sys.modules["corrido_region"]
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]


def run(path: str) -> bool:
    """Run a start-up file as the chips do: an exception is printed and ends the start (False)."""
    try:
        with open(path) as file:
            source = file.read()
    except OSError:
        return True
    try:
        exec(compile(source, path, "exec"), {"__name__": "__main__"})
        return True
    except KeyboardInterrupt:
        print("KeyboardInterrupt")
    except Exception as error:  # as the chips do
        sys.print_exception(error)
    return False


flash, region, contacts = sys.argv[1:4]
open(flash + ".guarded", "w").close()
cut_after, with_main, display = (int(text) for text in sys.argv[4:7])
parts: "Any" = Parts(region, contacts, display, sys.argv[7])
sys.modules["rig"] = parts
mount(FlashFile(flash, cut_after))
micropython.kbd_intr(3)
if run("boot.py") and with_main:
    run("main.py")
