"""Every module of the firmware and every board file loads in the real interpreter.

Modules that need an RP2040 (PIO) are loaded on the emulated chip: tests/lab/test_board.py.
"""

import ast
import subprocess

import pytest
from corrido.finder import Finder

from host_tools.paths import boards_dir, firmware_dir
from tests.contract.rigs import ESP32_BOARDS

# Chip modules missing from the unix port, as far as loading needs them.
CHIP_MODULES = {
    "machine": "class Pin:\n    IRQ_RISING, IRQ_FALLING, IN, OUT, PULL_UP = 1, 2, 0, 1, 2\n"
    "ADC = PWM = Timer = I2C = SoftI2C = RTC = WDT = Pin\n",
    "esp32": "class Partition:\n    TYPE_DATA = 1\n",
    "rp2": "class Flash:\n    pass\n",
}
ASSEMBLED = {"rp2_board", "rp2_buttons", "rp2_capture"}


def modules():
    """Return dotted names below firmware/, without those that need PIO's assembler."""
    files = (firmware_dir() / "corrido").rglob("*.py")
    names = (file.relative_to(firmware_dir()).with_suffix("").parts for file in files)
    return sorted(
        ".".join(parts).removesuffix(".__init__") for parts in names if parts[-1] not in ASSEMBLED
    )


def test_the_finder_knows_every_package():
    top = firmware_dir() / "corrido"
    with_code = {True: set(), False: set()}
    for file in set(top.rglob("__init__.py")) - {top / "__init__.py"}:
        code = len(ast.parse(file.read_text()).body) > 1  # the first is its docstring
        with_code[code].add("/" + file.parent.relative_to(top).as_posix())
    assert (set(Finder.PACKAGES), set(Finder.BARE)) == (with_code[True], with_code[False])


def load(micropython, folder, code):
    """Run code with the firmware and the chip modules in folder on the path."""
    for name, text in CHIP_MODULES.items():
        (folder / f"{name}.py").write_text(text)
    head = f"import sys\nsys.path[:0] = [{str(folder)!r}, {str(firmware_dir())!r}]\n"
    command = [micropython, "-X", "heapsize=2m", "-c", head + code]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


def test_every_module_loads(micropython, tmp_path):
    names = modules()
    code = f"for name in {names!r}:\n    __import__(name)\nprint('all')"
    run = load(micropython, tmp_path, code)
    assert run.stdout == "all\n", run.stdout + run.stderr
    assert len(names) > 60


@pytest.mark.parametrize("board", ESP32_BOARDS)
def test_a_board_file_loads(board, micropython, tmp_path):
    source = (boards_dir() / board / "board.py").read_bytes()
    (tmp_path / "corrido_board.py").write_bytes(source)
    run = load(micropython, tmp_path, "import corrido_board as b\nprint(b.WIRING['name'])")
    assert run.stdout == f"{board}\n", run.stdout + run.stderr
