"""The portable tests on a chip, real or emulated.

Each file is compiled for the chip, imported there, run and unloaded, so that its memory is free
for the next. The tests run against the board's own firmware, frozen or as files, unchanged.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from host_tools.device import faults, mpy
from host_tools.device.deploy import identify
from host_tools.device.payload import folded_beside
from host_tools.device.repl import Repl
from host_tools.device.wire import PATIENCE
from host_tools.errors import UserError

FOLDER = "/corrido_tests"
TESTS = Path(__file__).resolve().parents[3] / "tests" / "portable"
# How long one test may be silent, in seconds of the board's time.
LONGEST_TEST_S = 120.0
# How long a whole file may take on an emulated chip, in seconds of its time: an ESP32 whose two
# cores take turns needs ten minutes for a file that silicon runs in one.
LONGEST_FILE_S = 3600.0
_LEAVE_OUT = {"run.py"}

_ON_BOARD = Path(__file__).with_name("ondevice") / "portable_tests.py"


class Bench(Protocol):
    """A chip at its raw REPL."""

    def run(self, code: str) -> str:
        """Run code there and return its output; UserError if it fails."""
        ...


class Outcome(NamedTuple):
    """The result of a file's tests: faults are (test, traceback); heap_bytes used after it."""

    name: str
    ran: int
    took_ms: int
    heap_bytes: int
    faults: list[tuple[str, str]]


def chosen(names: list[str], folder: Path = TESTS) -> list[Path]:
    """Return the test files of these names (`debounce` or `test_debounce.py`), all by default.

    UserError for an unknown name, or where the tests are missing (an installed wheel).
    """
    found = {file.stem: file for file in sorted(folder.glob("test_*.py"))}
    if not found:
        raise UserError(f"no portable tests in {folder}: --tests FOLDER says where they are")
    stems = [f"test_{Path(name).stem.removeprefix('test_')}" for name in names]
    for name, stem in zip(names, stems, strict=True):
        if stem not in found:
            known = ", ".join(key.removeprefix("test_") for key in found)
            raise UserError(f"no portable test {name!r}: one of {known}")
    return [found[stem] for stem in stems] if names else list(found.values())


def test_files(folder: Path, target: mpy.Target) -> dict[str, bytes]:
    """Return all test files and their helpers, compiled, by path on the chip."""
    sources = [file for file in sorted(folder.glob("*.py")) if file.name not in _LEAVE_OUT]
    texts = folded_beside({file.name: file.read_bytes() for file in sources})
    return {
        f"{FOLDER}/{file.stem}.mpy": mpy.compile_file(
            file, file.name, target, whole=True, text=texts[file.name]
        )
        for file in sources
    }


def outcomes(bench: Bench, tests: list[Path]) -> Iterator[Outcome]:
    """Run the files one after the other."""
    bench.run(_ON_BOARD.read_text("utf-8"))
    for test in tests:
        yield _outcome(bench, test.stem)


def _outcome(bench: Bench, name: str) -> Outcome:
    try:
        said = bench.run(f"run_file({name!r})").strip().splitlines()
    except faults.LinkLost:
        raise
    except UserError as error:
        # The import failed, or memory ran out: the next file may do better.
        bench.run("forget([m for m in sys.modules if m.startswith('test_')])")
        return Outcome(name, 0, 0, 0, [(name, str(error))])
    return Outcome(name, *ast.literal_eval(said[-1]))


class ReplBench:
    """A real board through mpremote, its firmware stopped."""

    def __init__(self, repl: Repl) -> None:
        self._repl = repl

    def run(self, code: str) -> str:
        """Run code and allow it to be silent for longer than mpremote waits."""
        limit_s = PATIENCE * LONGEST_TEST_S
        with faults.guarded(self._repl.port), self._repl.wire.within(limit_s):
            transport: Any = self._repl.transport
            transport.exec_raw_no_follow(code)
            output, error = transport.follow(LONGEST_TEST_S)
        if error:
            raise UserError(error.decode(errors="replace").strip().splitlines()[-1], 1)
        return output.decode(errors="replace")

    def bring(self, folder: Path) -> None:
        """Put the tests on the board."""
        identity = identify(self._repl)
        target = mpy.target_of(identity.mpy, self._repl.port, identity.version)
        for path, data in test_files(folder, target).items():
            self._repl.run(f"_mkdirs({path!r})")
            self._repl.put(path, data)

    def tidy(self) -> None:
        """Remove the tests."""
        self._repl.run(_ON_BOARD.read_text("utf-8") + "take_off()\n")


class ChipBench:
    """An emulated chip: the firmware in its image, or deployed, and the tests on its disk.

    close() ends it.
    """

    def __init__(self, uf2: Path, folder: Path = TESTS) -> None:
        # Testing a real board must not need the emulators' libraries.
        from host_tools.workshop.emulator.chip import Chip
        from host_tools.workshop.emulator.payload import (
            TARGET,
            needed_files,
            prepared_flash,
            without_start,
        )
        from host_tools.workshop.emulator.table import known

        files = without_start(needed_files(known(uf2)))
        more = test_files(folder, TARGET)
        files |= {path.lstrip("/"): data for path, data in more.items()}
        self.chip = Chip(uf2, prepared_flash(uf2, files), {})
        self.chip.run_until(lambda: self.chip.console.connected, 8e6, 5000)

    def run(self, code: str) -> str:
        """Run code; UserError if it has not ended after LONGEST_FILE_S."""
        return self.chip.execute(code, LONGEST_FILE_S * 1e6)

    def close(self) -> None:
        """Pull the power."""
        self.chip.close()
