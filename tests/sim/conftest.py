"""Devices that run the tiny app, on both runtimes."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from host_tools.paths import firmware_dir
from host_tools.sim.device import Device
from host_tools.sim.lexicons import SharedLexicons
from host_tools.sim.norflash import NorFlash
from host_tools.sim.process import ProcessRuntime
from host_tools.sim.runtime import DirectRuntime
from host_tools.sim.world import World
from tests.conftest import tool
from tests.sim.tiny_app import App

TINY = Path(__file__).with_name("tiny_app.py")


@pytest.fixture(scope="session")
def tiny_firmware(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The firmware with the tiny app in place of the real one."""
    folder = tmp_path_factory.mktemp("firmware")
    shutil.copytree(firmware_dir() / "corrido", folder / "corrido")
    shutil.copyfile(TINY, folder / "corrido" / "app" / "app.py")
    return folder


@pytest.fixture(params=("cpython", "micropython"))
def make(request: pytest.FixtureRequest) -> Callable[..., Device]:
    """Make a device: bounce_us=..., boot_us=..., displays=... ."""
    if request.param == "cpython":
        runtime = partial(DirectRuntime, app=App)
    else:
        tool("micropython"), tool("mpy-cross")
        runtime = partial(ProcessRuntime, firmware=request.getfixturevalue("tiny_firmware"))
    made = []

    def factory(boot_us: int = 0, **world: object) -> Device:
        flash = world.pop("flash", None) or NorFlash(blocks=8)
        device = Device(World(flash, SharedLexicons(), **world), runtime, boot_us)
        made.append(device)
        return device

    yield factory
    for device in made:
        device.close()
