"""The code that a board runs at its raw REPL: files of ondevice/, shortened for the wire."""

import ast
import functools
from pathlib import Path

FOLDER = Path(__file__).with_name("ondevice")
_DOCUMENTED = (ast.Module, ast.FunctionDef, ast.ClassDef)


@functools.cache
def code(name: str) -> str:
    """Return the text of ondevice/NAME.py without its comments and docstrings."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree) + "\n"
