"""Cut the power at each flash operation of a deployment and check the board afterwards.

`python -m tests.device.cuts [STRIDE [FIRST]]` prints the table for the project's own firmware.
"""

import contextlib
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from host_tools.build.mpy import Target
from host_tools.build.sources import digest
from host_tools.device import faults, payload
from host_tools.device.deploy import BLOCK_BYTES, Deployment
from host_tools.device.repl import Repl
from tests.device.rig import SimulatedBoard

USER_FILES = {"/corrido_raw/000": b"a log" * 700, "/settings.dat": b"the user's own"}
BLOCKS = 160
START_S = 30.0


def small_firmware(release, modules=6):
    """Return a firmware of a few small files whose main.py refuses to start on mixed releases."""
    swap = Path(payload.__file__).parent / "ondevice" / "corrido_swap.py"
    files = {payload.SWAP: swap.read_bytes(), payload.BOOT: payload.BOOT_FIRST_LINE}
    text = f"RELEASE = {release}\n" + f"# {release}\n" * 400
    files |= {f"/corrido/m{number}.py": text.encode() for number in range(modules)}
    files["/corrido/__init__.py"] = b""
    files[f"/corrido/only{release}.py"] = b"pass\n"
    names = [f"m{number}" for number in range(modules)]
    releases = ", ".join(f"{name}.RELEASE" for name in names)
    files["/main.py"] = (
        f"from corrido import {', '.join(names)}\n"
        f"assert {{{releases}}} == {{{release}}}\nprint('firmware {release} runs')\n"
    ).encode()
    return files


def sums(files):
    """SHA-256 of each file."""
    return {path: digest(data) for path, data in files.items()}


def sums_on(repl, paths):
    """Return the SHA-256 of those of the files that are on the board, as the board computes it."""
    found = repl.told_lines(f"_sums({sorted(paths)!r})", "file_sum")
    return {path: digest for path, digest, _ in found}


def deploy(port, files):
    """Bring files to a board, whose program is stopped."""
    with Repl(port) as repl:
        repl.enter()
        return Deployment(repl, files).run()


class Campaign:
    """An old firmware on a board, a new one to deploy over it."""

    def __init__(self, folder, old, new, blocks=BLOCKS):
        self.folder, self.old, self.new, self.blocks = folder, old, new, blocks
        self.seen: Counter[str] = Counter()
        board = SimulatedBoard(folder / "first", blocks).power_on()
        with Repl(board.port) as repl:
            repl.enter()
            for path, data in USER_FILES.items():
                repl.run(f"_mkdirs({path!r})")
                repl.put(path, data)
            Deployment(repl, old).run()
        board.power_off()
        self.image = board.flash

    def cut(self, at):
        """Deploy with the power cut at flash operation `at`; False if it was never reached."""
        board = SimulatedBoard(self.folder / "cut", self.blocks)
        shutil.copyfile(self.image, board.flash)
        board.power_on(cut_after=at, with_main=False)
        survived = True
        try:
            deploy(board.port, self.new)
        except faults.DeviceFault:
            survived = False
        board.power_off()
        # Cut again during the start after it, at a different operation each time.
        board.power_on(cut_after=at % 5 + 1)
        with contextlib.suppress(faults.DeviceFault), Repl(board.port) as repl:
            repl.enter()
        board.power_off()
        board.power_on()
        with Repl(board.port) as repl:
            # A start as at a table, with no host that interrupts it.
            repl.wire.read_past(b">>> ", START_S)
            repl.enter()
            self.seen[self._state(repl)] += 1
            resumed = Deployment(repl, self.new).run().resumed
            self.seen["files not sent twice"] += resumed
            assert self._state(repl) == "new firmware, whole"
        board.power_off()
        return not survived

    def _state(self, repl):
        assert sums_on(repl, set(USER_FILES)) == sums(USER_FILES), "user files changed"
        found = sums_on(repl, set(self.old) | set(self.new))
        if found == sums(self.old):
            return "old firmware, whole"
        return "new firmware, whole" if found == sums(self.new) else "MIXED"


def run(folder, old, new, stride, blocks, first=1):
    """Raise the cut's operation by `stride` until a deployment finishes; count the outcomes."""
    campaign = Campaign(folder, old, new, blocks)
    at = first
    while campaign.cut(at):
        at += stride
    campaign.seen["cuts"] = campaign.seen.total() - campaign.seen["files not sent twice"] - 1
    return campaign.seen


def main():
    """Print the table for the real firmware with all files changed."""
    stride, first = (int(text) for text in (*sys.argv[1:], "1", "1")[:2])
    new = payload.firmware_files(Target(6, 3, "x64"))
    new["/lexicons/es.lex"] = bytes(range(256)) * 550
    old = {path: data + b" " for path, data in new.items() if path != payload.SWAP}
    old |= {payload.SWAP: new[payload.SWAP], payload.BOOT: payload.BOOT_FIRST_LINE}
    # Blocks for two firmwares of this size and littlefs's own data.
    blocks = 5 * sum(-(-len(data) // BLOCK_BYTES) for data in new.values()) // 2
    with tempfile.TemporaryDirectory() as folder:
        for name, count in run(Path(folder), old, new, stride, blocks, first).items():
            print(f"{count:6} {name}")


if __name__ == "__main__":
    main()
