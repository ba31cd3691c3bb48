"""The programs that the host tools run: where they are, and of which release."""

import functools
import shutil
import subprocess
import sys
from pathlib import Path

from host_tools.errors import UserError


def find_tool(name: str, package: str) -> str:
    """The path of an executable: beside this interpreter, or on the PATH.

    Raises UserError that says which package to install.
    """
    beside = shutil.which(name, path=str(Path(sys.executable).parent))
    found = beside or shutil.which(name)
    if found is None:
        raise UserError(f"no `{name}` here: pip install {package}")
    return found


@functools.cache
def version_of(tool: str) -> str:
    """What a program prints for --version, asked once a process; "" if it does not run."""
    try:
        done = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout
