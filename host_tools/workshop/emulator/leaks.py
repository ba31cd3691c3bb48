"""Play game after game in the real interpreter on a capped heap; read the memory in use."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from host_tools.device.payload import beside_firmware
from host_tools.errors import UserError
from host_tools.scenario.model import Mismatch, Scenario
from host_tools.scenario.parser import parse
from host_tools.scenario.runner import Runner
from host_tools.sim import process
from host_tools.sim.device import Device
from host_tools.sim.runtime import FirmwareError
from host_tools.sim.world import World

START = """
device preset=fise-corrido pin=4711
at 0 power on
"""
# A game with everything that allocates: stops, both verdicts, arbiter, summary, next game.
GAME = """
+1 press B
+20 press A
+15 press B
+10 stop verify
+1 press STOP
+5 mark pass
+0.5 press A
+7 challenge casa
+1 press OK
+1 press B
+7 challenge xuz sol
+1 press OK
+9 arbiter 4711 penalty A 30
+0.5 press STOP
+1 press B
+2 stop score
+1 finish
+1 close
+1 next
+1 arm
+1 expect phase ready, turns.A 0
"""
# By then every module is loaded; after that, memory in use must not grow.
WARM_GAMES = 3
# Adds one question to those of boards/sim/pipe.py: bytes in use after a collection.
_SERVER = Path(__file__).with_name("ondevice") / "heap_server.py"


class HeapRuntime(process.ProcessRuntime):
    """The interpreter as the simulator runs it, plus a reading of its heap."""

    command = _SERVER.read_text("utf-8")


class Marathon(Runner):
    """A device that plays one game after another."""

    def go_on(self, scenario: Scenario) -> None:
        """Play more steps; UserError names the first that fails."""
        try:
            self._play(scenario.steps)
        except Mismatch as wrong:
            raise UserError(f"expected {wrong.expected}, seen {wrong.seen}", 1) from wrong
        except FirmwareError as error:
            raise UserError(f"the firmware stopped: {error}", 1) from error


class Heap(NamedTuple):
    """Bytes in use after a game."""

    game: int
    in_use: int


def play(
    games: int, heap: str = process.HEAP, told: Callable[[Heap], object] | None = None
) -> list[Heap]:
    """Play games on one device without a reset; yield the bytes in use after each.

    heap: the interpreter's whole heap (its objects are twice as large as a device's). UserError
    if a game goes wrong, as it does when the heap is too small.
    """
    made: list[HeapRuntime] = []

    def factory(world: World) -> HeapRuntime:
        made.append(HeapRuntime(world, heap=heap))
        return made[-1]

    start, game = (parse(text, Path("game")) for text in (START, GAME))
    device = Device.provisioned(start.settings, runtime=factory)
    found = []
    try:
        marathon = Marathon(start, device)
        marathon.go_on(start)
        for number in range(1, games + 1):
            marathon.go_on(game)
            found.append(Heap(number, made[-1].call("heap_in_use")))
            if told is not None:
                told(found[-1])
    finally:
        device.close()
    return found


def play_on_chip(uf2: Path, games: int) -> list[Heap]:
    """Play games, given as events, on the emulated chip; return the bytes in use after each.

    Takes the computer half a minute per game, the first one longer. UserError if one gets stuck.
    """
    from host_tools.sim.ssd1306 import Ssd1306
    from host_tools.workshop.emulator.chip import Chip
    from host_tools.workshop.emulator.payload import (
        needed_files,
        prepared_flash,
        provisioned_region,
        without_start,
    )

    files = without_start(needed_files(uf2))
    region = provisioned_region({"preset": "fise-corrido"})
    chip = Chip(uf2, prepared_flash(uf2, files, region), {0x3C: Ssd1306()})
    chip.run_until(lambda: chip.console.connected, 8e6)
    source = Path(__file__).with_name("ondevice") / "games.py"
    text = beside_firmware(source)
    code = f"GAMES = {games}\n{text}"
    lines = chip.execute(code, games * 60e6).splitlines()
    told = (line.split() for line in lines if line.startswith("heap "))
    return [Heap(int(game), int(in_use)) for _, game, in_use in told]


def growth(found: list[Heap]) -> float:
    """Return the growth of the heap in bytes per game after the first WARM_GAMES.

    Compares the means of the first and last fifth, so that one odd game does not matter.
    """
    settled = [heap.in_use for heap in found[WARM_GAMES:]]
    part = max(1, len(settled) // 5)
    begin, end = sum(settled[:part]) / part, sum(settled[-part:]) / part
    return (end - begin) / max(1, len(settled) - part)
