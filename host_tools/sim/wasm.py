"""The firmware in MicroPython's WebAssembly build, under Node."""

from pathlib import Path

from host_tools.npm import node, package
from host_tools.sim.build import compiled_for_wasm
from host_tools.sim.process import Launch, PipeRuntime
from host_tools.sim.world import World

PACKAGE = "@micropython/micropython-webassembly-pyscript"
# A 32-bit build, as on chips; the firmware's bytecode lies in the heap too.
HEAP_BYTES = 1 << 20
_SCRIPT = Path(__file__).with_name("wasm.mjs")


class WasmRuntime(PipeRuntime):
    """One power-on of the firmware in the build that browsers run."""

    def __init__(
        self, world: World, firmware: Path | None = None, heap_bytes: int = HEAP_BYTES
    ) -> None:
        """Set the total heap in bytes; firmware: a folder other than the project's."""
        super().__init__(world)
        self._firmware = firmware
        self._heap_bytes = heap_bytes

    def launch(self) -> Launch:
        """Return Node's command line."""
        folder = compiled_for_wasm(self._firmware)
        command = [*node(), str(_SCRIPT), str(interpreter()), str(folder),
                   str(self._world.lexicons.folder), str(self._heap_bytes)]  # fmt: skip
        return Launch(command, folder, {})


def interpreter() -> Path:
    """Return the build's micropython.mjs, fetched once; UserError if that fails."""
    return package(PACKAGE) / "micropython.mjs"
