"""Begin a board, and list its missing parts: its folder's, then those in lists and on pages."""

import json
import re
import shutil
from fnmatch import fnmatch
from pathlib import Path

from host_tools.device.mpy import ARCHITECTURES
from host_tools.errors import UserError
from host_tools.workshop.new import source
from host_tools.workshop.new.source import TODO, todos, write

NOT_ON_DESKS = ("sim", "web")  # folders in boards/ that are not physical boards
BOARD_FILES = ("board.py", "board.json", "manifest.py", "README.md", "README.es.md")
BOARD_FACTS = {"title": TODO, "mcu": TODO, "names": [TODO], "architecture": TODO, "image": TODO}
DRAWINGS = {
    "wiring.svg": "python -m host_tools.workshop.emulator.wiring draws it",
    "build.svg": "python -m host_tools.workshop.pages.build_sheet draws it",
}
HEADERS = Path("host_tools/workshop/pages/build_sheet.py")
CASES = Path("host_tools/case/parts.py")
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


def begin_board(root: Path, name: str) -> list[Path]:
    """Copy the Pico W's folder, marking the parts to rewrite."""
    target = root / "boards" / name
    if target.exists():
        raise UserError(f"boards/{name} exists already and is not a board for a table")
    leave = shutil.ignore_patterns(*DRAWINGS, "__pycache__")
    shutil.copytree(root / "boards" / "pico_w", target, ignore=leave)
    wiring = (target / "board.py").read_text(encoding="utf-8")
    wiring = wiring.replace("pico_w", name).replace("    # The radio", f"    # {TODO} The radio")
    write(target / "board.py", re.sub(r'^"""[^:]*', f'"""{TODO} which board this is', wiring))
    write(target / "board.json", json.dumps(BOARD_FACTS, indent=2) + "\n")
    for file in ("README.md", "README.es.md"):
        page = (target / file).read_text(encoding="utf-8")
        page = page.replace("Raspberry Pi Pico W", f"{TODO} the board's name")
        page = page.replace("pico_w", name)
        page = re.sub(r"\b(Pico|RP2040|RPI_PICO_W)\b", rf"{TODO} \1", page)
        write(target / file, f"{page}\n{TODO}: go through pins and parts line by line.\n")
    return sorted(target.iterdir())


def board_lacks(root: Path, name: str) -> list[str]:
    """Return the missing parts of a board: its folder's, then those in lists and on pages."""
    folder = root / "boards" / name
    lacking = [f"boards/{name}/{file} is missing" for file in BOARD_FILES
               if not (folder / file).is_file()]  # fmt: skip
    if lacking:
        return lacking
    lacking += todos(root, [folder / file for file in BOARD_FILES])
    if f'"name": "{name}"' not in (folder / "board.py").read_text(encoding="utf-8"):
        lacking.append(f"boards/{name}/board.py does not call the board {name}")
    facts = json.loads((folder / "board.json").read_text(encoding="utf-8"))
    lacking += [f"boards/{name}/board.json: no {key}" for key in BOARD_FACTS if key not in facts]
    if facts.get("architecture") not in (*ARCHITECTURES[1:], TODO):
        lacking.append(
            f"boards/{name}/board.json: architecture is one of {', '.join(ARCHITECTURES[1:])}"
        )
    return [*lacking, *_unlisted(root, name), *_undrawn(folder)]


def _unlisted(root: Path, name: str) -> list[str]:
    """Return the lists and pages beside a board's folder that do not name it."""
    lacking = []
    if name not in source.rows(root / HEADERS, "HEADERS"):
        lacking.append(f"{HEADERS}: HEADERS has no row {name!r}: the pins in their places")
    if f'Board("{name}", ' not in (root / CASES).read_text(encoding="utf-8"):
        lacking.append(f"{CASES}: BOARDS has no {name}: its size, for the case")
    for page, link in BOARD_PAGES.items():
        if f"]({link.format(name)})" not in _flat((root / page).read_text(encoding="utf-8")):
            lacking.append(f"{page} has no link to {link.format(name)}")
    if not any(_types(file, name) for file in root.glob(TYPED_BY)):
        lacking.append(f"{TYPED_BY}: neither `include` covers boards/{name}")
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
