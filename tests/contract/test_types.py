"""The boards' code against each port's stubs, by pyright: names, arguments, possible Nones."""

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from host_tools.paths import boards_dir, firmware_dir

SHARED = ("buzzer", "contract", "encoder", "flash", "i2c_bus", "watchdog")
PORTS = {
    "rp2": ("machine_board", "rp2_board", "rp2_buttons", "rp2_capture"),
    "esp32": ("machine_board", "esp32_board", "esp32_buttons"),
}
# Modules of the images in addition to their port's.
LIBRARIES = boards_dir().parent / ".ci" / "typings"
# In the stubs ticks_us() has a type of its own; everywhere else it is an int.
NOT_OURS = "_TicksUs"


def stubs(port: str) -> Path:
    """A folder with a port's stubs, apart since in an environment they hide CPython's own."""
    default = Path.home() / ".cache" / "corrido" / "stubs"
    folder = Path(os.environ.get("CORRIDO_STUBS", default)) / port
    if not (folder / "machine.pyi").is_file():
        pytest.skip(f"no stubs: pip install --target {folder} micropython-{port}-stubs")
    return folder


# A type checker knows nothing of the attributes of an `object` parameter, but those of modules.
MEANT = ("of module", "could not be resolved", "is not defined", "Expected ", "No parameter named",
         "Argument missing")  # fmt: skip


def faults(port: str, files: list[Path], folder: Path) -> list[dict]:
    """Return pyright's errors in files against the stubs of a port; run in an empty folder."""
    pyright = shutil.which("pyright", path=sysconfig.get_path("scripts"))
    if pyright is None:
        pytest.skip("no pyright here: pip install pyright")
    there = stubs(port)
    root = "/".join([".."] * (len(folder.parts) - 1))
    (folder / "corrido_board.py").write_bytes((boards_dir() / "pico" / "board.py").read_bytes())
    config = {
        "include": [f"{root}/{file.relative_to('/')}" for file in files],
        "extraPaths": [
            str(firmware_dir()),
            str(boards_dir() / "pico"),
            str(folder),
            str(LIBRARIES),
        ],
        "stubPath": str(there),
        "typeshedPath": str(there),
        "reportMissingModuleSource": "none",
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(config))
    command = [pyright, "-p", str(folder), "--outputjson"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    answer = json.loads(run.stdout)
    assert answer["summary"]["filesAnalyzed"] >= len(files)
    return [fault for fault in answer["generalDiagnostics"] if fault["severity"] == "error"]


def told(found: list[dict]) -> list[str]:
    """Return file, line and message of each error."""
    return [
        f"{Path(fault['file']).name}:{fault['range']['start']['line'] + 1}: {fault['message']}"
        for fault in found
    ]


@pytest.mark.parametrize("port", PORTS)
def test_types(port, tmp_path):
    hal = firmware_dir() / "corrido" / "hal"
    files = [hal / f"{name}.py" for name in (*SHARED, *PORTS[port])]
    files += [path for path in boards_dir().glob("*/board.py") if port in path.read_text()]
    found = faults(port, files, tmp_path)
    assert not told([fault for fault in found if NOT_OURS not in fault["message"]])


@pytest.mark.parametrize("port", PORTS)
def test_every_name_and_call_of_the_firmware_is_one_of_the_port(port, tmp_path):
    others = {name for other in PORTS for name in PORTS[other]} - set(PORTS[port])
    files = [file for file in firmware_dir().rglob("*.py") if file.stem not in others]
    found = faults(port, files, tmp_path)
    assert not told([fault for fault in found if any(part in fault["message"] for part in MEANT)])
