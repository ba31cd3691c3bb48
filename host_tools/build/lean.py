"""Changes to a source before it is compiled: what only type checkers need is removed."""

import ast
from collections.abc import Iterable
from typing import TypeGuard

# Line from 1; columns of the beginning and the end, from 0 in bytes, as in ast; the new text.
Edit = tuple[int, int, int, str]
_NAME = "TYPE_CHECKING"
_MODULE = "corrido.compat"


def without_typing(text: bytes) -> bytes:
    """Return a module's source without its `if TYPE_CHECKING:` blocks; lines keep their numbers.

    On a device such a block never runs, but would take up memory like any other code. A source
    that does not parse is returned unchanged: the compiler reports its error.
    """
    tree = parsed(text) if _NAME.encode() in text else None
    if tree is None:
        return text
    lines = text.split(b"\n")
    for node in tree.body:
        if _is_block(node):
            blank(lines, node)
        elif _is_block(node, or_else=True):  # what a device has in its place stays
            first = node.orelse[0].lineno
            lines[node.lineno - 1 : first - 1] = [b""] * (first - 1 - node.lineno) + [b"if True:"]
    if sum(line.count(_NAME.encode()) for line in lines) == 1:  # only its import is left
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module == _MODULE:
                without_names(lines, node, {_NAME})
    return b"\n".join(lines)


def parsed(text: bytes) -> ast.Module | None:
    """Return a source's tree; None if it does not parse: the compiler reports its error."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        return None


def _is_block(node: ast.stmt, or_else: bool = False) -> TypeGuard[ast.If]:
    test = node.test if isinstance(node, ast.If) and bool(node.orelse) == or_else else None
    return isinstance(test, ast.Name) and test.id == _NAME


def edited(text: bytes, edits: Iterable[Edit]) -> bytes:
    """Return a text with stretches of its lines replaced, none of which overlap."""
    lines = text.split(b"\n")
    for row, column, end, new in sorted(edits, reverse=True):
        line = lines[row - 1]
        lines[row - 1] = line[:column] + new.encode() + line[end:]
    return b"\n".join(lines)


def blank(lines: list[bytes], node: ast.stmt) -> None:
    """Empty the lines of a statement, so that later lines keep their numbers."""
    end = node.end_lineno or node.lineno
    lines[node.lineno - 1 : end] = [b""] * (end - node.lineno + 1)


def without_names(lines: list[bytes], node: ast.ImportFrom, names: set[str]) -> None:
    """Import only the remaining names, on the first line of the statement."""
    rest = [name for name in node.names if (name.asname or name.name) not in names]
    if len(rest) == len(node.names):
        return
    blank(lines, node)
    if rest:
        node.names = rest
        lines[node.lineno - 1] = ast.unparse(node).encode()
