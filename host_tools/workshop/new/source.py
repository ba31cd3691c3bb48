"""Read Python files as data: the tables of boards, presets and languages."""

import ast
from pathlib import Path

from host_tools.errors import UserError

TODO = "TODO"


def table(path: Path, name: str) -> ast.Dict:
    """Return the dictionary that a module binds to a name; UserError without one."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        target = node.target if isinstance(node, ast.AnnAssign) else target
        if isinstance(target, ast.Name) and target.id == name:
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
                return node.value
    raise UserError(f"{path}: no table {name} in it")


def rows(path: Path, name: str) -> dict[str, ast.expr]:
    """Return the rows of such a table by name, as syntax nodes."""
    found = table(path, name)
    return {
        key.value: value
        for key, value in zip(found.keys, found.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }


def texts(node: ast.expr) -> list[str]:
    """Return every text within a syntax node."""
    return [
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]


def add_row(path: Path, name: str, row: str) -> None:
    """Write a row at the end of a table, before its closing bracket."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    end = table(path, name).end_lineno
    assert end is not None  # every parsed node has one
    lines.insert(end - 1, row)
    path.write_text("".join(lines), encoding="utf-8")


def names_in(path: Path, name: str) -> tuple[str, ...]:
    """Return the texts of the tuple that a module binds to a name."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if node.targets[0].id == name:
                return tuple(texts(node.value))
    raise UserError(f"{path}: no list {name} in it")


def write(path: Path, text: str) -> None:
    """Write a file with the tree's line endings, whatever the platform."""
    path.write_text(text, encoding="utf-8", newline="\n")


def todos(root: Path, files: list[Path]) -> list[str]:
    """Return one line for each file that still has marks."""
    found = []
    for file in files:
        count = file.read_text(encoding="utf-8").count(TODO)
        if count:
            places = "1 place is" if count == 1 else f"{count} places are"
            found.append(f"{file.relative_to(root).as_posix()}: {places} marked {TODO}")
    return found
