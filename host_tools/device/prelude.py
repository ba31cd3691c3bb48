"""The code that a board runs at its raw REPL: files of ondevice/, shortened for the wire."""

import ast
import functools
from pathlib import Path

FOLDER = Path(__file__).with_name("ondevice")
_DOCUMENTED = (ast.Module, ast.FunctionDef, ast.ClassDef)


class _Short(ast.NodeTransformer):
    """Remove what a device does not need: annotations and code for type checkers only."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(node.arg)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)


@functools.cache
def code(name: str) -> str:
    """Return the text of ondevice/NAME.py without its comments, docstrings and types."""
    tree = _Short().visit(ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8")))
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree) + "\n"
