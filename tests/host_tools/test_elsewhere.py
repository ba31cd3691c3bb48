"""The product on a system that is not POSIX, as far as that can be tested on one that is."""

import subprocess
import sys

import pytest

from tests.host_tools import elsewhere
from tests.log.conftest import image_of, played


def test_every_module_and_the_commands_do_without_posix(root, tmp_path):
    log = tmp_path / "mesa 4.corridolog"
    image_of(played()).save(log)
    command = [sys.executable, "-m", "tests.host_tools.elsewhere", str(log)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "line", ["import termios", "from fcntl import flock", "import os\nos.getuid()",
             "from signal import SIGHUP", "import socket\nsocket.AF_UNIX"],
)  # fmt: skip
def test_it_notices_what_windows_has_not(root, line):
    code = f"from tests.host_tools import elsewhere\nelsewhere.without_posix()\nexec({line!r}, "
    code += "{'__name__': 'host_tools.x', '__builtins__': __builtins__})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root)
    assert done.returncode == 1
    assert "Windows" in done.stderr or "cannot import name" in done.stderr, done.stderr


def test_no_module_is_left_out():
    names = set(elsewhere.modules())
    assert {"host_tools.ending", "host_tools.device.faults", "host_tools.hall.setup"} <= names
    assert not [name for name in names if "workshop" in name]
