"""Begin a board, and list its missing parts: its folder's, then those in lists and on pages."""

import json
import re
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from host_tools.device.mpy import ARCHITECTURES
from host_tools.errors import UserError
from host_tools.workshop.new.source import TODO, todos, write

NOT_ON_DESKS = ("sim", "web")  # folders in boards/ that are not physical boards
BOARD_FILES = ("board.py", "board.json", "manifest.py", "README.md", "README.es.md")
BOARD_FACTS = {"title": TODO, "mcu": TODO, "names": [TODO], "architecture": TODO, "image": TODO}
# esptool's part of it, for a chip whose image is not copied to a drive.
FLASH_FACTS = {"chip": TODO, "address": 0}
MODEL = "pico_w"
# Names of boards, chips and images; a link to another board's folder is in lower case.
OF_A_BOARD = re.compile(r"\b(Pico|RP2040|RP2350|RPI_PICO_W|ESP32(?:[-_]\w+)*)\b")
DRAWINGS = {
    "build.svg": "python -m host_tools.workshop.pages.build_sheet draws it",
}
KIT = Path("boards/kit.toml")
BOARD_PAGES = {
    "docs/hardware.md": "boards/{}/README.md",
    "boards/README.md": "{}/README.md",
    "boards/README.es.md": "{}/README.es.md",
}
TYPED_BY = ".ci/pyright-*.json"  # each port's stubs, and the files to check against them


def boards(root: Path) -> list[str]:
    """Return the boards that can stand on a table."""
    folders = [file.parent.name for file in (root / "boards").glob("*/board.py")]
    return sorted(name for name in folders if name not in NOT_ON_DESKS)


def begin_board(root: Path, name: str, like: str = MODEL) -> list[Path]:
    """Copy the folder of the board `like`, marking what it says about that board."""
    target, model = root / "boards" / name, root / "boards" / like
    if target.exists():
        raise UserError(f"boards/{name} exists already and is not a board for a table")
    if like not in boards(root):
        raise UserError(f"no board {like!r} to copy: one of {', '.join(boards(root))}")
    target.mkdir()
    for file in BOARD_FILES:
        text = (model / file).read_text(encoding="utf-8")
        if file == "board.json":
            text = _facts(text)
        elif file == "board.py":
            text = re.sub(r'^"""[^:]*', f'"""{TODO} which board this is', text)
            text = text.replace(f'"name": "{like}"', f'"name": "{name}"')
            text = text.replace("\n    # ", f"\n    # {TODO} ", 1)
        elif file.endswith(".md"):
            text = _page(text).replace(f"--board {like}", f"--board {name}")
            text += f"\n{TODO}: go through pins and parts line by line.\n"
        write(target / file, text)
    return sorted(target.iterdir())


def _facts(text: str) -> str:
    """Return a board.json with every fact open, `flash` only where the model has it."""
    facts = BOARD_FACTS | ({"flash": FLASH_FACTS} if "flash" in json.loads(text) else {})
    return json.dumps(facts, indent=2) + "\n"


def _page(text: str) -> str:
    """Return a board's page with its name and every name of a chip or maker's board marked."""
    title = text.partition("\n")[0].removeprefix("# ")
    return OF_A_BOARD.sub(rf"{TODO} \1", text.replace(title, f"{TODO} the board's name"))


def board_lacks(root: Path, name: str) -> list[str]:
    """Return the missing parts of a board: its folder's, then those in lists and on pages."""
    folder = root / "boards" / name
    lacking = [f"boards/{name}/{file} is missing" for file in BOARD_FILES
               if not (folder / file).is_file()]  # fmt: skip
    if lacking:
        return lacking
    lacking += todos(root, [folder / file for file in BOARD_FILES])
    wiring = (folder / "board.py").read_text(encoding="utf-8")
    if f'"name": "{name}"' not in wiring:
        lacking.append(f"boards/{name}/board.py does not call the board {name}")
    facts = json.loads((folder / "board.json").read_text(encoding="utf-8"))
    lacking += [f"boards/{name}/board.json: no {key}" for key in BOARD_FACTS if key not in facts]
    if "hal.esp32_board" in wiring and "flash" not in facts:
        lacking.append(f"boards/{name}/board.json: no flash: esptool's chip, the image's address")
    if facts.get("architecture") not in (*ARCHITECTURES[1:], TODO):
        lacking.append(
            f"boards/{name}/board.json: architecture is one of {', '.join(ARCHITECTURES[1:])}"
        )
    return [*lacking, *_mistaken(root, name, facts), *_unlisted(root, name), *_undrawn(folder)]


def _mistaken(root: Path, name: str, facts: dict[str, Any]) -> list[str]:
    """Return the boards that `corrido deploy` could not tell from this one by their names."""
    own, lacking = set(facts.get("names", ())), []
    for other in (board for board in boards(root) if board != name):
        theirs = json.loads((root / "boards" / other / "board.json").read_text(encoding="utf-8"))
        names = set(theirs["names"])
        if theirs["mcu"] == facts.get("mcu") and (own & names or own == names):
            lacking.append(f"boards/{name}/board.json: names: {other} is for the same chip, with "
                           f"{'the same name' if names else 'no names either'}")  # fmt: skip
    return lacking


def _unlisted(root: Path, name: str) -> list[str]:
    """Return the lists and pages beside a board's folder that do not name it."""
    lacking = []
    if f"[board.{name}]" not in (root / KIT).read_text(encoding="utf-8"):
        lacking.append(f"{KIT}: no [board.{name}]: size, price, the pins in their places")
    for page, link in BOARD_PAGES.items():
        if f"]({link.format(name)})" not in _flat((root / page).read_text(encoding="utf-8")):
            lacking.append(f"{page} has no link to {link.format(name)}")
    if not any(_types(file, name) for file in root.glob(TYPED_BY)):
        lacking.append(f"{TYPED_BY}: neither `include` covers ../boards/{name}/board.py")
    return lacking


def _flat(page: str) -> str:
    """Return a page with the way up from its folder taken out of its links."""
    return page.replace("](../", "](")


def _types(file: Path, name: str) -> bool:
    """Return whether a list of pyright's takes in the board's file."""
    patterns = json.loads(file.read_text(encoding="utf-8"))["include"]
    return any(fnmatch(f"../boards/{name}/board.py", pattern) for pattern in patterns)


def _undrawn(folder: Path) -> list[str]:
    return [f"boards/{folder.name}/{drawing} is missing: {how}"
            for drawing, how in DRAWINGS.items() if not (folder / drawing).is_file()]  # fmt: skip
