"""What the pages believe of the firmware, in their types, is so; `make lint` holds them to it."""

import inspect
import re
import shutil
import subprocess

import pytest

from boards.sim.hooks import Hooks
from boards.web.panel import Panel
from host_tools.npm import node, own_root
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


# A script of the site, what it says, and the slip in its place.
SLIPS = [
    ("clock/sheet.js", "view.may_appeal", "view.mayAppeal"),
    ("clock/sheet.js", 'ask("say", "MARK",', 'ask("says", "MARK",'),
    ("clock/main.js", 'link.ask("texts", name)', 'link.ask("texts")'),
    ("clock/halves.js", "status.marks", "status.mark"),
    ("clock/arbiter.js", 'askBoth("set_clocks", times())', 'askBoth("set_clocks", times)'),
    ("clock/setup.js", "await this.pending", "await this.pendent"),
    ("static/links.js", "this.waiting.delete(number)", "this.waiting.remove(number)"),
    (
        "static/device/engine.js",
        "this.device.runUntil(untilUs)",
        "this.device.runUntil(`${untilUs}`)",
    ),
    ("static/dom.js", "Math.ceil(Number(seconds))", "Math.ceil(secs)"),
    ("judge/main.js", 'link.ask("look_up", words)', 'link.ask("look_up", words.join())'),
]


def test_slips_are_found_one_by_one(tmp_path):
    checker = own_root() / "node_modules" / "typescript" / "bin" / "tsc"
    if not checker.is_file():
        pytest.skip("no TypeScript here: `make lint` fetches it")
    pages = shutil.copytree(pages_dir(), tmp_path / "pages")
    missed = []
    for name, right, slip in SLIPS:
        file = pages / "site" / name
        text = file.read_text("utf-8")
        assert right in text, f"{name} says no longer {right}"
        file.write_text(text.replace(right, slip, 1), encoding="utf-8")
        done = subprocess.run([*node(), checker, "-p", pages], capture_output=True, check=False)
        missed += [] if done.returncode else [slip]
        file.write_text(text, encoding="utf-8")
    assert not missed
