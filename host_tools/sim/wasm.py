"""The firmware in MicroPython's WebAssembly build, under Node."""

from pathlib import Path

from host_tools.build.images import compiled_for_wasm
from host_tools.npm import INTERPRETER, node, package
from host_tools.sim.process import Launch, PipeRuntime

# A 32-bit build, as on chips; the firmware's bytecode lies in the heap too.
HEAP_BYTES = 1 << 20
_SCRIPT = Path(__file__).with_name("wasm.mjs")


class WasmRuntime(PipeRuntime):
    """One power-on of the firmware in the build that browsers run."""

    def launch(self) -> Launch:
        """Return Node's command line."""
        folder = compiled_for_wasm()
        command = [*node(), str(_SCRIPT), str(interpreter()), str(folder),
                   str(self._world.lexicons.folder), str(HEAP_BYTES)]  # fmt: skip
        return Launch(command, folder, {})


def interpreter() -> Path:
    """Return the build's micropython.mjs, fetched once; UserError if that fails."""
    return package(INTERPRETER) / "micropython.mjs"
