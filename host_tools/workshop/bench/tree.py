"""`corrido bench tree`: the shape of the code, room by room, and a press's way through it."""

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from host_tools.errors import UserError

SUMMARY = "sizes, typed share, pyright errors and docstring mood of each room"
EXAMPLE = "--ways"

ROOT = Path(__file__).resolve().parents[3]
LONG_LINES = 50
VAGUE = {"object", "Any", "tuple", "list", "dict", "set"}

Row = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument(
        "--ways", action="store_true", help="list the files that a press and a challenge run in"
    )
    parser.add_argument(
        "--tree", type=Path, default=ROOT, metavar="DIR", help="another checkout (default: this)"
    )


def run(args: argparse.Namespace) -> Row:
    """Measure every room of the tree; with --ways, trace the firmware in the simulator too."""
    root = args.tree.resolve()
    errors = _counted(root, _pyright(root))
    moods = _counted(root, _mood(root))
    rows = [_row(root, room, errors, moods) for room in _rooms(root)]
    return {"rooms": rows, "ways": _ways(root) if args.ways else {}}


def table(result: Row) -> str:
    """Return the figures as text, one line per room."""
    lines = [
        f"{'room':32} {'files':>5} {'lines':>6} {'longest':>7} {'median fn':>9} {'> 50':>6} "
        f"{'typed':>6} {'docs':>5} {'mood':>5} {'pyright':>7}"
    ]
    for row in result["rooms"]:
        lines.append(
            f"{row['room']:32} {row['files']:5} {row['lines']:6} {row['longest_file']:7} "
            f"{row['median_function']:9.0f} {row['long_functions']:6} {row['typed_percent']:5.0f}%"
            f" {row['documented_percent']:4.0f}% {row['not_imperative']:5} {row['pyright']:7}"
        )
    for name, files in result["ways"].items():
        lines += ["", f"{name}: {len(files)} files", *(f"  {file}" for file in files)]
    return "\n".join(lines)


def _rooms(root: Path) -> list[Path]:
    """Return the folders that are rooms: one level below firmware/corrido and host_tools."""
    rooms = [root / "firmware" / "corrido", root / "boards", root / "host_tools"]
    for parent in (rooms[0], rooms[2]):
        rooms += sorted(path for path in parent.iterdir() if any(path.glob("*.py")))
    return rooms


def _row(root: Path, room: Path, errors: dict[str, int], moods: dict[str, int]) -> Row:
    """Measure one room, sub-folders included."""
    name = room.relative_to(root).as_posix()
    files = [path for path in room.rglob("*.py") if "__pycache__" not in path.parts]
    functions = [function for path in files for function in _functions(path)]
    sizes = [(one.end_lineno or one.lineno) - one.lineno + 1 for one in functions]
    arguments = [argument for function in functions for argument in _arguments(function)]
    typed = sum(_precise(argument.annotation) for argument in arguments)
    public = [function for function in functions if function.name[0] != "_"]
    documented = sum(ast.get_docstring(function) is not None for function in public)
    lengths = [path.read_text("utf-8").count("\n") for path in files]
    inside = f"{name}/"
    return {
        "room": name,
        "files": len(files),
        "lines": sum(lengths),
        "longest_file": max(lengths, default=0),
        "median_function": median(sizes) if sizes else 0,
        "long_functions": sum(size > LONG_LINES for size in sizes),
        "typed_percent": 100 * typed / max(1, len(arguments)),
        "documented_percent": 100 * documented / max(1, len(public)),
        "not_imperative": sum(n for file, n in moods.items() if file.startswith(inside)),
        "pyright": sum(n for file, n in errors.items() if file.startswith(inside)),
    }


def _functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.arg]:
    """Return every argument but self and cls."""
    own = function.args
    named = [*own.posonlyargs, *own.args, *own.kwonlyargs]
    return [argument for argument in named if argument.arg not in ("self", "cls")]


def _precise(annotation: ast.expr | None) -> bool:
    """Return whether an annotation says more than that there is a value."""
    return annotation is not None and ast.unparse(annotation).strip("'\"") not in VAGUE


def _tool(name: str) -> str:
    """Return the path of a program in this environment; UserError if it is missing."""
    found = shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)
    if found is None:
        raise UserError(f"no {name} here: pip install -r requirements/test.txt")
    return found


def _pyright(root: Path) -> list[str]:
    """Return the file of every error that pyright finds with the tree's own settings."""
    command = [_tool("pyright"), "--outputjson", "-p", str(root)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(answer.stdout)["generalDiagnostics"]
    return [fault["file"] for fault in found if fault["severity"] == "error"]


def _mood(root: Path) -> list[str]:
    """Return the file of every docstring that ruff's rule D401 reports as not imperative."""
    command = [_tool("ruff"), "check", "--isolated", "--select", "D401", "--output-format", "json"]
    answer = subprocess.run([*command, str(root)], capture_output=True, text=True, check=False)
    return [fault["filename"] for fault in json.loads(answer.stdout)]


def _counted(root: Path, files: list[str]) -> dict[str, int]:
    """Count how often each file is named, by its path below the root."""
    names = [os.path.relpath(file, root).replace(os.sep, "/") for file in files]
    return {name: names.count(name) for name in set(names)}


def _ways(root: Path) -> dict[str, list[str]]:
    """Return the files on each way, traced by the checkout's own simulator; see _ways.py."""
    script = Path(__file__).with_name("_ways.py")
    path = os.pathsep.join((str(root), str(root / "firmware")))
    done = subprocess.run(
        [sys.executable, str(script), str(root)],
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no answer"]
        raise UserError(f"{root}: its paths cannot be traced: {lines[-1]}", 1)
    return json.loads(done.stdout)
