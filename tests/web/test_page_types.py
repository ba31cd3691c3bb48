"""What the pages believe of the firmware, in their types, is so; `make lint` holds them to it."""

import inspect
import re

import pytest

from boards.sim.hooks import Hooks
from boards.web.panel import Panel
from host_tools.paths import pages_dir
from host_tools.sim.device import Device

TYPES = (pages_dir() / "types" / "firmware.d.ts").read_text("utf-8")


def members(interface):
    """Return the names in an interface of the types."""
    (body,) = re.findall(rf"interface {interface} {{(.*?)\n}}", TYPES, re.DOTALL)
    plain = re.sub(r"\[.*?\]", "", body)
    return set(re.findall(r'(?:^|; |\n) *"?([\w.]+)"?\??:', plain))


@pytest.fixture(scope="module")
def panel():
    device = Device.provisioned({"preset": "fise-corrido"})
    device.power_on()
    yield Panel(device.app)
    device.close()


@pytest.mark.parametrize("name", ["View", "Status"])
def test_a_shape_is_the_firmwares(panel, name):
    told = {
        "View": panel.view,
        "Status": panel._app.status,
    }[name]()
    assert members(name) == set(told)


def test_each_method_is_there_with_its_arguments():
    (body,) = re.findall(r"interface Firmware {(.*?)\n}", TYPES, re.DOTALL)
    methods = re.findall(r"^  (\w+)\((.*?)\):", body, re.MULTILINE)
    assert len(methods) > 30
    for name, given in methods:
        owner = Panel if hasattr(Panel, name) else Hooks
        _, *wanted = inspect.signature(getattr(owner, name)).parameters.values()
        optional = [one.default is not inspect.Parameter.empty for one in wanted]
        words = [word for word in given.split(", ") if word]
        assert ["?:" in word for word in words] == optional, name
