"""Kinds of boards: the folders of boards/, found by the name that a board reports.

`board.json` in a folder gives the chip (`mcu`), the boards with that chip that it is for
(`names`, as MicroPython calls them; none: any), and the architecture of its code
(`architecture`); also its title for people (`title`), the official MicroPython image that is
installed first (`image`), and, if esptool flashes that, esptool's name of the chip and the
address (`flash`). A board reports `NAME with CHIP` (sys.implementation._machine).
"""

import ast
import functools
import re
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.errors import UserError
from host_tools.files import read_json, read_text
from host_tools.paths import boards_dir, firmware_dir

FILE = "board.json"
# A user's own folder needs no board.json: the imports of its board.py tell the port.
_PORT = re.compile(r"^from corrido\.hal\.(\w+?)_board import", re.MULTILINE)


class Kind(NamedTuple):
    """The kind of board that a folder is for; `mcu` is "" if it is not stated.

    image: "" if no official image is named. frozen: its official image has too little memory for
    the firmware as files. listless: it has enough for that, and none for a word list. chip:
    esptool's name for it, with the image's address; "" if the image is copied to a drive.
    """

    mcu: str
    names: tuple[str, ...]
    architecture: str
    title: str = ""
    image: str = ""
    chip: str = ""
    address: int = 0
    frozen: bool = False
    listless: bool = False


def board_names() -> list[str]:
    """Return the names of the boards that have a file for a device, sorted."""
    names = (folder.name for folder in boards_dir().iterdir() if (folder / "board.py").is_file())
    return sorted(name for name in names if name not in ("sim", "web"))


@functools.cache
def kind_of(folder: Path) -> Kind:
    """Return the kind of a folder; UserError if its board.json is malformed."""
    if not (folder / FILE).is_file():
        return Kind("", (), "")
    found = read_json(folder / FILE, "board_file")
    flash = found.get("flash", {"chip": "", "address": 0})
    return Kind(found["mcu"], tuple(found["names"]), found["architecture"],
                found.get("title", folder.name), found.get("image", ""),
                flash["chip"], flash["address"], found.get("frozen", False),
                found.get("listless", False))  # fmt: skip


def wiring_of(folder: Path) -> dict[str, Any]:
    """Return the WIRING table of a board.py without running it: it needs the chip's modules.

    Raises ValueError if there is none.
    """
    if found := _table(folder / "board.py", "WIRING"):
        return found
    raise ValueError(f"{folder}: no WIRING in board.py")


def _table(file: Path, name: str) -> dict[str, Any]:
    """Return the table of a name in a source, `PICO | {...}` with the Picos' own; {} for none."""
    for node in ast.parse(read_text(file)).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            if isinstance(node.value, ast.BinOp):
                shared = _table(firmware_dir() / "corrido/hal/rp2_board.py", "PICO")
                return shared | ast.literal_eval(node.value.right)
            return ast.literal_eval(node.value)
    return {}


def named(choice: str) -> Path:
    """Return the folder of a board given by name or path; UserError for an unknown board."""
    for folder in (boards_dir() / choice, Path(choice)):
        if (folder / "board.py").is_file():
            return folder
    raise UserError(f"no board {choice!r}: one of {', '.join(board_names())}, or a folder")


def guessed(machine: str) -> Path:
    """Return the folder for the name that a board reports; UserError for an unknown name."""
    name, told, mcu = machine.rpartition(" with ")
    folders = [boards_dir() / board for board in board_names()]
    same_chip = [folder for folder in folders if told and kind_of(folder).mcu == mcu]
    for_any = [folder for folder in same_chip if not kind_of(folder).names]
    found = [folder for folder in same_chip if name in kind_of(folder).names] or for_any
    if found:
        return found[0]
    likely = " or ".join(folder.name for folder in same_chip)
    none = f"none of ours is for its chip ({', '.join(board_names())}):"
    which = f"--board {likely}, or" if likely else none
    raise UserError(f"which board is {machine!r}? {which} --board FOLDER, with your own wiring")


def refuse_other_chip(folder: Path, machine: str, platform: str) -> None:
    """Raise UserError if a folder is for a chip or port other than the board's."""
    mcu = machine.rpartition(" with ")[2]
    wanted = kind_of(folder).mcu
    if wanted and wanted != mcu:
        raise UserError(f"{folder.name} is for {wanted}, but the board is {machine!r}")
    ports = set(_PORT.findall(read_text(folder / "board.py")))
    if ports and platform and platform not in ports:
        told = " or ".join(sorted(ports))
        raise UserError(f"{folder}: its board.py is for {told}, but the board is {machine!r}")
