"""One bench for every board: it closes contacts, listens, and advances time."""

import importlib.util
import sys
import time

from host_tools.device.kinds import board_names, wiring_of
from host_tools.paths import boards_dir
from tests.contract.fake_chip import Chip, esp32_modules, machine_module, rp2_modules

FRESH = tuple("corrido.hal." + name for name in ("rp2_", "esp32_", "machine_"))


def chip_of(name):
    """The chip that a board's file names."""
    return wiring_of(boards_dir() / name)["chip"]


CHIP_BOARDS = tuple(board_names())
ESP32_BOARDS = [name for name in CHIP_BOARDS if chip_of(name).startswith("esp32")]


def drained(board):
    """Return all edges that wait."""
    edge, found = [0, 0, 0], []
    while board.buttons.get(edge):
        found.append(tuple(edge))
    return found


class ChipRig:
    """A board's real code on a fake chip."""

    def __init__(self, name, patch, **changes):
        spec = importlib.util.spec_from_file_location(
            f"corrido_board_{name}", boards_dir() / name / "board.py"
        )
        self.chip = Chip(chip_of(name))
        patch.setattr(sys.implementation, "_machine", f"{name} with {self.chip.name.upper()}",
                      raising=False)  # fmt: skip
        modules = rp2_modules if chip_of(name).startswith("rp2") else esp32_modules
        for module in [module for module in sys.modules if module.startswith(FRESH)]:
            patch.delitem(sys.modules, module)
        patch.setitem(sys.modules, "machine", machine_module(self.chip))
        for module, made in modules(self.chip).items():
            patch.setitem(sys.modules, module, made)
        difference = lambda a, b: (a - b + (1 << 29)) % (1 << 30) - (1 << 29)  # noqa: E731
        patch.setattr(time, "ticks_us", self.chip.ticks_us, raising=False)
        patch.setattr(time, "ticks_diff", difference, raising=False)
        patch.setattr(time, "sleep_us", lambda us: self.chip.sleep_us(us), raising=False)
        patch.setattr(time, "sleep_ms", lambda ms: self.chip.sleep_ms(ms), raising=False)
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
        self.module.WIRING.update(changes)
        self.board = self.module.make()
        self.flash = self.chip.flash
        self.gpios = [gpio for _, gpio in self.module.WIRING["keys"]]
        self.settle()

    def settle(self):
        """Let captures and interrupts arm."""
        for _ in range(3):
            self.wait(20_000)
            drained(self.board)

    def wait(self, us):
        self.chip.now_us += us

    def contact(self, key, closed):
        self.chip.contact(self.gpios[self.board.keys.index(key)], closed)

    def tone(self):
        return max(self.chip.tones.values())

    def i2c_bytes(self):
        return sum(len(data) for _, data in self.chip.i2c_writes)

    def unplug(self):
        self.chip.i2c_answers = False

    def plug(self):
        self.chip.i2c_answers = True


class SimRig:
    """The simulated board in its world."""

    def __init__(self):
        from boards.sim.board import make
        from host_tools.device.norflash import NorFlash
        from host_tools.sim.runtime import DirectLink
        from host_tools.sim.world import LexiconStore, World

        self.world = World(NorFlash(), LexiconStore())
        self.world.now_us = (1 << 30) - 3_000_000
        self.flash = self.world.flash
        self.link = DirectLink(self.world, "power")
        self.board = make(self.link)
        self._deliver()

    def wait(self, us):
        until = self.world.now_us + us
        while (due := self.world.next_us()) is not None and due <= until:
            self.world.advance(due)
        self.world.advance(until)
        self._deliver()

    def _deliver(self):
        self.link.ticks = self.world.now_us & (1 << 30) - 1
        for key, closed, t_us in self.world.captured:
            self.board.buttons.push(key, int(closed), t_us & (1 << 30) - 1)
        self.world.captured.clear()
        self.board.buttons.set_levels(self.world.levels())

    def contact(self, key, closed):
        self.world.finger(key, closed, self.world.now_us)
        self.world.advance(self.world.now_us)
        self._deliver()

    def tone(self):
        return self.world.buzzer.hz

    def i2c_bytes(self):
        return sum(chip.data_bytes for chip in self.world.bus.controllers.values())

    def unplug(self):
        self.world.bus.unplug()

    def plug(self):
        self.world.bus.plug()
