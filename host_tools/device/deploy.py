"""Deployment of one board's files, so that an interruption at any point does no harm.

Staging: each changed file goes to /corrido.stage under a name made from its path and content, and
counts as sent only once its hash is right there. Commit: one rename makes the list of moves valid;
from then on corrido_swap.py carries it out, now or at the next start. Before that rename all old
files are untouched; after it the new ones are complete.

Where the old and the new firmware do not fit together, the old one can be removed first, beginning
with what starts it: until the end the board then has none, and the same command goes on.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from host_tools.build.sources import digest, fingerprint
from host_tools.device import faults, payload, prelude
from host_tools.device.progress import Progress, silent
from host_tools.device.repl import Repl
from host_tools.errors import UserError

STAGE = "/corrido.stage"
PART = STAGE + "/part"
MARK = "/corrido.swap"
BLOCK_BYTES = 4096
SPARE_BLOCKS = 8
MOVE_S = 5.0  # for one of the commit's moves
MANAGED = "/corrido"
START = "/main.py"
OURS = b"corrido"  # in every main.py of ours
FINISH = "try:\n import corrido_swap as s\n s.finish()\nexcept (OSError, ImportError):\n pass"
ANEW = "import sys\nsys.modules.pop('corrido_swap', None)\nimport corrido_swap"
ASK_AT_ONCE = 24
PLAIN_PATH = re.compile(r"/[\w./ -]+\Z")


class Identity(NamedTuple):
    """A board's description of itself.

    frozen, state: the version of the firmware in its image and the state of its sources, or "".
    heap: its total size in bytes, 0 if unknown.
    """

    mpy: int
    version: str
    machine: str
    platform: str
    frozen: str = ""
    state: str = ""
    heap: int = 0


class Outcome(NamedTuple):
    """The result of a deployment: numbers of files and bytes, and the overall fingerprint."""

    files: int
    sent: int
    resumed: int
    removed: int
    sent_bytes: int
    fingerprint: str


def identify(repl: Repl) -> Identity:
    """Ask the board to identify itself."""
    return Identity(**repl.told(prelude.code("identity"), "identity"))


class Deployment:
    """Bring `files` (device path -> bytes) to the board behind `repl`.

    replace: remove the old firmware first if both do not fit together. over: another program's
    main.py may be replaced.
    """

    def __init__(
        self,
        repl: Repl,
        files: payload.Files,
        progress: Progress = silent,
        replace: bool = False,
        over: bool = False,
    ) -> None:
        self._repl = repl
        self._files = files
        self._progress = progress
        self._sums = {path: digest(data) for path, data in files.items()}
        self._replaces = replace
        self._over = over

    def run(self) -> Outcome:
        """Carry out the deployment; on DeviceFault or UserError the board is as it was."""
        self._repl.run(FINISH)  # what an earlier deployment committed
        here = self._hashes(list(self._files))
        changed = [path for path in sorted(self._files) if here.get(path) != self._sums[path]]
        others = START in here and START in changed and payload.SWAP not in here
        if others and not self._over and OURS not in self._repl.get(START):
            raise UserError(
                f"{self._repl.port}: {START} on this board is another program's, and would be "
                "lost; nothing was changed; --over replaces it"
            )
        # Files of an older firmware, from its folder only: the list of moves has a line for each,
        # so that a name with a line break is not ours.
        there = self._repl.told_lines(f"_walk({MANAGED!r})", "path")
        obsolete = [path for path in there if path not in self._files and PLAIN_PATH.match(path)]
        resumed, sent_bytes = 0, 0
        if changed or obsolete:
            staged = self._staged(changed)
            resumed = len(staged)
            missing = [path for path in changed if path not in staged]
            if not self._has_room(missing):
                self._remove(changed, obsolete)
                return self.run()
            sent_bytes = self._send(missing)
            self._commit(changed, obsolete)
            self._verify()
        return Outcome(
            len(self._files), len(changed) - resumed, resumed, len(obsolete), sent_bytes,
            fingerprint(self._files),
        )  # fmt: skip

    def _hashes(self, paths: Sequence[str]) -> dict[str, str]:
        """Return the SHA-256 of those files that are on the board."""
        found = {}
        for start in range(0, len(paths), ASK_AT_ONCE):
            self._progress("compare", start, len(paths))
            code = f"_sums({list(paths[start : start + ASK_AT_ONCE])!r})"
            sums = self._repl.told_lines(code, "file_sum")
            found |= {path: sum_ for path, sum_, _ in sums}
        return found

    def _stage_name(self, path: str) -> str:
        return f"{STAGE}/{digest(f'{path} {self._sums[path]}'.encode())[:16]}"

    def _staged(self, changed: list[str]) -> set[str]:
        """Return the changed files that an earlier, cut deployment has fully staged.

        Any other staged file is removed: it only takes up room.
        """
        there = self._repl.told_lines(f"_walk({STAGE!r})", "path")
        wanted = {self._stage_name(path): path for path in changed}
        sums = self._hashes([name for name in there if name in wanted])
        whole = {wanted[name] for name, found in sums.items() if found == self._sums[wanted[name]]}
        for name in there:
            if wanted.get(name) not in whole:
                self._repl.run(f"os.remove({name!r})")
        return whole

    def _has_room(self, missing: list[str]) -> bool:
        """Return whether the files fit; DeviceFault if not, unless the old ones may go first."""
        rounded = (-(-len(self._files[path]) // BLOCK_BYTES) for path in missing)
        needed = (sum(rounded) + SPARE_BLOCKS) * BLOCK_BYTES
        stat = self._repl.told("print(json.dumps(os.statvfs('/')))", "statvfs")
        free = stat[0] * stat[3]
        if needed > free and not self._replaces:
            raise faults.DeviceFault(
                f"{self._repl.port}: {needed // 1024} KiB needed, {free // 1024} KiB free on the "
                "board; nothing was changed; remove files that are not Corrido's, deploy fewer "
                "lexicons (--lexicon), or have the old firmware removed first (--replace)"
            )
        return needed <= free

    def _remove(self, changed: list[str], obsolete: list[str]) -> None:
        """Remove the old firmware, its start first: a half of it must never run."""
        self._replaces = False
        there = self._hashes([START, *changed])
        paths = [START, *(path for path in changed if path != START), *obsolete]
        for path in paths:
            if path in there or path in obsolete:
                self._repl.run(f"os.remove({path!r})")

    def _send(self, missing: list[str]) -> int:
        total = sum(len(self._files[path]) for path in missing)
        done = 0
        if missing:
            self._repl.run(f"_mkdirs({PART!r})")
        for path in missing:
            self._put_checked(
                self._stage_name(path), self._files[path],
                lambda n, at=done: self._progress("send", at + n, total),
            )  # fmt: skip
            done += len(self._files[path])
            self._progress("send", done, total)
        return total

    def _commit(self, changed: list[str], obsolete: list[str]) -> None:
        """Make the new firmware valid by one rename, once everything is in place."""
        self._progress("commit", 0, 1)
        self._install_swap()
        lines = [f"{self._stage_name(path)}\t{path}\n" for path in changed]
        lines += [f"-\t{path}\n" for path in obsolete]
        text = "".join(lines).encode()
        folders = {path.rpartition("/")[0] + "/x" for path in changed}
        self._repl.run("\n".join(f"_mkdirs({folder!r})" for folder in sorted(folders)) or "pass")
        self._put_checked(MARK + ".tmp", text)
        self._repl.run(f"os.rename({MARK + '.tmp'!r}, {MARK!r})")
        # One long silence for all moves would look like a board that hangs.
        self._repl.run("corrido_swap.finish('.')", len(changed + obsolete) * MOVE_S)

    def _install_swap(self) -> None:
        """Install, ahead of any commit, the start-up code that finishes a cut one."""
        here = self._hashes([payload.SWAP]).get(payload.SWAP)
        if here != self._sums[payload.SWAP]:
            self._replace(payload.SWAP, self._files[payload.SWAP])
        try:
            boot = self._repl.get(payload.BOOT)
        except faults.ExecFault:
            boot = b""
        if b"import corrido_swap" not in boot:
            self._replace(payload.BOOT, payload.BOOT_FIRST_LINE + boot)
        # Anew, while there is nothing to finish: the start may have imported an older one.
        self._repl.run(ANEW)

    def _put_checked(
        self, path: str, data: bytes, progress: Callable[[int], None] | None = None
    ) -> None:
        self._repl.put(path, data, progress)
        if self._hashes([path]).get(path) != digest(data):
            raise faults.garbled(self._repl.port)

    def _replace(self, path: str, data: bytes) -> None:
        self._put_checked(PART, data)
        self._repl.run(f"os.rename({PART!r}, {path!r})")

    def _verify(self) -> None:
        """Check that every file is in place and intact."""
        here = self._hashes(list(self._files))
        wrong = [path for path, wanted in self._sums.items() if here.get(path) != wanted]
        if wrong:
            raise faults.DeviceFault(
                f"{self._repl.port}: {wrong[0]} reads back wrong: the board's flash may be worn "
                "out; run the command again, then `corrido doctor`"
            )
        self._progress("commit", 1, 1)
