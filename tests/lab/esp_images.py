"""The images for the emulated ESP32s, by name; a test without one is skipped."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.device.payload import made_elsewhere
from host_tools.errors import UserError
from host_tools.paths import cache_dir

IMAGES = {
    "esp32c3": "ESP32_GENERIC_C3.bin",
    "esp32c3-own": "CORRIDO_ESP32C3.bin",
    "esp32": "ESP32_GENERIC.bin",
    "esp32-spiram": "ESP32_GENERIC-SPIRAM.bin",
}
STARTED_US = 6e6  # when the REPL answers


def image_of(name: str) -> Path:
    """Return an image, one of IMAGES; skip the test without it or its emulator.

    An image of our own counts only if the firmware in it is this checkout's.
    """
    chip = name.partition("-")[0]
    for needed in ("rp2040py", "littlefs"):
        pytest.importorskip(needed, reason="no emulator here: pip install 'rp2040py[fs]'")
    from host_tools.workshop.emulator.esp.machines import machine_of
    from host_tools.workshop.emulator.esp.process import program

    try:
        program(machine_of(chip))
    except UserError as error:
        pytest.skip(f"no emulated {chip}: {error}")
    variable = f"CORRIDO_{name.replace('-', '_').upper()}_IMAGE"
    path = Path(os.environ.get(variable) or cache_dir() / IMAGES[name])
    if not path.is_file():
        pytest.skip(f"no {path.name} in {path.parent}, and {variable} names none")
    if name.endswith("-own"):
        from host_tools.device.compose import read_esp

        image = read_esp(path)
        if not image.frozen or made_elsewhere(image.state):
            pytest.skip(f"{path.name} has other firmware in it: build it again (docs/hardware.md)")
    return path


@contextlib.contextmanager
def bare(path: Path) -> Iterator[tuple[str, str]]:
    """A running chip with the unchanged image; its name, and its UART's port."""
    pytest.importorskip("mpremote", reason="no mpremote here: pip install '.[device]'")
    from host_tools.device.image import load
    from host_tools.workshop.emulator.esp.chip import Esp
    from host_tools.workshop.emulator.esp.image import flash_of
    from host_tools.workshop.emulator.esp.machines import machine_of

    name = load(str(path), None).chip
    with contextlib.closing(Esp(machine_of(name), flash_of(path, {}), own_port=True)) as chip:
        port = chip.process.serial_port()
        chip.run_for(STARTED_US)
        chip.process.go()
        yield name, port
