"""What belongs on a board: path on the device -> bytes, compiled for it."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from host_tools.device import mpy, requirements
from host_tools.errors import UserError
from host_tools.paths import boards_dir, firmware_dir, lexicon_path, lexicons_dir

SWAP = "/corrido_swap.py"
BOOT = "/boot.py"
BOOT_FIRST_LINE = b"import corrido_swap  # finishes a deployment that was cut\n"
NOT_FOR_DEVICES = {".md", ".txt", ".pyc", ".toml"}

# What sys.implementation._machine says -> folder of boards/, the first match counts.
MACHINES = (
    ("Pico W", "pico_w"),
    ("Pico", "pico"),
    ("ESP32S3", "esp32s3"),
    ("ESP32-S3", "esp32s3"),
    ("ESP32C3", "esp32c3"),
    ("ESP32-C3", "esp32c3"),
    ("ESP32", "esp32"),
)

Files = dict[str, bytes]


def board_names() -> list[str]:
    """The boards that have a file for a device, sorted."""
    names = (folder.name for folder in boards_dir().iterdir() if (folder / "board.py").is_file())
    return sorted(name for name in names if name != "sim")


def board_folder(choice: str | None, machine: str) -> Path:
    """The folder of a board by name, by path, or guessed from what the board calls itself."""
    if choice is None:
        choice = next((name for mark, name in MACHINES if mark in machine), None)
    if choice is None:
        names = "|".join(board_names())
        raise UserError(f"which board is {machine!r}? --board {names}, or a folder")
    for folder in (boards_dir() / choice, Path(choice)):
        if (folder / "board.py").is_file():
            return folder
    raise UserError(f"no board {choice!r}: one of {', '.join(board_names())}, or a folder")


def firmware_files(target: mpy.Target, source: Path | None = None) -> Files:
    """boot.py, main.py and the package `corrido`, compiled; `source` replaces firmware/."""
    top = source or firmware_dir()
    files = {SWAP: (Path(__file__).parent / "ondevice" / "corrido_swap.py").read_bytes()}
    files[BOOT] = BOOT_FIRST_LINE + (top / "boot.py").read_bytes()
    files["/main.py"] = (top / "main.py").read_bytes()
    for file in sorted((top / "corrido").rglob("*")):
        name = file.relative_to(top).as_posix()
        if not file.is_file() or file.suffix in NOT_FOR_DEVICES or "__pycache__" in name:
            continue
        if file.suffix == ".py":
            files[f"/{name[:-3]}.mpy"] = mpy.compile_file(file, name, target)
        else:
            files[f"/{name}"] = file.read_bytes()
    return files


def source_state(source: Path | None = None) -> str:
    """16 hexadecimal digits for one state of the firmware's sources, as an image carries them.

    boards/common/manifest.py writes them into the image; `source` replaces firmware/.
    """
    top = source or firmware_dir()
    sources = {
        f"/{file.relative_to(top).as_posix()}": file.read_bytes().replace(b"\r\n", b"\n")
        for file in (top / "corrido").rglob("*.py")
    }
    return fingerprint(sources)[:16]


def made_elsewhere(state: str) -> bool:
    """Whether an image that names this state is of other sources than are here; "" is not told."""
    return state not in ("", source_state())


def beside_frozen(files: Files) -> Files:
    """Those of a board's files that an image with the firmware frozen into it needs."""
    return {path: data for path, data in files.items() if not path.startswith("/corrido/")}


def lexicon_files(names: Iterable[str] | None) -> Files:
    """The chosen word lists, all that ship with the project by default."""
    if names is None:
        paths = sorted(lexicons_dir().glob("*.lex"))
    else:
        paths = [lexicon_path(name) for name in names]
    return {f"/lexicons/{path.name}": path.read_bytes() for path in paths}


def assemble(
    target: mpy.Target,
    board: Path,
    lexicons: Iterable[str] | None = None,
    libraries: str | None = None,
    source: Path | None = None,
) -> Files:
    """All files of a board.

    `libraries` is None (none), or where the manifest's packages come from: "" (MicroPython's
    index), another index's address, a folder of micropython-lib; `source` replaces the project's
    firmware folder.
    """
    files = firmware_files(target, source)
    files["/corrido_board.py"] = (board / "board.py").read_bytes()
    files.update(lexicon_files(lexicons))
    if libraries is not None:
        files.update(requirements.fetch(board / "manifest.py", target, libraries))
    return files


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def fingerprint(files: Files) -> str:
    """One SHA-256 over all paths and contents: boards with the same one hold the same files."""
    lines = (f"{path} {digest(data)}\n" for path, data in sorted(files.items()))
    return digest("".join(lines).encode())
