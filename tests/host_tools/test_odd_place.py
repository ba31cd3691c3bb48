"""The proof is green wherever it is started: a part of it, where nothing is as usual."""

import os
import shutil
import subprocess
import sys

import pytest

PART = (
    "tests/host_tools/test_cli.py",
    "tests/host_tools/test_scenario_command.py", "tests/hostile/test_interrupt.py",
    "tests/hostile/test_outputs.py",
)  # fmt: skip
SKIPPED = shutil.ignore_patterns(".venv", ".git", "dist", "__pycache__", ".*_cache")


@pytest.mark.long
def test_in_a_path_with_a_space_deaf_to_interrupts_and_without_a_home(root, tmp_path):
    """As `nohup make test &` in a folder `my clocks`, in another language and time zone."""
    tree, home = tmp_path / "my clocks", tmp_path / "home"
    shutil.copytree(root, tree, ignore=SKIPPED)
    home.mkdir(mode=0o555)
    tests = f"'{sys.executable}' -m pytest -q -n 0 -p no:cacheprovider {' '.join(PART)}"
    done = subprocess.run(
        ["sh", "-c", f"trap '' INT HUP; exec {tests} <&-"],
        cwd=tree, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(tree), "HOME": str(home), "LANG": "C", "LC_ALL": "C",
             "TZ": "Pacific/Chatham", "TERM": "dumb", "XDG_CACHE_HOME": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
