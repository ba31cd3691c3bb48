# ruff: noqa: F821  (the names come from the manifest tool)
# Frozen into all our images. Files of the same names on the device take precedence.
import atexit
import shutil
import sys
import tempfile
from pathlib import Path

# MicroPython's tool runs in the manifest's folder and does not set __file__.
FIRMWARE = (Path(globals().get("__file__", "manifest.py")).parent / "../../firmware").resolve()
sys.path.insert(0, str(FIRMWARE.parent))
from host_tools.build.sources import of_firmware, state_of  # noqa: E402


def folded_package() -> str:
    """Copy the package as `corrido deploy` compiles it for a board, and return the folder."""
    folder = tempfile.mkdtemp(prefix="corrido-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for path, text in of_firmware(FIRMWARE).folded.items():
        place = Path(folder, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text)
    return folder


def state_module() -> str:
    """Make a module that holds the state of the frozen sources, and return its folder."""
    folder = tempfile.mkdtemp(prefix="corrido-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    Path(folder, "frozen_sources.py").write_text(f'STATE = "corrido-state:{state_of(FIRMWARE)}"\n')
    return folder


package("corrido", base_path=folded_package())
freeze(state_module(), "frozen_sources.py")
