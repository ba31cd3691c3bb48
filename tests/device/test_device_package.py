"""package.json lists the firmware's files, and mpremote's mip installs from it on a real board."""

import json
import subprocess
import sys
import tomllib

from corrido import VERSION

from host_tools.device import package


def test_package_json_is_up_to_date():
    text = (package.ROOT / "package.json").read_text(encoding="utf-8")
    assert text == package.document(), "run `python -m host_tools.device.package`"


def test_the_projects_version_is_the_firmwares(root):
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    source = tomllib.loads(text)["tool"]["hatch"]["version"]["path"]
    assert source == "firmware/corrido/__init__.py"
    assert json.loads((root / "package.json").read_text(encoding="utf-8"))["version"] == VERSION


def test_mip_installs_it_from_a_checkout(board):
    command = [sys.executable, "-m", "mpremote", "connect", board.port, "mip", "install"]
    command += ["--target", "/", "package.json"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=package.ROOT, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    command = [sys.executable, "-m", "mpremote", "connect", board.port, "exec"]
    command += ["import corrido.core.match, os; print(os.stat('/main.py')[6] > 0)"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.strip() == "True", done.stdout + done.stderr
