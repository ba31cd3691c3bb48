"""The boards' code against the stubs of each port, by pyright: names, arguments, what is None."""

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from host_tools.paths import boards_dir, firmware_dir

SHARED = ("buttons", "buzzer", "contract", "encoder", "flash", "i2c_bus", "watchdog")
PORTS = {
    "rp2": ("machine_board", "rp2_board", "rp2_buttons", "rp2_capture"),
    "esp32": ("machine_board", "esp32_board", "esp32_buttons"),
}
# ticks_us() answers a type of the stubs' own; everywhere else it is an int.
NOT_OURS = "_TicksUs"


def stubs(port: str) -> Path:
    """A folder with the stubs of a port: apart, for in an environment they hide CPython's own."""
    default = Path.home() / ".cache" / "corrido" / "stubs"
    folder = Path(os.environ.get("CORRIDO_STUBS", default)) / port
    if not (folder / "machine.pyi").is_file():
        pytest.skip(f"no stubs: pip install --target {folder} micropython-{port}-stubs")
    return folder


@pytest.mark.parametrize("port", PORTS)
def test_types(port, tmp_path):
    pyright = shutil.which("pyright", path=sysconfig.get_path("scripts"))
    if pyright is None:
        pytest.skip("no pyright here: pip install pyright")
    folder = stubs(port)
    hal = firmware_dir() / "corrido" / "hal"
    files = [hal / f"{name}.py" for name in (*SHARED, *PORTS[port])]
    boards = [path for path in boards_dir().glob("*/board.py") if port in path.read_text()]
    config = {
        "include": [str(file.relative_to("/")) for file in (*files, *boards)],
        "extraPaths": [str(firmware_dir()), str(boards_dir() / "pico")],
        "stubPath": str(folder),
        "typeshedPath": str(folder),
        "reportMissingModuleSource": "none",
    }
    root = "/".join([".."] * (len(tmp_path.parts) - 1))
    config["include"] = [f"{root}/{file}" for file in config["include"]]
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    command = [pyright, "-p", str(tmp_path), "--outputjson"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    answer = json.loads(run.stdout)
    assert answer["summary"]["filesAnalyzed"] >= len(files)
    faults = [
        f"{Path(fault['file']).name}:{fault['range']['start']['line'] + 1}: {fault['message']}"
        for fault in answer["generalDiagnostics"]
        if fault["severity"] == "error" and NOT_OURS not in fault["message"]
    ]
    assert not faults
